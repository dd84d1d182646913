/** Finds the files of a folder that can be added as engines, without starting them. */
import { open, stat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import type { EngineRegistry, NewEngine } from '../library/engines.ts';
import { inspectLaunch } from '../sessions/launch/check.ts';
import { ownHost, planLaunch } from '../sessions/launch/launch.ts';
import { wayToRun } from './way-to-run.ts';

/** Maximum number of engines added from a folder in one call: users do not review a longer list. */
export const folderLimit = 100;

/** Libraries have the executable flag on some systems but are not programs. */
const library = /\.(?:so(?:\.\d+)*|dll|dylib|a|o|node)$/i;

/** The first bytes of programs, by platform, in hexadecimal. Programs of other formats are added one by one. */
const beginnings: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  linux: ['7f454c46'],
  darwin: ['cffaedfe', 'cefaedfe', 'cafebabe', 'feedfacf', 'feedface'],
  win32: ['4d5a'],
};

export type FoundEngine = Pick<NewEngine, 'file' | 'interpreter' | 'interpreterArgs'>;

/** How to run `file` if it is a program or a script that can be started now; else null. */
export async function engineIn(file: string): Promise<FoundEngine | null> {
  if (library.test(file)) return null;
  const found = await stat(file).catch(() => null);
  if (!found?.isFile()) return null;
  const way = await wayToRun(file);
  const launch = { file, ...way, args: [], folder: null, environment: {}, bundled: false, sandbox: false };
  if (inspectLaunch(planLaunch(launch, ownHost())) !== null) return null;
  return way.interpreter !== null || (await isProgram(file)) ? { file, ...way } : null;
}

/** Whether the first bytes are those of a program or a script: a data file may have the executable flag. */
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

/** The ids and names of all engines, in lower case. Ids are included because a lookup tries them before names. */
export const namesTaken = (engines: EngineRegistry): Set<string> =>
  new Set(engines.list().flatMap(({ record: { id, name } }) => [id.toLowerCase(), name.toLowerCase()]));

/** A name for the engine of a file that is not in `taken`, ignoring case; it is added to `taken`. */
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
