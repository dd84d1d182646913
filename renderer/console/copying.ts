/** A whole session in another form, on the clipboard. */
import type { App } from '../state/app.svelte.ts';
import { notCopied } from '../state/clipboard.ts';
import { bytes } from '../ui/words.ts';

export type Form = 'script' | 'fixture';

/** In characters: more than is useful to paste, and what a clipboard still accepts at once. */
const mostCharacters = 8 * 1024 * 1024;

class TooLong extends Error {}

const copied: Readonly<Record<Form, string>> = {
  script: 'Copied as a shell script that starts the engine in the same way and sends the same lines.',
  fixture: 'Copied as a test fixture for "plywire replay".',
};

async function gather(app: App, journal: string, form: Form): Promise<Blob> {
  const stop = new AbortController();
  const pieces: string[] = [];
  let characters = 0;
  for await (const piece of await app.client.sessions.rewritten(
    { journal, as: form },
    { signal: stop.signal },
  )) {
    pieces.push(piece);
    characters += piece.length;
    if (characters > mostCharacters) {
      stop.abort();
      throw new TooLong();
    }
  }
  return new Blob(pieces, { type: 'text/plain' });
}

export async function copyRewritten(app: App, journal: string, form: Form): Promise<void> {
  let failure: unknown = null;
  // The clipboard is asked for within the click, and told later what goes on it.
  const text = gather(app, journal, form).catch((error: unknown) => {
    failure = error;
    throw error;
  });
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': text })]);
  } catch {
    // What went wrong with the text says more than that there is none.
    if (failure instanceof TooLong) {
      app.toast({
        text: `This session is too long to copy: more than ${bytes(mostCharacters)}.`,
        advice: 'Save the journal instead.',
        tone: 'bad',
      });
    } else if (failure !== null) void app.run(Promise.reject(failure as Error));
    else notCopied(app, 'Allow it in the browser, or save the journal.');
    return;
  }
  app.toast({ text: copied[form], tone: 'ok' });
}
