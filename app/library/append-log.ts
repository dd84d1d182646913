/**
 * A file of lines that is only ever appended to: confirmed lines survive a crash at any moment. An unconfirmed last
 * line may be torn and is then cut off. Lines that arrive during a write go out together, with one sync.
 */
import { open, readFile, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolder } from '../sessions/folder.ts';
import { syncFolder, writeDurably } from './files.ts';

interface Waiting {
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

export class AppendLog {
  readonly #path: string;
  #file: FileHandle;
  /** Bytes of the lines on disk; a part of a failed write may follow them. */
  #bytes: number;
  #hasFailed = false;
  /** Lines that are not on disk yet. After a failed write they go out with the next one. */
  #unwritten = '';
  #waiting: Waiting[] = [];
  #writing: Promise<void> | null = null;

  private constructor(path: string, file: FileHandle, bytes: number) {
    this.#path = path;
    this.#file = file;
    this.#bytes = bytes;
  }

  /**
   * Opens the log, or begins one.
   * @returns its whole lines, without their ends, and how many bytes of a torn one were cut off
   * @throws the file system's own errors
   */
  static async open(path: string): Promise<{ log: AppendLog; lines: readonly string[]; torn: number }> {
    makeFolder(dirname(path));
    const { file, isNew } = await openOrBegin(path);
    try {
      if (isNew) await syncFolder(dirname(path));
      const content = await file.readFile();
      const whole = content.lastIndexOf('\n') + 1;
      if (whole < content.length) await file.truncate(whole);
      const lines = content.toString('utf8', 0, whole).split('\n').slice(0, -1);
      return { log: new AppendLog(path, file, whole), lines, torn: content.length - whole };
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /** Bytes of the file, including lines that are being written. */
  get bytes(): number {
    return this.#bytes + Buffer.byteLength(this.#unwritten);
  }

  /**
   * Resolves when the line is on disk.
   * @param line without a line end
   * @throws the file system's own errors; the line goes out with the next one then
   */
  append(line: string): Promise<void> {
    this.#unwritten += `${line}\n`;
    return this.#written();
  }

  /**
   * Replaces all lines by these; a crash leaves the old or the new ones. Lines appended meanwhile follow them.
   * @param lines returns lines that stand for all lines appended until the call
   * @throws the file system's own errors; the log stays as it was then
   */
  async replace(lines: () => readonly string[]): Promise<void> {
    while (this.#writing !== null) await this.#writing;
    const rewriting = this.#rewrite(lines);
    this.#writing = rewriting.then(
      () => this.#write(),
      () => this.#write(),
    );
    await rewriting;
  }

  /** Resolves when nothing is being written. */
  async idle(): Promise<void> {
    while (this.#writing !== null) await this.#writing;
  }

  /** Writes what a failed write has left, and closes the file. @throws the file system's own errors */
  async close(): Promise<void> {
    await this.idle();
    try {
      if (this.#unwritten !== '') await this.#written();
    } finally {
      await this.#file.close();
    }
  }

  /** Resolves when all present lines are on disk. */
  #written(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#writing ??= this.#write();
    });
  }

  async #write(): Promise<void> {
    while (this.#waiting.length > 0) {
      const waiting = this.#waiting;
      const text = this.#unwritten;
      const bytes = Buffer.from(text);
      this.#waiting = [];
      try {
        if (this.#hasFailed) await this.#file.truncate(this.#bytes);
        this.#hasFailed = false;
        await writeAll(this.#file, bytes, this.#bytes);
        await this.#file.datasync();
      } catch (error) {
        this.#hasFailed = true;
        for (const { reject } of waiting) reject(error as Error);
        continue;
      }
      this.#bytes += bytes.length;
      this.#unwritten = this.#unwritten.slice(text.length);
      for (const { resolve } of waiting) resolve();
    }
    // In the same turn, so that a line appended from now on starts a new write.
    this.#writing = null;
  }

  async #rewrite(lines: () => readonly string[]): Promise<void> {
    const text = lines()
      .map((line) => `${line}\n`)
      .join('');
    // The new lines include what was not written.
    const unwritten = this.#unwritten;
    await writeDurably(this.#path, text);
    const before = this.#file;
    this.#file = await open(this.#path, 'r+');
    this.#bytes = Buffer.byteLength(text);
    this.#unwritten = this.#unwritten.slice(unwritten.length);
    await before.close();
  }
}

/** The whole lines of a log that this process does not hold. @throws the file system's own errors */
export async function readLines(path: string): Promise<readonly string[]> {
  const text = await readFile(path, 'utf8');
  return text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .slice(0, -1);
}

async function openOrBegin(path: string): Promise<{ file: FileHandle; isNew: boolean }> {
  try {
    return { file: await open(path, 'r+'), isNew: false };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return { file: await open(path, 'wx+', 0o600), isNew: true };
  }
}

async function writeAll(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
}
