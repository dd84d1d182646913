/**
 * Reads files into the library in a thread, so that the host goes on meanwhile. A file over which the thread dies or makes
 * no progress is left out with a sentence; the next one gets a new thread.
 */
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { FromIndexThread } from './index-thread.ts';
import { choiceText, unread } from './indexed-file.ts';
import type { FileQuestion, ReadFile } from './read-file.ts';

/** In milliseconds without progress. The largest game of a file takes a hundredth of it. */
const patienceMilliseconds = 60_000;

/** In MiB: the thread's memory beside the columns, which do not count. */
const mostMemory = 1024;

export class Indexer {
  readonly #program: string;
  readonly #patience: number;
  #worker: Worker | null = null;

  /** @param program the file of the built `index-thread.ts`, which may lie in an archive */
  constructor(program: string, patience: number = patienceMilliseconds) {
    this.#program = program;
    this.#patience = patience;
  }

  /** One file at a time. @throws the signal's reason */
  read(question: FileQuestion, signal: AbortSignal, progress: (games: number) => void): Promise<ReadFile> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason as Error);
      const worker = this.#thread();
      const settle = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', cancel);
        worker.off('error', fail).off('exit', end).off('message', hear);
      };
      const leaveOut = (why: string): void => {
        settle();
        this.close();
        resolve({ file: unread(question.facts, why, choiceText(question.choice)), said: [] });
      };
      const cancel = (): void => {
        settle();
        this.close();
        reject(signal.reason as Error);
      };
      const late = (): void =>
        leaveOut(`Reading it was given up: it made no progress for ${this.#patience / 1000} s.`);
      const fail = (error: Error): void => leaveOut(`Reading it failed: ${error.message}.`);
      const end = (): void => leaveOut('Reading it failed: the thread ended.');
      const hear = (message: FromIndexThread): void => {
        if (message.kind === 'progress') {
          clearTimeout(timer);
          timer = setTimeout(late, this.#patience);
          return progress(message.games);
        }
        settle();
        resolve({ file: message.file, said: message.said });
      };
      let timer = setTimeout(late, this.#patience);
      signal.addEventListener('abort', cancel);
      worker.on('error', fail).on('exit', end).on('message', hear);
      worker.postMessage(question);
    });
  }

  /** Ends the thread. */
  close(): void {
    void this.#worker?.terminate();
    this.#worker = null;
  }

  #thread(): Worker {
    if (this.#worker !== null) return this.#worker;
    // Started from its source text, since it cannot be started from a file in an archive.
    this.#worker = new Worker(readFileSync(this.#program, 'utf8'), {
      eval: true,
      name: 'game library',
      resourceLimits: { maxOldGenerationSizeMb: mostMemory },
    });
    this.#worker.unref();
    // An error of an idle thread shows at the next file.
    this.#worker.on('error', () => undefined);
    return this.#worker;
  }
}
