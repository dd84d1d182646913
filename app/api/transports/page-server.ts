import type { IncomingMessage, ServerResponse } from 'node:http';
import { mayAsk, type Doors } from '../doors.ts';
import { pageHeaders, readPageFiles } from './page-files.ts';

/** Serves the built page to whoever calls the host by its own name. */
export async function pageServer(
  folder: string,
): Promise<(doors: Doors, request: IncomingMessage, response: ServerResponse) => void> {
  const files = await readPageFiles(folder);
  return (doors, request, response) => {
    if (!mayAsk(doors, request)) return answer(response, 403, 'This host is not called by that name.');
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return answer(response, 405, 'Only GET and HEAD.', { Allow: 'GET, HEAD' });
    }
    const file = files.get((request.url ?? '').split('?')[0]!);
    if (file === undefined) return answer(response, 404, 'There is no such page.');
    file.read().then(
      (content) => {
        const { type } = file;
        response.writeHead(200, { ...pageHeaders, 'Content-Type': type, 'Content-Length': content.length });
        response.end(request.method === 'HEAD' ? undefined : content);
      },
      (error: Error) => answer(response, 500, `The page cannot be read: ${error.message}`),
    );
  };
}

function answer(
  response: ServerResponse,
  status: number,
  text: string,
  more: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { ...pageHeaders, ...more, 'Content-Type': 'text/plain; charset=utf-8' });
  response.end(`${text}\n`);
}
