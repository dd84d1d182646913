/** Journals of any size, as a session over CFP writes them: searches with much output. */
import { systemClock } from '../../app/sessions/clock.ts';
import { Journal } from '../../app/sessions/journal/journal.ts';

const listener = {
  onPressure: () => undefined,
  onQuota: () => undefined,
  onFault: (error: Error) => {
    throw error;
  },
};

/** Lines of 80 bytes that an engine prints in each search, and how many of them come in one read of its pipe. */
const saying = `${`info ${'depth 12 nodes 1234567 '.repeat(4)}`.slice(0, 79)}\n`;
const chunksOfSearch = 25;
const linesOfChunk = [1, 7, 64];

/** Writes at least this many bytes. Returns the number of searches. */
export async function writeLargeJournal(path: string, bytes: number): Promise<number> {
  const facts = { protocol: 'cfp' };
  const journal = new Journal({ path, facts, quotaBytes: 2 ** 40, clock: systemClock, epoch: 0, listener });
  let [now, searches] = [0, 0];
  const ours = (text: string) => journal.text('-->', `${text}\n`, now++);
  const theirs = (text: string) => journal.chunk('<--', Buffer.from(text), now++);
  ours('cfp');
  theirs('id name a\nid author b\ncfpok\n');
  for (; journal.bytes < bytes; searches++) {
    ours('position startpos');
    ours('isready');
    theirs('readyok\n');
    ours('go');
    for (let chunk = 0; chunk < chunksOfSearch; chunk++) {
      theirs(saying.repeat(linesOfChunk[chunk % linesOfChunk.length]!));
    }
    ours('stop');
    theirs('bestmove 3\n');
    await journal.flush();
  }
  ours('quit');
  journal.text('###', 'quit: the engine was told to leave', now);
  await journal.close();
  return searches;
}
