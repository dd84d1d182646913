/**
 * Divides lines into games of several lines each. A game begins with a tag or with move 1. Without tags and numbers, each line
 * is a game; a result ends a game too. In a comment or a variation nothing begins, unless it does not end: then the next tags
 * begin a game, so that a bracket that is missing costs one game and not all that follow.
 */
import { behindNotes, isDamagedTag, readTags } from './tags.ts';
import { blank, isNote, keptOfLong, mostUnit, type Line, type LineReader, type Unit } from './unit.ts';

const tag = /^\s*\[\s*[A-Za-z0-9_]{1,64}\s*"/;
/** Not `1...`, which stands after a comment. */
const firstMove = /^\s*1\s*\.(?!\.)/;
const moveNumber = /(?:^|[\s({])\d{1,5}\.+(?:\s|$|[a-zA-Z@\d])/;
const resultAtEnd = /(?:^|\s)(?:1-0|0-1|1\/2(?:-1\/2)?|\*)\s*$/;

/** No game that a comment quotes has more lines, or more characters: what was read in doubt is read again at once. */
const mostDoubtLines = 10_000;
const mostDoubt = 256 * 1024;

/** A tag in a comment: it is either quoted there, or the comment does not end and a game begins with it. */
interface Doubt {
  /** From the tag on. */
  readonly lines: Line[];
  /** The lines before it that are kept, and where the last of them ends. */
  readonly kept: number;
  readonly end: number;
  /** In characters, up to there. */
  readonly length: number;
}

export class NumberedGames implements LineReader {
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
  #isAfterBlank = false;
  #doubt: Doubt | null = null;

  constructor(add: (unit: Unit) => void) {
    this.#add = add;
  }

  line(line: Line): void {
    const { text, number, begin, end } = line;
    const isBlank = blank.test(text);
    if (this.#isDoubtLong(text)) this.#divide();
    const isAfterBlank = this.#isAfterBlank;
    this.#isAfterBlank = isBlank;
    if (!this.#isInside && (isBlank || isNote(text))) {
      if (this.#lines.length > 0) this.#keep(isBlank ? text : '');
      return;
    }
    const isLikeBegin = tag.test(text);
    if (isLikeBegin && isAfterBlank && this.#isInside && this.#hasTags) this.#meetTag(text);
    const outside = !this.#isInside;
    if (outside && this.#hasMoves && (isLikeBegin || this.#isOver || this.#beginsWith(text))) this.#give();
    if (this.#lines.length === 0) [this.#first, this.#begin] = [number, begin];
    if (!isBlank) this.#end = end;
    this.#keep(text);
    this.#doubt?.lines.push(line);
    const moves = this.#hasMoves ? text : this.#behindTags(text);
    if (moves === null) return;
    this.#isNumbered ||= moveNumber.test(moves);
    if (!this.#follow(moves)) return this.#divide();
    this.#isOver = !this.#isInside && resultAtEnd.test(moves);
  }

  end(): void {
    this.#divide();
    this.#give();
  }

  get #isInside(): boolean {
    return this.#inComment || this.#depth > 0;
  }

  /**
   * A tag stands, after a blank line, in a comment or a variation of a game with tags. No variation has tags, so that it did
   * not end.
   */
  #meetTag(text: string): void {
    if (!this.#inComment) return this.#give();
    this.#doubt ??= { lines: [], kept: this.#lines.length, end: this.#end, length: this.#length };
    if (this.#isDoubtLong(text)) this.#divide();
  }

  /** Whether a tag in a comment is in doubt for longer than a quoted game is, or than a unit may be, with this line. */
  #isDoubtLong(text: string): boolean {
    if (this.#doubt === null) return false;
    const length = this.#length + text.length;
    const { lines, length: before } = this.#doubt;
    return length >= mostUnit || length - before > mostDoubt || lines.length >= mostDoubtLines;
  }

  /**
   * What stands on a line behind its tags, in a unit that has no moves yet. Comments may stand before a tag, and moves behind
   * it. Null if no moves can begin there.
   */
  #behindTags(text: string): string | null {
    const end = this.#inComment ? text.indexOf('}') + 1 : 0;
    const isStill =
      this.#inComment && (end === 0 || (this.#doubt !== null && text.slice(0, end).includes('{')));
    if (isStill) return text;
    const rest = text.slice(behindNotes(text, end));
    const isTag = tag.test(rest);
    if (!isTag && !isDamagedTag(rest)) return text;
    this.#hasTags ||= isTag;
    this.#inComment = false;
    this.#doubt = null;
    const moves = rest.slice(readTags(rest).end);
    return blank.test(moves) || tag.test(moves) ? null : moves;
  }

  /** The comment in which a tag was met does not end: the game ends before the tag. */
  #divide(): void {
    if (this.#doubt === null) return;
    const { lines, kept, end } = this.#doubt;
    this.#lines.length = kept;
    this.#end = end;
    this.#give();
    // None of these lines but the last has a brace, so that no further doubt comes up.
    for (const line of lines) this.line(line);
  }

  #give(): void {
    if (this.#lines.length > 0) {
      const text = this.#lines.join('\n');
      this.#add({ text, line: this.#first, begin: this.#begin, end: this.#end, isCut: this.#cut });
    }
    this.#lines = [];
    this.#length = 0;
    this.#hasTags = this.#hasMoves = this.#isNumbered = this.#isOver = this.#inComment = this.#cut = false;
    this.#depth = 0;
    this.#doubt = null;
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

  /**
   * Whether the line has moves, and whether the next one begins in a comment or a variation.
   * @returns false if a comment begins in one that has a tag. No comment has a `{`, so that the first of them did not end.
   */
  #follow(text: string): boolean {
    if (!this.#inComment && !/[{(;)]/.test(text)) {
      this.#hasMoves = true;
      return true;
    }
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (this.#inComment) {
        if (code === 123 && this.#doubt !== null) return false;
        if (code !== 125) continue;
        this.#inComment = false;
        this.#doubt = null;
      } else if (code === 123) this.#inComment = true;
      else if (code === 59) return true;
      else {
        if (code > 32) this.#hasMoves = true;
        if (code === 40) this.#depth++;
        else if (code === 41 && this.#depth > 0) this.#depth--;
      }
    }
    return true;
  }
}
