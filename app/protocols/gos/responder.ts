/**
 * The bot's side of GoS. It reads both forms of enums and any layout, and answers as the text does. It plays on the
 * board of the request, regardless of earlier lines, and chooses among the moves of the allowed types.
 *
 * | state    | `Color`       | request  | search answers         | winner                 | other   |
 * |----------|---------------|----------|------------------------|------------------------|---------|
 * | idle     | sets its seat | thinking |                        | exits                  | ignored |
 * | thinking | ignored       | waits    | move; takes what waits | ends the search; exits | ignored |
 *
 * A complaint on stderr reports a second colour, a request before the colour or without a legal move, and anything that
 * is unreadable.
 */
import type { Seat } from '../../games/game.ts';
import { stones as game, type StonesPosition } from '../../games/stones/index.ts';
import { StateMachine } from '../conversation.ts';
import type { Finding, Responder, ResponderEvent } from '../responder.ts';
import { isMessage, positionOf, readMessage, replyLine, typeOf, type Message } from './messages.ts';
import { arrows } from './states.ts';
import { ObjectStream } from './stream.ts';
import type { Limit } from '../../shapes/engines.ts';

export interface GosEngine {
  limit(): Limit;
}

/** The most requests that can wait; more are dropped with a complaint. */
export const MAX_QUEUED = 64;

interface Running {
  readonly id: number;
  readonly position: StonesPosition;
  /** The moves of the allowed types, at least one. */
  readonly moves: readonly number[];
}

type Request = Extract<Message, { kind: 'request' }>;

const complain = (text: string): ResponderEvent => ({ kind: 'complain', text });

class GosResponder implements Responder {
  readonly #engine: GosEngine;
  readonly #conversation = new StateMachine(arrows, 'new');
  readonly #stream = new ObjectStream(isMessage);
  readonly #queue: Request[] = [];
  #seat: Seat | null = null;
  #running: Running | null = null;
  #jobs = 0;

  constructor(engine: GosEngine) {
    this.#engine = engine;
  }

  receive(line: string): readonly ResponderEvent[] {
    const events: ResponderEvent[] = [];
    for (const piece of this.#stream.read(line)) {
      if (this.#conversation.state === 'quitting') break;
      if (piece.kind === 'text') events.push(complain(`passed by ${piece.text}: ${piece.reason}`));
      else if (piece.kind === 'object') events.push(...this.#obey(readMessage(piece.object)));
    }
    return events;
  }

  /** The text has no message for progress. */
  progress(): readonly ResponderEvent[] {
    return [];
  }

  answer(id: number, { bestmove }: Finding): readonly ResponderEvent[] {
    const running = this.#running;
    if (running?.id !== id) return [];
    this.#running = null;
    const { position, moves } = running;
    // Only a legal move is sent, even if the search found none.
    const move = moves.find((each) => each === bestmove) ?? moves[0]!;
    this.#conversation.follow('last move');
    return [{ kind: 'send', line: replyLine(position, move) }, ...this.#next()];
  }

  #obey(message: Message): readonly ResponderEvent[] {
    switch (message.kind) {
      case 'initiate':
        if (this.#seat !== null) return [complain('the colour is already known')];
        this.#seat = message.seat;
        this.#conversation.follow('initiate');
        return [{ kind: 'prepare' }];
      case 'request':
        if (!this.#running) return this.#think(message);
        if (this.#queue.length === MAX_QUEUED)
          return [complain(`${MAX_QUEUED} requests are waiting already`)];
        this.#queue.push(message);
        return [];
      case 'processed':
        return message.winner === null ? [] : this.#leave();
      case 'unreadable':
        return [complain(`passed by a message: ${message.reason}`)];
    }
  }

  #think(request: Request): readonly ResponderEvent[] {
    if (this.#seat === null) return [complain('a request came before the colour')];
    const position = positionOf(this.#seat, request);
    const result = game.result(position);
    if (result !== null) return [complain(`there is no move: ${result.reason}`)];
    const legal = game.moves(position);
    const moves = legal.filter((move) => request.allowed.includes(typeOf(position.stones, move)));
    if (moves.length === 0)
      return [complain(`there is no move of an allowed type: ${request.allowed.join()}`)];
    const id = ++this.#jobs;
    this.#running = { id, position, moves };
    this.#conversation.follow('request');
    const among = moves.length < legal.length ? { among: moves } : {};
    return [
      { kind: 'search', job: { id, position, limit: this.#engine.limit(), only: undefined, ...among } },
    ];
  }

  /** Takes waiting requests until a search runs. */
  #next(): readonly ResponderEvent[] {
    const events: ResponderEvent[] = [];
    while (!this.#running) {
      const request = this.#queue.shift();
      if (!request) break;
      events.push(...this.#think(request));
    }
    return events;
  }

  #leave(): readonly ResponderEvent[] {
    const running = this.#running;
    this.#running = null;
    this.#queue.length = 0;
    if (!this.#conversation.follow('winner')) return [];
    return [...(running ? [{ kind: 'cancel', id: running.id } as const] : []), { kind: 'exit' }];
  }
}

export const createGosResponder = (engine: GosEngine): Responder => new GosResponder(engine);
