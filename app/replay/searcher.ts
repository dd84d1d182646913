/**
 * Searches journals in worker threads, so that the host continues to read from engines. If an expression makes no
 * progress for too long, its thread is terminated.
 */
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { BadJournal } from '../sessions/journal/reader.ts';
import type { HitPage } from './search.ts';
import type { FromThread, SearchJob } from './search-thread.ts';
import type { Found, JournalLine, LineQuery } from '../shapes/recordings.ts';

/** In milliseconds: the time without progress until a search is stopped. 256 KiB take several hundred times less. */
const patience = 4000;

/** In milliseconds: how long an idle thread is kept for the next search, while the user types or steps through hits. */
const idleTime = 30_000;

/** A query that cannot be searched; `message` says why, `advice` what to do. */
export class BadQuery extends Error {
  override readonly name = 'BadQuery';
  readonly advice: string;

  constructor(message: string, advice: string) {
    super(message);
    this.advice = advice;
  }
}

export type Progress = (bytes: number, lines: number) => void;

type Answer = Exclude<FromThread, { kind: 'progress' }>;

export class Searcher {
  readonly #program: string;
  readonly #patience: number;
  /** An idle thread, and the timer that ends it. */
  #idle: { readonly worker: Worker; readonly timer: NodeJS.Timeout } | null = null;
  #running = new Set<Worker>();

  /** @param program the file of the built `search-thread.ts`, which may lie in an archive */
  constructor(program: string, patienceMilliseconds: number = patience) {
    this.#program = program;
    this.#patience = patienceMilliseconds;
  }

  /** @throws BadQuery, BadJournal, file system errors, or the signal's reason */
  async search(
    path: string,
    query: LineQuery,
    page: HitPage,
    signal?: AbortSignal,
    progress?: Progress,
  ): Promise<Found> {
    const answer = await this.#ask({ kind: 'search', path, query, page }, signal, progress);
    if (answer.kind !== 'found') throw new Error(`a search was answered by ${answer.kind}`);
    return answer.found;
  }

  /** At most `count` lines from number `from` on, ending after the first that reaches so many characters. */
  async lines(
    path: string,
    from: number,
    count: number,
    characters: number,
    signal?: AbortSignal,
  ): Promise<readonly JournalLine[]> {
    const answer = await this.#ask({ kind: 'lines', path, from, count, characters }, signal);
    if (answer.kind !== 'lines') throw new Error(`a question for lines was answered by ${answer.kind}`);
    return answer.lines;
  }

  /** The number of the line that ends in the entry at `at`, after `nth` others; null if there is none. */
  async place(path: string, at: number, nth: number, signal?: AbortSignal): Promise<number | null> {
    const answer = await this.#ask({ kind: 'place', path, at, nth }, signal);
    if (answer.kind !== 'place') throw new Error(`a question for a place was answered by ${answer.kind}`);
    return answer.line;
  }

  /**
   * The indices of the texts that match.
   * @param line the number of the line before them, for the error of an expression that takes too long
   */
  async matching(
    query: LineQuery,
    texts: readonly string[],
    line: number,
    signal?: AbortSignal,
  ): Promise<readonly number[]> {
    const answer = await this.#ask({ kind: 'match', query, texts }, signal, undefined, line);
    if (answer.kind !== 'matching') throw new Error(`a question for matches was answered by ${answer.kind}`);
    return answer.indices;
  }

  /** Ends the threads and their jobs. */
  close(): void {
    this.#drop();
    for (const worker of this.#running) void worker.terminate();
  }

  #take(): Worker {
    const idle = this.#idle;
    if (idle !== null) {
      this.#idle = null;
      clearTimeout(idle.timer);
      return idle.worker;
    }
    // The thread is started from its source text, since it cannot be started from a file in an archive.
    const worker = new Worker(readFileSync(this.#program, 'utf8'), { eval: true, name: 'journal search' });
    worker.unref();
    return worker;
  }

  /** Keeps one thread for the next search. */
  #giveBack(worker: Worker): void {
    worker.removeAllListeners();
    if (this.#idle !== null) return void worker.terminate();
    const timer = setTimeout(() => this.#drop(), idleTime).unref();
    // An error of an idle thread affects no request.
    worker.on('error', () => this.#drop());
    this.#idle = { worker, timer };
  }

  #drop(): void {
    if (this.#idle === null) return;
    clearTimeout(this.#idle.timer);
    void this.#idle.worker.terminate();
    this.#idle = null;
  }

  /** @param line the number of the line before those that the job is about */
  #ask(job: SearchJob, signal: AbortSignal | undefined, progress?: Progress, line = 0): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason as Error);
      const worker = this.#take();
      worker.removeAllListeners();
      this.#running.add(worker);
      let reached = line;
      const settle = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', cancel);
        this.#running.delete(worker);
      };
      const giveUp = (error: Error): void => {
        settle();
        void worker.terminate();
        reject(error);
      };
      const cancel = (): void => giveUp(signal!.reason as Error);
      const late = (): void => giveUp(tooSlow(reached, this.#patience));
      let timer = setTimeout(late, this.#patience);
      signal?.addEventListener('abort', cancel);
      worker.on('error', giveUp);
      worker.on('exit', () => giveUp(new Error('the search was ended')));
      worker.on('message', (message: FromThread) => {
        if (message.kind === 'progress') {
          reached = message.lines;
          clearTimeout(timer);
          timer = setTimeout(late, this.#patience);
          return progress?.(message.bytes, message.lines);
        }
        settle();
        this.#giveBack(worker);
        if (message.kind === 'failed') reject(errorOf(message));
        else resolve(message);
      });
      worker.postMessage(job);
    });
  }
}

function tooSlow(line: number, milliseconds: number): BadQuery {
  const where = line === 0 ? 'at the beginning' : `after line ${line}`;
  return new BadQuery(
    `The search was stopped: it made no progress for ${milliseconds / 1000} s ${where}`,
    'Nested repetition such as (a+)+ can take forever. Avoid it, or search for text.',
  );
}

function errorOf({ name, code, message }: Extract<FromThread, { kind: 'failed' }>): Error {
  if (name === 'SyntaxError') {
    return new BadQuery(message, 'Correct it, or search for text.');
  }
  if (name === 'BadJournal') return new BadJournal(message);
  return Object.assign(new Error(message), { code });
}
