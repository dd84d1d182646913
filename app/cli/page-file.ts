/** The file that `--html` names: made, or written again over an older page of Plywire, and over nothing else. */
import { constants } from 'node:fs';
import { access, open, realpath } from 'node:fs/promises';
import { dirname, resolve, sep } from 'node:path';
import { causeOf } from '../api/trouble.ts';
import { FileChanged, replaceFile, stampOf } from '../library/replace-file.ts';
import { isPage } from '../page/document.ts';
import { Exit, exitCodes } from './exit.ts';

/** In bytes: where a page says that it is one of Plywire. */
const headBytes = 2048;

export interface PageFile {
  /** Whole, or not at all. @throws Exit if it cannot be written, or was changed meanwhile */
  write(page: string): Promise<void>;
}

/** Before the work whose result the page shows. @throws Exit, or Refused, if it could not be written */
export async function pageFile(path: string): Promise<PageFile> {
  const target = resolve(path);
  const before = await stampOf(target);
  const folder = dirname(await realpath(target).catch(() => target));
  await access(`${folder}${sep}.`, constants.W_OK).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw unwritten(path, error);
    throw new Exit(exitCodes.usage, `${path} cannot be written: there is no folder ${folder}.`);
  });
  if (before !== null && !isPage(await headOf(path))) {
    throw new Exit(
      exitCodes.usage,
      `${path} already exists, and is no page of Plywire; choose another name with --html.`,
    );
  }
  return {
    write: async (page) => {
      try {
        await replaceFile(target, [Buffer.from(page)], before);
      } catch (error) {
        if (!(error instanceof FileChanged)) throw unwritten(path, error as Error);
        throw new Exit(exitCodes.usage, `${path} was changed meanwhile, and was not written.`);
      }
    },
  };
}

/** @throws Exit also if it may only be read: it would be replaced all the same */
async function headOf(path: string): Promise<string> {
  const file = await open(path, 'r+').catch((error: Error) => {
    throw unwritten(path, error);
  });
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}

const unwritten = (path: string, error: Error): Exit =>
  new Exit(exitCodes.usage, `${path} cannot be written: ${causeOf(error)}.`);
