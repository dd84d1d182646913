/** The single-instance lock: a socket in the app's data folder, as Electron has on Linux. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';

let server = null;

/**
 * Synchronous, like the real one.
 * @param folder of the app's data
 * @param data told to the instance that has the lock
 * @param onSecond called with the data of every other instance that tries
 */
export function takeInstanceLock(folder, data, onSecond) {
  try {
    mkdirSync(folder, { recursive: true });
  } catch {
    // The real one does not tell this from an instance that has the lock.
    return false;
  }
  const path = join(folder, 'SingletonSocket');
  const knock = `require('node:net').connect(process.argv[1]).resume().on('connect', function () { this.end(process.argv[2]) }).on('close', () => process.exit(0)).on('error', () => process.exit(1))`;
  try {
    execFileSync(process.execPath, ['-e', knock, path, JSON.stringify(data)], { stdio: 'ignore' });
    return false;
  } catch {
    // No process listens: the one that left the socket is gone.
  }
  rmSync(path, { force: true });
  server = createServer((socket) => {
    let told = '';
    socket.setEncoding('utf8').on('data', (text) => (told += text));
    socket.on('error', () => undefined).on('end', () => onSecond(JSON.parse(told || '{}')));
  })
    .listen(path)
    .unref();
  return true;
}

export const releaseInstanceLock = () => server?.close();
