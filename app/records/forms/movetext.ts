/**
 * Games as words: plain and numbered lists, and PGN with tags, comments, variations, glyphs and commands in comments. One
 * pass without recursion; variations may be as deep as a game has moves.
 */
import type { WordsForm } from '../../games/form.ts';
import { BadNotation, type Game } from '../../games/game.ts';
import { games } from '../../games/registry.ts';
import { mostNodes } from '../../shapes/tree.ts';
import { readCommands } from './commands.ts';
import { addComment, newPlayed, notesOf, played, type PlayedGame, type PlayedNode } from './played.ts';
import { blameOf, faultAt, mostFaults, type Fault, type Reading } from './reading.ts';
import { headersOf, readTags, wholeResult, type Tags } from './tags.ts';
import { mostUnit, type Unit } from './unit.ts';

export const tooLong = `the text of one game has at most ${mostUnit / 1024 / 1024} MiB`;

/** @throws BadNotation */
export function readWords(form: WordsForm, game: Game, unit: Unit): Reading {
  if (unit.isCut) return { whole: null, faults: [faultAt(unit, 0, null, tooLong)] };
  const { text } = unit;
  const line = form.line?.(text);
  if (line === null) throw new BadNotation(`this is not ${form.name}`);
  if (line !== undefined) {
    const whole = newPlayed(game, line.start ?? game.initial());
    whole.headers = { ...line.headers };
    const faults = new Reader(form, whole, unit, line.begin, line.end ?? text.length).read();
    const last = lastOf(whole);
    if (line.score !== undefined && faults.length === 0) {
      notesOf(last).evaluations = [{ by: '', score: line.score }];
    }
    return { whole, faults };
  }
  // Where each line is a game, there is no line for tags.
  if (form.aLineEach === true || !text.includes('[')) {
    const whole = newPlayed(game, game.initial());
    return { whole, faults: new Reader(form, whole, unit, 0, text.length).read() };
  }
  const tags = readTags(text);
  const whole = newPlayed(game, startOf(form, game, tags));
  whole.headers = headersOf(tags.values);
  const faults = tags.faults.slice(0, mostFaults).map(({ at, why }) => faultAt(unit, at, null, why));
  // The moves are read, however many tags are wrong.
  faults.push(...new Reader(form, whole, unit, tags.end, text.length).read(tags.comments));
  return { whole, faults: faults.slice(0, mostFaults), isNamed: tags.values.has('Variant') };
}

const lastOf = ({ root }: PlayedGame): PlayedNode => {
  let node = root;
  while (node.children[0]) node = node.children[0];
  return node;
};

/** Where the tags say that the game begins. @throws BadNotation */
function startOf(form: WordsForm, game: Game, { values }: Tags): unknown {
  const variant = values.get('Variant')?.trim().toLowerCase();
  if (variant !== undefined) {
    const ofForm = form.variants?.some((each) => each.toLowerCase() === variant) === true;
    const ofGame = form.variants === undefined && variant === game.name.toLowerCase();
    if (!ofForm && !ofGame) throw new BadNotation(`the variant is ${variant}, not ${game.name}`);
  }
  const fen = values.get('FEN');
  const start = fen === undefined ? game.initial() : form.fen ? form.fen.read(fen) : game.parsePosition(fen);
  const first = values.get('FirstSide');
  // Only our own PGN has it.
  if (first !== undefined && form.isPgn !== true)
    throw new BadNotation('the tag FirstSide stands in PGN that Plywire has written');
  if (first !== undefined && first !== game.seats[0].name) {
    throw new BadNotation(`${game.seats[0].name} moves first in ${game.name}, not ${first}`);
  }
  return start;
}

/** The game that PGN's tag `Variant` names, if it is one of ours. */
export const gameOfVariant = (variant: string): Game | undefined =>
  [...games.values()].find(({ name }) => name.toLowerCase() === variant.trim().toLowerCase());

const glyphSigns: Readonly<Record<string, number>> = { '!': 1, '?': 2, '!!': 3, '??': 4, '!?': 5, '?!': 6 };
const results: ReadonlySet<string> = new Set(['1-0', '0-1', '1/2-1/2', '1/2', '*']);
const number = /^\d{1,5}\.+/;

const isBlank = (code: number): boolean => code === 32 || (code >= 9 && code <= 13);

/** By character code: blanks, commas, brackets and the other signs that end a word. */
const ends: readonly boolean[] = Array.from(
  { length: 128 },
  (_, code) => isBlank(code) || ',;(){}$'.includes(String.fromCharCode(code)),
);

/** What stands in a variation before its first move, to which it belongs. */
interface Opening {
  readonly comments: string[];
  readonly glyphs: number[];
}

class Reader {
  readonly #form: WordsForm;
  readonly #whole: PlayedGame;
  readonly #unit: Unit;
  readonly #text: string;
  readonly #end: number;
  readonly #faults: Fault[] = [];
  #at: number;
  #node: PlayedNode;
  /** Of the present variation, until its first move is read. */
  #opening: Opening | null = null;
  /** The lines in which the present variations began: where each ends, null for one that cannot be read on. */
  readonly #outer: { readonly node: PlayedNode | null; readonly opening: Opening | null }[] = [];
  /** The present line cannot be read on. */
  #isDead = false;
  #isOver = false;

  constructor(form: WordsForm, whole: PlayedGame, unit: Unit, begin: number, end: number) {
    this.#form = form;
    this.#whole = whole;
    this.#unit = unit;
    this.#text = unit.text;
    this.#at = begin;
    this.#end = end;
    this.#node = whole.root;
  }

  /** @param comments of the start, from before the moves */
  read(comments: readonly string[] = []): readonly Fault[] {
    for (const text of comments) if (this.#faults.length < mostFaults) this.#say(text);
    while (this.#at < this.#end && this.#faults.length < mostFaults && !this.#isOver) {
      const code = this.#text.charCodeAt(this.#at);
      if (isBlank(code) || code === 44) this.#at++;
      else if (code === 123) this.#comment();
      else if (code === 59) this.#lineComment();
      else if (code === 40) this.#open();
      else if (code === 41) this.#close();
      else if (code === 36) this.#glyph();
      else if (code === 125) this.#blame(this.#at++, 'this ends no comment');
      else this.#word();
    }
    if (this.#outer.length > 0 && this.#faults.length === 0)
      this.#blame(this.#end, 'a variation does not end');
    return this.#faults;
  }

  #blame(at: number, why: string, ply: number | null = null): void {
    this.#faults.push(faultAt(this.#unit, at, ply, why));
  }

  #comment(): void {
    const begin = this.#at;
    const found = this.#text.indexOf('}', begin);
    const end = found < 0 || found >= this.#end ? this.#end : found;
    if (end === this.#end) this.#blame(begin, 'a comment does not end');
    this.#at = end + 1;
    this.#say(this.#text.slice(begin + 1, end));
  }

  #lineComment(): void {
    const found = this.#text.indexOf('\n', this.#at);
    const end = found < 0 || found > this.#end ? this.#end : found;
    this.#say(this.#text.slice(this.#at + 1, end));
    this.#at = end;
  }

  #say(text: string): void {
    if (this.#isDead) return;
    if (this.#opening !== null) {
      this.#opening.comments.push(text);
      return;
    }
    const { game } = this.#whole;
    const left = readCommands(text, notesOf(this.#node), game.seatToMove(this.#node.position)).trim();
    if (left !== '') this.#commentOn(this.#node, left);
  }

  #commentOn(node: PlayedNode, text: string): void {
    if (!addComment(node, text)) this.#blame(this.#at, 'the comment is too long, and was cut');
  }

  #open(): void {
    const at = this.#at++;
    if (this.#outer.length >= mostNodes) {
      this.#isOver = true;
      return this.#blame(at, 'the variations are too deep');
    }
    this.#outer.push({ node: this.#isDead ? null : this.#node, opening: this.#opening });
    this.#opening = null;
    if (this.#isDead) return;
    if (this.#node.parent === null) {
      this.#blame(at, 'a variation begins before any move');
      this.#isDead = true;
      return;
    }
    this.#node = this.#node.parent;
    this.#opening = { comments: [], glyphs: [] };
  }

  #close(): void {
    const at = this.#at++;
    const outer = this.#outer.pop();
    if (outer === undefined) return this.#blame(at, 'this ends no variation');
    const opening = this.#opening;
    this.#opening = outer.opening;
    this.#isDead = outer.node === null;
    if (outer.node === null) return;
    this.#node = outer.node;
    if (opening === null || opening.comments.length + opening.glyphs.length === 0) return;
    // Clocks and the like in it are told as text: they are not those of this move.
    const text = opening.comments.join('\n').trim();
    if (text !== '') this.#commentOn(outer.node, text);
    this.#blame(at, 'this variation has no move; its comments are kept with the move before it');
  }

  /** Goes to the node after the next action. */
  #goTo(node: PlayedNode): void {
    this.#node = node;
    const opening = this.#opening;
    if (opening === null) return;
    this.#opening = null;
    for (const text of opening.comments) if (this.#faults.length < mostFaults) this.#say(text);
    for (const glyph of opening.glyphs) this.#addGlyph(glyph);
  }

  #glyph(): void {
    const match = /\$(\d{1,3})/y;
    match.lastIndex = this.#at;
    const found = match.exec(this.#text);
    const glyph = Number(found?.[1] ?? 0);
    if (found === null || glyph > 255) this.#blame(this.#at, 'a glyph is $ and a number up to 255');
    else if (glyph > 0) this.#addGlyph(glyph);
    this.#at += found?.[0].length ?? 1;
  }

  #addGlyph(glyph: number): void {
    if (this.#isDead) return;
    const glyphs = this.#opening?.glyphs ?? (notesOf(this.#node).glyphs ??= []);
    if (!glyphs.includes(glyph)) glyphs.push(glyph);
  }

  #nextWord(): string {
    const begin = this.#at;
    let at = begin;
    while (at < this.#end && ends[this.#text.charCodeAt(at)] !== true) at++;
    this.#at = at;
    return this.#text.slice(begin, at);
  }

  #word(): void {
    let at = this.#at;
    let word = this.#nextWord();
    const outermost = this.#outer.length === 0;
    if (results.has(word)) {
      if (outermost) {
        this.#isOver = true;
        if (word !== '*') this.#whole.headers['result'] ??= wholeResult(word);
        this.#readEnd();
      }
      return;
    }
    if (word.includes('.')) {
      const count = number.exec(word)?.[0].length ?? (/^\.+$/.test(word) ? word.length : 0);
      at += count;
      word = word.slice(count);
      if (word === '') return;
    }
    let glyph = 0;
    const last = word.charCodeAt(word.length - 1);
    if (last === 33 || last === 63) {
      const sign = /[!?]{1,2}$/.exec(word)![0];
      glyph = glyphSigns[sign]!;
      word = word.slice(0, -sign.length);
    }
    if (word !== '' && !this.#isDead) this.#play(at, this.#joined(word));
    if (glyph > 0) this.#addGlyph(glyph);
  }

  /** With the words after it that belong to the same action. */
  #joined(word: string): string {
    const { joins } = this.#form;
    if (joins === undefined) return word;
    let whole = word;
    for (;;) {
      const before = this.#at;
      while (this.#at < this.#end && isBlank(this.#text.charCodeAt(this.#at))) this.#at++;
      const next = this.#nextWord();
      if (next === '' || !joins(next)) {
        this.#at = before;
        return whole;
      }
      whole += next;
    }
  }

  #play(at: number, word: string): void {
    const { parts, readMove } = this.#form;
    let part = word;
    try {
      if (parts === undefined) {
        this.#goTo(played(this.#whole, this.#node, readMove(this.#node.position, word)));
        return;
      }
      for (part of parts(word, this.#node.position)) {
        this.#goTo(played(this.#whole, this.#node, readMove(this.#node.position, part)));
        at += part.length;
      }
    } catch (error) {
      this.#blame(at, blameOf(error), this.#node.ply + 1);
      // What follows an illegal move means nothing.
      this.#isDead = true;
      if (this.#outer.length === 0) this.#isOver = true;
    }
  }

  /** After the result only blanks can stand, and comments, which belong to the last move. */
  #readEnd(): void {
    while (this.#at < this.#end && this.#faults.length < mostFaults) {
      const code = this.#text.charCodeAt(this.#at);
      if (isBlank(code)) this.#at++;
      else if (code === 123) this.#comment();
      else if (code === 59) this.#lineComment();
      else return this.#blame(this.#at, 'this stands after the result of the game');
    }
  }
}
