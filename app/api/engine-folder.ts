/** Finds the files of a folder that can be added as engines, without starting them. */
import { stat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import type { EngineRegistry, NewEngine } from '../library/engines.ts';
import { describeFinding } from '../sessions/ending/launch-words.ts';
import { inspectLaunch } from '../sessions/launch/check.ts';
import { ownHost, planLaunch } from '../sessions/launch/launch.ts';
import { proposeInterpreter, scriptExtensions } from '../sessions/launch/propose.ts';
import { beginnings, headOf, shebang, wayToRun, windowsPrograms } from './way-to-run.ts';

/** Maximum number of engines added from a folder in one call: users do not review a longer list. */
export const folderLimit = 100;

/** Libraries have the executable flag on some systems but are not programs. */
const library = /\.(?:so(?:\.\d+)*|dll|dylib|a|o|node)$/i;

/** The extension of a program or script, with its dot; empty for other ends, such as that of `engine-1.2`. */
function programExtension(file: string): string {
  const extension = extname(file);
  const lower = extension.toLowerCase();
  return scriptExtensions.has(lower) || windowsPrograms.has(lower) ? extension : '';
}

export type FoundEngine = Pick<NewEngine, 'file' | 'interpreter' | 'interpreterArgs'>;

/** A program or a script that cannot be started. */
export interface Unfit {
  readonly file: string;
  /**
   * Whether its extension or its executable flag says that it is meant to be started. Others may be core dumps, debug symbols or
   * scripts that other scripts read.
   */
  readonly isMeant: boolean;
  /** Why not, and what to do, in sentences that do not name the file; the first begins with a small letter. */
  readonly unfit: string;
}

/** How to run `file` if it is a program or a script, or why it cannot be started; null for any other file. */
export async function engineIn(file: string): Promise<FoundEngine | Unfit | null> {
  if (library.test(file)) return null;
  const found = await stat(file).catch(() => null);
  if (!found?.isFile()) return null;
  const way = await wayToRun(file);
  const launch = { file, ...way, args: [], folder: null, environment: {}, bundled: false, sandbox: false };
  if (proposeInterpreter(file) === null && !(await isProgram(file))) return null;
  const finding = inspectLaunch(planLaunch(launch, ownHost()));
  if (finding === null) return { file, ...way };
  // Such as `__init__.py`.
  if (finding.kind === 'empty') return null;
  const { reason, advice } = describeFinding(finding, false);
  const isMeant = finding.kind !== 'not executable' || programExtension(file) !== '';
  return { file, isMeant, unfit: `${reason}. ${advice}` };
}

/** Those to tell a user of, at most `folderLimit`: those that are meant to be started, or the others if there is nothing else. */
export function toldUnfit(unfit: readonly Unfit[], found: number): readonly Unfit[] {
  const meant = unfit.filter(({ isMeant }) => isMeant);
  return (found + meant.length > 0 ? meant : unfit).slice(0, folderLimit);
}

/**
 * Whether the first bytes are those of a program of this platform or of a script: a data file may have the executable
 * flag. Programs of other formats are added one by one.
 */
async function isProgram(file: string): Promise<boolean> {
  const { platform } = process;
  if (platform === 'win32' && !/\.(?:exe|com)$/i.test(file)) return false;
  const head = await headOf(file);
  if (head === null) return false;
  if (platform !== 'win32' && head.startsWith(shebang)) return true;
  const own = platform === 'win32' || platform === 'darwin' ? beginnings[platform] : beginnings.linux;
  return own.some((beginning) => head.startsWith(beginning));
}

/** The ids and names of all engines, in lower case. Ids are included because a lookup tries them before names. */
export const namesTaken = (engines: EngineRegistry): Set<string> =>
  new Set(engines.list().flatMap(({ record: { id, name } }) => [id.toLowerCase(), name.toLowerCase()]));

/** The name of the engine of a file. */
export const nameOf = (file: string): string => basename(file, programExtension(file));

/** A name for the engine of a file that is not in `taken`, ignoring case; it is added to `taken`. */
export function freshName(file: string, taken: Set<string>): string {
  const whole = basename(file);
  const candidates = [nameOf(file), whole];
  for (let count = 1; ;) {
    const name = candidates.shift() ?? `${whole} ${++count}`;
    if (taken.has(name.toLowerCase())) continue;
    taken.add(name.toLowerCase());
    return name;
  }
}
