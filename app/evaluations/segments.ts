/**
 * The segments of a home. Each host appends to one of its own, which it takes from a host that no longer runs or creates,
 * and reads those of the others. A segment is never changed but by appending: to drop entries, those that stay are
 * written to a new one, after which the old one goes. Killed in between, it leaves both, which say the same.
 */
import { readdir, rename, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { partOf, putAside, removeParts, syncFolder } from '../library/files.ts';
import { stillRunning } from '../library/running/birth.ts';
import { exclusively } from '../library/running/exclusive.ts';
import type { Host, Register } from '../library/running/register.ts';
import { makeFolder } from '../sessions/folder.ts';
import { LongLoop } from '../sessions/long-loop.ts';
import type { Teller } from '../shapes/evaluations.ts';
import { entryOf, renumbered, tellerFrame, type Head } from './frames.ts';
import { compared, slotOf } from './kept.ts';
import { BadSegment, freshSegment, indexPath, Segment, segmentName } from './segment.ts';

export interface SegmentsOptions {
  readonly folder: string;
  readonly register: Pick<Register, 'holds' | 'frees' | 'wants' | 'done'>;
  /** Reads the register files of the other hosts of this home, including those left by a crash. */
  readonly others: () => Promise<readonly Host[]>;
  /** Tells the user of a file that was put aside. */
  readonly say: (sentence: string) => void;
}

/** Whether an entry stays. @param bytes of its frame */
export type Stays = (head: Head, teller: Teller, bytes: number) => boolean;

/** What a rewriting has dropped. */
export interface Dropped {
  readonly entries: number;
  readonly bytes: number;
  /** The files that are replaced; the caller deletes them or moves them to the trash. */
  readonly paths: readonly string[];
  /** Whether other running hosts hold segments, which stay as they are. */
  readonly isPartly: boolean;
}

/** In bytes, per write of a rewriting. */
const batch = 1024 * 1024;

export class Segments {
  readonly #options: SegmentsOptions;
  #own: Segment | null = null;
  /** By file name. */
  readonly #others = new Map<string, Segment>();

  constructor(options: SegmentsOptions) {
    this.#options = options;
  }

  /** All that are readable, our own first. */
  get all(): readonly Segment[] {
    return [...(this.#own ? [this.#own] : []), ...this.#others.values()];
  }

  get own(): Segment | null {
    return this.#own;
  }

  /** Whether an entry was found damaged. */
  get isDamaged(): boolean {
    return this.all.some(({ damage }) => damage !== null);
  }

  get bytes(): number {
    return this.all.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** @throws the file system's own errors */
  async open(): Promise<void> {
    const { folder } = this.#options;
    makeFolder(folder);
    await removeParts(folder);
    await this.#alone(async () => {
      const held = await this.#heldElsewhere();
      for (const name of await this.#names()) {
        if (!held.has(name) && (await this.#adopt(name))) return;
      }
      await this.#begin();
    });
    await this.look();
  }

  /** Reads what other hosts have written since. @returns whether there was something new */
  async look(): Promise<boolean> {
    let isNew = false;
    const names = await this.#names();
    for (const [name, segment] of this.#others) {
      if (names.includes(name) && (await segment.isThere())) continue;
      this.#others.delete(name);
      await segment.close();
      isNew = true;
    }
    for (const name of names) {
      if (this.#own !== null && this.#path(name) === this.#own.path) continue;
      const known = this.#others.get(name);
      if (known !== undefined) isNew = (await known.refresh()) || isNew;
      else {
        const segment = await this.#read(name);
        if (segment === null) continue;
        this.#others.set(name, segment);
        isNew = true;
      }
    }
    return isNew;
  }

  /**
   * Writes the entries that stay, of our own segment and of those that no host holds, to a new segment, which is our own
   * from then on. Of several entries of one teller and slot about a position, the best stays.
   * @throws the file system's own errors; nothing has changed then
   */
  async rewrite(stays: Stays): Promise<Dropped> {
    return this.#alone(async () => {
      const held = await this.#heldElsewhere();
      await this.look();
      const sources = this.all.filter((each) => each === this.#own || !held.has(nameOf(each.path)));
      const { segment, dropped } = await this.#copied(sources, stays);
      const before = this.#own;
      this.#own = segment;
      for (const source of sources) {
        this.#others.delete(nameOf(source.path));
        if (source !== before) await source.close();
      }
      if (before !== null) {
        await before.close();
        this.#options.register.frees(nameOf(before.path));
      }
      const paths = sources.flatMap(({ path }) => [path, indexPath(path)]);
      return {
        ...dropped,
        paths: await existing(paths),
        isPartly: this.#others.size > 0,
      };
    });
  }

  /** Visits the entries that a rewriting would copy if all stay. @throws the file system's own errors */
  async each(visit: (head: Head, bytes: number) => void): Promise<void> {
    const held = await this.#heldElsewhere();
    const loop = new LongLoop();
    for (const source of this.all) {
      if (source !== this.#own && held.has(nameOf(source.path))) continue;
      for (const at of source.all()) {
        if (loop.isDue) await loop.turn();
        const frame = source.frame(at);
        const entry = frame && entryOf(frame);
        if (entry?.kind === 'evaluation') visit(entry.head, frame!.length);
      }
    }
  }

  /** As often as a segment is found damaged: what is whole goes to a new one, and the damaged file is put aside. */
  async mend(): Promise<void> {
    const held = await this.#heldElsewhere();
    const damaged = this.all.filter(
      (each) => each.damage !== null && (each === this.#own || !held.has(nameOf(each.path))),
    );
    if (damaged.length === 0) return;
    const words = new Map(damaged.map(({ path, damage }) => [path, damage!]));
    const { paths } = await this.rewrite(() => true);
    for (const path of paths) {
      const damage = words.get(path);
      if (damage === undefined) await unlink(path).catch(() => undefined);
      else
        this.#options.say(
          await putAside(path, damage, 'Plywire goes on with the entries before and after it'),
        );
    }
  }

  async close(): Promise<void> {
    const own = this.#own;
    this.#own = null;
    if (own !== null) {
      await own.writeIndex().catch(() => undefined);
      // A host that has kept nothing leaves nothing.
      if (own.entries === 0) await own.remove();
      else await own.close();
      this.#options.register.frees(nameOf(own.path));
    }
    for (const segment of this.#others.values()) await segment.close();
    this.#others.clear();
  }

  /** Keeps other hosts out; within this one, the store does one thing at a time. */
  #alone<T>(work: () => Promise<T>): Promise<T> {
    const { register, others } = this.#options;
    return exclusively(register, others, 'evaluations', work);
  }

  /** The names of the segments that another running host holds. */
  async #heldElsewhere(): Promise<ReadonlySet<string>> {
    const hosts = await this.#options.others();
    const running = await stillRunning(hosts.map(({ being }) => being));
    return new Set(hosts.filter(({ being }) => running.has(being.pid)).flatMap(({ holds }) => [...holds]));
  }

  async #names(): Promise<readonly string[]> {
    const names = await readdir(this.#options.folder).catch((): string[] => []);
    return names.flatMap((file) => segmentName.exec(file)?.[1] ?? []).toSorted();
  }

  #path(name: string): string {
    return join(this.#options.folder, `${name}.log`);
  }

  async #adopt(name: string): Promise<boolean> {
    const segment = await this.#read(name);
    if (segment === null) return false;
    if (segment.damage !== null) {
      await segment.close();
      return false;
    }
    this.#options.register.holds(name);
    try {
      await segment.take();
    } catch (error) {
      await segment.close();
      this.#options.register.frees(name);
      throw error;
    }
    this.#own = segment;
    return true;
  }

  async #begin(): Promise<void> {
    const name = freshSegment();
    this.#options.register.holds(name);
    const segment = await Segment.create(this.#path(name));
    await segment.take();
    this.#own = segment;
  }

  /** Null for a file that is gone or no segment, which is put aside. */
  async #read(name: string): Promise<Segment | null> {
    const path = this.#path(name);
    try {
      return await Segment.open(path);
    } catch (error) {
      if (error instanceof BadSegment && (await stat(path)).size > 0) {
        this.#options.say(await putAside(path, error.message, 'Plywire goes on without it'));
      }
      return null;
    }
  }

  async #copied(
    sources: readonly Segment[],
    stays: Stays,
  ): Promise<{ readonly segment: Segment; readonly dropped: Pick<Dropped, 'entries' | 'bytes'> }> {
    const name = freshSegment();
    const path = this.#path(name);
    const part = partOf(path);
    const fresh = await Segment.create(part);
    try {
      await fresh.take();
      let entries = 0;
      const numbers = new Map<string, number>();
      const loop = new LongLoop();
      let frames: Buffer[] = [];
      let bytes = 0;
      const write = async (): Promise<void> => {
        if (frames.length > 0) await fresh.append(frames);
        frames = [];
        bytes = 0;
      };
      for (const source of sources) {
        for (const at of source.all()) {
          if (loop.isDue) await loop.turn();
          const frame = source.frame(at);
          const entry = frame && entryOf(frame);
          if (entry?.kind !== 'evaluation') continue;
          const teller = source.tellers[entry.head.teller];
          if (!teller || !isBest(sources, source, at, entry.head, teller)) continue;
          if (!stays(entry.head, teller, frame!.length)) {
            entries++;
            continue;
          }
          let number = numbers.get(teller.id);
          if (number === undefined) {
            number = numbers.size;
            numbers.set(teller.id, number);
            frames.push(tellerFrame(teller)!);
          }
          frames.push(renumbered(frame!, number));
          bytes += frame!.length;
          if (bytes >= batch) await write();
        }
      }
      await write();
      await rename(part, path);
      await syncFolder(this.#options.folder);
      await fresh.close();
      this.#options.register.holds(name);
      const segment = await Segment.open(path);
      await segment.take();
      await segment.writeIndex().catch(() => undefined);
      const before = sources.reduce((sum, each) => sum + each.bytes, 0);
      return { segment, dropped: { entries, bytes: before - segment.bytes } };
    } catch (error) {
      await fresh.remove().catch(() => undefined);
      throw error;
    }
  }
}

/**
 * Whether the sources have no better entry of the same teller in the same slot, nor an earlier source an equal one.
 * @param own with the entry, at `place`
 */
function isBest(
  sources: readonly Segment[],
  own: Segment,
  place: number,
  head: Head,
  teller: Teller,
): boolean {
  // The index of a segment has one entry of each kind of measure: only of files may there be more than one in a slot.
  if (sources.length === 1 && teller.origin !== 'file') return true;
  const slot = slotOf(teller, head.measure);
  let isBest = true;
  for (const [index, source] of sources.entries()) {
    const isEarlier = index < sources.indexOf(own);
    source.find(head.high, head.low, (at) => {
      if (source === own && at === place) return;
      const frame = source.frame(at);
      const entry = frame && entryOf(frame);
      if (entry?.kind !== 'evaluation') return;
      const other = entry.head;
      if (source.tellers[other.teller]?.id !== teller.id || slotOf(teller, other.measure) !== slot) return;
      const more = compared(other, head, teller);
      if (more > 0 || (more === 0 && isEarlier)) isBest = false;
    });
  }
  return isBest;
}

const nameOf = (path: string): string => /([^/\\]+)\.log$/.exec(path)![1]!;

async function existing(paths: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(paths.map((path) => stat(path).catch(() => null)));
  return paths.filter((_, index) => found[index] !== null);
}
