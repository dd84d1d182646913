/** What the sandbox means for an engine, in a sentence or two. Pure. */
import type { HostState, Settings } from '../../app/api/contract.ts';

export interface SandboxHint {
  readonly tone: 'plain' | 'warn';
  readonly text: string;
  /** The limits that are watched in any case; null if the engine cannot start. */
  readonly watched: string | null;
}

/** Whether a new engine runs in the sandbox by default. */
export const sandboxForNew = ({ about, settings }: Pick<HostState, 'about' | 'settings'>): boolean =>
  about.sandbox === null && settings.sandboxNew;

const mebibytes = (count: number): string =>
  count >= 1024 ? `${Number((count / 1024).toFixed(1))} GiB` : `${count} MiB`;

/** The limits that hold with and without a sandbox. */
export const limitsInWords = ({ memoryMiB, processes, journalMiB }: Settings['limits']): string =>
  `Plywire ends the engine above ${mebibytes(memoryMiB)} of memory, ` +
  `${processes} processes or a journal of ${mebibytes(journalMiB)}.`;

/** What it means to allow an engine to write to its working folder, or not to. */
export const writesHint = (writes: boolean): string =>
  writes
    ? 'The engine can change and delete every file in its working folder, its own program included. ' +
      'You or other programs may later run what it leaves there, outside the sandbox.'
    : 'Only for engines that keep books or logs beside their program.';

/** @param lack why no sandbox is available; null if there is one */
export function sandboxHint(wanted: boolean, lack: string | null, limits: Settings['limits']): SandboxHint {
  const watched = limitsInWords(limits);
  if (lack !== null) {
    return wanted
      ? {
          tone: 'warn',
          text: `No sandbox available: ${lack}. The engine cannot start until you switch this off.`,
          watched: null,
        }
      : {
          tone: 'plain',
          text: `No sandbox available: ${lack}. The engine can do anything that you can.`,
          watched,
        };
  }
  return wanted
    ? {
        tone: 'plain',
        text:
          'No network; the system and the engine folder are read-only; your home folder is hidden. ' +
          'The engine can write to its own scratch folder.',
        watched,
      }
    : {
        tone: 'warn',
        text: 'The engine can do anything that you can, such as read your files and use the network.',
        watched,
      };
}
