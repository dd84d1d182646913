/** The end of stdout: a reader that has gone (`| head`) ends a command quietly, and what cannot be written is told. */
import { once } from 'node:events';
import { fstatSync, writeFileSync } from 'node:fs';
import { Exit, exitCodes, reasonOf } from './exit.ts';

/** The errors of a pipe or a socket that no process reads. */
const unread: ReadonlySet<string | undefined> = new Set(['EPIPE', 'ECONNRESET', 'EOF']);

const endBy = ({ code, message }: NodeJS.ErrnoException): Exit =>
  unread.has(code)
    ? new Exit(exitCodes.done, '')
    : new Exit(
        exitCodes.usage,
        `The standard output cannot be written: ${code === undefined ? message : reasonOf(code)}.`,
      );

/** By stdout: tests replace that of the process. */
const ends = new WeakMap<object, Exit>();

/** How a command ends once stdout has failed; null until then. */
export const stdoutEnd = (): Exit | null => ends.get(process.stdout) ?? null;

/** Notes how stdout fails, and lets no write to a file be cut short unnoticed. */
export function watchStdout(): void {
  const { stdout } = process;
  stdout.on('error', (error) => {
    if (!ends.has(stdout)) ends.set(stdout, endBy(error));
  });
  if (stdout.fd !== 1 || !fstatSync(stdout.fd).isFile()) return;
  // Node ignores how much of a chunk the system has taken, which is a part of it where the disk becomes full.
  stdout._write = (chunk: Buffer, _encoding, done) => {
    try {
      writeFileSync(stdout.fd, chunk);
    } catch (error) {
      done(error as Error);
      return;
    }
    done();
  };
}

/** Resolves once everything has been written, or nothing more can be. */
export const flushed = (): Promise<void> =>
  new Promise((done) => {
    // A failure is told in the turn after the one in which it happens.
    process.stdout.write('', () => setImmediate(done));
  });

/**
 * Waits until stdout takes more, so that results never pile up in memory.
 * @throws AbortError, or Exit if nothing more can be written
 */
export async function drained(signal?: AbortSignal): Promise<void> {
  try {
    if (process.stdout.writableNeedDrain) await once(process.stdout, 'drain', { signal });
  } catch (error) {
    throw stdoutEnd() ?? error;
  }
  const end = stdoutEnd();
  if (end !== null) throw end;
}
