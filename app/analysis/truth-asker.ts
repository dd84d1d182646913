/** Asks what is proven about positions, in a thread of its own. */
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { Line } from '../games/line.ts';
import type { PositionTruth } from '../truth/verdict.ts';
import type { TruthAnswer, TruthPart, TruthQuestion } from './truth-thread.ts';

interface Asked {
  readonly resolve: (truth: AskedTruth) => void;
  readonly reject: (error: Error) => void;
}

export interface AskedTruth extends PositionTruth<string> {
  /** Best play by both sides, as far as it was asked for and is proven. */
  readonly line?: readonly string[];
}

/**
 * What is proven about the end of a line and each of its moves, which are canonical texts.
 * @param part `value` asks about the position as a whole, where that costs less, and `line` for best play too; the moves
 *   are unknown then
 */
export type AskTruth = (
  line: Line,
  seconds: number,
  signal?: AbortSignal,
  part?: TruthPart,
) => Promise<AskedTruth>;

export class TruthAsker {
  readonly #program: string;
  readonly #asked = new Map<number, Asked>();
  #worker: Worker | null = null;
  #id = 0;

  /** @param program the file of the built `truth-thread.ts`, which may lie in an archive */
  constructor(program: string) {
    this.#program = program;
  }

  /**
   * Proves what it can in this time. A question that is called off has the answer that it has by then.
   * @throws Error if the thread failed, or was closed
   */
  readonly ask: AskTruth = async ({ game, start, moves }, seconds, signal, part = 'all') => {
    const id = ++this.#id;
    const flag = new Int32Array(new SharedArrayBuffer(4));
    const question: TruthQuestion = {
      ...{ id, game: game.id, seconds, part, flag },
      start: game.positionText(start),
      moves: moves.length === 0 ? '' : game.movesText(start, moves),
    };
    const callOff = (): void => void Atomics.store(flag, 0, 1);
    if (signal?.aborted) callOff();
    signal?.addEventListener('abort', callOff);
    try {
      return await new Promise((resolve, reject) => {
        this.#asked.set(id, { resolve, reject });
        this.#thread().postMessage(question);
      });
    } finally {
      signal?.removeEventListener('abort', callOff);
    }
  };

  close(): void {
    void this.#worker?.terminate();
    this.#fail(new Error('the host is closing'));
  }

  #thread(): Worker {
    if (this.#worker !== null) return this.#worker;
    // Started from its source text, since it cannot be started from a file in an archive.
    const worker = new Worker(readFileSync(this.#program, 'utf8'), { eval: true, name: 'truth' });
    worker.unref();
    worker.on('message', (answer: TruthAnswer) => {
      const asked = this.#asked.get(answer.id);
      this.#asked.delete(answer.id);
      if ('truth' in answer) asked?.resolve(answer.truth);
      else asked?.reject(new Error(answer.error));
    });
    worker.on('error', (error) => this.#fail(error as Error));
    this.#worker = worker;
    return worker;
  }

  #fail(error: Error): void {
    this.#worker = null;
    for (const { reject } of this.#asked.values()) reject(error);
    this.#asked.clear();
  }
}
