/** Reads the folder of a build back: a file that does not exist is told apart from one that the system does not let us read. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import * as v from 'valibot';

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** What is read of a file or folder; null if there is none. @throws the file system's other errors */
export const unlessMissing = <T>(reading: Promise<T>): Promise<T | null> =>
  reading.catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });

/** The end of a file; empty if there is none. @throws the file system's other errors */
export function endOf(path: string, most: number): string {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (error) {
    if (isMissing(error)) return '';
    throw error;
  }
  try {
    const { size } = fstatSync(file);
    const bytes = Buffer.alloc(Math.min(size, most));
    return bytes.toString('utf8', 0, readSync(file, bytes, 0, bytes.length, size - bytes.length));
  } finally {
    closeSync(file);
  }
}

/** Null if the text is not JSON of this schema. */
export function parsed<T>(schema: v.GenericSchema<unknown, T>, text: string): T | null {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return null;
  }
  const found = v.safeParse(schema, json);
  return found.success ? found.output : null;
}
