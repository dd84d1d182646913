/**
 * Divides a text into units that each hold a game, as it comes in pieces. No more than one unit is held, and a unit has a
 * limit; what goes beyond is skipped up to the next one.
 */
import { isDamagedTag, readTags } from './tags.ts';

/** In characters: the longest text of one game that is read. */
export const mostUnit = 16 * 1024 * 1024;

/** In characters: what is kept of a unit that is too long, to be told. */
const keptOfLong = 200;

export interface Unit {
  readonly text: string;
  /** The line on which it begins, counted from 1. */
  readonly line: number;
  /** Where it stands in the whole text: the index of its first character, and the one after its last. */
  readonly begin: number;
  readonly end: number;
  /** The text is only its beginning: the unit is longer than `mostUnit`. */
  readonly isCut: boolean;
}

/** How a form divides a text. */
export type Layout = 'lines' | 'games' | 'sgf' | 'file';

export interface Splitter {
  push(text: string): readonly Unit[];
  end(): readonly Unit[];
}

export function splitterOf(layout: Layout): Splitter {
  switch (layout) {
    case 'lines':
      return new ByLines((lines) => new EachLine(lines));
    case 'games':
      return new ByLines((lines) => new NumberedGames(lines));
    case 'sgf':
      return new Collection();
    case 'file':
      return new Whole();
  }
}

/** Lines are passed on as they end. */
interface LineReader {
  /** @param begin the index of its first character in the whole text */
  line(text: string, number: number, begin: number): void;
  end(): void;
}

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

  constructor(make: (add: (unit: Unit) => void) => LineReader) {
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
      else this.#reader.line(line, this.#number, this.#begin);
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
    if (this.#rest !== '') this.#reader.line(this.#rest, this.#number, this.#begin);
    this.#rest = '';
    this.#reader.end();
    return this.#taken();
  }

  #taken(): readonly Unit[] {
    const units = this.#units;
    this.#units = [];
    return units;
  }
}

const blank = /^\s*$/;
/** Lines of notes between games. */
const isNote = (line: string): boolean => line.startsWith('#') || line.startsWith('%');

class EachLine implements LineReader {
  readonly #add: (unit: Unit) => void;

  constructor(add: (unit: Unit) => void) {
    this.#add = add;
  }

  line(text: string, line: number, begin: number): void {
    if (blank.test(text) || isNote(text)) return;
    this.#add({ text, line, begin, end: begin + text.length, isCut: false });
  }

  end(): void {
    // Nothing is held.
  }
}

const tag = /^\s*\[\s*[A-Za-z0-9_]{1,64}\s*"/;
/** Not `1...`, which stands after a comment. */
const firstMove = /^\s*1\s*\.(?!\.)/;
const moveNumber = /(?:^|[\s({])\d{1,5}\.+(?:\s|$|[a-zA-Z@\d])/;
const resultAtEnd = /(?:^|\s)(?:1-0|0-1|1\/2(?:-1\/2)?|\*)\s*$/;

/**
 * A game begins with a tag or with move 1. Without tags and numbers, each line is a game; a result ends a game too. In a
 * comment or a variation nothing begins.
 */
class NumberedGames implements LineReader {
  readonly #add: (unit: Unit) => void;
  #lines: string[] = [];
  #length = 0;
  #first = 0;
  #begin = 0;
  /** After its last line that says something. */
  #end = 0;
  #hasTags = false;
  #hasMoves = false;
  #isNumbered = false;
  #isOver = false;
  #inComment = false;
  #depth = 0;
  #cut = false;

  constructor(add: (unit: Unit) => void) {
    this.#add = add;
  }

  line(text: string, number: number, begin: number): void {
    const outside = !this.#inComment && this.#depth === 0;
    if (outside && (blank.test(text) || isNote(text))) {
      if (this.#lines.length > 0) this.#keep(text.startsWith('#') || text.startsWith('%') ? '' : text);
      return;
    }
    const isTag = outside && tag.test(text);
    if (outside && this.#hasMoves && (isTag || this.#isOver || this.#beginsWith(text))) this.end();
    if (this.#lines.length === 0) [this.#first, this.#begin] = [number, begin];
    this.#end = begin + text.length;
    this.#keep(text);
    this.#hasTags ||= isTag;
    // Moves may stand on the line of a tag.
    const isLikeTag = isTag || (outside && !this.#hasMoves && isDamagedTag(text));
    const moves = isLikeTag ? text.slice(readTags(text).end) : text;
    if (isLikeTag && (blank.test(moves) || tag.test(moves))) return;
    this.#isNumbered ||= moveNumber.test(moves);
    this.#follow(moves);
    this.#isOver = !this.#inComment && this.#depth === 0 && resultAtEnd.test(moves);
  }

  end(): void {
    if (this.#lines.length > 0) {
      const text = this.#lines.join('\n');
      this.#add({ text, line: this.#first, begin: this.#begin, end: this.#end, isCut: this.#cut });
    }
    this.#lines = [];
    this.#length = 0;
    this.#hasTags = this.#hasMoves = this.#isNumbered = this.#isOver = this.#inComment = this.#cut = false;
    this.#depth = 0;
  }

  /** Whether a line is another game than the lines before it, none of which is a tag. */
  #beginsWith(text: string): boolean {
    return !this.#hasTags && (!this.#isNumbered || firstMove.test(text));
  }

  #keep(text: string): void {
    if (this.#cut) return;
    this.#length += text.length + 1;
    if (this.#length > mostUnit) {
      this.#cut = true;
      this.#lines = [this.#lines.join('\n').slice(0, keptOfLong)];
    } else this.#lines.push(text);
  }

  /** Whether the line has moves, and whether the next one begins in a comment or a variation. */
  #follow(text: string): void {
    if (!this.#inComment && !/[{(;)]/.test(text)) {
      this.#hasMoves = true;
      return;
    }
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (this.#inComment) {
        if (code === 125) this.#inComment = false;
      } else if (code === 123) this.#inComment = true;
      else if (code === 59) return;
      else {
        if (code > 32) this.#hasMoves = true;
        if (code === 40) this.#depth++;
        else if (code === 41 && this.#depth > 0) this.#depth--;
      }
    }
  }
}

/** SGF: each game tree of a collection, and whatever stands between them. */
class Collection implements Splitter {
  #held = '';
  #from = 1;
  #line = 1;
  /** Characters that were pushed, and where in them what is held begins. */
  #read = 0;
  #begin = 0;
  #depth = 0;
  #inValue = false;
  #escaped = false;
  #isCut = false;

  push(text: string): readonly Unit[] {
    const units: Unit[] = [];
    let from = 0;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === 10) this.#line++;
      if (this.#inValue) {
        if (this.#escaped) this.#escaped = false;
        else if (code === 92) this.#escaped = true;
        else if (code === 93) this.#inValue = false;
      } else if (code === 91 && this.#depth > 0) this.#inValue = true;
      else if (code === 40) {
        if (this.#depth++ === 0) {
          this.#give(text.slice(from, at), this.#read + at, units);
          from = at;
          this.#from = this.#line;
        }
      } else if (code === 41 && this.#depth > 0 && --this.#depth === 0) {
        this.#give(text.slice(from, at + 1), this.#read + at + 1, units);
        from = at + 1;
        this.#from = this.#line;
      }
    }
    this.#hold(text.slice(from));
    this.#read += text.length;
    return units;
  }

  end(): readonly Unit[] {
    const units: Unit[] = [];
    this.#give('', this.#read, units);
    return units;
  }

  #hold(text: string): void {
    if (this.#isCut) return;
    this.#held += text;
    if (this.#held.length <= mostUnit) return;
    this.#isCut = true;
    this.#held = this.#held.slice(0, keptOfLong);
  }

  #give(last: string, end: number, units: Unit[]): void {
    this.#hold(last);
    if (!blank.test(this.#held)) {
      units.push({ text: this.#held, line: this.#from, begin: this.#begin, end, isCut: this.#isCut });
    }
    this.#held = '';
    this.#begin = end;
    this.#isCut = false;
    this.#from = this.#line;
  }
}

/** In characters: forms with one game in a file are short. */
const mostWhole = 1024 * 1024;

class Whole implements Splitter {
  #text = '';
  #length = 0;
  #isCut = false;

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
    if (blank.test(this.#text)) return [];
    return [{ text: this.#text, line: 1, begin: 0, end: this.#length, isCut: this.#isCut }];
  }
}
