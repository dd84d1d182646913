/** Where the engine stands, by the commands that it has obeyed: for whoever explains a conversation. */
import type { QuoridorPosition } from '../../games/quoridor/index.ts';
import type { Exchanges } from '../exchange.ts';
import type { Answer } from '../report.ts';
import { readGenerated, type Answered } from './answers.ts';
import type { Asked } from './asked.ts';
import { Desk } from './desk.ts';
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

export class Standing {
  readonly #desk = new Desk();
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
      case 'winner':
        break;
      default:
        return;
    }
    const { position } = this;
    exchange.about(() => position);
  }

  #renew(known: boolean): void {
    this.#lost = !known;
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
    if (success && !this.#desk.playMove(seat, move)) this.#lost = true;
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
