/**
 * Divides a text into units that each hold a game, as it comes in pieces. No more than one unit is held, and a unit has a
 * limit; what goes beyond is skipped up to the next one.
 */
import { Collection } from './collection.ts';
import { NumberedGames } from './numbered-games.ts';
import {
  blank,
  isNote,
  keptOfLong,
  mostUnit,
  type Decode,
  type Line,
  type LineReader,
  type Splitter,
  type Unit,
} from './unit.ts';

/** How a form divides a text. */
export type Layout = 'lines' | 'games' | 'sgf' | 'file';

const asItIs: Decode = (part) => part;

/**
 * @param decode where the characters of the text are bytes, so that blanks beyond ASCII and marks of the encoding are seen as
 *   in the decoded text; the places of units are those of bytes, and their texts mean nothing
 */
export function splitterOf(layout: Layout, decode = asItIs): Splitter {
  switch (layout) {
    case 'lines':
      return new ByLines((add) => new EachLine(add), decode);
    case 'games':
      return new ByLines((add) => new NumberedGames(add), decode);
    case 'sgf':
      return new Collection(decode);
    case 'file':
      return new Whole(decode);
  }
}

/** Of Unicode, at the beginning of a text. */
const mark = '\ufeff';

class ByLines implements Splitter {
  #rest = '';
  #number = 1;
  /** Characters that were pushed. */
  #read = 0;
  /** Where the present line begins in the whole text. */
  #begin = 0;
  #skipping = false;
  /** The last piece ended with `\r`, which is one line end with a `\n` after it. */
  #afterReturn = false;
  #units: Unit[] = [];
  readonly #reader: LineReader;
  readonly #decode: Decode;

  constructor(make: (add: (unit: Unit) => void) => LineReader, decode: Decode) {
    this.#decode = decode;
    this.#reader = make((unit) => this.#units.push(unit));
  }

  push(text: string): readonly Unit[] {
    let from = 0;
    const base = this.#read;
    this.#read += text.length;
    if (this.#afterReturn && text.startsWith('\n')) this.#begin = base + ++from;
    if (text !== '') this.#afterReturn = text.endsWith('\r');
    let feed = text.indexOf('\n', from);
    let back = text.indexOf('\r', from);
    while (feed >= 0 || back >= 0) {
      const end = feed < 0 || (back >= 0 && back < feed) ? back : feed;
      const line = this.#rest === '' ? text.slice(from, end) : this.#rest + text.slice(from, end);
      from = end + (end === back && feed === end + 1 ? 2 : 1);
      if (feed >= 0 && feed < from) feed = text.indexOf('\n', from);
      if (back >= 0 && back < from) back = text.indexOf('\r', from);
      if (this.#skipping) this.#skipping = false;
      else this.#give(line);
      this.#rest = '';
      this.#number++;
      this.#begin = base + from;
    }
    if (!this.#skipping && from < text.length) {
      this.#rest += text.slice(from);
      if (this.#rest.length > mostUnit) {
        this.#reader.end();
        const end = this.#read;
        const cut = { text: this.#rest.slice(0, keptOfLong), line: this.#number, isCut: true };
        this.#units.push({ ...cut, begin: this.#begin, end });
        this.#rest = '';
        this.#skipping = true;
      }
    }
    return this.#taken();
  }

  end(): readonly Unit[] {
    if (this.#rest !== '') this.#give(this.#rest);
    this.#rest = '';
    this.#reader.end();
    return this.#taken();
  }

  #give(line: string): void {
    const said = this.#decode(line);
    // Where files were put together, the mark of each stands before its first line.
    const text = said.startsWith(mark) ? said.slice(mark.length) : said;
    this.#reader.line({ text, number: this.#number, begin: this.#begin, end: this.#begin + line.length });
  }

  #taken(): readonly Unit[] {
    const units = this.#units;
    this.#units = [];
    return units;
  }
}

class EachLine implements LineReader {
  readonly #add: (unit: Unit) => void;

  constructor(add: (unit: Unit) => void) {
    this.#add = add;
  }

  line({ text, number, begin, end }: Line): void {
    if (blank.test(text) || isNote(text)) return;
    this.#add({ text, line: number, begin, end, isCut: false });
  }

  end(): void {
    // Nothing is held.
  }
}

/** In characters: forms with one game in a file are short. */
const mostWhole = 1024 * 1024;

class Whole implements Splitter {
  readonly #decode: Decode;
  #text = '';
  #length = 0;
  #isCut = false;

  constructor(decode: Decode) {
    this.#decode = decode;
  }

  push(text: string): readonly Unit[] {
    this.#length += text.length;
    if (!this.#isCut) this.#text += text;
    if (this.#text.length > mostWhole) {
      this.#isCut = true;
      this.#text = this.#text.slice(0, keptOfLong);
    }
    return [];
  }

  end(): readonly Unit[] {
    if (blank.test(this.#decode(this.#text))) return [];
    return [{ text: this.#text, line: 1, begin: 0, end: this.#length, isCut: this.#isCut }];
  }
}
