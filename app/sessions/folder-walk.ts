/**
 * Walks a folder that a hostile program may change meanwhile, such as the scratch folder of a running engine. On Linux
 * each folder on the way is held by a descriptor, and its content is reached through that descriptor: whatever is put
 * in place of a folder, no link is followed and nothing outside is read or changed. On other systems no engine runs in a
 * sandbox; there the walk goes by paths.
 */
import { constants, existsSync } from 'node:fs';
import { chmod, lstat, open, opendir } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Linux's O_PATH, for which Node has no constant; the same on x86 and ARM. Such a descriptor can be had of a folder
 * without any permission for it.
 */
const pathOnly = 0o10000000;

const ownDescriptors = '/proc/self/fd';

/** Whether folders can be held here. */
export const canHold = process.platform === 'linux' && existsSync(ownDescriptors);

/** Entries examined at a time: enough to keep the disk busy, few enough to let other work run in between. */
const batch = 64;

/** The most folders within one another; each takes a descriptor. Deeper ones count as closed. */
export const deepest = 128;

/** The permissions that the owner of a folder needs to read what is in it. */
export const readable = 0o500;

/** The permissions that the owner of a folder needs to delete what is in it, and to move it elsewhere. */
export const removable = 0o700;

/** What a walk has found since its last step. Paths are valid until the next one. */
export interface Step {
  /** Paths of what is not a folder. */
  readonly files: readonly string[];
  readonly folders: number;
  /** The path of a folder whose content cannot be read; null if none. */
  readonly closed: string | null;
  /** The path of a folder that has been walked with all that is in it; null if none. */
  readonly left: string | null;
}

const nothing: Step = { files: [], folders: 0, closed: null, left: null };

interface Held {
  /** Leads to the folder itself, even if something else takes its place. */
  readonly path: string;
  release(): Promise<void>;
}

/** A folder on the way. */
interface Level extends Held {
  /** Where it was found. */
  readonly at: string;
  /** Names of those of its folders that are still to be walked. */
  readonly folders: string[];
}

/**
 * Walks a folder, its own content first. What is gone meanwhile, also the folder itself, is passed over.
 * @param mends permissions that the owner is to have for every folder, such as `readable`; missing ones are
 * added where folders can be held
 * @throws the system's error if it has no descriptors left
 */
export async function* walk(folder: string, mends = 0): AsyncGenerator<Step> {
  const levels: Level[] = [];
  try {
    for (let at = folder; ;) {
      const level = levels.length < deepest ? await enter(at, mends) : 'closed';
      if (level === 'closed') yield { ...nothing, closed: at };
      else if (level !== 'gone') {
        levels.push(level);
        yield* contentOf(level);
      }
      for (let last = levels.at(-1); last?.folders.length === 0; last = levels.at(-1)) {
        await levels.pop()!.release();
        yield { ...nothing, left: last.at };
      }
      const last = levels.at(-1);
      if (last === undefined) return;
      at = join(last.path, last.folders.pop()!);
    }
  } finally {
    for (const { release } of levels) await release();
  }
}

/** Adds permissions that the owner of a folder lacks, where that can be done safely. @param mends as of `walk` */
export async function mend(folder: string, mends: number): Promise<void> {
  const held = await hold(folder, mends).catch(() => null);
  await held?.release();
}

const gone = new Set(['ENOENT', 'ENOTDIR', 'ELOOP']);
const exhausted = new Set(['EMFILE', 'ENFILE', 'ENOMEM']);

async function enter(at: string, mends: number): Promise<Level | 'gone' | 'closed'> {
  try {
    return { at, folders: [], ...(await hold(at, mends)) };
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (exhausted.has(code)) throw error;
    return gone.has(code) ? 'gone' : 'closed';
  }
}

/** @throws the system's error; ENOTDIR or ELOOP for a link */
async function hold(path: string, mends: number): Promise<Held> {
  if (!canHold) {
    if (!(await lstat(path)).isDirectory())
      throw Object.assign(new Error('not a folder'), { code: 'ENOTDIR' });
    return { path, release: async () => undefined };
  }
  const handle = await open(path, pathOnly | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  const held = join(ownDescriptors, String(handle.fd));
  const mode =
    mends === 0
      ? 0
      : await handle.stat().then(
          (found) => found.mode,
          () => mends,
        );
  // A descriptor of this kind takes no `fchmod`; its path in /proc leads to the folder that it holds, and nowhere else.
  if ((mode & mends) !== mends) await chmod(held, (mode & 0o7777) | mends).catch(() => undefined);
  return { path: held, release: () => handle.close() };
}

/** Tells the content of a folder in batches, and notes its folders. */
async function* contentOf({ at, path, folders }: Level): AsyncGenerator<Step> {
  let files: string[] = [];
  let told = 0;
  const step = (closed: string | null): Step => {
    const found = { ...nothing, files, folders: folders.length - told, closed };
    told = folders.length;
    files = [];
    return found;
  };
  try {
    for await (const entry of await opendir(path)) {
      if (entry.isDirectory()) folders.push(entry.name);
      else files.push(join(path, entry.name));
      if (files.length + folders.length - told >= batch) yield step(null);
    }
  } catch (error) {
    if (exhausted.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    return yield step(at);
  }
  yield step(null);
}
