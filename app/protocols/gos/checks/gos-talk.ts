/** A check's conversation in GoS, in which the check is the referee and the engine a bot: one match, in its order. */
import type { Game, Seat } from '../../../games/game.ts';
import {
  makePosition,
  readBoard,
  readMove,
  stoneAt,
  stones as game,
  type StonesPosition,
} from '../../../games/stones/index.ts';
import { CheckTalk, expectNone, type Said, scripted, waits } from '../../check-talk.ts';
import { Breach, type CheckWire } from '../../conformance.ts';
import { readSetting } from '../../settings.ts';
import type { JsonObject } from '../json.ts';
import { judgeReply, planAnalysis } from '../position.ts';
import { initiateLine, isReply, processedLine, readReply, type Reply, requestLine } from '../messages.ts';
import type { EnumForm } from '../settings.ts';
import { ObjectStream, type Piece } from '../stream.ts';

/** A check whose script talks GoS; it passes unless it says something else. */
export const check = scripted((wire) => new GosTalk(wire));

export const start = game.initial();

/** White has one attack, A1 on B1, which takes the last stone of type C that Black has. */
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

export type Pieces = readonly Piece[];

/** An answer of the bot's, in the position that it was asked in. */
export interface Answered {
  readonly position: StonesPosition;
  readonly object: JsonObject;
  readonly reply: Reply;
  readonly text: string;
}

export const isAnswer = (pieces: Pieces): boolean =>
  pieces.some((piece) => piece.kind === 'object' && isReply(piece.object));

/** What the other player does: it strengthens where it may, so that there are stacks to look at. */
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
  /** As in the text, unless it is known that this bot needs it otherwise: then one check alone tells that. */
  readonly usual: EnumForm;
  #form: EnumForm;

  constructor(wire: CheckWire) {
    const stream = new ObjectStream(isReply);
    super(wire, (line) => stream.read(line));
    this.usual = readSetting(wire.settings?.['enums'] ?? '').value === 'string' ? 'string' : 'number';
    this.#form = this.usual;
  }

  /** @param write how the line is laid out */
  initiate(seat: Seat, form: EnumForm = this.usual, write = (line: string): string => line): void {
    this.#form = form;
    this.send(write(initiateLine(form, seat)));
  }

  request(): void {
    this.send(requestLine(this.#form, this.#position));
  }

  /** The request, written otherwise than on one line without blanks. */
  sendRequest(write: (request: RequestObject) => string): void {
    const line = requestLine(this.#form, this.#position);
    this.send(write(JSON.parse(line) as RequestObject));
  }

  /** The answer to a request that was sent. */
  async answered(milliseconds: number = waits.opening): Promise<Answered> {
    return this.until(
      (pieces) => {
        const found = pieces.find((piece) => piece.kind === 'object' && isReply(piece.object));
        if (found?.kind !== 'object') return undefined;
        const { object, text } = found;
        return { position: this.#position, object, reply: readReply(object), text };
      },
      milliseconds,
      'a JSON object with a Type after a move request',
    );
  }

  async ask(milliseconds?: number): Promise<Answered> {
    await this.passOver();
    this.request();
    return this.answered(milliseconds);
  }

  /** A move was processed: both players are told. @param winner by the rules, null while there is none */
  processed(move: number): void {
    const before = this.#position;
    this.#position = game.play(before, move);
    const result = game.result(this.#position);
    const winner = result?.kind === 'win' ? result.winner : null;
    this.send(processedLine(this.#form, { before, move, winner }));
  }

  /** The other player's move. */
  other(): void {
    this.processed(otherMove(this.#position));
  }

  /**
   * A match from its beginning, as the player of this colour, until the bot was asked so often, its move is illegal
   * or the match is over.
   */
  async match(seat: Seat, requests: number, form: EnumForm = this.usual): Promise<readonly Answered[]> {
    this.initiate(seat, form);
    const all: Answered[] = [];
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

  /** Leads the bot to a board that is none of its match, and asks it there. */
  async led(position: StonesPosition): Promise<Answered> {
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

  /** Listens where nothing is due. @throws Breach at an object */
  async quiet(expected: string): Promise<void> {
    expectNone(await this.listen(waits.quiet), isObject, expected);
  }
}

export const isObject = (pieces: Pieces): boolean => pieces.some(({ kind }) => kind === 'object');

/** @throws Breach where a move is illegal by the rules */
export function expectLegal({ position, reply, text }: Answered): number {
  const { move, why } = judgeReply(position, reply);
  if (why !== null || move === null) throw new Breach('a legal move', `${text}: ${why}`);
  return move;
}

export const linesOf = (said: readonly Said<Pieces>[]): readonly string[] => said.map(({ line }) => line);
