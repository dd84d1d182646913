import { defaultDeadlines } from '../protocols/protocol.ts';
import { Kept, type Keeping } from './files.ts';
import type { ProcessLimits } from '../sessions/watch/limits.ts';
import { defaultLimits, enginesAtOnce, Settings, usualGameLimits, usualJournalsMiB } from './shapes.ts';

export const defaultSettings: Settings = {
  theme: 'system',
  flipped: false,
  overlays: [],
  deadlines: { ...defaultDeadlines },
  enginesAtOnce: enginesAtOnce.usual,
  sandboxNew: true,
  limits: defaultLimits,
  gameLimits: usualGameLimits,
  journalsMiB: usualJournalsMiB,
  layout: { columnWidth: 420, dockHeight: 240, dockOpen: true },
};

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
