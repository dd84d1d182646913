/**
 * Files that commands create: never over one that exists. They have their name only once they are whole: a command that is
 * killed leaves a `.part` at most.
 */
import { existsSync } from 'node:fs';
import { link, open, rename, rm } from 'node:fs/promises';
import { partOf } from '../library/files.ts';
import { Exit, exitCodes } from './exit.ts';

export interface NewFile {
  write(content: string | Uint8Array): Promise<void>;
  /** Resolves once everything is on the disk. */
  close(): Promise<void>;
  /** Removes it. */
  discard(): Promise<void>;
}

export interface NewFileOptions {
  /** The flag that names another file. */
  readonly flag?: string;
  /** Private files have another than the usual one. */
  readonly mode?: number;
}

/** @throws Exit if there is a file of this name; errors of the file system, which name it */
export async function newFile(path: string, { flag, mode }: NewFileOptions = {}): Promise<NewFile> {
  const exists = (): Exit => {
    const how = flag === undefined ? '' : ` with ${flag}`;
    return new Exit(exitCodes.usage, `${path} already exists; choose another name${how}.`);
  };
  // Told before the work; what comes meanwhile is found at the end.
  if (existsSync(path)) throw exists();
  // An open file does not know its name, and the user does not know that of the part.
  const named = (error: Error): never => {
    throw Object.assign(error, { path });
  };
  const part = partOf(path);
  const file = await open(part, 'wx', mode).catch(named);
  const discard = async (): Promise<void> => {
    // It is closed already where its name could not be taken.
    await file.close().catch(() => undefined);
    await rm(part, { force: true });
  };
  return {
    write: (content) => file.writeFile(content).catch(named),
    async close() {
      await file.sync().catch(named);
      await file.close().catch(named);
      await takeName(part, path).catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'EEXIST' ? exists() : named(error);
      });
    },
    discard,
  };
}

/** Gives a part its name, unless a file has it by now. @throws errors of the file system, such as EEXIST */
async function takeName(part: string, path: string): Promise<void> {
  try {
    await link(part, path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' || existsSync(path)) throw error;
    // A file system without links.
    return rename(part, path);
  }
  await rm(part, { force: true });
}

/** @throws as `newFile` */
export async function writeNewFile(path: string, content: string, options?: NewFileOptions): Promise<void> {
  const file = await newFile(path, options);
  try {
    await file.write(content);
    await file.close();
  } catch (error) {
    await file.discard();
    throw error;
  }
}
