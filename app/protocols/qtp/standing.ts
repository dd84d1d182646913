/** Where the engine stands, by the commands that it has obeyed: for whoever explains a conversation. */
import type { QuoridorPosition } from '../../games/quoridor/index.ts';
import type { Seat } from '../../games/game.ts';
import { differences } from '../drawings.ts';
import type { Exchanges } from '../exchange.ts';
import type { Answer } from '../report.ts';
import { readGenerated, type Answered } from './answers.ts';
import type { Asked } from './asked.ts';
import { Desk } from './desk.ts';
import { readDrawing, shownOf } from './drawings.ts';
import {
  readColor,
  readOrientation,
  readToken,
  readVertex,
  readInt,
  type Placement,
  type WallForm,
} from './entities.ts';
import { answerOf } from './reports.ts';
import { moveOf } from './telling.ts';

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
