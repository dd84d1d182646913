/** The thread that reads files into the library: one at a time, each answered once. */
import { parentPort } from 'node:worker_threads';
import { choiceText, unread } from './indexed-file.ts';
import { readGames, type FileQuestion, type ReadFile } from './read-file.ts';

export type FromIndexThread =
  | { readonly kind: 'progress'; readonly games: number }
  | ({ readonly kind: 'file' } & ReadFile);

/** In milliseconds between two words of progress. */
const toldMilliseconds = 100;

const port = parentPort;
if (port === null) throw new Error('this is the main thread');

const answer = async (question: FileQuestion): Promise<void> => {
  let told = performance.now();
  const progress = (games: number): void => {
    if (performance.now() < told + toldMilliseconds) return;
    told = performance.now();
    port.postMessage({ kind: 'progress', games } satisfies FromIndexThread);
  };
  let read: ReadFile;
  try {
    read = await readGames(question, progress);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // What is not a fault of the disk is one of ours, and is told as it is.
    const why =
      code === undefined ? `Plywire failed to read it: ${message}` : `It cannot be read: ${message}.`;
    read = { file: unread(question.facts, why, choiceText(question.choice)), said: [] };
  }
  const { starts, low, high } = read.file.columns;
  port.postMessage({ kind: 'file', ...read } satisfies FromIndexThread, [
    starts.buffer as ArrayBuffer,
    low.buffer as ArrayBuffer,
    high.buffer as ArrayBuffer,
  ]);
};

port.on('message', (question: FileQuestion) => void answer(question));
