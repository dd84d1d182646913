/** Which files of a folder are engines that could be added, as far as that can be told without starting them. */
import { open, stat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import type { EngineRegistry, NewEngine } from '../library/engines.ts';
import { inspectLaunch } from '../sessions/launch/check.ts';
import { ownHost, planLaunch } from '../sessions/launch/launch.ts';
import { wayToRun } from './way-to-run.ts';

/** More engines than this are not added in one go: a longer list is not looked through. */
export const folderLimit = 100;

/** Libraries are executable files too on some systems, and run nothing. */
const library = /\.(?:so(?:\.\d+)*|dll|dylib|a|o|node)$/i;

/** How a program begins, by platform; where a system has other programs too, they are added one by one. */
const beginnings: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  linux: ['7f454c46'],
  darwin: ['cffaedfe', 'cefaedfe', 'cafebabe', 'feedfacf', 'feedface'],
  win32: ['4d5a'],
};

/** The order of file names for a person: `e2` before `e10`. */
export const byNumber = new Intl.Collator('en', { numeric: true, sensitivity: 'base' }).compare;

export type FoundEngine = Pick<NewEngine, 'file' | 'interpreter' | 'interpreterArgs'>;

/** How to run `file`, if it is a program or a script that could be started now; null otherwise. */
export async function engineIn(file: string): Promise<FoundEngine | null> {
  if (library.test(file)) return null;
  const found = await stat(file).catch(() => null);
  if (!found?.isFile()) return null;
  const way = await wayToRun(file);
  const launch = { file, ...way, args: [], folder: null, environment: {}, bundled: false, sandbox: false };
  if (inspectLaunch(planLaunch(launch, ownHost())) !== null) return null;
  return way.interpreter !== null || (await isProgram(file)) ? { file, ...way } : null;
}

/** Data marked as executable is not a program: the first bytes decide. */
async function isProgram(file: string): Promise<boolean> {
  const { platform } = process;
  if (platform === 'win32' && !/\.(?:exe|com)$/i.test(file)) return false;
  const head = await readHead(file).catch(() => null);
  if (head === null) return false;
  if (platform !== 'win32' && head.startsWith('2321')) return true;
  return (beginnings[platform] ?? beginnings.linux!).some((beginning) => head.startsWith(beginning));
}

/** The first four bytes, in hexadecimal. */
async function readHead(file: string): Promise<string> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.toString('hex', 0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** What engines go by already, case aside: an id is found before a name. */
export const namesTaken = (engines: EngineRegistry): Set<string> =>
  new Set(engines.list().flatMap(({ record: { id, name } }) => [id.toLowerCase(), name.toLowerCase()]));

/** A name for the engine of a file that nothing in `taken` goes by, case aside; `taken` then has it. */
export function freshName(file: string, taken: Set<string>): string {
  const whole = basename(file);
  const stem = basename(file, extname(file)) || whole;
  const candidates = [stem, whole];
  for (let count = 1; ;) {
    const name = candidates.shift() ?? `${whole} ${++count}`;
    if (taken.has(name.toLowerCase())) continue;
    taken.add(name.toLowerCase());
    return name;
  }
}
