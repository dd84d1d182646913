/** Asks an engine for its own drawing of the board. */
import type { Session } from './session.ts';

/** The lines as the engine sent them, with its position at that time (null if unknown); or why there are none. */
export type Drawing =
  | { readonly lines: readonly string[]; readonly position: unknown }
  | { readonly reason: string };

/** Sends the request after pending work of the engine. Resolves when the session ends at the latest. */
export function askForDrawing(session: Session, signal?: AbortSignal): Promise<Drawing> {
  if (!session.capabilities.drawing) {
    return Promise.resolve({ reason: 'the engine has no command that draws its board' });
  }
  return new Promise((resolve) => {
    const finish = (drawing: Drawing): void => {
      unsubscribe();
      signal?.removeEventListener('abort', cancel);
      resolve(drawing);
    };
    const cancel = (): void => finish({ reason: 'no client is waiting for it' });
    const unsubscribe = session.subscribe((event) => {
      if (event.kind === 'drawing') finish({ lines: event.lines, position: event.position });
      else if (event.kind === 'undrawn') finish({ reason: event.reason });
      else if (event.kind === 'ended') finish({ reason: event.ending.reason });
    });
    signal?.addEventListener('abort', cancel);
    if (!session.request({ kind: 'showBoard' })) finish({ reason: 'the engine no longer runs' });
  });
}
