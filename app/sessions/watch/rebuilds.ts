/**
 * Notices that the program of a running engine has been built again. The files are looked at once a
 * second rather than watched: a build may replace a file, write into it or move a folder, on any file
 * system, and a look holds no descriptor. What a compiler still writes is waited for: a build counts when
 * two looks in a row have seen it.
 */
import { statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import type { BigIntStats } from 'node:fs';
import type { Clock, Timer } from '../clock.ts';
import type { Launch } from '../types.ts';

/** Milliseconds between two looks: a person who has just built comes to the window no faster. */
export const lookInterval = 1000;

/** Programs that are not engines themselves: what they run is. */
const runner =
  /^(?:python|pypy|node|deno|bun|java|ruby|perl|lua|dotnet|mono|wine|sh|bash|env)[\d.]*(?:\.exe)?$/i;

interface Watched {
  readonly file: string;
  /** The build that runs. */
  readonly running: string;
  /** The one of the last look; null where there was none. */
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

  /** Begins with the build of this moment; a file that is not there is nothing to watch. */
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

/** Whether it is another news than before. */
async function look(watched: Watched): Promise<boolean> {
  const now = buildOf(await stat(watched.file, { bigint: true }).catch(() => undefined));
  const before = watched.rebuilt;
  if (now === watched.running) watched.rebuilt = false;
  else if (now !== null && now === watched.seen) watched.rebuilt = true;
  watched.seen = now;
  return watched.rebuilt !== before;
}

/** What tells one build of a file from the next; null if none, or not yet. */
function buildOf(stats: BigIntStats | undefined): string | null {
  if (stats === undefined || !stats.isFile() || stats.size === 0n) return null;
  const { dev, ino, size, mtimeNs } = stats;
  return [dev, ino, size, mtimeNs].join(':');
}

/** The file that a build of the engine writes: for `python3 mine.py` that is the script. */
export function builtFile({ file, interpreter, bundled, args, folder }: Launch): string {
  if (interpreter !== null || bundled || !runner.test(basename(file))) return file;
  const at = folder ?? dirname(file);
  const script = args
    .filter((arg) => !arg.startsWith('-'))
    .map((arg) => resolve(at, arg))
    .find((path) => statSync(path, { throwIfNoEntry: false })?.isFile());
  return script ?? file;
}
