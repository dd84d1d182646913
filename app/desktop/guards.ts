/** What a page in our window may not do: leave, open others, ask for devices, or speak with the network. */
import type { Session, WebContents, WebFrameMain } from 'electron';
import { isOurs } from './scheme.ts';

/** The page reads and writes the clipboard when a person copies or pastes a game; nothing else is granted. */
const granted = new Set(['clipboard-read', 'clipboard-sanitized-write']);

export function guardSession(session: Session): void {
  session.setPermissionRequestHandler((_, permission, answer, { requestingUrl }) =>
    answer(granted.has(permission) && isOurs(requestingUrl)),
  );
  session.setPermissionCheckHandler(
    (_, permission, origin) => granted.has(permission) && isOurs(`${origin}/`),
  );
  session.setDevicePermissionHandler(() => false);
  // Whatever would fetch something, the browser's own parts included: there is nothing out there for us.
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

/** Whether a message comes from our page itself: its top frame, at our address. Anything else fails closed. */
export function isOurPage(frame: WebFrameMain | null | undefined, contents: WebContents): boolean {
  return frame !== null && frame !== undefined && frame === contents.mainFrame && isOurs(frame.url);
}
