/**
 * Divides a text into units that each hold a game, as it comes in pieces. No more than one unit is held, and a unit has a
 * limit; what goes beyond is skipped up to the next one.
 */

/** In characters: the longest text of one game that is read. */
export const mostUnit = 16 * 1024 * 1024;

/** In characters: of a unit that is too long, what is kept to be told. */
const keptOfLong = 200;

export interface Unit {
  readonly text: string;
  /** The line on which it begins, counted from 1. */
  readonly line: number;
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
  line(text: string, number: number): void;
  end(): void;
}

class ByLines implements Splitter {
  #rest = '';
  #number = 1;
  #skipping = false;
  #units: Unit[] = [];
  readonly #reader: LineReader;

  constructor(make: (add: (unit: Unit) => void) => LineReader) {
    this.#reader = make((unit) => this.#units.push(unit));
  }

  push(text: string): readonly Unit[] {
    let from = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
      const line = this.#rest === '' ? text.slice(from, end) : this.#rest + text.slice(from, end);
      from = end + 1;
      if (this.#skipping) this.#skipping = false;
      else this.#reader.line(line.endsWith('\r') ? line.slice(0, -1) : line, this.#number);
      this.#rest = '';
      this.#number++;
    }
    if (!this.#skipping && from < text.length) {
      this.#rest += text.slice(from);
      if (this.#rest.length > mostUnit) {
        this.#reader.end();
        this.#units.push({ text: this.#rest.slice(0, keptOfLong), line: this.#number, isCut: true });
        this.#rest = '';
        this.#skipping = true;
      }
    }
    return this.#taken();
  }

  end(): readonly Unit[] {
    if (this.#rest !== '') this.#reader.line(this.#rest, this.#number);
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

  line(text: string, line: number): void {
    if (!blank.test(text) && !isNote(text)) this.#add({ text, line, isCut: false });
  }

  end(): void {
    // Nothing is held.
  }
}

const tag = /^\s*\[[A-Za-z0-9_]{1,64}\s*"/;
/** Not `1...`, which stands after a comment. */
const firstMove = /^\s*1\s*\.(?!\.)/;
const moveNumber = /(?:^|[\s({])\d{1,5}\.+(?:\s|$|[a-zA-Z@\d])/;
const resultAtEnd = /(?:^|\s)(?:1-0|0-1|1\/2-1\/2|\*)\s*$/;

/**
 * A game begins with a tag or with move 1. Without tags and numbers, each line is a game; a result ends a game too. In a
 * comment or a variation nothing begins.
 */
class NumberedGames implements LineReader {
  readonly #add: (unit: Unit) => void;
  #lines: string[] = [];
  #length = 0;
  #first = 0;
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

  line(text: string, number: number): void {
    const outside = !this.#inComment && this.#depth === 0;
    if (outside && (blank.test(text) || isNote(text))) {
      if (this.#lines.length > 0) this.#keep(text.startsWith('#') || text.startsWith('%') ? '' : text);
      return;
    }
    const isTag = outside && tag.test(text);
    if (outside && this.#hasMoves && (isTag || this.#isOver || this.#beginsWith(text))) this.end();
    if (this.#lines.length === 0) this.#first = number;
    this.#keep(text);
    if (isTag) this.#hasTags = true;
    else {
      this.#isNumbered ||= moveNumber.test(text);
      this.#follow(text);
      this.#isOver = !this.#inComment && this.#depth === 0 && resultAtEnd.test(text);
    }
  }

  end(): void {
    if (this.#lines.length > 0) {
      this.#add({ text: this.#lines.join('\n'), line: this.#first, isCut: this.#cut });
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
          this.#give(text.slice(from, at), units);
          from = at;
          this.#from = this.#line;
        }
      } else if (code === 41 && this.#depth > 0 && --this.#depth === 0) {
        this.#give(text.slice(from, at + 1), units);
        from = at + 1;
        this.#from = this.#line;
      }
    }
    this.#hold(text.slice(from));
    return units;
  }

  end(): readonly Unit[] {
    const units: Unit[] = [];
    this.#give('', units);
    return units;
  }

  #hold(text: string): void {
    if (this.#isCut) return;
    this.#held += text;
    if (this.#held.length <= mostUnit) return;
    this.#isCut = true;
    this.#held = this.#held.slice(0, keptOfLong);
  }

  #give(last: string, units: Unit[]): void {
    this.#hold(last);
    if (!blank.test(this.#held)) {
      units.push({ text: this.#held, line: this.#from, isCut: this.#isCut });
    }
    this.#held = '';
    this.#isCut = false;
    this.#from = this.#line;
  }
}

/** In characters: forms with one game in a file are short. */
const mostWhole = 1024 * 1024;

class Whole implements Splitter {
  #text = '';
  #isCut = false;

  push(text: string): readonly Unit[] {
    if (!this.#isCut) this.#text += text;
    if (this.#text.length > mostWhole) {
      this.#isCut = true;
      this.#text = this.#text.slice(0, keptOfLong);
    }
    return [];
  }

  end(): readonly Unit[] {
    return blank.test(this.#text) ? [] : [{ text: this.#text, line: 1, isCut: this.#isCut }];
  }
}
