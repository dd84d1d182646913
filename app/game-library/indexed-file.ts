/**
 * The games of one file as the library keeps them: what a list shows, and columns with the hash of each position of each
 * main line. Positions that are images of each other have one hash.
 */
import { keyOf } from '../evaluations/turned.ts';
import type { Game, Seat } from '../games/game.ts';
import { mainLine, resultText, type PlayedGame } from '../records/forms/played.ts';
import type { FormChoice } from '../shapes/files.ts';
import { mostHeader, type GameResult } from '../shapes/library.ts';
import { datesAsPgn } from './dates.ts';
import { Print } from './print.ts';

/** What identifies the content of a file without reading it. */
export interface FileFacts {
  /** Relative to the folder, with `/` between its parts. */
  readonly path: string;
  readonly size: number;
  /** In milliseconds since 1970. */
  readonly mtime: number;
}

export interface GameRow {
  /** The number of its unit in the file, counted from 0. */
  readonly unit: number;
  readonly white: string;
  readonly black: string;
  readonly event: string;
  readonly date: string;
  readonly round: string;
  readonly result: GameResult;
  /** The same number for games with the same headers of these and the same moves: one of them is a copy. */
  readonly print: number;
}

/** The hash of a position. The lowest bit of `high` is not a part of it in columns, where it says who is to move. */
export interface PositionHash {
  readonly low: number;
  readonly high: number;
}

export interface Columns {
  /** By game, where its positions begin; one more at the end. A game has a position more than plies. */
  readonly starts: Uint32Array;
  readonly low: Int32Array;
  readonly high: Int32Array;
}

export interface IndexedFile extends FileFacts {
  /** Ids of the form and the game; empty if nothing was read. */
  readonly form: string;
  readonly game: string;
  /** Why nothing, or not all, was read; empty otherwise. */
  readonly fault: string;
  /** The user's choice (`choiceText`) by which it was read, where it may matter; null where one form alone fits, or none. */
  readonly choice: string | null;
  readonly rows: readonly GameRow[];
  readonly columns: Columns;
}

/** The form that the user has chosen for a file; empty if none. */
export const choiceText = (choice: FormChoice | null): string =>
  choice === null ? '' : `${choice.form} ${choice.game}`;

/** A file of which nothing was read. Its columns are its own: they may be handed to another thread. */
export const unread = (facts: FileFacts, fault: string, choice: string | null = null): IndexedFile => ({
  ...facts,
  ...{ form: '', game: '', fault, choice, rows: [] },
  columns: { starts: new Uint32Array(1), low: new Int32Array(0), high: new Int32Array(0) },
});

export function hashOf(game: Game, position: unknown): PositionHash {
  const { low, high } = keyOf(game, position);
  return { low: low | 0, high: (high | 0) & ~1 };
}

/** In positions: columns grow by as much at a time, so that no more than one copy of them is made. */
const blockLength = 65_536;

/** Collects the games of a file; what it gives can be sent to another thread. */
export class ColumnsMaker {
  readonly rows: GameRow[] = [];
  readonly #starts: number[] = [0];
  readonly #low: Int32Array[] = [];
  readonly #high: Int32Array[] = [];
  readonly #texts = new Map<string, string>();
  #length = 0;

  get positions(): number {
    return this.#length;
  }

  add(unit: number, whole: PlayedGame): void {
    const { game, root, headers } = whole;
    const text = (header: string): string => kept(this.#texts, shown(headers[header]));
    const heads = {
      ...{ white: text('white'), black: text('black'), event: text('event'), round: text('round') },
      date: kept(this.#texts, datesAsPgn(shown(headers['date']))),
      result: resultText(whole) as GameResult,
    };
    // Images share their hashes, and are games of their own: those are told apart by the texts of their moves.
    const print = new Print();
    for (const head of Object.values(heads)) print.add(head);
    print.add(game.positionText(root.position));
    for (const { position, parent, move } of mainLine(root)) {
      this.#push(hashOf(game, position), game.seatToMove(position));
      if (parent !== null) print.add(game.moveText(parent.position, move));
    }
    this.#starts.push(this.#length);
    this.rows.push({ unit, ...heads, print: print.number });
  }

  made(): Columns {
    return {
      starts: Uint32Array.from(this.#starts),
      low: joined(this.#low, this.#length),
      high: joined(this.#high, this.#length),
    };
  }

  #push({ low, high }: PositionHash, seat: Seat): void {
    const at = this.#length % blockLength;
    if (at === 0) {
      this.#low.push(new Int32Array(blockLength));
      this.#high.push(new Int32Array(blockLength));
    }
    this.#low.at(-1)![at] = low;
    this.#high.at(-1)![at] = high | seat;
    this.#length++;
  }
}

function joined(blocks: Int32Array[], length: number): Int32Array {
  const column = new Int32Array(length);
  for (let at = 0; at < length; at += blockLength) {
    column.set(blocks.shift()!.subarray(0, Math.min(blockLength, length - at)), at);
  }
  return column;
}

/** The most texts that a file's games share. */
const mostTexts = 100_000;

/** The same text, once in memory and apart from the text that it was a part of. */
function kept(texts: Map<string, string>, text: string): string {
  const known = texts.get(text);
  if (known !== undefined) return known;
  const own = Buffer.from(text).toString();
  if (texts.size < mostTexts) texts.set(own, own);
  return own;
}

/** Rows that came from elsewhere, each text once in memory. */
export function sharedRows(rows: readonly GameRow[]): readonly GameRow[] {
  const texts = new Map<string, string>();
  const text = (of: string): string => kept(texts, of);
  return rows.map(({ unit, white, black, event, date, round, result, print }) => ({
    ...{ unit, white: text(white), black: text(black), event: text(event), date: text(date) },
    ...{ round: text(round), result, print },
  }));
}

/** A header as a list shows it; what PGN writes for unknown is nothing. An accent is a part of its letter. */
function shown(text: string | undefined): string {
  if (text === undefined || /^[?.]*$/.test(text.trim())) return '';
  return text
    .slice(0, 4 * mostHeader)
    .normalize('NFC')
    .replace(/[\u0000-\u001f\u007f]+/g, ' ')
    .trim()
    .slice(0, mostHeader);
}

/** Plies of a game of the file. */
export const pliesOf = ({ starts }: Columns, at: number): number => starts[at + 1]! - starts[at]! - 1;
