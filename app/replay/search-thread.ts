/** The thread that searches journals: one job at a time, each answered once, with progress in between. */
import { parentPort } from 'node:worker_threads';
import { lineAt, linesOfJournal, matchingOf, searchJournal, type HitPage } from './search.ts';
import type { Found, JournalLine, LineQuery } from '../shapes/recordings.ts';

export type SearchJob =
  | { readonly kind: 'search'; readonly path: string; readonly query: LineQuery; readonly page: HitPage }
  | {
      readonly kind: 'lines';
      readonly path: string;
      readonly from: number;
      readonly count: number;
      readonly characters: number;
    }
  | { readonly kind: 'place'; readonly path: string; readonly at: number; readonly nth: number }
  | { readonly kind: 'match'; readonly query: LineQuery; readonly texts: readonly string[] };

export type FromThread =
  | { readonly kind: 'progress'; readonly bytes: number; readonly lines: number }
  | { readonly kind: 'found'; readonly found: Found }
  | { readonly kind: 'lines'; readonly lines: readonly JournalLine[] }
  | { readonly kind: 'place'; readonly line: number | null }
  | { readonly kind: 'matching'; readonly indices: readonly number[] }
  /** `code` identifies file system errors, `name` others. */
  | {
      readonly kind: 'failed';
      readonly name: string;
      readonly code: string | null;
      readonly message: string;
    };

function answer(job: SearchJob, tell: (message: FromThread) => void): FromThread {
  try {
    if (job.kind === 'place') return { kind: 'place', line: lineAt(job.path, job.at, job.nth) };
    if (job.kind === 'match') return { kind: 'matching', indices: matchingOf(job.query, job.texts) };
    if (job.kind === 'lines') {
      return { kind: 'lines', lines: linesOfJournal(job.path, job.from, job.count, job.characters) };
    }
    const progress = (bytes: number, lines: number): void => tell({ kind: 'progress', bytes, lines });
    return { kind: 'found', found: searchJournal(job.path, job.query, job.page, progress) };
  } catch (thrown) {
    const { name, message, code } = thrown as NodeJS.ErrnoException;
    return { kind: 'failed', name, message, code: code ?? null };
  }
}

const port = parentPort;
if (port === null) throw new Error('this is the main thread');
port.on('message', (job: SearchJob) => {
  const tell = (message: FromThread): void => port.postMessage(message);
  tell(answer(job, tell));
});
