/**
 * Problems of the host itself, for the user to read. Everything that cannot be saved is reported in one sentence, which
 * disappears when saving works again.
 */
import { capital } from '../games/sentences.ts';

/** Explanations of common system errors. */
const causes: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is exceeded',
  EFBIG: 'the file size limit is reached',
  EROFS: 'the disk is read-only',
  EACCES: 'reading or writing is not allowed',
  EPERM: 'reading or writing is not allowed',
  ENOTDIR: 'a file exists where a folder is needed',
  EEXIST: 'a file exists where a folder is needed',
};

/** Why a file could not be written, in words. */
export const causeOf = (error: Error): string => {
  const { code } = error as NodeJS.ErrnoException;
  const cause = code === undefined ? undefined : causes[code];
  return cause === undefined ? error.message : `${cause} (${code})`;
};

export class Trouble {
  readonly #home: string;
  readonly #onChange: () => void;
  readonly #say: (sentence: string) => void;
  readonly #found: string[] = [];
  readonly #unsaved = new Map<string, Error>();

  /**
   * @param home the path of the home
   * @param onChange called when the text may have changed
   * @param say called with each problem as it occurs
   */
  constructor(home: string, onChange: () => void, say: (sentence: string) => void) {
    this.#home = home;
    this.#onChange = onChange;
    this.#say = say;
  }

  /** Reports a problem that cannot be fixed; it stays until the host exits. */
  tell(sentence: string): void {
    this.#found.push(sentence);
    this.#onChange();
    this.#say(sentence);
  }

  /**
   * Records whether a write succeeded.
   * @param what what was written, in words for the user ("the game")
   * @param error null if it succeeded
   */
  written(what: string, error: Error | null): void {
    const known = this.#unsaved.get(what) ?? null;
    if (error === null) this.#unsaved.delete(what);
    else this.#unsaved.set(what, error);
    if (known === null && error === null) return;
    this.#onChange();
    // Only the first failure is reported; later ones belong to the same problem. Simultaneous ones share its sentence.
    if (known === null && this.#unsaved.size === 1) setImmediate(() => this.#sayUnsaved());
  }

  /** All current problems, in sentences; null if there are none. */
  get text(): string | null {
    const sentences = [...this.#found, this.#unsavedText()].filter((sentence) => sentence !== null);
    return sentences.length === 0 ? null : sentences.join(' ');
  }

  #sayUnsaved(): void {
    const text = this.#unsavedText();
    if (text !== null) this.#say(text);
  }

  #unsavedText(): string | null {
    const [first] = this.#unsaved.values();
    return first === undefined
      ? null
      : unsavedWords([...this.#unsaved.keys()].sort(), this.#home, causeOf(first));
  }
}

/** Begins with the cause, because a view cuts a long line at its end. */
function unsavedWords(what: readonly string[], home: string, cause: string): string {
  const list = what.length === 1 ? what[0]! : `${what.slice(0, -1).join(', ')} and ${what.at(-1)}`;
  return `${capital(cause)}: ${list} could not be saved in ${home}. Plywire continues without. Once this is fixed, the next change is saved.`;
}
