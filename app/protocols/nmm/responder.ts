/**
 * The engine's side of NMM. It reads as leniently as the text asks, writes exactly as the text does, and obeys commands
 * in order:
 *
 * | state    | `go`     | search answers             | `stop`          | `quit`                 | other command |
 * |----------|----------|----------------------------|-----------------|------------------------|---------------|
 * | idle     | thinking |                            |                 | exits                  | obeyed        |
 * | thinking | waits    | bestmove; takes what waits | ends the search | ends the search; exits | waits         |
 *
 * When the game is over, `go` is answered by `none` without a search, and `move` does nothing. An impossible position
 * or move leaves the board unchanged; the reason goes to stderr.
 */
import { IllegalMove } from '../../games/game.ts';
import { morris, type MorrisPosition, type PointNotation } from '../../games/morris/index.ts';
import type { Finding, Responder, ResponderEvent } from '../responder.ts';
import { StateMachine } from '../conversation.ts';
import { decodeCommand, type CommandRead } from './commands.ts';
import { writeMove } from './messages.ts';
import { arrows } from './states.ts';
import type { Limit } from '../../shapes/engines.ts';
import type { Score } from '../../shapes/games.ts';

export interface NmmEngine {
  /** The notation in which it writes points; it reads both. */
  readonly notation: PointNotation;
  /**
   * How long it may think if no `stop` arrives. @param again the number of consecutive `go noplay` that it has answered
   * on this position: a host that asks again wants a deeper answer
   */
  limit(again: number): Limit;
  /** Monotonic, in milliseconds. */
  now(): number;
}

/** The most commands that can wait; more are dropped with a complaint. */
export const MAX_QUEUED = 4096;

/** A win in n plies is written as this minus n, far beyond any advantage in men. */
export const WIN = 10_000;

interface Running {
  readonly id: number;
  readonly noplay: boolean;
  readonly began: number;
  cancelled: boolean;
}

const send = (line: string): ResponderEvent => ({ kind: 'send', line });
const complain = (text: string): ResponderEvent => ({ kind: 'complain', text });

class NmmResponder implements Responder {
  readonly #engine: NmmEngine;
  readonly #conversation = new StateMachine(arrows, 'new');
  readonly #queue: CommandRead[] = [];
  #position: MorrisPosition = morris.initial();
  #running: Running | null = null;
  #jobs = 0;
  /** The position of the last `go noplay`, and the number of consecutive ones before it. */
  #asked: { readonly position: MorrisPosition; readonly again: number } | null = null;

  constructor(engine: NmmEngine) {
    this.#engine = engine;
  }

  open(): readonly ResponderEvent[] {
    this.#conversation.follow('ready');
    return [send('ready')];
  }

  receive(line: string): readonly ResponderEvent[] {
    if (this.#conversation.state === 'quitting') return [];
    const { command } = decodeCommand(line);
    if (command.kind === 'stop') return this.#stop();
    if (command.kind === 'quit') return this.#quit();
    if (!this.#running) return this.#obey(command);
    if (this.#queue.length === MAX_QUEUED) return [complain(`${MAX_QUEUED} commands are waiting already`)];
    this.#queue.push(command);
    return [];
  }

  progress(id: number, finding: Finding): readonly ResponderEvent[] {
    const running = this.#running;
    return running?.id === id ? [this.#info(running, finding)] : [];
  }

  answer(id: number, finding: Finding): readonly ResponderEvent[] {
    const running = this.#running;
    if (running?.id !== id) return [];
    this.#running = null;
    // Only a legal move is sent, even if the search found none.
    const legal = morris.moves(this.#position);
    const move = legal.find((each) => each === finding.bestmove) ?? legal[0]!;
    if (!running.noplay) this.#position = morris.play(this.#position, move);
    this.#conversation.follow('last bestmove');
    const bestmove = send(`bestmove ${writeMove(move, this.#engine.notation)}`);
    return [this.#info(running, finding), bestmove, ...this.#next()];
  }

  #info({ began }: Running, { score, nodes }: Finding): ResponderEvent {
    const seconds = Math.max(0, this.#engine.now() - began) / 1000;
    const value = score === null ? null : evalOf(score);
    const words = value === null ? '' : ` eval ${value}`;
    return send(`info time ${seconds.toFixed(3)}${words} nodes ${nodes}`);
  }

  /** Obeys waiting commands until a search runs. */
  #next(): readonly ResponderEvent[] {
    const events: ResponderEvent[] = [];
    while (!this.#running) {
      const command = this.#queue.shift();
      if (!command) break;
      events.push(...this.#obey(command));
    }
    return events;
  }

  #obey(command: CommandRead): readonly ResponderEvent[] {
    switch (command.kind) {
      case 'init':
        this.#conversation.follow('init');
        return [{ kind: 'prepare' }];
      case 'newgame':
        this.#position = command.position;
        return [{ kind: 'newGame' }];
      case 'move':
        return this.#play(command.move);
      case 'go':
        return this.#go(command.noplay);
      case 'unreadable':
        return [
          complain(`Invalid ${command.command === 'newgame' ? 'position' : 'move'}: ${command.reason}`),
        ];
      case 'unknown':
        return [complain(`Invalid command: ${command.word}`)];
      case 'stop':
      case 'quit':
      case 'nothing':
        return [];
    }
  }

  #play(move: number): readonly ResponderEvent[] {
    if (morris.result(this.#position)) return [];
    try {
      this.#position = morris.play(this.#position, move);
      return [];
    } catch (error) {
      if (!(error instanceof IllegalMove)) throw error;
      return [complain(`Invalid move: ${error.message}`)];
    }
  }

  #go(noplay: boolean): readonly ResponderEvent[] {
    if (morris.result(this.#position)) return [send('bestmove none')];
    this.#conversation.follow('go');
    const id = ++this.#jobs;
    this.#running = { id, noplay, began: this.#engine.now(), cancelled: false };
    const limit = this.#engine.limit(this.#countAsked(noplay));
    return [{ kind: 'search', job: { id, position: this.#position, limit, only: undefined } }];
  }

  #countAsked(noplay: boolean): number {
    const position = this.#position;
    const again = noplay && this.#asked?.position === position ? this.#asked.again + 1 : 0;
    this.#asked = noplay ? { position, again } : null;
    return again;
  }

  #stop(): readonly ResponderEvent[] {
    this.#conversation.follow('stop');
    return this.#cancel();
  }

  #quit(): readonly ResponderEvent[] {
    this.#conversation.follow('quit');
    this.#queue.length = 0;
    const events = this.#cancel();
    this.#running = null;
    return [...events, { kind: 'exit' }];
  }

  #cancel(): readonly ResponderEvent[] {
    const running = this.#running;
    if (!running || running.cancelled) return [];
    running.cancelled = true;
    return [{ kind: 'cancel', id: running.id }];
  }
}

/** The advantage of the player to move; null if it is not finite. */
function evalOf(score: Score): number | null {
  if (score.type === 'decisive') {
    const size = WIN - score.plies;
    return score.winner === 'mover' ? size : -size;
  }
  // Fixed digits avoid an exponent.
  return Number.isFinite(score.value) ? Number(score.value.toFixed(3)) : null;
}

export const createNmmResponder = (engine: NmmEngine): Responder => new NmmResponder(engine);
