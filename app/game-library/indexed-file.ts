/**
 * The games of one file as the library keeps them: what a list shows, and columns with the hash of each position of each
 * main line. Positions that are images of each other have one hash.
 */
import { keyOf } from '../evaluations/turned.ts';
import type { Game, Seat } from '../games/game.ts';
import { mainLine, resultText, type PlayedGame } from '../records/forms/played.ts';
import { mostHeader, type GameResult } from '../shapes/library.ts';

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
  readonly rows: readonly GameRow[];
  readonly columns: Columns;
}

/** A file of which nothing was read. Its columns are its own: they may be handed to another thread. */
export const unread = (facts: FileFacts, fault: string): IndexedFile => ({
  ...facts,
  ...{ form: '', game: '', fault, rows: [] },
  columns: { starts: new Uint32Array(1), low: new Int32Array(0), high: new Int32Array(0) },
});

export function hashOf(game: Game, position: unknown): PositionHash {
  const { low, high } = keyOf(game, position);
  return { low: low | 0, high: (high | 0) & ~1 };
}

/** Collects the games of a file; what it gives can be sent to another thread. */
export class ColumnsMaker {
  readonly rows: GameRow[] = [];
  readonly #starts: number[] = [0];
  #low = new Int32Array(1024);
  #high = new Int32Array(1024);
  #length = 0;

  get positions(): number {
    return this.#length;
  }

  add(unit: number, whole: PlayedGame): void {
    const { game, root, headers } = whole;
    for (const { position } of mainLine(root)) this.#push(hashOf(game, position), game.seatToMove(position));
    this.#starts.push(this.#length);
    this.rows.push({
      unit,
      ...{ white: shown(headers['white']), black: shown(headers['black']) },
      ...{ event: shown(headers['event']), date: shown(headers['date']), round: shown(headers['round']) },
      result: resultText(whole) as GameResult,
    });
  }

  made(): Columns {
    return {
      starts: Uint32Array.from(this.#starts),
      low: this.#low.slice(0, this.#length),
      high: this.#high.slice(0, this.#length),
    };
  }

  #push({ low, high }: PositionHash, seat: Seat): void {
    if (this.#length === this.#low.length) {
      this.#low = grown(this.#low);
      this.#high = grown(this.#high);
    }
    this.#low[this.#length] = low;
    this.#high[this.#length] = high | seat;
    this.#length++;
  }
}

function grown(column: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(column.length * 2);
  larger.set(column);
  return larger;
}

/** A header as a list shows it; what PGN writes for unknown is nothing. */
function shown(text: string | undefined): string {
  if (text === undefined || /^[?.]*$/.test(text.trim())) return '';
  return text
    .slice(0, 4 * mostHeader)
    .replace(/[\u0000-\u001f\u007f]+/g, ' ')
    .trim()
    .slice(0, mostHeader);
}

/** Plies of a game of the file. */
export const pliesOf = ({ starts }: Columns, at: number): number => starts[at + 1]! - starts[at]! - 1;
