/** The single-instance lock: a socket in the app's data folder, as Electron has on Linux. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';

/**
 * Synchronous, like the real one.
 * @param folder of the app's data
 * @param onSecond called for every other instance that tries
 */
export function takeInstanceLock(folder, onSecond) {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'SingletonSocket');
  const knock = `require('node:net').connect(process.argv[1]).on('connect', () => process.exit(0)).on('error', () => process.exit(1))`;
  try {
    execFileSync(process.execPath, ['-e', knock, path], { stdio: 'ignore' });
    return false;
  } catch {
    // No process listens: the one that left the socket is gone.
  }
  rmSync(path, { force: true });
  createServer((socket) => {
    socket.destroy();
    onSecond();
  })
    .listen(path)
    .unref();
  return true;
}
