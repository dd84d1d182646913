/**
 * A thinker in a worker thread. The thread reads no messages while it computes, so anything that must reach it during a
 * search is a flag in shared memory.
 */
import { parentPort, Worker, type TransferListItem } from 'node:worker_threads';
import type { Finding, Job } from '../../app/protocols/responder.ts';

/** What the thread runs. Everything is synchronous; calls arrive in order. */
export interface EngineCore {
  prepare(): void;
  search(job: Job, shouldStop: () => boolean, onProgress: (finding: Finding) => void): Finding;
  option(name: string, value: string): void;
  newGame(): void;
}

type ToThread =
  | { readonly kind: 'prepare' }
  | { readonly kind: 'search'; readonly job: Job; readonly flag: Int32Array }
  | { readonly kind: 'option'; readonly name: string; readonly value: string }
  | { readonly kind: 'newGame' };

type FromThread =
  | { readonly kind: 'prepared' }
  | { readonly kind: 'progress' | 'answer'; readonly id: number; readonly finding: Finding };

/** The thread's side: serves the calls of `createThreadThinker`. */
export function serveThread(mind: EngineCore): void {
  const port = parentPort;
  if (port === null) throw new Error('this is the main thread');
  const tell = (message: FromThread, transfer: readonly TransferListItem[] = []): void => {
    port.postMessage(message, transfer);
  };
  port.on('message', (message: ToThread) => {
    switch (message.kind) {
      case 'prepare':
        mind.prepare();
        tell({ kind: 'prepared' });
        break;
      case 'search': {
        const { job, flag } = message;
        const shouldStop = (): boolean => Atomics.load(flag, 0) !== 0;
        const finding = mind.search(job, shouldStop, (found) =>
          tell({ kind: 'progress', id: job.id, finding: found }),
        );
        tell({ kind: 'answer', id: job.id, finding });
        break;
      }
      case 'option':
        mind.option(message.name, message.value);
        break;
      case 'newGame':
        mind.newGame();
        break;
    }
  });
}

interface Running {
  readonly flag: Int32Array;
  readonly onProgress: (finding: Finding) => void;
  readonly onAnswer: (finding: Finding) => void;
}

/**
 * In MiB: the space for compiled code, of which one or two are used. By default a thread reserves 512, which matters if
 * virtual memory is limited.
 */
const codeRange = 16;

/**
 * The main thread's side. The first call starts the thread.
 *
 * @param file the program that calls `serveThread` in its thread
 * @param data the thread's `workerData`
 * @param check says why an option's value is refused, or null
 * @param onFailure called if the thread dies of an error
 */
export function createThreadThinker(
  file: string,
  data: unknown,
  check: (name: string, value: string) => string | null,
  onFailure: (error: Error) => void,
): Thinker {
  const running = new Map<number, Running>();
  const prepared: (() => void)[] = [];
  let worker: Worker | null = null;

  const receive = (message: FromThread): void => {
    if (message.kind === 'prepared') {
      prepared.shift()?.();
      return;
    }
    const search = running.get(message.id);
    if (search === undefined) return;
    if (message.kind === 'progress') {
      search.onProgress(message.finding);
    } else {
      running.delete(message.id);
      search.onAnswer(message.finding);
    }
  };

  const thread = (): Worker => {
    if (worker === null) {
      worker = new Worker(file, { workerData: data, resourceLimits: { codeRangeSizeMb: codeRange } });
      worker.on('message', receive);
      worker.on('error', onFailure);
    }
    return worker;
  };
  const post = (message: ToThread): void => thread().postMessage(message);

  return {
    wake: () => void thread(),
    prepare: () =>
      new Promise((resolve) => {
        prepared.push(resolve);
        post({ kind: 'prepare' });
      }),
    search: (job, onProgress) =>
      new Promise((onAnswer) => {
        const flag = new Int32Array(new SharedArrayBuffer(4));
        running.set(job.id, { flag, onProgress, onAnswer });
        post({ kind: 'search', job, flag });
      }),
    cancel(id) {
      const search = running.get(id);
      if (search !== undefined) Atomics.store(search.flag, 0, 1);
    },
    option(name, value) {
      const fault = check(name, value);
      if (fault === null) post({ kind: 'option', name, value });
      return fault;
    },
    newGame: () => post({ kind: 'newGame' }),
  };
}

export interface Thinker {
  /** Starts the thread in advance: called once the conversation is open, so that the first search need not wait. */
  wake(): void;
  /** Allocates what searching needs. Resolves when a search could begin. */
  prepare(): Promise<void>;
  /** `onProgress` is called with intermediate findings. Never rejects: the best finding so far is an answer. */
  search(job: Job, onProgress: (finding: Finding) => void): Promise<Finding>;
  /** Ends the search of this id soon; a search that has not begun answers at once. */
  cancel(id: number): void;
  /** @returns why the value is refused, or null */
  option(name: string, value: string): string | null;
  newGame(): void;
}
