import { Kept, type Keeping } from './files.ts';
import type { ProcessLimits } from '../sessions/watch/limits.ts';
import { defaultSettings, Settings } from './settings-table.ts';

/** Reads the settings; what cannot be read is put aside and told in `trouble`. */
export const openSettings = (
  path: string,
  keeping?: Keeping,
): Promise<{ kept: Kept<Settings>; trouble: string | null }> =>
  Kept.open(path, Settings, defaultSettings, keeping);

/** What the settings grant an engine, in bytes. */
export const limitsIn = ({ limits }: Pick<Settings, 'limits'>): ProcessLimits => ({
  memoryBytes: limits.memoryMiB * 1024 ** 2,
  processes: limits.processes,
  scratchBytes: limits.scratchMiB * 1024 ** 2,
});
