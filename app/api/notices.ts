/** What a person is told about other Plywires on the same home, those that run and those that were killed. */
import type { Pruned } from '../library/journal-limit.ts';
import type { Swept } from '../library/running/sweep.ts';
import { bytesInWords } from '../sessions/ending/confined-words.ts';

export const prunedWords = ({ files, bytes, limit }: Pruned): string =>
  `${files === 1 ? 'The oldest journal was' : `The ${files} oldest journals were`} deleted (${bytesInWords(bytes)}) to keep the total below ${bytesInWords(limit)}. You can change this limit in the settings, under Journals.`;

const counted = (pids: readonly number[], one: string, many: string): string =>
  `${pids.length === 1 ? one : `${pids.length} ${many}`} (${pids.length === 1 ? 'pid' : 'pids'} ${pids.join(', ')})`;

export function sweptWords({ ended, stuck }: Swept): string[] {
  const sentences: string[] = [];
  if (ended.length > 0) {
    sentences.push(`Ended ${counted(ended, 'an engine', 'engines')} left over from a killed Plywire.`);
  }
  if (stuck.length > 0) {
    sentences.push(
      `A killed Plywire left ${counted(stuck, 'an engine', 'engines')} behind that cannot be ended.`,
    );
  }
  return sentences;
}

/** That other hosts have games of this home open. */
export const elsewhereWords = (games: number): string =>
  `Another Plywire uses this home folder too and has ${games === 1 ? 'a game' : `${games} games`} open. Close ${games === 1 ? 'it' : 'them'} there to open ${games === 1 ? 'it' : 'them'} here.`;
