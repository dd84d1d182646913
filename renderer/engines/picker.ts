/** The rows of the file picker. Pure. */
import type { FileEntry } from '../../app/api/contract.ts';

/** How a row can serve: opened, run as it is, run by an interpreter, or not at all. */
export type Use = 'open' | 'run' | 'interpret' | 'none';

export function useOf(entry: FileEntry, wanted: 'file' | 'folder'): Use {
  if (entry.kind === 'folder') return 'open';
  if (wanted === 'folder') return 'none';
  if (entry.executable) return 'run';
  return entry.interpreter === null ? 'none' : 'interpret';
}

/** What a folder does not show until it is asked for, by the convention of Unix. */
export const isHidden = ({ name }: Pick<FileEntry, 'name'>): boolean => name.startsWith('.');

/** Folders first, then what can be run, then the rest; by name within each, numbers by value. */
export function arrange(
  entries: readonly FileEntry[],
  wanted: 'file' | 'folder',
  filter: string,
): FileEntry[] {
  const order: Readonly<Record<Use, number>> = { open: 0, run: 1, interpret: 1, none: 2 };
  const names = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  // Hidden folders and files are in the way until somebody types their dot.
  const hidden = filter.startsWith('.');
  return entries
    .filter(({ kind }) => wanted === 'file' || kind === 'folder')
    .filter((entry) => hidden || !isHidden(entry))
    .filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)))
    .sort(
      (one, other) =>
        order[useOf(one, wanted)] - order[useOf(other, wanted)] || names.compare(one.name, other.name),
    );
}
