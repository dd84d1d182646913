/**
 * What a person should know about the house itself, in as few words as there are troubles: what cannot be
 * kept, whatever it is, is one sentence, and it goes when it can be kept again.
 */

/** What the system's commonest refusals mean. */
const causes: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'files may not grow any further',
  EROFS: 'the disk is read-only',
  EACCES: 'it may not be read or written',
  EPERM: 'it may not be read or written',
  ENOTDIR: 'a file stands where a folder should be',
  EEXIST: 'a file stands where a folder should be',
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
    // What else cannot be kept meanwhile is no further trouble.
    if (known === null && this.#unkept.size === 1) this.#say(this.#unkeptText()!);
  }

  /** Null while there is none. */
  get text(): string | null {
    const sentences = [...this.#found, this.#unkeptText()].filter((sentence) => sentence !== null);
    return sentences.length === 0 ? null : sentences.join(' ');
  }

  #unkeptText(): string | null {
    const [first] = this.#unkept.values();
    return first === undefined ? null : unkeptWords([...this.#unkept.keys()], this.#home, causeOf(first));
  }
}

function unkeptWords(what: readonly string[], home: string, cause: string): string {
  const list = what.length === 1 ? what[0]! : `${what.slice(0, -1).join(', ')} and ${what.at(-1)}`;
  const subject = list.charAt(0).toUpperCase() + list.slice(1);
  return `${subject} could not be kept in ${home}: ${cause}. Plywire goes on without; mend that, and the next change is kept again.`;
}
