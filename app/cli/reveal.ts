/** Shows a folder in the file manager of this machine, as the board's address is shown in its browser. */
import { spawn } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Refused } from '../library/refused.ts';

/** Milliseconds after which a program that has said nothing is taken to have done what it should. */
const patience = 3000;

/** The system's own way to open a folder; null where nobody could see it. */
export function folderOpener(
  platform: NodeJS.Platform,
  environment: Readonly<Record<string, string | undefined>>,
): string | null {
  switch (platform) {
    case 'darwin':
      return 'open';
    case 'win32':
      return 'explorer.exe';
    default:
      return environment['DISPLAY'] || environment['WAYLAND_DISPLAY'] ? 'xdg-open' : null;
  }
}

/** Opens the folder itself, or the one that a file is in. @throws Refused with the path where that fails */
export async function revealInFolder(path: string): Promise<void> {
  const folder = (await stat(path)).isDirectory() ? path : dirname(path);
  const command = folderOpener(process.platform, process.env);
  if (command === null || !(await runs(command, folder))) {
    throw new Refused(
      'No file manager could be opened on the machine that Plywire runs on.',
      `It is at ${path}.`,
    );
  }
}

function runs(command: string, folder: string): Promise<boolean> {
  const child = spawn(command, [folder], { stdio: 'ignore', detached: true });
  child.unref();
  return new Promise((resolve) => {
    const late = setTimeout(() => resolve(true), patience);
    late.unref();
    child.once('error', () => resolve(false));
    // Explorer exits with 1 whatever happened.
    child.once('exit', (code) => resolve(code === 0 || process.platform === 'win32'));
  });
}
