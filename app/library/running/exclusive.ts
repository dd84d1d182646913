/**
 * Mutual exclusion between the Plywires of a home, for example to read, change and write a file. It leaves nothing to
 * clean up if the holder is killed.
 *
 * A process first writes to its register file that it wants the work, and then reads the files of the others. If two
 * want the same work, at least one sees the other, since each writes before it reads. A process that sees another
 * withdraws and tries again.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { stillRunning } from './birth.ts';
import type { Host, Register } from './register.ts';

/**
 * In milliseconds: the longest random pause before another attempt, at first and in the end. It doubles each time, so
 * that one of many rivals soon finds itself alone.
 */
const firstPause = 20;
const longestPause = 320;

/** Exclusive work takes milliseconds; a process that takes longer than this hangs. */
const patienceMilliseconds = 5000;

/**
 * @param name of the work; the caller ensures that this process does not run two of the same name at a time
 * @param others reads the register files of the other Plywires of this home, including those left by a crash
 * @throws what `work` throws, the file system's own errors, or an Error with the pid of a process that hangs
 */
export async function exclusively<T>(
  register: Pick<Register, 'wants' | 'done'>,
  others: () => Promise<readonly Host[]>,
  name: string,
  work: () => Promise<T>,
): Promise<T> {
  const deadline = performance.now() + patienceMilliseconds;
  for (let most = firstPause; ; most = Math.min(2 * most, longestPause)) {
    try {
      register.wants(name);
      const rivals = (await others()).filter(({ wants }) => wants.has(name));
      const [rival] = await stillRunning(rivals.map(({ being }) => being));
      if (rival === undefined) return await work();
      if (performance.now() > deadline) {
        throw new Error(`another Plywire (pid ${rival}) has been busy with ${name} for too long`);
      }
    } finally {
      register.done(name);
    }
    await pause(Math.random() * most);
  }
}
