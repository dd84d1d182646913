/** The wording of sessions' journals. Pure. */
import type { JournalSummary } from '../../app/api/contract.ts';
import { journalName, type Glance } from '../console/words.ts';
import { bytes, countedGrouped, grouped, hourAndMinute, timeOfDay } from '../ui/words.ts';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `21 Nov 2026, 14:03:09`, in local time. */
export function exactly(at: number): string {
  const date = new Date(at);
  return `${date.getDate()} ${months[date.getMonth()]} ${date.getFullYear()}, ${timeOfDay(date)}`;
}

/** `just now`, `5 min ago`, `today 14:03`, `yesterday 14:03`, `21 Nov 14:03`; with the year if it is another one. */
export function when(at: number, now: number): string {
  const minutes = Math.floor((now - at) / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  const date = new Date(at);
  const today = new Date(now);
  const midnight = new Date(today.getFullYear(), today.getMonth(), today.getDate());
  if (date >= midnight) return `today ${hourAndMinute(date)}`;
  const yesterday = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1);
  if (date >= yesterday) return `yesterday ${hourAndMinute(date)}`;
  const day = `${date.getDate()} ${months[date.getMonth()]}`;
  return date.getFullYear() === today.getFullYear()
    ? `${day} ${hourAndMinute(date)}`
    : `${day} ${date.getFullYear()}`;
}

/** The name of a journal's file. */
export const fileName = ({ title, openedAt }: Pick<JournalSummary, 'title' | 'openedAt'>): string =>
  journalName(title ?? 'session', new Date(openedAt).toISOString());

/** The ending in the words of journals and of the command line, so that the filter finds it. */
export function glanceOf({ ending, forfeit }: Pick<JournalSummary, 'ending' | 'forfeit'>): Glance {
  if (forfeit !== null) return { tone: 'bad', word: forfeit.word };
  if (ending.kind === 'running') return { tone: 'busy', word: 'running' };
  if (ending.kind === 'cut short') return { tone: 'wait', word: 'cut short' };
  if (ending.kind === 'no ending recorded') return { tone: 'off', word: ending.kind };
  return { tone: ending.word === 'quit' ? 'off' : 'bad', word: ending.word };
}

/** The reason for the ending, as a sentence without a full stop. */
export function reasonOf({ ending, forfeit }: Pick<JournalSummary, 'ending' | 'forfeit'>): string {
  if (forfeit !== null) return forfeit.reason;
  if (ending.kind === 'running') return 'still recording';
  if (ending.kind === 'ended') return ending.reason;
  if (ending.kind === 'no ending recorded') {
    return ending.looked
      ? 'an earlier version wrote this journal, and it does not record how the session ended'
      : 'an earlier version wrote this journal; opening it shows how it ends';
  }
  const before = 'Plywire or the machine stopped during the session, or the disk was full';
  if (ending.lost === null) return `${before}; opening it shows what was lost`;
  return ending.lost === 0
    ? `${before}; every entry of the journal is complete`
    : `${before}; ${bytes(ending.lost)} of the last entry are lost`;
}

/** The number of oddities; null if there were none or they were not counted. */
export function oddCount({ oddities }: Pick<JournalSummary, 'oddities'>): number | null {
  const all = Object.values(oddities ?? {}).reduce((sum, count) => sum + count, 0);
  return all === 0 ? null : all;
}

export const oddWords = (count: number): string => `${grouped(count)} ${count === 1 ? 'oddity' : 'oddities'}`;

/** Below the list: the number of sessions shown and in all, and how many the filter has searched. */
export function countWords(shown: number, looked: number, total: number, filtered: boolean): string {
  if (!filtered) return countedGrouped(total, 'session');
  const found = `${grouped(shown)} found`;
  return looked < total
    ? `${found}; searched ${grouped(looked)} of ${countedGrouped(total, 'session')}`
    : `${found} of ${countedGrouped(total, 'session')}`;
}
