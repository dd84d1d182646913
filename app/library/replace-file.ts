/** Writes a file of the user's: whole or not at all, with its mode, and through links to the file that they lead to. */
import { randomBytes } from 'node:crypto';
import { open, realpath, rename, stat, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Refused } from '../shapes/refused.ts';
import { syncFolder } from './files.ts';

/** What tells a file from another one, and from itself once it was written again. */
export interface FileStamp {
  readonly bytes: number;
  /** In milliseconds since 1970. */
  readonly modifiedAt: number;
  /** The number of the file in its file system. */
  readonly inode: number;
}

export const sameStamp = (one: FileStamp | null, other: FileStamp | null): boolean =>
  one?.bytes === other?.bytes && one?.modifiedAt === other?.modifiedAt && one?.inode === other?.inode;

/** Null if there is no such file. @throws Refused if it is not a file; the file system's own errors */
export async function stampOf(path: string): Promise<FileStamp | null> {
  try {
    const found = await stat(path);
    if (!found.isFile())
      throw new Refused(`The path ${basename(path)} is a folder or a device, not a file.`, 'Choose a file.');
    return { bytes: found.size, modifiedAt: found.mtimeMs, inode: found.ino };
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
}

/** Another program wrote a file that was being read, or that was to be replaced; it is as that program left it. */
export class FileChanged extends Error {
  override readonly name = 'FileChanged';
}

/** The mode of a new file; the mask of the process takes what it takes from every file. */
const newMode = 0o666;

/** The mode of what takes the place of a file, until it has that file's own: it may be private. */
const privateMode = 0o600;

/**
 * Replaces a file, or makes a new one: the content is written beside it and synced, then renamed.
 * @param before what the file must still be when it is replaced; null if there must be none, undefined if it does not matter
 * @returns the stamp of the new file
 * @throws FileChanged, or the file system's own errors, also if the old file may only be read. It is as it was then.
 */
export async function replaceFile(
  path: string,
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  before?: FileStamp | null,
): Promise<FileStamp> {
  let beside: string | null = null;
  try {
    const target = await realpath(path).catch(() => path);
    const old = await stat(target).catch(() => null);
    // A rename asks for the permissions of the folder alone.
    if (old !== null) await (await open(target, 'r+')).close();
    // Not derived from the name, which may be as long as a name may be.
    beside = join(dirname(target), `.plywire-${process.pid}-${randomBytes(6).toString('hex')}.part`);
    const file = await open(beside, 'wx', old === null ? newMode : privateMode);
    try {
      for await (const chunk of chunks) await file.writeFile(chunk);
      if (old !== null) await file.chmod(old.mode & 0o7777);
      await file.sync();
    } finally {
      await file.close();
    }
    if (before !== undefined && !sameStamp(before, await stampOf(target))) {
      throw new FileChanged(`${basename(path)} was changed by another program`);
    }
    await rename(beside, target);
    beside = null;
    await syncFolder(dirname(target)).catch(() => undefined);
    return (await stampOf(target))!;
  } catch (error) {
    if (beside !== null) await unlink(beside).catch(() => undefined);
    throw error;
  }
}
