/** An engine behind a responder that does not think: it finds what it is told to, when it is told to. */
import type { Game } from '../../app/games/game.ts';
import type { Finding, Job, Responder, ResponderEvent } from '../../app/protocols/responder.ts';
import { demand, demandFitLine } from './faults.ts';

/** Random, fitted to the job. */
export interface Luck {
  readonly move: number;
  readonly score: number;
}

export class IdleEngine {
  readonly #responder: Responder;
  readonly #game: Game;
  readonly #answer: RegExp;
  readonly #say: (line: string) => void;
  readonly #cancelAtOnce: boolean;
  readonly #complain: (line: string) => void;
  #job: Job | null = null;
  /** The job's finding was given, and its answer line is to follow. */
  #found = false;
  #lastId = 0;
  gone = false;

  constructor(
    responder: Responder,
    { game, answer }: { readonly game: Game; readonly answer: RegExp },
    say: (line: string) => void,
    cancelAtOnce: boolean,
    complain: (line: string) => void = () => undefined,
  ) {
    this.#responder = responder;
    this.#game = game;
    this.#answer = answer;
    this.#say = say;
    this.#cancelAtOnce = cancelAtOnce;
    this.#complain = complain;
    this.#obey(responder.open?.() ?? []);
  }

  /** A search was requested and its answer is not out. */
  get owes(): boolean {
    return this.#job !== null && !this.gone;
  }

  hear(line: string): void {
    if (!this.gone) this.#obey(this.#responder.receive(line));
  }

  progress(luck: Luck): void {
    const job = this.#job;
    if (job && !this.#found && !this.gone)
      this.#obey(this.#responder.progress(job.id, this.#finding(job, luck)));
  }

  /** Ends the current search, if any. */
  answer(luck: Luck): void {
    const job = this.#job;
    if (!job || this.#found || this.gone) return;
    this.#found = true;
    this.#obey(this.#responder.answer(job.id, this.#finding(job, luck)));
  }

  #obey(events: readonly ResponderEvent[]): void {
    for (const event of events) {
      demand(!this.gone, () => `${event.kind} after exit`);
      switch (event.kind) {
        case 'send':
          demandFitLine(event.line);
          // The answer line of a search; those given without a search come while none is open.
          if (this.#job && this.#found && this.#answer.test(event.line)) {
            this.#job = null;
            this.#found = false;
          }
          this.#say(event.line);
          break;
        case 'search':
          demand(
            this.#job === null,
            () => `search ${event.job.id} began before ${this.#job?.id} was answered`,
          );
          demand(event.job.id > this.#lastId, () => `the id ${event.job.id} was used before`);
          demand(this.#game.moves(event.job.position).length >= 0, () => 'a job without a position');
          this.#job = event.job;
          this.#lastId = event.job.id;
          break;
        case 'cancel':
          demand(this.#job?.id === event.id, () => `cancel of ${event.id}, which is not under way`);
          if (this.#cancelAtOnce) this.answer({ move: event.id, score: 0 });
          break;
        case 'complain':
          this.#complain(event.text);
          break;
        case 'exit':
          this.gone = true;
          break;
        case 'prepare':
        case 'option':
        case 'newGame':
      }
    }
  }

  #finding({ position, limit }: Job, { move, score }: Luck): Finding {
    const moves = this.#game.moves(position);
    const bestmove = moves.length === 0 || move % 16 === 0 ? null : moves[move % moves.length];
    const plies = 1 + (score % 9);
    const scores = [
      { type: 'static', value: (score - 128) / 128 },
      { type: 'decisive', winner: 'mover', plies },
      { type: 'decisive', winner: 'opponent', plies },
      { type: 'static', value: Number.NaN },
      { type: 'static', value: -Infinity },
      null,
    ] as const;
    const found = scores[score % scores.length]!;
    return {
      bestmove,
      score: found,
      scores: found ? moves.map((each) => ({ move: each, score: found })) : [],
      line: bestmove === null ? [] : [bestmove],
      depth: limit.kind === 'depth' ? limit.plies : 3,
      nodes: score * 1_000_000,
    };
  }
}
