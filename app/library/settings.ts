import { Kept, type Keeping } from './files.ts';
import type { ProcessLimits } from '../sessions/watch/limits.ts';
import { defaultSettings, Settings } from './settings-table.ts';

/** Reads the settings. An invalid file is put aside; `trouble` is then a sentence for the user. */
export const openSettings = (
  path: string,
  keeping?: Keeping,
): Promise<{ kept: Kept<Settings>; trouble: string | null }> =>
  Kept.open(path, Settings, defaultSettings, keeping);

/** The limits of an engine from the settings; memory and scratch folder in bytes. */
export const limitsIn = ({ limits }: Pick<Settings, 'limits'>): ProcessLimits => ({
  memoryBytes: limits.memoryMiB * 1024 ** 2,
  processes: limits.processes,
  scratchBytes: limits.scratchMiB * 1024 ** 2,
});
