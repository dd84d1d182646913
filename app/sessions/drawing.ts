/** An engine's own drawing of its board. */
import type { Session } from './session.ts';

/**
 * What came of asking: the lines as they came with the position where the engine stood then (null where that is not
 * known), or why there are none, in words.
 */
export type Drawing =
  { readonly lines: readonly string[]; readonly position: unknown } | { readonly reason: string };

/** Asks for it, after what the engine is busy with. Resolves at the latest when the session ends. */
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
