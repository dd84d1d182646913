import { readdir, readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, relative, sep } from 'node:path';
import { mayAsk, type Doors } from '../doors.ts';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
};

/** xterm.js sets styles from script; everything else comes from the page's own files. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const headers = {
  'Content-Security-Policy': policy,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-cache',
};

/**
 * Serves the built page. The files are those that were there at the start, looked up by name in a table,
 * so that no request can reach any other file, however its path is written. Source maps stay at home.
 */
export async function pageServer(
  folder: string,
): Promise<(doors: Doors, request: IncomingMessage, response: ServerResponse) => void> {
  const files = new Map<string, string>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name.endsWith('.map')) continue;
    const path = join(entry.parentPath, entry.name);
    files.set(`/${relative(folder, path).split(sep).join('/')}`, path);
  }
  const page = files.get('/index.html');
  if (page !== undefined) files.set('/', page);

  return (doors, request, response) => {
    if (!mayAsk(doors, request)) return answer(response, 403, 'This host is not called by that name.');
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return answer(response, 405, 'Only GET and HEAD.', { Allow: 'GET, HEAD' });
    }
    const path = files.get((request.url ?? '').split('?')[0]!);
    if (path === undefined) return answer(response, 404, 'There is no such page.');
    readFile(path).then(
      (content) => {
        const type = types[extname(path)] ?? 'application/octet-stream';
        response.writeHead(200, { ...headers, 'Content-Type': type, 'Content-Length': content.length });
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
  response.writeHead(status, { ...headers, ...more, 'Content-Type': 'text/plain; charset=utf-8' });
  response.end(`${text}\n`);
}
