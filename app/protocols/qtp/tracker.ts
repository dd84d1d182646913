/** Follows the engine's position, to explain its lines: the position that a line is about, and the move that it names. */
import type { Seat } from '../../games/game.ts';
import type { QuoridorPosition } from '../../games/quoridor/index.ts';
import type { Exchanges, Subject } from '../conversation.ts';
import { differences } from '../drawings.ts';
import { readGenerated, type Answered } from './commands.ts';
import { readDrawing, shownOf } from './drawings.ts';
import {
  moveOf,
  readColor,
  readInt,
  readOrientation,
  readToken,
  readVertex,
  type Command,
  type Placement,
  type WallForm,
} from './messages.ts';
import { answerOf, Board } from './position.ts';

/** Uncertain moves that are tried on a drawing: n moves have 2^n combinations. */
const MOST_DOUBTED = 5;

/** The most answers that wait to be applied: more than a game has moves. */
const MOST_WAITING = 512;

const nothing: Subject = { position: null, move: null };

interface Waiting {
  readonly command: Command;
  readonly answered: Answered;
  readonly form: WallForm | null;
}

/**
 * Follows the engine's position through any conversation, ours or a recorded one, to explain its lines. To play a move
 * takes longer than all else about its line, and in a match no one looks: moves are played on demand.
 */
export class PositionTracker {
  readonly #board = new Board();
  /** Answered commands that place pawns and walls, and have yet to be applied. */
  readonly #waiting: Waiting[] = [];
  /** What the command that was applied last is about. */
  #subject = nothing;
  /** Moves that were refused or not answered, oldest first. The engine may nevertheless have made them. */
  readonly #doubted: { readonly seat: Seat; readonly move: number }[] = [];
  /** Whether the engine broke the rules or did something unknown. */
  #lost = false;

  /** The engine's position; null if unknown. */
  get position(): QuoridorPosition | null {
    this.#catchUp();
    return this.#lost ? null : this.#board.position;
  }

  /** Applies an answer, and tells the exchange which position command and answer are about. */
  follow(command: Command, answered: Answered, form: WallForm | null, exchange: Exchanges): void {
    const { name, args } = command;
    const { success, lines } = answered;
    const board = this.#board;
    switch (name) {
      case 'boardsize':
        if (success) {
          this.#waiting.length = 0;
          this.#renew(board.resize(readInt(args[0]) ?? 0));
        }
        break;
      case 'clear_board':
        if (success) {
          this.#waiting.length = 0;
          board.clear();
          this.#renew(true);
        }
        break;
      case 'walls':
        this.#catchUp();
        if (success) board.setWalls(readInt(args[0]) ?? 0);
        break;
      case 'playmove':
      case 'playwall':
      case 'genmove':
        this.#waiting.push({ command, answered, form });
        exchange.aboutLater(() => this.#catchUp());
        if (this.#waiting.length > MOST_WAITING) this.#catchUp();
        return;
      case 'undo':
        this.#catchUp();
        if (success && !board.undo(args[0] === undefined ? 1 : (readInt(args[0]) ?? 0))) this.#lost = true;
        break;
      case 'showboard':
        this.#catchUp();
        if (success) this.#learn(lines);
        break;
      case 'winner':
        break;
      default:
        return;
    }
    const { position } = this;
    exchange.about(() => position);
  }

  /** Applies a command that got no answer. */
  missed({ name, args }: Command): void {
    this.#catchUp();
    const seat = readColor(args[0]);
    const placement = placementIn(args);
    if ((name !== 'playmove' && name !== 'playwall') || seat === null || placement === null) return;
    this.#doubt(seat, moveOf(this.#board.position.size, placement));
  }

  /** Applies the answers that wait. @returns what the last command is about */
  #catchUp(): Subject {
    for (const { command, answered, form } of this.#waiting.splice(0)) {
      const { name, args } = command;
      this.#subject =
        name === 'genmove' ? this.#generate(args[0], answered, form) : this.#play(args, answered.success);
    }
    return this.#subject;
  }

  #renew(known: boolean): void {
    this.#lost = !known;
    this.#doubted.length = 0;
  }

  #doubt(seat: Seat, move: number): void {
    this.#doubted.push({ seat, move });
    if (this.#doubted.length > MOST_DOUBTED) this.#doubted.shift();
  }

  /** Applies the uncertain moves that the engine's drawing confirms. */
  #learn(lines: readonly string[]): void {
    if (this.#doubted.length === 0) return;
    const drawn = readDrawing(lines);
    if (drawn === null || drawn.unread.size > 0) return;
    const isShown = (position: QuoridorPosition): boolean => {
      const { facts, ...shown } = shownOf(position);
      // The third fact, the side to move, is left out: after moves out of turn it is uncertain.
      return differences(drawn, { ...shown, facts: facts.slice(0, 2) }).length === 0;
    };
    if (!this.#lost && isShown(this.#board.position)) return;
    for (let chosen = 1; chosen < 1 << this.#doubted.length; chosen++) {
      const moves = this.#doubted.filter((_, at) => (chosen & (1 << at)) !== 0);
      const made = moves.findIndex(({ seat, move }) => !this.#board.playMove(seat, move));
      if (made === -1 && isShown(this.#board.position)) return this.#renew(true);
      this.#board.undo(made === -1 ? moves.length : made);
    }
  }

  #play(args: readonly string[], success: boolean): Subject {
    const seat = readColor(args[0]);
    const placement = placementIn(args);
    if (seat === null || placement === null) {
      if (success) this.#lost = true;
      return nothing;
    }
    if (this.#lost) return nothing;
    const before = this.#board.for(seat);
    const move = moveOf(before.size, placement);
    if (!success) this.#doubt(seat, move);
    else if (!this.#board.playMove(seat, move)) this.#lost = true;
    return { position: before, move: { kind: 'move', move, text: args.slice(1).join(' ') } };
  }

  #generate(colour: string | undefined, { success, lines }: Answered, form: WallForm | null): Subject {
    const seat = readColor(colour);
    if (seat === null || this.#lost) return nothing;
    const before = this.#board.for(seat);
    const generated = success ? readGenerated(lines, form, []) : null;
    const move = generated && answerOf(generated, lines.join(' '), before);
    if (move?.kind === 'move' && !this.#board.playMove(seat, move.move as number)) this.#lost = true;
    return { position: before, move };
  }
}

/** The placement of `playmove` or `playwall`, in either form of walls. */
function placementIn([, first, second]: readonly string[]): Placement | null {
  const vertex = readVertex(first);
  if (vertex === null) return readToken(first);
  const orientation = readOrientation(second);
  return orientation === null ? { kind: 'pawn', vertex } : { kind: 'wall', vertex, orientation };
}
