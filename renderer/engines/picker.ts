/** The rows of the file picker. Pure. */
import type { FileEntry } from '../../app/api/contract.ts';

/** What the user is to pick: a program, a folder, a text or a recording to read, or a place to write to. */
export type Wanted = 'file' | 'folder' | 'record' | 'target';

/** What a row can be used for: opened, run directly, run by an interpreter, read, or nothing. */
export type Use = 'open' | 'run' | 'interpret' | 'read' | 'none';

/** The names of files with games, of journals, of bundles, and of texts and logs, which may be either. */
const record = /\.(sgf|pgn|fen|pos|games?|tq1|journal|zip|txt|log)$/i;

/** The names of files that a game can be written to. */
const writable = /\.(sgf|pgn|txt)$/i;

export function useOf(entry: FileEntry, wanted: Wanted): Use {
  if (entry.kind === 'folder') return 'open';
  if (wanted === 'record') return record.test(entry.name) ? 'read' : 'none';
  if (wanted === 'target') return writable.test(entry.name) ? 'read' : 'none';
  if (wanted === 'folder') return 'none';
  if (entry.executable) return 'run';
  return entry.interpreter === null ? 'none' : 'interpret';
}

/** Whether the entry is hidden by the Unix convention: its name starts with a dot. */
export const isHidden = ({ name }: Pick<FileEntry, 'name'>): boolean => name.startsWith('.');

/** Folders first, then files that can be used, then the rest; each group by name, with numbers by value. */
export function arrange(entries: readonly FileEntry[], wanted: Wanted, filter: string): FileEntry[] {
  const order: Readonly<Record<Use, number>> = { open: 0, run: 1, interpret: 1, read: 1, none: 2 };
  const names = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  // Hidden entries are left out unless the filter starts with a dot.
  const hidden = filter.startsWith('.');
  return entries
    .filter(({ kind }) => wanted !== 'folder' || kind === 'folder')
    .filter((entry) => hidden || !isHidden(entry))
    .filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)))
    .sort(
      (one, other) =>
        order[useOf(one, wanted)] - order[useOf(other, wanted)] || names.compare(one.name, other.name),
    );
}
