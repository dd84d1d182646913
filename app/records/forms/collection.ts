/**
 * SGF: each game tree of a collection, and whatever stands between them. A game that does not end costs none of those that
 * follow: what begins a line as only a game begins is one.
 */
import { blank, keptOfLong, mostUnit, type Decode, type Splitter, type Unit } from './unit.ts';

/** What is read of one unit. */
interface Held {
  readonly text: string;
  readonly line: number;
  readonly begin: number;
  readonly isCut: boolean;
}

/** In characters. */
const mostName = 64;

/** Properties of the first node of a game, and those of moves, before which they stand. */
const ofGame: ReadonlySet<string> = new Set(['FF', 'GM', 'PWG']);
const ofMove: ReadonlySet<string> = new Set(['B', 'W']);

export class Collection implements Splitter {
  readonly #decode: Decode;
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
  #beginsLine = true;
  /** What stands before a bracket that may begin another game, until its first node tells. */
  #before: Held | null = null;
  /** Of this first node: whether it has begun, and the name that is read. */
  #hasNode = false;
  #name = '';

  constructor(decode: Decode) {
    this.#decode = decode;
  }

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
        continue;
      }
      if (this.#before !== null) this.#look(code, units);
      if (code === 91 && this.#depth > 0) this.#inValue = true;
      else if (code === 40) {
        const depth = this.#depth++;
        if (depth === 0) this.#give(text.slice(from, at), this.#read + at, units);
        else if (this.#beginsLine) this.#doubt(text.slice(from, at), this.#read + at);
        if (depth === 0 || this.#beginsLine) from = at;
        if (depth === 0) this.#from = this.#line;
      } else if (code === 41 && this.#depth > 0 && --this.#depth === 0) {
        this.#give(text.slice(from, at + 1), this.#read + at + 1, units);
        from = at + 1;
        this.#from = this.#line;
      }
      this.#beginsLine = code === 10 || code === 13 || (this.#beginsLine && (code === 32 || code === 9));
    }
    this.#hold(text.slice(from));
    this.#read += text.length;
    return units;
  }

  end(): readonly Unit[] {
    const units: Unit[] = [];
    this.#settle(false, units);
    this.#give('', this.#read, units);
    return units;
  }

  /** A bracket begins a line of an open game. */
  #doubt(last: string, begin: number): void {
    this.#hold(last);
    this.#before = { text: this.#held, line: this.#from, begin: this.#begin, isCut: this.#isCut };
    this.#held = this.#name = '';
    this.#begin = begin;
    this.#from = this.#line;
    this.#isCut = this.#hasNode = false;
  }

  /** Looks at a character after such a bracket, outside values. */
  #look(code: number, units: Unit[]): void {
    const isBlank = code === 32 || (code >= 9 && code <= 13);
    if (isBlank) return;
    if (code === 59 && !this.#hasNode) this.#hasNode = true;
    else if (!this.#hasNode || code === 59 || code === 40 || code === 41) this.#settle(false, units);
    else if (code === 91) {
      const name = this.#name;
      this.#name = '';
      if (ofGame.has(name)) this.#settle(true, units);
      else if (ofMove.has(name)) this.#settle(false, units);
    } else if (code !== 93) this.#name = (this.#name + String.fromCharCode(code)).slice(0, mostName);
  }

  /** @param isGame whether the bracket begins another game; otherwise it belongs to the one before it */
  #settle(isGame: boolean, units: Unit[]): void {
    if (this.#before === null) return;
    const { text, line, begin, isCut } = this.#before;
    this.#before = null;
    if (isGame) {
      units.push({ text, line, begin, end: this.#begin, isCut });
      this.#depth = 1;
      return;
    }
    const [rest, wasCut] = [this.#held, this.#isCut];
    [this.#held, this.#from, this.#begin, this.#isCut] = [text, line, begin, isCut];
    this.#hold(rest);
    if (wasCut) this.#cut();
  }

  #hold(text: string): void {
    if (this.#isCut) return;
    this.#held += text;
    if (this.#held.length > mostUnit) this.#cut();
  }

  #cut(): void {
    this.#isCut = true;
    this.#held = this.#held.slice(0, keptOfLong);
  }

  #give(last: string, end: number, units: Unit[]): void {
    this.#hold(last);
    if (!this.#held.startsWith('(') && blank.test(this.#decode(this.#held))) this.#held = '';
    if (this.#held !== '') {
      units.push({ text: this.#held, line: this.#from, begin: this.#begin, end, isCut: this.#isCut });
    }
    this.#held = '';
    this.#begin = end;
    this.#isCut = false;
    this.#from = this.#line;
  }
}
