/** Finds the encoding of a text, by its bytes as they come. */

/** Why a text may be read wrongly. */
export interface EncodingDoubt {
  /** The end of a sentence that begins with the name of the text. */
  readonly words: string;
  /** The text names its encoding, and is read in another one. */
  readonly isFault: boolean;
}

export interface FoundEncoding {
  /** As `TextDecoder` names it. */
  readonly encoding: string;
  readonly doubt: EncodingDoubt | null;
}

/** In bytes: where SGF names its encoding. */
const headBytes = 1024;

/** `CA[Shift_JIS]` in the node with which SGF begins. */
const declaration = /^\s*\(\s*;(?:[^]*?\])?\s*CA\s*\[\s*([!-Z^-~]{1,64})\s*\]/;

/** Labels of encodings whose bytes are all ASCII: text that seems to be ASCII may be in one of them. */
const sevenBits = /^(?:iso-2022|hz|utf-?7)/i;

/** A text that names one of these in ASCII is not in it, or its bytes do not tell where a game ends. */
const unusable = /^(?:utf-16|iso-2022)/;

/**
 * Finds out in which encoding bytes are, as they come. A mark at the beginning decides, or zeros where UTF-16 has them;
 * then what SGF names. In any other text the first bytes beyond ASCII decide between UTF-8 and the old Windows encoding, in
 * which every byte is a character: where at least half of them are UTF-8, the others are damaged.
 */
export class EncodingFinder {
  readonly #nameOf: (label: string) => string | null;
  #found: FoundEncoding | null = null;
  /** The first KiB, as Latin-1. */
  #head = '';
  /** The beginning of a character, where a chunk ended before anything was decided. */
  #held: Uint8Array = new Uint8Array();

  /**
   * @param nameOf the name of the encoding with a label, as `TextDecoder` gives it; null for an unknown one: decoders
   * belong to Node or to the page
   */
  constructor(nameOf: (label: string) => string | null) {
    this.#nameOf = nameOf;
  }

  /** The last bytes that were added, if they begin a character and the next bytes decide the encoding. */
  get held(): Uint8Array {
    return this.#held;
  }

  /** @returns the encoding of the bytes up to the end of this chunk; it may still change after ASCII alone */
  add(chunk: Uint8Array): FoundEncoding {
    if (this.#found !== null) return this.#found;
    const marked = this.#head === '' ? markedEncoding(chunk) : null;
    if (marked !== null) return (this.#found = { encoding: marked, doubt: null });
    this.#head += String.fromCharCode(...chunk.subarray(0, headBytes - this.#head.length));
    const bytes = this.#held.length === 0 ? chunk : joined(this.#held, chunk);
    const { cut, ...counts } = utf8In(bytes);
    this.#held = bytes.slice(cut);
    return this.#decide(counts);
  }

  /** @returns the encoding of the text, which has ended */
  end(): FoundEncoding {
    return this.#found ?? this.#decide({ valid: 0, invalid: this.#held.length });
  }

  #decide({ valid, invalid }: Utf8Counts): FoundEncoding {
    const label = declaration.exec(this.#head)?.[1] ?? null;
    const name = label === null ? null : this.#nameOf(label);
    const named = name === null || unusable.test(name) ? null : name;
    const isAscii = valid + invalid === 0;
    // The old Windows encoding, and ASCII and Latin-1 with it, is what programs name without a thought.
    const isNamed = named !== null && (named !== 'windows-1252' || invalid > 0);
    const encoding = isNamed ? named : valid >= invalid ? 'utf-8' : 'windows-1252';
    const isUnknown = label !== null && named === null && (!isAscii || sevenBits.test(label));
    const isAssumed = !isNamed && encoding !== 'utf-8';
    const why = isUnknown
      ? `names the encoding ${label}, which Plywire does not read`
      : isAssumed
        ? 'is not UTF-8'
        : null;
    const as = encoding === 'utf-8' ? 'UTF-8' : 'Windows-1252';
    const found: FoundEncoding = {
      encoding,
      doubt: why === null ? null : { words: `${why}, and was read as ${as}`, isFault: isUnknown },
    };
    if (!isAscii) this.#found = found;
    return found;
  }
}

/** By the mark at the beginning, or by zeros where UTF-16 has them; null if there is neither. */
function markedEncoding(chunk: Uint8Array): string | null {
  const [first, second, third, fourth] = chunk;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (fourth === undefined) return null;
  if (first !== 0 && second === 0 && third !== 0 && fourth === 0) return 'utf-16le';
  if (first === 0 && second !== 0 && third === 0 && fourth !== 0) return 'utf-16be';
  return null;
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  const whole = new Uint8Array(one.length + other.length);
  whole.set(one);
  whole.set(other, one.length);
  return whole;
}

interface Utf8Counts {
  /** Characters of more than one byte. */
  readonly valid: number;
  /** Bytes, or beginnings of characters, that are not UTF-8. */
  readonly invalid: number;
}

/** What bytes are as UTF-8. `cut` is where a character begins that the end of the bytes cuts, else their number. */
function utf8In(bytes: Uint8Array): Utf8Counts & { readonly cut: number } {
  let valid = 0;
  let invalid = 0;
  let at = 0;
  while (at < bytes.length) {
    const first = bytes[at]!;
    if (first < 0x80) {
      at++;
      continue;
    }
    const length = first < 0xc2 || first > 0xf4 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    let read = 1;
    while (read < length && follows(first, read, bytes[at + read])) read++;
    if (at + read === bytes.length && read < length) break;
    if (read === length) valid++;
    else invalid++;
    at += read;
  }
  return { valid, invalid, cut: at };
}

/** Whether a byte may follow the first one at this distance, without longer forms than needed and without surrogates. */
function follows(first: number, distance: number, byte: number | undefined): boolean {
  if (byte === undefined || byte < 0x80 || byte > 0xbf) return false;
  if (distance > 1) return true;
  if (first === 0xe0) return byte >= 0xa0;
  if (first === 0xed) return byte <= 0x9f;
  if (first === 0xf0) return byte >= 0x90;
  return first !== 0xf4 || byte <= 0x8f;
}
