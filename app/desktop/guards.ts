/** What a page in our window must not do: navigate away, open windows, ask for devices, or use the network. */
import { protocol, type Session, type WebContents, type WebFrameMain } from 'electron';
import { pageHeaders, readPageFiles } from '../api/transports/page-files.ts';

/** The page uses the clipboard to copy and paste games; no other permission is granted. */
const granted = new Set(['clipboard-read', 'clipboard-sanitized-write']);

export function guardSession(session: Session): void {
  session.setPermissionRequestHandler((_, permission, answer, { requestingUrl }) =>
    answer(granted.has(permission) && isOurs(requestingUrl)),
  );
  session.setPermissionCheckHandler(
    (_, permission, origin) => granted.has(permission) && isOurs(`${origin}/`),
  );
  session.setDevicePermissionHandler(() => false);
  // Blocks every network request, including those of the browser itself.
  session.webRequest.onBeforeRequest(({ url }, answer) =>
    answer({ cancel: !isOurs(url) && !url.startsWith('devtools:') }),
  );
}

export function guardContents(contents: WebContents): void {
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  contents.on('will-navigate', (event) => event.preventDefault());
  contents.on('will-redirect', (event) => event.preventDefault());
  contents.on('will-frame-navigate', (event) => event.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
}

/** Whether a message comes from our page: its top frame at our address. Everything else is rejected. */
export function isOurPage(frame: WebFrameMain | null | undefined, contents: WebContents): boolean {
  return frame !== null && frame !== undefined && frame === contents.mainFrame && isOurs(frame.url);
}

const scheme = 'plywire';
const host = 'app';

/** The address that the window opens. */
export const pageAddress = `${scheme}://${host}/`;

/** Whether an address is our page's; false if it cannot be parsed. */
export function isOurs(address: string): boolean {
  try {
    const url = new URL(address);
    return url.protocol === `${scheme}:` && url.host === host;
  } catch {
    return false;
  }
}

/** To be called before the app is ready. Gives the scheme its own origin and a secure context, like https. */
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
