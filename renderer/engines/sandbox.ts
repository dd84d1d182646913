/** What the sandbox means for an engine, in a sentence or two. Pure. */
import type { HostState, Settings } from '../../app/api/contract.ts';

export interface SandboxHint {
  readonly tone: 'plain' | 'warn';
  readonly text: string;
  /** What is watched in any case; null where the engine does not start. */
  readonly watched: string | null;
}

/** Whether engines that are added now run in it, unless it is said of one. */
export const sandboxForNew = ({ about, settings }: Pick<HostState, 'about' | 'settings'>): boolean =>
  about.sandbox === null && settings.sandboxNew;

const mebibytes = (count: number): string =>
  count >= 1024 ? `${Number((count / 1024).toFixed(1))} GiB` : `${count} MiB`;

/** What holds with and without a sandbox. */
export const limitsInWords = ({ memoryMiB, processes, journalMiB }: Settings['limits']): string =>
  `In any case it is ended once it takes more than ${mebibytes(memoryMiB)} of memory, ` +
  `${processes} processes or ${mebibytes(journalMiB)} of journal.`;

/** What the choice to let it write in its working folder means. */
export const writesHint = (writes: boolean): string =>
  writes
    ? 'It can change, replace and delete every file in its working folder, its own program included. ' +
      'What it leaves there, you or other programs may run later, outside the sandbox.'
    : 'For engines that keep books or logs beside their program. Others do not need it.';

/** @param lack why there is no sandbox here; null where there is one */
export function sandboxHint(wanted: boolean, lack: string | null, limits: Settings['limits']): SandboxHint {
  const watched = limitsInWords(limits);
  if (lack !== null) {
    return wanted
      ? {
          tone: 'warn',
          text: `There is none here: ${lack}. The engine does not start until this is off.`,
          watched: null,
        }
      : {
          tone: 'plain',
          text: `There is none here: ${lack}. The engine can do what any program of yours can.`,
          watched,
        };
  }
  return wanted
    ? {
        tone: 'plain',
        text:
          'No network; the system and its own folder read-only; your home folder hidden. ' +
          'It can write in a scratch folder that is kept for it.',
        watched,
      }
    : {
        tone: 'warn',
        text: 'It can do what any program of yours can: read your files, use the network.',
        watched,
      };
}
