/**
 * What a person should know about the host itself, in as few words as there are troubles: what cannot be
 * kept, of any kind, is one sentence, and it goes when it can be kept again.
 */

/** What the system's commonest refusals mean. */
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

const causeOf = (error: Error): string => {
  const { code } = error as NodeJS.ErrnoException;
  const cause = code === undefined ? undefined : causes[code];
  return cause === undefined ? error.message : `${cause} (${code})`;
};

export class Trouble {
  readonly #home: string;
  readonly #onChange: () => void;
  readonly #say: (sentence: string) => void;
  readonly #found: string[] = [];
  readonly #unkept = new Map<string, Error>();

  /**
   * `home` is the folder where things are kept; `onChange` hears when the text may have changed, `say` each
   * trouble when it comes up.
   */
  constructor(home: string, onChange: () => void, say: (sentence: string) => void) {
    this.#home = home;
    this.#onChange = onChange;
    this.#say = say;
  }

  /** Tells of what happened and cannot be mended, until the end. */
  tell(sentence: string): void {
    this.#found.push(sentence);
    this.#onChange();
    this.#say(sentence);
  }

  /** Hears how the writing of `what` went; `what` is told to a person ("the game"). */
  written(what: string, error: Error | null): void {
    const known = this.#unkept.get(what) ?? null;
    if (error === null) this.#unkept.delete(what);
    else this.#unkept.set(what, error);
    if (known === null && error === null) return;
    this.#onChange();
    // What else cannot be kept meanwhile is not another trouble; what fails at the same moment is told with it.
    if (known === null && this.#unkept.size === 1) setImmediate(() => this.#sayUnkept());
  }

  /** Null if none. */
  get text(): string | null {
    const sentences = [...this.#found, this.#unkeptText()].filter((sentence) => sentence !== null);
    return sentences.length === 0 ? null : sentences.join(' ');
  }

  #sayUnkept(): void {
    const text = this.#unkeptText();
    if (text !== null) this.#say(text);
  }

  #unkeptText(): string | null {
    const [first] = this.#unkept.values();
    return first === undefined
      ? null
      : unkeptWords([...this.#unkept.keys()].sort(), this.#home, causeOf(first));
  }
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The cause comes first: a line that is too long for its place is cut at the end. */
function unkeptWords(what: readonly string[], home: string, cause: string): string {
  const list = what.length === 1 ? what[0]! : `${what.slice(0, -1).join(', ')} and ${what.at(-1)}`;
  return `${capital(cause)}: ${list} could not be saved in ${home}. Plywire continues without. Once this is fixed, the next change is saved.`;
}
