/** Notices about deleted journals and about other Plywires on the same home, running or killed. */
import { basename } from 'node:path';
import type { Pruned } from '../library/journal-limit.ts';
import type { Slot } from '../library/running/slot.ts';
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

/** @param path the file of this host's game */
export function besideWords({ number, beside }: Slot, path: string): string[] {
  if (number === 1 && beside.length === 0) return [];
  const others = counted(beside, 'Another Plywire', 'other Plywires');
  return [
    `${others} ${beside.length > 1 ? 'use' : 'uses'} this home folder too. They share engines and settings; this one has its own game, in ${basename(path)}.`,
  ];
}
