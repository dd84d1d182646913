/** Positions: a board that follows the rules, and the engine's own board as far as known. */
import { IllegalMove, type Seat } from '../../games/game.ts';
import type { Line } from '../../games/line.ts';
import { quoridor, wallsPlaced, winnerOf, type QuoridorPosition } from '../../games/quoridor/index.ts';
import type { Answer } from '../protocol.ts';
import { commandOf, type Generated } from './commands.ts';
import {
  briefly,
  moveOf,
  openingLength,
  tellingOf,
  tokenObjection,
  type Placement,
  type Step,
  type Telling,
  type WallForm,
} from './messages.ts';

/** The sizes of the rules: odd, 3 to 25. */
const isSize = (size: number): boolean => size >= 3 && size <= 25 && size % 2 === 1;

/** The most moves kept for `undo`; a game has one or two hundred. */
const MAX_HISTORY = 4096;

/**
 * A board that commands change. A method that returns false has changed nothing. If the text leaves the state open, the
 * board is as in a new game: `resize` clears it, and `resize` and `clear` give the default number of walls.
 */
export class Board {
  #position: QuoridorPosition = quoridor.initial();
  /** The positions before each move, the oldest first. */
  readonly #before: QuoridorPosition[] = [];

  get position(): QuoridorPosition {
    return this.#position;
  }

  /** The position with this side to move. */
  for(seat: Seat): QuoridorPosition {
    return { ...this.#position, mover: seat };
  }

  resize(size: number): boolean {
    if (!isSize(size)) return false;
    this.#begin(quoridor.initial({ size }));
    return true;
  }

  clear(): void {
    this.#begin(quoridor.initial({ size: this.#position.size }));
  }

  /** Sets the walls of each side at the beginning; walls on the board count against that number. */
  setWalls(count: number): void {
    this.#position = withWalls(this.#position, count);
    for (const [index, before] of this.#before.entries()) this.#before[index] = withWalls(before, count);
  }

  play(seat: Seat, placement: Placement): boolean {
    return this.playMove(seat, moveOf(this.#position.size, placement));
  }

  playMove(seat: Seat, move: number): boolean {
    const before = this.#position;
    try {
      this.#position = quoridor.play(this.for(seat), move);
    } catch (error) {
      if (error instanceof IllegalMove) return false;
      throw error;
    }
    this.#before.push(before);
    if (this.#before.length > MAX_HISTORY) this.#before.shift();
    return true;
  }

  undo(times: number): boolean {
    const made = this.#before.length;
    if (made === 0 || times > made) return false;
    if (times > 0) this.#position = this.#before.splice(made - times)[0]!;
    return true;
  }

  get winner(): Seat | null {
    return winnerOf(this.#position);
  }

  #begin(position: QuoridorPosition): void {
    this.#before.length = 0;
    this.#position = position;
  }
}

function withWalls(position: QuoridorPosition, count: number): QuoridorPosition {
  const [black, white] = wallsPlaced(position);
  return { ...position, wallsLeft: [Math.max(0, count - black), Math.max(0, count - white)] };
}

/** The effect of one of our commands on the engine's board. */
export type BoardEffect =
  | { readonly kind: 'opening'; readonly at: number; readonly telling: Telling }
  | { readonly kind: 'step'; readonly step: Step };

/**
 * The moves on the engine's own board: those of the commands that it obeyed and those that it generated. The next
 * search tells only what is new, and never a move that the engine made itself.
 *
 * | event                                                   | the next position is told                            |
 * |---------------------------------------------------------|------------------------------------------------------|
 * | the engine moved, and the game goes on from there       | by the moves since                                   |
 * | its move was illegal or too late                        | from the start, unless the game contains it later    |
 * | a move was taken back, or the search is on another line | from the start                                       |
 * | the engine refused a command or did not answer it       | from the start                                       |
 * | a line that is not ours changed the board               | from the start                                       |
 * | answers and commands were out of step                   | from the start, unless an answer was merely repeated |
 */
export class EngineBoard {
  /** Null if the board is unknown. */
  #steps: Step[] | null = null;
  #size = 0;
  #walls = 0;
  /** The number of consecutive opening commands that the engine obeyed. */
  #opened = 0;

  obeyed(effect: BoardEffect): void {
    if (effect.kind === 'step') {
      if (this.#opened === openingLength) this.#steps?.push(effect.step);
      else this.lose();
      return;
    }
    const { at, telling } = effect;
    if (at === 0) {
      this.#steps = [];
      this.#size = telling.size;
      this.#walls = telling.walls;
      this.#opened = 1;
    } else if (this.#opened === at) this.#opened++;
    else this.lose();
  }

  /** The engine made this move itself. */
  generated(step: Step): void {
    this.obeyed({ kind: 'step', step });
  }

  /** The board is unknown from now on. */
  lose(): void {
    this.#steps = null;
    this.#opened = 0;
  }

  /**
   * The number of moves of a telling that are on the board; null if the board has other moves, so that the telling must
   * start again.
   */
  sharedWith({ size, walls, steps }: Telling): number | null {
    const there = this.#steps;
    if (there === null || this.#opened < openingLength) return null;
    if (size !== this.#size || walls !== this.#walls || there.length > steps.length) return null;
    return there.every((step, index) => isSameStep(step, steps[index]!)) ? there.length : null;
  }
}

const isSameStep = (one: Step, other: Step): boolean =>
  one === other || (one.seat === other.seat && isSamePlacement(one.placement, other.placement));

function isSamePlacement(one: Placement, other: Placement): boolean {
  if (one.vertex.column !== other.vertex.column || one.vertex.row !== other.vertex.row) return false;
  if (one.kind === 'pawn' || other.kind === 'pawn') return one.kind === other.kind;
  return one.orientation === other.orientation;
}

/** Commands that change the engine's board. */
const changing: ReadonlySet<string> = new Set([
  ...['boardsize', 'clear_board', 'walls', 'playmove', 'playwall', 'genmove', 'undo'],
]);

/** Whether a command that is not ours may change the engine's board. */
export const mayChange = (name: string): boolean => changing.has(name) || commandOf(name) === null;

/** Properties of an engine that no line of the protocol states: how it writes walls, and which sizes it plays. */
export class Dialect {
  #form: WallForm | null;
  readonly #refusedSizes = new Set<number>();

  constructor(form: WallForm | null) {
    this.#form = form;
  }

  /** How the engine writes walls; null while that is unknown. */
  get form(): WallForm | null {
    return this.#form;
  }

  /** @returns false if the form was known before */
  learn(form: WallForm): boolean {
    if (this.#form !== null) return false;
    this.#form = form;
    return true;
  }

  refuseSize(size: number): void {
    this.#refusedSizes.add(size);
  }

  /** Why this engine cannot be told the position at the end of a line, in words; null if it can. */
  objection(line: Line): string | null {
    const telling = tellingOf(line);
    if (typeof telling === 'string') return telling;
    const { size } = telling;
    if (this.#refusedSizes.has(size)) return `the engine has refused the board of ${size} by ${size}`;
    return this.#form === 'token' ? tokenObjection(telling) : null;
  }
}

/** An engine that passes or resigns does not say that it has no move. */
function refusalToMove(text: string): Answer {
  const word = text.trim().toLowerCase();
  if (word === 'pass') return { kind: 'illegal', text, reason: 'there is no pass in Quoridor' };
  if (word === 'resign') return { kind: 'illegal', text, reason: 'QTP has no word for resigning' };
  return { kind: 'none', text };
}

/** @param text the engine's own words */
export function answerOf(generated: Generated, text: string, { size }: QuoridorPosition): Answer {
  switch (generated.kind) {
    case 'placement':
      return { kind: 'move', move: moveOf(size, generated.placement), text: generated.text };
    case 'none':
      return refusalToMove(briefly(text));
    case 'unreadable':
      return { kind: 'unreadable', text: briefly(text), reason: generated.reason };
  }
}
