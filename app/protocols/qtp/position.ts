/** The board that the engine's side keeps: its size, its walls, its moves. */
import { IllegalMove, type Seat } from '../../games/game.ts';
import { quoridor, wallsPlaced, winnerOf, type QuoridorPosition } from '../../games/quoridor/index.ts';
import {
  readColor,
  readOrientation,
  readToken,
  readVertex,
  readInt,
  writePlacement,
  briefly,
  type Placement,
  type WallForm,
} from './messages.ts';
import { moveOf, openingLength, type Step, type Telling, type Told } from './telling.ts';
import { differences } from '../drawings.ts';
import type { Exchanges } from '../conversation.ts';
import { bareReport, type Answer, type Report } from '../report.ts';
import { readGenerated, type Answered, type Generated } from './commands.ts';
import type { Asked } from './states.ts';
import { readDrawing, shownOf } from './drawings.ts';

/** The sizes of the rules: odd, 3 to 25. */
const isSize = (size: number): boolean => size >= 3 && size <= 25 && size % 2 === 1;

/** Moves that can be taken back; a game has a hundred or two. */
const MAX_HISTORY = 4096;

/**
 * Everything fails by `false` and then has changed nothing. What the text leaves arbitrary is as in a new game:
 * `boardsize` clears the board, and both it and `clear_board` give the walls that the rules give by default.
 */
export class Desk {
  #position: QuoridorPosition = quoridor.initial();
  /** The positions before each move, the oldest first. */
  readonly #before: QuoridorPosition[] = [];

  get position(): QuoridorPosition {
    return this.#position;
  }

  /** The position with this side to move, whoever it was before. */
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

  /** What each side has at the beginning; what it has put up since counts against that. */
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

/**
 * What stands on the engine's own board, by what it has obeyed and by the moves that it generated: so that it is told
 * what is new, and never a move that it made itself.
 *
 * | what happened                                        | the next position is told                  |
 * |------------------------------------------------------|--------------------------------------------|
 * | it moved, and the game goes on from there            | by the moves since                         |
 * | its move was refused by the rules, or nobody wanted  | anew, unless it was made in the end        |
 * | a move was taken back, or another line is looked at  | anew                                       |
 * | it refused a command, or answered none               | anew                                       |
 * | somebody else changed its board                      | anew                                       |
 * | answers and commands were out of step                | anew, unless an answer merely came twice   |
 */

export class EngineBoard {
  /** Null where it is not known. */
  #steps: Step[] | null = null;
  #size = 0;
  #walls = 0;
  /** Commands of the opening that were obeyed in a row. */
  #opened = 0;

  /** It obeyed. */
  obeyed(told: Told): void {
    if (told.kind === 'step') {
      if (this.#opened === openingLength) this.#steps?.push(told.step);
      else this.lose();
      return;
    }
    const { at, telling } = told;
    if (at === 0) {
      this.#steps = [];
      this.#size = telling.size;
      this.#walls = telling.walls;
      this.#opened = 1;
    } else if (this.#opened === at) this.#opened++;
    else this.lose();
  }

  /** It moved by itself. */
  generated(step: Step): void {
    this.obeyed({ kind: 'step', step });
  }

  /** Nobody knows what stands there. */
  lose(): void {
    this.#steps = null;
    this.#opened = 0;
  }

  /** How many moves of a telling stand there, and nothing else; null where it is to be told from its beginning. */
  sharedWith({ size, walls, steps }: Telling): number | null {
    const there = this.#steps;
    if (there === null || this.#opened < openingLength) return null;
    if (size !== this.#size || walls !== this.#walls || there.length > steps.length) return null;
    return there.every((step, index) => isSameStep(step, steps[index]!)) ? there.length : null;
  }
}

const isSameStep = (one: Step, other: Step): boolean =>
  one.seat === other.seat && isSamePlacement(one.placement, other.placement);

function isSamePlacement(one: Placement, other: Placement): boolean {
  if (one.vertex.column !== other.vertex.column || one.vertex.row !== other.vertex.row) return false;
  if (one.kind === 'pawn' || other.kind === 'pawn') return one.kind === other.kind;
  return one.orientation === other.orientation;
}

/** Where the engine stands, by the commands that it has obeyed: for whoever explains a conversation. */

/** Moves of which nothing shows whether they were obeyed, that are tried on a drawing: there are as many ways as 2^n. */
const MOST_DOUBTED = 5;

export class Standing {
  readonly #desk = new Desk();
  /** Moves that were refused or not answered, the oldest first: an engine may have obeyed them all the same. */
  readonly #doubted: { readonly seat: Seat; readonly move: number }[] = [];
  /** It has done what the rules forbid, or something that nobody knows. */
  #lost = false;

  /** Null where it is not known. */
  get position(): QuoridorPosition | null {
    return this.#lost ? null : this.#desk.position;
  }

  /** A command was answered: what it is about, and what it has made of the board. */
  follow(
    { command: { name, args } }: Asked,
    answered: Answered,
    form: WallForm | null,
    exchange: Exchanges,
  ): void {
    const { success } = answered;
    switch (name) {
      case 'boardsize':
        if (success) this.#renew(this.#desk.resize(readInt(args[0]) ?? 0));
        break;
      case 'clear_board':
        if (success) {
          this.#desk.clear();
          this.#renew(true);
        }
        break;
      case 'walls':
        if (success) this.#desk.setWalls(readInt(args[0]) ?? 0);
        break;
      case 'playmove':
      case 'playwall':
        return this.#play(args, success, exchange);
      case 'genmove':
        return this.#generate(args[0], answered, form, exchange);
      case 'undo':
        if (success && !this.#desk.undo(args[0] === undefined ? 1 : (readInt(args[0]) ?? 0)))
          this.#lost = true;
        break;
      case 'showboard':
        if (success) this.#learn(answered.lines);
        break;
      case 'winner':
        break;
      default:
        return;
    }
    const { position } = this;
    exchange.about(() => position);
  }

  /** A command was never answered. */
  missed({ command: { name, args } }: Asked): void {
    const seat = readColor(args[0]);
    const placement = placementIn(args);
    if ((name !== 'playmove' && name !== 'playwall') || seat === null || placement === null) return;
    this.#doubt(seat, moveOf(this.#desk.position.size, placement));
  }

  #renew(known: boolean): void {
    this.#lost = !known;
    this.#doubted.length = 0;
  }

  #doubt(seat: Seat, move: number): void {
    this.#doubted.push({ seat, move });
    if (this.#doubted.length > MOST_DOUBTED) this.#doubted.shift();
  }

  /** Where the engine's drawing shows that moves were obeyed that are in doubt, they are made. */
  #learn(lines: readonly string[]): void {
    if (this.#doubted.length === 0) return;
    const drawn = readDrawing(lines);
    if (drawn === null || drawn.unread.size > 0) return;
    const isShown = (position: QuoridorPosition): boolean => {
      const { facts, ...shown } = shownOf(position);
      // Whose turn it is says nothing of moves out of turn.
      return differences(drawn, { ...shown, facts: facts.slice(0, 2) }).length === 0;
    };
    if (!this.#lost && isShown(this.#desk.position)) return;
    for (let chosen = 1; chosen < 1 << this.#doubted.length; chosen++) {
      const moves = this.#doubted.filter((_, at) => (chosen & (1 << at)) !== 0);
      const made = moves.findIndex(({ seat, move }) => !this.#desk.playMove(seat, move));
      if (made === -1 && isShown(this.#desk.position)) {
        this.#lost = false;
        this.#doubted.length = 0;
        return;
      }
      this.#desk.undo(made === -1 ? moves.length : made);
    }
  }

  #play(args: readonly string[], success: boolean, exchange: Exchanges): void {
    const seat = readColor(args[0]);
    const placement = placementIn(args);
    if (seat === null || placement === null) {
      if (success) this.#lost = true;
      return;
    }
    if (this.#lost) return;
    const before = this.#desk.for(seat);
    const move = moveOf(before.size, placement);
    exchange.about(() => before, { kind: 'move', move, text: args.slice(1).join(' ') });
    if (!success) this.#doubt(seat, move);
    else if (!this.#desk.playMove(seat, move)) this.#lost = true;
  }

  #generate(
    colour: string | undefined,
    answered: Answered,
    form: WallForm | null,
    exchange: Exchanges,
  ): void {
    const seat = readColor(colour);
    if (seat === null || this.#lost) return;
    const before = this.#desk.for(seat);
    const generated = answered.success ? readGenerated(answered.lines, form, []) : null;
    const answer: Answer | null = generated && answerOf(generated, answered.lines.join(' '), before);
    exchange.about(() => before, answer);
    if (answer?.kind === 'move' && !this.#desk.playMove(seat, answer.move as number)) this.#lost = true;
  }
}

/** What `playmove` or `playwall` is about, in either form of walls. */
function placementIn([, first, second]: readonly string[]): Placement | null {
  const vertex = readVertex(first);
  if (vertex === null) return readToken(first);
  const orientation = readOrientation(second);
  return orientation === null ? { kind: 'pawn', vertex } : { kind: 'wall', vertex, orientation };
}

/** What an answer to `genmove` is as a report, and as a text. */

/** In the game's own words: `e8`, `e2h`. */
export function placementText(placement: Placement): string {
  const turned = placement.kind === 'wall' ? placement.orientation.charAt(0) : '';
  return writePlacement({ kind: 'pawn', vertex: placement.vertex }, 'vertex+word').toLowerCase() + turned;
}

/** @param text the engine's own words */
export function answerOf(generated: Generated, text: string, position: QuoridorPosition): Answer {
  switch (generated.kind) {
    case 'placement':
      return { kind: 'move', move: moveOf(position.size, generated.placement), text: briefly(text.trim()) };
    case 'none':
      return { kind: 'none', text: briefly(text) };
    case 'unreadable':
      return { kind: 'unreadable', text: briefly(text), reason: `genmove: ${generated.reason}` };
  }
}

/** QTP gives a move and nothing else. */
export function reportOf(
  generated: Generated,
  text: string,
  position: QuoridorPosition,
  seconds: number,
): Report {
  return bareReport(answerOf(generated, text, position), seconds);
}
