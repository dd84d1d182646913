/**
 * What only one Plywire of a home may do at a time, such as to read a file, change it and write it. Nothing has
 * to be cleaned up after one that is killed while it does so.
 *
 * Who wants to do a thing writes so, and then looks. Of two that want the same one at the same time at least
 * one sees the other, since each has written before it looks; a process that sees another steps back.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { stillRunning } from './birth.ts';
import type { Host, Register } from './register.ts';

/**
 * Milliseconds that one who stepped back waits, at most, before it tries again: at first, and in the end. Each time
 * it is twice as long, so that among many there soon is a moment in which one is alone.
 */
const firstPause = 20;
const longestPause = 320;

/** Exclusive work takes milliseconds; a process that needs longer than this hangs. */
const patienceMilliseconds = 5000;

/**
 * @param name of what is to be done alone; one at a time of the same name in this process, too, is the caller's care
 * @param others reads what the other Plywires of this home say, those that run no more included
 * @throws what `work` throws, the file system's own errors, or an Error naming who does not let go
 */
export async function exclusively<T>(
  register: Pick<Register, 'wants' | 'done'>,
  others: () => Promise<readonly Host[]>,
  name: string,
  work: () => Promise<T>,
): Promise<T> {
  const late = performance.now() + patienceMilliseconds;
  for (let most = firstPause; ; most = Math.min(2 * most, longestPause)) {
    try {
      register.wants(name);
      const rivals = (await others()).filter(({ wants }) => wants.has(name));
      const [rival] = await stillRunning(rivals.map(({ being }) => being));
      if (rival === undefined) return await work();
      if (performance.now() > late) {
        throw new Error(`another Plywire (pid ${rival}) has been busy with ${name} for too long`);
      }
    } finally {
      register.done(name);
    }
    await pause(Math.random() * most);
  }
}
