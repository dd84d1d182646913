/** Files that commands create: never over one that exists, and none is left that was cut short. */
import { open, rm } from 'node:fs/promises';
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
  const file = await open(path, 'wx', mode).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
    const how = flag === undefined ? '' : ` with ${flag}`;
    throw new Exit(exitCodes.usage, `${path} already exists; choose another name${how}.`);
  });
  // An open file does not know its name.
  const named = (error: Error): never => {
    throw Object.assign(error, { path });
  };
  return {
    write: (content) => file.writeFile(content).catch(named),
    async close() {
      await file.sync().catch(named);
      await file.close().catch(named);
    },
    async discard() {
      await file.close();
      await rm(path, { force: true });
    },
  };
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
