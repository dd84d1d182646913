/** The engine's side of Echo, for any game. */
import { BadNotation, type Game } from '../../../app/games/game.ts';
import type { Finding, Job, Responder, ResponderEvent } from '../../../app/protocols/responder.ts';
import { Conversation, readQuestion } from './words.ts';

export class EchoResponder implements Responder {
  readonly #game: Game;
  readonly #conversation = new Conversation();
  #running: { readonly job: Job; readonly question: string } | null = null;
  #jobs = 0;

  constructor(game: Game) {
    this.#game = game;
  }

  receive(line: string): readonly ResponderEvent[] {
    const question = readQuestion(line);
    if (question !== null && this.#conversation.state === 'idle') return this.#ask(question);
    if (line === 'hello' && this.#conversation.state === 'new') {
      this.#conversation.follow('hello');
      this.#conversation.follow('hello back');
      return [{ kind: 'prepare' }, { kind: 'send', line: 'hello' }];
    }
    if (line === 'hurry' && this.#conversation.state === 'thinking' && this.#running) {
      this.#conversation.follow('hurry');
      return [{ kind: 'cancel', id: this.#running.job.id }];
    }
    if (line !== 'bye' || this.#conversation.state === 'quitting') return [];
    this.#conversation.follow('bye');
    return [{ kind: 'exit' }];
  }

  /** Echo has no line for it. */
  progress(): readonly ResponderEvent[] {
    return [];
  }

  answer(id: number, { bestmove }: Finding): readonly ResponderEvent[] {
    const running = this.#running;
    if (running?.job.id !== id || this.#conversation.state === 'quitting') return [];
    const { job, question } = running;
    this.#running = null;
    this.#conversation.follow('best');
    // An engine that is hurried before its first thought answers with any move.
    const move = bestmove ?? this.#game.moves(job.position)[0];
    return [{ kind: 'send', line: `best ${this.#game.moveText(job.position, move)} ${question}` }];
  }

  #ask(question: string): readonly ResponderEvent[] {
    const position = this.#read(question);
    if (position === null || this.#game.moves(position).length === 0) {
      return [{ kind: 'send', line: `best none ${question}` }];
    }
    const job: Job = { id: ++this.#jobs, position, limit: { kind: 'none' }, only: undefined };
    this.#running = { job, question };
    this.#conversation.follow('move');
    return [{ kind: 'search', job }];
  }

  #read(text: string): unknown {
    try {
      return this.#game.parsePosition(text);
    } catch (error) {
      if (error instanceof BadNotation) return null;
      throw error;
    }
  }
}
