/** Shows a folder in this machine's file manager. */
import { spawn } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { dirname, win32 } from 'node:path';
import { systemRootOf } from '../sessions/launch/launch.ts';
import { Refused } from '../shapes/refused.ts';

/** A file manager that still runs after this many milliseconds counts as opened. */
const patience = 3000;

/** The system's command to open a folder; null without a display. */
export function folderOpener(
  platform: NodeJS.Platform,
  environment: Readonly<Record<string, string | undefined>>,
): string | null {
  switch (platform) {
    case 'darwin':
      return 'open';
    case 'win32':
      // By its path: Windows would look in the current folder first.
      return win32.join(systemRootOf(environment), 'explorer.exe');
    default:
      return environment['DISPLAY'] || environment['WAYLAND_DISPLAY'] ? 'xdg-open' : null;
  }
}

/** Opens a folder, or the folder of a file. @throws Refused with the path if that fails */
export async function revealInFolder(path: string): Promise<void> {
  const folder = (await stat(path)).isDirectory() ? path : dirname(path);
  const command = folderOpener(process.platform, process.env);
  if (command === null || !(await runs(command, folder))) {
    throw new Refused('Plywire could not open a file manager on this machine.', `It is at ${path}.`);
  }
}

function runs(command: string, folder: string): Promise<boolean> {
  const child = spawn(command, [folder], { stdio: 'ignore', detached: true });
  child.unref();
  return new Promise((resolve) => {
    const late = setTimeout(() => resolve(true), patience);
    late.unref();
    child.once('error', () => resolve(false));
    // Explorer exits with 1 even on success.
    child.once('exit', (code) => resolve(code === 0 || process.platform === 'win32'));
  });
}
