/** Actions on a session and its lines: copy, save, resynchronise, and go to the next oddity or error. */
import type { SessionState } from '../../app/api/contract.ts';
import type { ReplayPlace } from '../replay/model.svelte.ts';
import { openReplay } from '../replay/open.svelte.ts';
import type { App } from '../state/app.svelte.ts';
import { notCopied } from '../state/clipboard.ts';
import { download } from '../ui/browser.ts';
import { bytes } from '../ui/words.ts';
import type { ConsoleLine } from './lines.ts';
import type { ConsoleModel } from './model.svelte.ts';

/** The form in which a whole session is copied. */
export type Form = 'script' | 'fixture';

/** The most characters to copy: more than is useful to paste, and still within what a clipboard accepts. */
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
  // A browser allows clipboard access only within the click, so it gets a promise of the text.
  const text = gather(app, journal, form).catch((error: unknown) => {
    failure = error;
    throw error;
  });
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': text })]);
  } catch {
    // The error from fetching the text says more than the clipboard's error.
    if (failure instanceof TooLong) {
      app.toast({
        text: `This session is too long to copy: more than ${bytes(mostCharacters)}.`,
        advice: 'Save the session as text instead.',
        tone: 'bad',
      });
    } else if (failure !== null) void app.run(Promise.reject(failure as Error));
    else notCopied(app, 'Allow it in the browser, or save the session as text.');
    return;
  }
  app.toast({ text: copied[form], tone: 'ok' });
}

/** Characters collected into one part of the file, so that many small pieces cost little. */
const partCharacters = 1 << 20;

/** Saves the lines of a journal as a text file for the user: one journal at a time, and until it is stopped. */
export class Saving {
  readonly #app: App;
  #stop = $state.raw<AbortController | null>(null);
  #characters = $state(0);

  constructor(app: App) {
    this.#app = app;
  }

  get running(): boolean {
    return this.#stop !== null;
  }

  /** The number of characters that have arrived. */
  get characters(): number {
    return this.#characters;
  }

  async start(journal: string, fileName: string): Promise<void> {
    if (this.#stop !== null) return;
    const stop = (this.#stop = new AbortController());
    this.#characters = 0;
    try {
      await this.#app.run(this.#save(journal, fileName, stop.signal));
    } finally {
      this.#stop = null;
    }
  }

  stop(): void {
    this.#stop?.abort();
  }

  async #save(journal: string, fileName: string, signal: AbortSignal): Promise<void> {
    const parts: Blob[] = [];
    let gathered = '';
    for await (const piece of await this.#app.client.journals.text({ journal }, { signal })) {
      gathered += piece;
      this.#characters += piece.length;
      if (gathered.length >= partCharacters) {
        parts.push(new Blob([gathered]));
        gathered = '';
      }
    }
    parts.push(new Blob([gathered]));
    download(fileName, new Blob(parts, { type: 'text/plain;charset=utf-8' }));
  }
}

class Warning {
  /** Whether the user has read the warning. */
  read = $state(false);
}

/** The warning that typed lines may put an engine out of step with the board: shown once per window. */
export const warning = new Warning();

/** Whether a session runs and follows a position. */
export const canResynchronise = ({ ending, followsPlace }: SessionState): boolean =>
  ending === null && followsPlace;

/** Sends the engine its position and options again. A user who does that no longer needs the warning. */
export function resynchronise(app: App, session: string): void {
  warning.read = true;
  void app.run(app.client.sessions.resynchronise({ session }));
}

/**
 * Returns where a replay of the journal continues the search: beside a line of the view; without a line, backwards from
 * the newest line of the view or forwards from the start of the session.
 */
function placeBeside(model: ConsoleModel, from: ConsoleLine | null, way: 1 | -1): ReplayPlace {
  const newest = model.store.slice(model.store.size - 1)[0];
  const line = from ?? (way === -1 ? newest : undefined);
  return { seconds: line?.at ?? 0, beside: { way, text: line?.text ?? '' } };
}

/**
 * Goes to the next or previous oddity or error in the view. If the view has no further one and lacks lines of the
 * session, a message says so and offers the replay. So does a message at the first one in the view, unless the search
 * began at another one, since the journal may contain earlier ones.
 */
export function goToTrouble(app: Pick<App, 'toast'>, model: ConsoleModel, way: 1 | -1): void {
  const { further, from } = model.cursor.goToTrouble(way);
  const isFirst = further && way === 1 && from === null;
  if ((further && !isFirst) || !model.isPartial) return;
  const { session } = model;
  const none = `no ${way === 1 ? 'later' : 'earlier'} oddity or error`;
  if (session === null) {
    app.toast({
      text: isFirst
        ? 'This is the first oddity or error in this view of all sessions.'
        : `This view of all sessions has ${none}.`,
      advice: 'The tab of a session has older lines, and its replay has all of them.',
      tone: 'info',
    });
    return;
  }
  const at = placeBeside(model, from, way);
  app.toast({
    text: isFirst
      ? 'This is the first oddity or error in the view. The view does not have all lines of this session.'
      : `The view has ${none}. It does not have all lines of this session.`,
    advice: `The replay has all lines and opens at the ${isFirst ? 'first one' : 'next one'}.`,
    tone: 'info',
    action: {
      label: 'Open in replay',
      run: () => openReplay({ kind: 'journal', journal: session }, { at }),
    },
  });
}
