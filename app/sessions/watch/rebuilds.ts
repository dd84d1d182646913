/**
 * Detects that the program of a running engine was rebuilt. It polls the files every second instead of watching them: a
 * build may replace a file, write into it or move a folder, on any file system, and polling holds no descriptor. Since
 * a compiler may still be writing, a build counts when two polls in a row have seen it.
 */
import { statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import type { BigIntStats } from 'node:fs';
import type { Clock, Timer } from '../clock.ts';
import type { Launch } from '../types.ts';

/** Milliseconds between two polls; a user who has just built needs longer to come back to the window. */
export const lookInterval = 1000;

/** Interpreters and launchers: the engine is the script that they run. */
const runner =
  /^(?:python|pypy|node|deno|bun|java|ruby|perl|lua|dotnet|mono|wine|sh|bash|env)[\d.]*(?:\.exe)?$/i;

interface Watched {
  readonly file: string;
  /** The build that is running. */
  readonly running: string;
  /** The build at the last poll; null if there was no file. */
  seen: string | null;
  rebuilt: boolean;
}

export class Rebuilds {
  readonly #clock: Clock;
  readonly #onChange: () => void;
  readonly #watched = new Map<string, Watched>();
  #timer: Timer | null = null;
  #looking = false;

  constructor(clock: Clock, onChange: () => void) {
    this.#clock = clock;
    this.#onChange = onChange;
  }

  /** Starts with the current build; a missing file is not watched. */
  watch(id: string, launch: Launch): void {
    const file = builtFile(launch);
    const running = buildOf(statSync(file, { bigint: true, throwIfNoEntry: false }));
    if (running === null) return;
    this.#watched.set(id, { file, running, seen: running, rebuilt: false });
    this.#schedule();
  }

  forget(id: string): void {
    this.#watched.delete(id);
    if (this.#watched.size > 0) return;
    this.#timer?.clear();
    this.#timer = null;
  }

  isRebuilt(id: string): boolean {
    return this.#watched.get(id)?.rebuilt ?? false;
  }

  #schedule(): void {
    if (this.#timer !== null || this.#looking || this.#watched.size === 0) return;
    this.#timer = this.#clock.setTimer(() => {
      this.#timer = null;
      void this.#look();
    }, lookInterval);
  }

  async #look(): Promise<void> {
    this.#looking = true;
    const found = await Promise.all([...this.#watched.values()].map((watched) => look(watched)));
    this.#looking = false;
    if (found.includes(true)) this.#onChange();
    this.#schedule();
  }
}

/** @returns whether `rebuilt` changed */
async function look(watched: Watched): Promise<boolean> {
  const now = buildOf(await stat(watched.file, { bigint: true }).catch(() => undefined));
  const before = watched.rebuilt;
  if (now === watched.running) watched.rebuilt = false;
  else if (now !== null && now === watched.seen) watched.rebuilt = true;
  watched.seen = now;
  return watched.rebuilt !== before;
}

/** Identifies a build of a file; null if there is no file or it is still empty. */
function buildOf(stats: BigIntStats | undefined): string | null {
  if (stats === undefined || !stats.isFile() || stats.size === 0n) return null;
  const { dev, ino, size, mtimeNs } = stats;
  return [dev, ino, size, mtimeNs].join(':');
}

/** The file that a build of the engine writes: the script in `python3 mine.py`. */
export function builtFile({ file, interpreter, bundled, args, folder }: Launch): string {
  if (interpreter !== null || bundled || !runner.test(basename(file))) return file;
  const at = folder ?? dirname(file);
  const script = args
    .filter((arg) => !arg.startsWith('-'))
    .map((arg) => resolve(at, arg))
    .find((path) => statSync(path, { throwIfNoEntry: false })?.isFile());
  return script ?? file;
}
