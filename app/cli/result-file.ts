/**
 * The file that a flag such as `--html` names for what a command found out: made, or written again over an older one of
 * its kind, and over nothing else.
 */
import { constants } from 'node:fs';
import { access, open, realpath } from 'node:fs/promises';
import { dirname, resolve, sep } from 'node:path';
import { causeOf } from '../api/trouble.ts';
import { FileChanged, replaceFile, stampOf } from '../library/replace-file.ts';
import { Exit, exitCodes } from './exit.ts';

/** In bytes: where a file says what it is. */
const headBytes = 2048;

export interface ResultKind {
  /** The flag that names the file. */
  readonly flag: string;
  /** What it is, such as `page of Plywire`. */
  readonly name: string;
  /** Whether a file that begins so is one, and may be replaced. */
  readonly isOne: (head: string) => boolean;
}

export interface ResultFile {
  /** Whole, or not at all. @throws Exit if it cannot be written, or was changed meanwhile */
  write(text: string): Promise<void>;
}

/** Before the work whose result the file shows. @throws Exit, or Refused, if it could not be written */
export async function resultFile(path: string, { flag, name, isOne }: ResultKind): Promise<ResultFile> {
  const advice = `Check the free disk space and the permissions, or name another file with ${flag}.`;
  const failed = (error: Error): Exit => unwritten(path, error, advice);
  const target = resolve(path);
  const before = await stampOf(target);
  const folder = dirname(await realpath(target).catch(() => target));
  await access(`${folder}${sep}.`, constants.W_OK).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw failed(error);
    throw new Exit(exitCodes.usage, `${path} cannot be written: there is no folder ${folder}.`);
  });
  if (before !== null) {
    const head = await headOf(path).catch((error: Error) => {
      throw failed(error);
    });
    if (!isOne(head)) {
      throw new Exit(
        exitCodes.usage,
        `${path} already exists, and is not a ${name}; choose another name with ${flag}.`,
      );
    }
  }
  return {
    write: async (text) => {
      try {
        await replaceFile(target, [Buffer.from(text)], before);
      } catch (error) {
        if (!(error instanceof FileChanged)) throw failed(error as Error);
        throw new Exit(
          exitCodes.usage,
          `${path} was changed meanwhile, and was not written; choose another name with ${flag}.`,
        );
      }
    },
  };
}

/** Fails also if the file may only be read: it would be replaced all the same. */
async function headOf(path: string): Promise<string> {
  const file = await open(path, 'r+');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}

/** The end of a command whose file was not written. @param advice what to do then, in sentences */
export const unwritten = (path: string, error: Error, advice: string): Exit =>
  new Exit(exitCodes.usage, `${path} cannot be written: ${causeOf(error)}. ${advice}`);
