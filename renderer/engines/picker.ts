/** The rows of the file picker. Pure. */
import type { FileEntry } from '../../app/api/contract.ts';

/** A program, a folder, or what a session recorded. */
export type Wanted = 'file' | 'folder' | 'recording';

/** How a row can serve: opened, run as it is, run by an interpreter, read, or not at all. */
export type Use = 'open' | 'run' | 'interpret' | 'read' | 'none';

/** As journals and what the console saves are called, and what other programs call their logs. */
const recording = /\.(journal|zip|txt|log)$/i;

export const isRecording = (name: string): boolean => recording.test(name);

export function useOf(entry: FileEntry, wanted: Wanted): Use {
  if (entry.kind === 'folder') return 'open';
  if (wanted === 'recording') return isRecording(entry.name) ? 'read' : 'none';
  if (wanted === 'folder') return 'none';
  if (entry.executable) return 'run';
  return entry.interpreter === null ? 'none' : 'interpret';
}

/** What a folder does not show until it is asked for, by the convention of Unix. */
export const isHidden = ({ name }: Pick<FileEntry, 'name'>): boolean => name.startsWith('.');

/** Folders first, then what can be run, then the rest; by name within each, numbers by value. */
export function arrange(entries: readonly FileEntry[], wanted: Wanted, filter: string): FileEntry[] {
  const order: Readonly<Record<Use, number>> = { open: 0, run: 1, interpret: 1, read: 1, none: 2 };
  const names = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  // Hidden folders and files are left out until the user types their dot.
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
