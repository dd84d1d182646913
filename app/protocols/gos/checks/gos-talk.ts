/** A check's conversation in GoS: the check is the referee of one match, the engine a bot. */
import type { Game, Seat } from '../../../games/game.ts';
import {
  makePosition,
  readBoard,
  readMove,
  stoneAt,
  stones as game,
  type StonesPosition,
} from '../../../games/stones/index.ts';
import { CheckTalk, expectNone, scripted, tabled, waits } from '../../check-talk.ts';
import { Breach, type CheckWire } from '../../conformance.ts';
import { readSetting } from '../../settings.ts';
import { judgeReply, planAnalysis } from '../position.ts';
import { initiateLine, isReply, processedLine, readReply, type Reply, requestLine } from '../messages.ts';
import type { EnumForm } from '../settings.ts';
import { ObjectStream, type Piece } from '../stream.ts';

/** Makes a check of a script that talks GoS; it passes unless the script returns another outcome. */
export const check = scripted((wire) => new GosTalk(wire));
export const table = tabled(check);

export const start = game.initial();

/** White has one attack, A1 on B1, which takes Black's last stone of type C. */
export const winning = makePosition(
  readBoard([
    [7, -7, 0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0, 0, 0],
    [0, 0, 5, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 6, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0, -10, -9],
  ]),
  0,
  'first',
);

/** Black has one attack, A1 on B1: a stone of type A on one of type C, both of height 1. */
export const oneAttack = makePosition(
  readBoard([
    [-5, 7, 0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 5, 0, 0, 0, 0],
    [0, 0, 0, -6, 0, 5, 0, 0, 0],
    [0, 0, 6, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0, 7, 0],
    [0, 0, 0, 0, 0, 0, -7, 0, 0],
  ]),
  1,
  'first',
);

/**
 * Black can only pass: what it has in line is higher, behind the hole or behind another stone; what is not is north-east
 * or south-west of its stones.
 */
export const onlyPass = makePosition(
  readBoard([
    [0, 0, 0, -7, 0, 0, 0, 0, 0],
    [0, 0, 7, 9, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 7, 0, 0, 0, 0],
    [0, 0, 0, -6, 0, 5, 0, 0, 0],
    [0, 0, 7, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 10, -5, 0, 0],
    [0, 0, 0, 0, 0, -6, 0, 0, 0],
    [0, 0, 0, 0, -5, 0, 0, 0, 0],
  ]),
  1,
  'second',
);

export type Pieces = readonly Piece[];

/** A bot's answer, with the position of its request. */
export interface BotAnswer {
  readonly position: StonesPosition;
  readonly reply: Reply;
  readonly text: string;
}

export const isAnswer = (pieces: Pieces): boolean =>
  pieces.some((piece) => piece.kind === 'object' && isReply(piece.object));

/** The other player's move: it strengthens if it may, so that stacks arise. */
function otherMove(position: StonesPosition): number {
  const { stones, mover } = position;
  const quiet = game.moves(position).filter((move) => game.result(game.play(position, move)) === null);
  const strengthens = (move: number): boolean => {
    const places = readMove(move);
    return places !== null && stoneAt(stones, places.to)?.seat === mover;
  };
  return quiet.find(strengthens) ?? quiet[0]!;
}

export interface RequestObject {
  readonly Board: unknown;
  readonly AllowedMoves: unknown;
}

export class GosTalk extends CheckTalk<Pieces> {
  #position: StonesPosition = start;
  /** The text's form, unless a setting says that the bot needs the other form, which has a check of its own. */
  readonly usual: EnumForm;
  #form: EnumForm;

  constructor(wire: CheckWire) {
    const stream = new ObjectStream(isReply);
    super(wire, (line) => stream.read(line));
    this.usual = readSetting(wire.settings?.['enums'] ?? '').value === 'string' ? 'string' : 'number';
    this.#form = this.usual;
  }

  /** @param write determines the layout of the line */
  initiate(seat: Seat, form: EnumForm = this.usual, write = (line: string): string => line): void {
    this.#form = form;
    this.send(write(initiateLine(form, seat)));
  }

  request(): void {
    this.send(requestLine(this.#form, this.#position));
  }

  /** Sends the request in another layout. */
  sendRequest(write: (request: RequestObject) => string): void {
    const line = requestLine(this.#form, this.#position);
    this.send(write(JSON.parse(line) as RequestObject));
  }

  async answered(milliseconds: number = waits.opening): Promise<BotAnswer> {
    return this.until(
      (pieces) => {
        const found = pieces.find((piece) => piece.kind === 'object' && isReply(piece.object));
        if (found?.kind !== 'object') return undefined;
        const { object, text } = found;
        return { position: this.#position, reply: readReply(object), text };
      },
      milliseconds,
      'a JSON object with a Type after a move request',
    );
  }

  async ask(milliseconds?: number): Promise<BotAnswer> {
    await this.passOver();
    this.request();
    return this.answered(milliseconds);
  }

  /** Tells the bot that a move was made. */
  processed(move: number): void {
    const before = this.#position;
    this.#position = game.play(before, move);
    const result = game.result(this.#position);
    const winner = result?.kind === 'win' ? result.winner : null;
    this.send(processedLine(this.#form, { before, move, winner }));
  }

  other(): void {
    this.processed(otherMove(this.#position));
  }

  /**
   * Plays a match until the bot, as `seat`, has answered this many requests, makes an illegal move or the match is
   * over.
   */
  async match(seat: Seat, requests: number, form: EnumForm = this.usual): Promise<readonly BotAnswer[]> {
    this.initiate(seat, form);
    const all: BotAnswer[] = [];
    while (all.length < requests && game.result(this.#position) === null) {
      if (this.#position.mover !== seat) {
        this.other();
        continue;
      }
      const answer = await this.ask();
      all.push(answer);
      const { move, why } = judgeReply(answer.position, answer.reply);
      if (why !== null || move === null) break;
      if (all.length < requests) this.processed(move);
    }
    return all;
  }

  /** Leads the bot to a board that differs from the match so far, and asks for its move there. */
  async led(position: StonesPosition): Promise<BotAnswer> {
    const plan = planAnalysis(this.usual, {
      ...{ game: game as Game, gameKey: '', start: position, moves: [], position },
    });
    for (let at = 0; at <= plan.length; at++) {
      if (at === plan.length) this.#position = position;
      const line = plan.line(at);
      this.send(line);
      if (at < plan.length && line.includes('"Board"')) await this.answered();
    }
    return this.answered();
  }

  /** Waits for silence. @throws Breach if an object arrives */
  async quiet(expected: string): Promise<void> {
    expectNone(await this.listen(waits.quiet), isObject, expected);
  }
}

export const isObject = (pieces: Pieces): boolean => pieces.some(({ kind }) => kind === 'object');

/** @throws Breach if the move is illegal */
export function expectLegal({ position, reply, text }: BotAnswer): number {
  const { move, why } = judgeReply(position, reply);
  if (why !== null || move === null) throw new Breach('a legal move', `${text}: ${why}`);
  return move;
}
