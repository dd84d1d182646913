/**
 * What engines said about positions, kept by position and by who said it. Of each teller, the deepest answer of each kind
 * of measure is kept; of what files say by one name, the newest. Nothing here waits for the disk: what is said is known at
 * once, and written within a second.
 */
import { BadNotation, IllegalMove, type Game } from '../games/game.ts';
import { systemClock, type Clock, type Timer } from '../sessions/clock.ts';
import { Queue } from '../sessions/queue.ts';
import type { JudgedReport } from '../shapes/analysis.ts';
import type { Evaluation, Figure, Source, Teller } from '../shapes/evaluations.ts';
import { framesOf, type Head, type Rest } from './frames.ts';
import {
  bounded,
  boundedSource,
  compared,
  evaluationOf,
  figureOf,
  keyOf,
  placeOf,
  shownOf,
  slotOf,
  type Kept,
} from './kept.ts';
import { bestAt, isBetterWritten, KnownAnswers, type Known } from './known.ts';
import { measureOf, type Looked } from './measure.ts';
import { Pruner } from './pruning.ts';
import { knownAs, repeats } from './said-by.ts';
import { Segments, type Dropped, type SegmentsOptions } from './segments.ts';
import { digestOf, turnedTo, type Digest } from './turned.ts';
import { WaitingAnswers } from './waiting.ts';

export interface StoreOptions extends SegmentsOptions {
  /** The most bytes that all segments of the home may take. */
  readonly limit: () => number;
  /** Called after each write, with its error or null. */
  readonly written: (error: Error | null) => void;
  /** Something was said about a position, or (null) anything may have changed. */
  readonly onChange: (digest: Digest | null) => void;
  readonly clock?: Clock;
}

/** What an engine said about a position. */
export interface Said {
  readonly game: Game;
  readonly position: unknown;
  readonly teller: Teller;
  readonly looked: Looked;
  /** Called only if the report is better than what is known. */
  readonly judged: () => JudgedReport;
  readonly source: Source | null;
  /** In milliseconds since 1970; now if absent. */
  readonly saidAt?: number;
}

/**
 * Selects evaluations: of an engine of the library, of one teller, of files, or said before a time in milliseconds since
 * 1970.
 */
export interface Selection {
  readonly engine?: string | undefined;
  readonly teller?: string | undefined;
  readonly origin?: Teller['origin'];
  readonly before?: number | undefined;
}

/** In milliseconds until something said is written, so that what comes together is written together. */
const batchMilliseconds = 50;

/** In milliseconds: an answer that replaces one of less than this ago waits for further ones. */
const replaceMilliseconds = 1000;

/** The most answers that wait to be written. Beyond it, as if a disk is full, further ones are not kept. */
const mostWaiting = 20_000;

/** In milliseconds between two attempts to open the files. */
const openMilliseconds = 5000;

/** In milliseconds between two attempts to mend a damaged segment. */
const mendMilliseconds = 60_000;

export class EvaluationStore {
  readonly #options: StoreOptions;
  readonly #clock: Clock;
  readonly #segments: Segments;
  /** The numbers of tellers in this host's segment, by the teller's id. */
  #numbers: ReadonlyMap<string, number> = new Map();
  readonly #waiting = new WaitingAnswers();
  readonly #known = new KnownAnswers();
  #opening: Promise<void> | null = null;
  /** When opening is tried again, on the clock. */
  #openAt = -Infinity;
  #isOpen = false;
  #timer: Timer | null = null;
  /** Opening, writing, pruning or clearing. */
  readonly #working = new Queue();
  #isWriting = false;
  readonly #pruner = new Pruner();
  /** When a damaged segment is mended, on the clock. */
  #mendAt = -Infinity;
  #isClosed = false;

  constructor(options: StoreOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#segments = new Segments(options);
  }

  /**
   * Opens the files, once; until then nothing is known of earlier sessions. If it fails, a later call tries again. Never
   * rejects.
   */
  open(): Promise<void> {
    if (this.#opening === null && this.#clock.now() < this.#openAt) return Promise.resolve();
    this.#opening ??= this.#open();
    return this.#opening;
  }

  /** Bytes of all segments. */
  get bytes(): number {
    return this.#segments.bytes;
  }

  /**
   * Keeps what an engine or a file said, unless what it said before is better, or a file repeats what an engine said.
   * @returns whether it was kept
   */
  record({ game, position, teller, looked, judged, source, saidAt = this.#clock.date() }: Said): boolean {
    if (this.#isClosed) return false;
    void this.open();
    const measure = measureOf(looked);
    const digest = digestOf(game, position);
    const slot = slotOf(teller, measure);
    const key = keyOf(digest, teller, slot);
    const known = this.#knownAt(key, digest, teller.id, slot);
    if (known.best !== null && compared(known.best.head, { measure, saidAt }, teller) > 0) return false;
    const report = judged();
    // What is said with a move that cannot be made may be about another position; files name no move.
    if (report.fault !== null || (report.bestmove === null && teller.origin !== 'file')) return false;
    let turned: JudgedReport;
    try {
      turned = turnedTo(digest, bounded(report));
    } catch (error) {
      // A move that the rules do not have at this position is not about it.
      if (error instanceof BadNotation || error instanceof IllegalMove) return false;
      throw error;
    }
    if (known.best !== null && JSON.stringify(known.best.rest.report) === JSON.stringify(turned))
      return false;
    if (this.#waiting.size >= mostWaiting && this.#waiting.get(key) === undefined) return false;
    const { high, low, own } = digest;
    const now = this.#clock.now();
    const quietPlies = game.quietPlies?.(position) ?? null;
    const best: Kept = {
      teller,
      head: { teller: 0, high, low, own, measure, saidAt },
      rest: { key: digest.key, quietPlies, report: turned, source: source && boundedSource(source) } as Rest,
    };
    // Only files repeat: for each first answer of an engine, the position would be read a second time.
    const isFirstOfFiles = teller.origin === 'file' && known.best === null;
    if (isFirstOfFiles && this.#keptAt(digest).some((heard) => repeats(best, heard))) return false;
    const due = Math.max(now + batchMilliseconds, known.writtenAt + replaceMilliseconds);
    this.#waiting.set(key, { ...best, due: this.#waiting.get(key)?.due ?? due });
    this.#known.set(key, { best, writtenAt: known.writtenAt });
    this.#arm();
    this.#options.onChange(digest);
    return true;
  }

  /** What is known about a position, newest first. */
  at(game: Game, position: unknown): readonly Evaluation[] {
    const digest = digestOf(game, position);
    return shownOf(this.#keptAt(digest)).flatMap((kept) => evaluationOf(digest, kept) ?? []);
  }

  /** What lists and graphs show about a position, newest first. */
  figures(game: Game, position: unknown): readonly Figure[] {
    const digest = digestOf(game, position);
    return shownOf(this.#keptAt(digest)).flatMap((kept) => figureOf(digest, kept) ?? []);
  }

  /** Whether anything is known about a position; a look at the index alone. */
  has(digest: Digest): boolean {
    const { high, low } = digest;
    return (
      this.#segments.all.some((segment) => segment.has(high, low)) || this.#waiting.isAt(placeOf(digest))
    );
  }

  /** All tellers that have said something, also if it was replaced since. */
  tellers(): readonly Teller[] {
    const found = new Map<string, Teller>();
    for (const { tellers } of this.#segments.all) {
      for (const each of tellers) {
        const teller = each && knownAs(each);
        if (teller !== null) found.set(teller.id, teller);
      }
    }
    for (const [, { teller }] of this.#waiting.all()) found.set(teller.id, teller);
    return [...found.values()];
  }

  /** How many evaluations there are, by the teller's id. */
  counts(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const segment of this.#segments.all) {
      for (const [number, count] of segment.counts()) {
        const teller = segment.tellers[number];
        if (!teller) continue;
        const { id } = knownAs(teller);
        counts.set(id, (counts.get(id) ?? 0) + count);
      }
    }
    return counts;
  }

  /** Reads what other hosts have written. Never rejects. */
  async look(): Promise<void> {
    if (this.#isClosed) return;
    if (!this.#isOpen) return this.open();
    await this.#working
      .run(async () => {
        if (!(await this.#segments.look())) return;
        this.#known.clear();
        this.#options.onChange(null);
      })
      .catch(() => undefined);
  }

  /**
   * Drops what is selected, and what was replaced. Segments of other running hosts stay as they are.
   * @param dispose of the replaced files @throws the file system's own errors
   */
  async clear<T>(
    { engine, teller: id, origin, before }: Selection,
    dispose: (paths: readonly string[]) => Promise<T>,
  ): Promise<Omit<Dropped, 'paths'> & { readonly disposed: T }> {
    await this.flush();
    const isSelected = ({ saidAt }: Head, teller: Teller): boolean =>
      (engine === undefined || teller.engine === engine) &&
      (id === undefined || knownAs(teller).id === id) &&
      (origin === undefined || teller.origin === origin) &&
      (before === undefined || saidAt < before);
    return this.#working.run(async () => {
      const { paths, ...dropped } = await this.#rewrite((head, teller) => !isSelected(head, teller));
      return { ...dropped, disposed: await dispose(paths) };
    });
  }

  /** Resolves when all that was said so far is on disk, or cannot be. */
  async flush(): Promise<void> {
    await this.open();
    await this.#working.run(() => this.#write(Infinity)).catch(() => undefined);
  }

  /** Writes what waits, and closes the files. Never rejects. */
  async close(): Promise<void> {
    if (this.#opening === null || this.#isClosed) {
      this.#isClosed = true;
      return;
    }
    await this.flush();
    this.#isClosed = true;
    this.#timer?.clear();
    await this.#working.run(() => this.#segments.close()).catch(() => undefined);
  }

  async #open(): Promise<void> {
    await this.#working
      .run(async () => {
        await this.#segments.open();
        await this.#segments.mend();
        this.#renumber();
        this.#isOpen = true;
        this.#known.clear();
        this.#dropOutdone();
        this.#options.written(null);
      })
      .catch((error: Error) => {
        this.#options.written(error);
        this.#openAt = this.#clock.now() + openMilliseconds;
        this.#opening = null;
      });
    this.#options.onChange(null);
    this.#arm();
  }

  #arm(): void {
    if (this.#timer !== null || this.#isWriting || !this.#isOpen || this.#waiting.size === 0) return;
    const { due } = this.#waiting;
    this.#timer = this.#clock.setTimer(
      () => {
        this.#timer = null;
        void this.#writeDue();
      },
      Math.max(1, due - this.#clock.now()),
    );
  }

  async #writeDue(): Promise<void> {
    this.#isWriting = true;
    await this.#working.run(() => this.#write(this.#clock.now() + 1)).catch(() => undefined);
    this.#isWriting = false;
    this.#arm();
  }

  /** Writes what is due by a time. @throws the file system's own errors; it is tried again later then */
  async #write(by: number): Promise<void> {
    const own = this.#segments.own;
    const due = this.#waiting.dueBy(by);
    if (own === null || due.length === 0) return;
    const { frames, numbers } = framesOf(
      due.map(([, each]) => each),
      this.#numbers,
    );
    const later = (): number => this.#clock.now() + replaceMilliseconds;
    try {
      await own.append(frames);
    } catch (error) {
      this.#waiting.postpone(due, later());
      this.#options.written(error as Error);
      throw error;
    }
    this.#numbers = numbers;
    const writtenAt = this.#clock.now();
    for (const [key, best] of this.#waiting.drop(due, later())) this.#known.set(key, { best, writtenAt });
    this.#options.written(null);
    const told = await this.#pruner.prune(this.#segments, this.#options.limit(), (stays) =>
      this.#rewrite(stays),
    );
    if (told !== null) this.#options.say(told);
  }

  async #rewrite(stays: Parameters<Segments['rewrite']>[0]): Promise<Dropped> {
    const dropped = await this.#segments.rewrite(stays);
    this.#handleRewritten();
    return dropped;
  }

  /** What was said before the files were open may be worse than what they have. */
  #dropOutdone(): void {
    for (const [key, waiting] of this.#waiting.all()) {
      if (isBetterWritten(waiting, this.#segments)) this.#waiting.delete(key);
    }
  }

  /** A damaged entry shows when it is read. */
  #mendSoon(): void {
    if (!this.#isOpen || this.#clock.now() < this.#mendAt) return;
    // One that another host holds stays as it is.
    this.#mendAt = this.#clock.now() + mendMilliseconds;
    void this.#working
      .run(async () => {
        await this.#segments.mend();
        this.#handleRewritten();
      })
      .catch((error: Error) => this.#options.written(error));
  }

  #handleRewritten(): void {
    this.#renumber();
    this.#known.clear();
    this.#options.onChange(null);
  }

  #renumber(): void {
    const tellers = this.#segments.own?.tellers ?? [];
    this.#numbers = new Map(tellers.map((teller, number) => [teller?.id ?? `later ${number}`, number]));
  }

  #knownAt(key: string, digest: Digest, teller: string, slot: string): Known {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const best =
      this.#keptAt(digest).find(
        (each) => each.teller.id === teller && slotOf(each.teller, each.head.measure) === slot,
      ) ?? null;
    const read = { best, writtenAt: -Infinity };
    this.#known.set(key, read);
    return read;
  }

  /** The best of each teller and slot at a position. */
  #keptAt(digest: Digest): Kept[] {
    const kept = bestAt(digest, this.#segments, this.#waiting);
    if (this.#segments.isDamaged) this.#mendSoon();
    return kept;
  }
}
