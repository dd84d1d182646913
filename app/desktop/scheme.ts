/** The page's own address: a scheme of ours, served from the build under the same policy as over HTTP. */
import { protocol } from 'electron';
import { pageHeaders, readPageFiles } from '../api/transports/page-files.ts';

const scheme = 'plywire';
const host = 'app';

/** What the window opens. */
export const pageAddress = `${scheme}://${host}/`;

/** Whether an address is our page's. Anything that cannot be read is not. */
export function isOurs(address: string): boolean {
  try {
    const url = new URL(address);
    return url.protocol === `${scheme}:` && url.host === host;
  } catch {
    return false;
  }
}

/** Before the app is ready: a scheme with an origin of its own and a secure context, as https has. */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ]);
}

/** @param folder the built page */
export async function serveScheme(folder: string): Promise<void> {
  const files = await readPageFiles(folder);
  protocol.handle(scheme, async (request) => {
    const say = (status: number, text: string) =>
      new Response(`${text}\n`, {
        status,
        headers: { ...pageHeaders, 'Content-Type': 'text/plain; charset=utf-8' },
      });
    if (!isOurs(request.url)) return say(403, 'This app is not called by that name.');
    if (request.method !== 'GET') return say(405, 'Only GET.');
    const file = files.get(new URL(request.url).pathname);
    if (file === undefined) return say(404, 'There is no such page.');
    return new Response(await file.read(), { headers: { ...pageHeaders, 'Content-Type': file.type } });
  });
}
