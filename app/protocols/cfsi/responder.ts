/**
 * The engine's side of CFSI, on the states of `states.ts`. Plays run one after the other and are answered in order,
 * invalid ones too: a client takes a debug line that names PLAY as the answer to its oldest play. States of a play:
 *
 * | play    | its turn comes        | `quit`                    | search answers | `stop`                  |
 * |---------|-----------------------|---------------------------|----------------|-------------------------|
 * | waiting | searched, or answered | answered without a search |                | dropped                 |
 * | running |                       | its search is cancelled   | answered       | its search is cancelled |
 *
 * Some plays need no search: an invalid one is answered by a debug line, one without an open column by NULL, and one
 * that `quit` cut short before it began by any legal column.
 */
import { makePosition, type Connect4Position } from '../../games/connect4/index.ts';
import type { Finding, Job, Responder, ResponderEvent } from '../responder.ts';
import { fitLine } from '../text.ts';
import {
  isOpen,
  encodeResponse,
  fourThrough,
  openColumns,
  type Response,
  type BestmoveResponse,
} from './messages.ts';
import { decodeCommand } from './commands.ts';
import { Conversation } from './states.ts';
import { writeScore } from './values.ts';

/** Plies between two infos at the start of a search: a fast engine sends about ten infos a second. */
const INFO_PLIES = 1_000_000;

/** The factor by which this number grows with each info: infos become rarer in a long search. */
const INFO_GROWTH = 1.125;

/** The most plays that can wait. Further ones are only counted, and each is answered by a debug line. */
export const MAX_QUEUED = 1024;

/** The most characters of a client's word that are echoed. */
const ECHOED = 80;

type Queued =
  | { readonly kind: 'invalid'; readonly reason: string }
  | {
      readonly kind: 'play';
      readonly position: Connect4Position;
      readonly depth: number;
      readonly only: number | null;
    };

interface Running {
  readonly id: number;
  readonly play: Extract<Queued, { kind: 'play' }>;
  /** The number of plies that triggers the next info. */
  infoFrom: number;
  cancelled: boolean;
}

/** Makes the line fit to send: it may contain the client's words. */
const send = (response: Response): ResponderEvent => ({
  kind: 'send',
  line: fitLine(encodeResponse(response)),
});
const debug = (text: string): ResponderEvent => send({ kind: 'debug', text });

class CfsiResponder implements Responder {
  readonly #conversation = new Conversation();
  readonly #queue: Queued[] = [];
  /** The number of plays that arrived while the queue was full. They are answered after the queue. */
  #refused = 0;
  #running: Running | null = null;
  #jobs = 0;

  receive(line: string): readonly ResponderEvent[] {
    if (this.#conversation.state === 'quitting') return [];
    const { command, board } = decodeCommand(line);
    switch (command.kind) {
      case 'start':
        if (!this.#conversation.follow('start')) return [debug('The server cannot be re-started')];
        this.#conversation.follow('started');
        return [{ kind: 'prepare' }, send({ kind: 'started' })];
      case 'stop':
        return this.#stop();
      case 'ping':
        return [send({ kind: 'pong' })];
      case 'quit':
        return this.#quit();
      case 'invalid-play':
        return this.#enqueue({ kind: 'invalid', reason: command.reason });
      case 'play': {
        // A valid play comes with its board.
        const position = makePosition(board!, command.token === 'x' ? 0 : 1);
        return this.#enqueue({ kind: 'play', position, depth: command.depth, only: command.column });
      }
      case 'unknown':
        return [debug(`Unknown command: ${command.word.toUpperCase().slice(0, ECHOED)}`)];
      case 'nothing':
        return [];
    }
  }

  progress(id: number, { nodes }: Finding): readonly ResponderEvent[] {
    const running = this.#running;
    if (running?.id !== id || nodes < running.infoFrom) return [];
    running.infoFrom = Math.max(nodes + INFO_PLIES, Math.ceil(nodes * INFO_GROWTH));
    return [send({ kind: 'info', plies: nodes, words: '' })];
  }

  answer(id: number, finding: Finding): readonly ResponderEvent[] {
    if (this.#running?.id !== id) return [];
    const { position, depth, only } = this.#running.play;
    this.#running = null;
    return [send(bestmoveOf(finding, position, depth, only)), ...this.#next()];
  }

  #enqueue(queued: Queued): readonly ResponderEvent[] {
    // The line must not name PLAY, which would end a play for the client.
    if (this.#conversation.state === 'new')
      return [debug('Command rejected because the server is not started')];
    if (this.#refused > 0 || this.#queue.length === MAX_QUEUED) {
      this.#refused++;
      return [];
    }
    this.#queue.push(queued);
    this.#conversation.follow('play');
    return this.#running ? [] : this.#next();
  }

  /** Answers plays that need no search, until one runs or the queue is empty. */
  #next(): readonly ResponderEvent[] {
    const events: ResponderEvent[] = [];
    for (let queued = this.#queue.shift(); queued; queued = this.#queue.shift()) {
      const outright = this.#answerOutright(queued);
      if (outright) {
        events.push(send(outright));
      } else if (queued.kind === 'play') {
        const { position, depth, only } = queued;
        const id = ++this.#jobs;
        this.#running = { id, play: queued, infoFrom: INFO_PLIES, cancelled: false };
        const job: Job = { id, position, limit: { kind: 'depth', plies: depth }, only: only ?? undefined };
        events.push({ kind: 'search', job });
        return events;
      }
    }
    for (; this.#refused > 0; this.#refused--) {
      events.push(debug(`Command PLAY failed. ${MAX_QUEUED} plays were waiting already.`));
    }
    this.#conversation.follow('last answer');
    return events;
  }

  #answerOutright(queued: Queued): Response | null {
    if (queued.kind === 'invalid') {
      return { kind: 'debug', text: `Command PLAY called with invalid arguments. ${queued.reason}` };
    }
    const { position, only } = queued;
    const column = only === null ? anyColumn(position) : isOpen(position, only) ? only : null;
    // The play was cut before it began, or there is no move.
    const cut = this.#conversation.state === 'stopping';
    return cut || column === null ? bareBestmove(column) : null;
  }

  #quit(): readonly ResponderEvent[] {
    this.#conversation.follow('quit');
    return this.#cancel();
  }

  #stop(): readonly ResponderEvent[] {
    this.#conversation.follow('stop');
    this.#queue.length = 0;
    this.#refused = 0;
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

export const createCfsiResponder = (): Responder => new CfsiResponder();

// A finding as a bestmove.
//
// A static `value` of a finding **is the number on the wire**: the worth v of the leaf (0 < v < 1, negative if the
// opponent moved last), already divided by 10^(p-1) for a leaf at ply p. A decisive score is sent as 10^-(plies-1),
// with a minus for a loss.

const isColumn = (move: unknown): move is number => typeof move === 'number' && Number.isInteger(move);

/** The open column nearest to the middle, the left one of a pair; null if the board is full. */
function anyColumn(position: Connect4Position): number | null {
  const middle = (position.width - 1) / 2;
  let best: number | null = null;
  for (const column of openColumns(position)) {
    if (best === null || Math.abs(column - middle) < Math.abs(best - middle)) best = column;
  }
  return best;
}

/** A bestmove with only a column. */
const bareBestmove = (column: number | null): BestmoveResponse => ({
  kind: 'bestmove',
  column,
  score: null,
  four: null,
  line: null,
  scores: null,
});

/**
 * The answer to a play. For a search that was cut short before it found a move, the answer is any legal one.
 * @param depth of the play, in plies
 * @param only the only column asked about; null for all
 */
function bestmoveOf(
  finding: Finding,
  position: Connect4Position,
  depth: number,
  only: number | null,
): BestmoveResponse {
  const { bestmove, score } = finding;
  if (!isColumn(bestmove) || !isOpen(position, bestmove)) return bareBestmove(only ?? anyColumn(position));
  const scores = finding.scores
    .flatMap(({ move, score: own }) =>
      isColumn(move) ? [{ column: move, score: writeScore(own, depth) }] : [],
    )
    .sort((one, two) => one.column - two.column);
  const line = fourThrough(position, bestmove);
  return {
    kind: 'bestmove',
    column: bestmove,
    score: score && writeScore(score, depth),
    four: line ? [bestmove] : wonSequence(finding, bestmove),
    line,
    scores: scores.length > 0 ? scores : null,
  };
}

/** The mover's columns of a forced win; null if there is none or its line is incomplete. */
function wonSequence({ score, line }: Finding, bestmove: number): readonly number[] | null {
  if (score?.type !== 'decisive' || score.winner !== 'mover' || line.length < score.plies) return null;
  if (line[0] !== bestmove) return null;
  const own = line.slice(0, score.plies).filter((_, ply) => ply % 2 === 0);
  return own.every(isColumn) ? own : null;
}
