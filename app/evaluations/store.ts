/**
 * What engines said about positions, kept by position and by who said it. Of each teller, the deepest answer of each kind
 * of measure is kept. Nothing here waits for the disk: what is said is known at once, and written within a second.
 */
import { unlink } from 'node:fs/promises';
import { BadNotation, IllegalMove, type Game } from '../games/game.ts';
import { systemClock, type Clock, type Timer } from '../sessions/clock.ts';
import type { JudgedReport } from '../shapes/analysis.ts';
import {
  mostSourceText,
  type Evaluation,
  type Figure,
  type Source,
  type Teller,
} from '../shapes/evaluations.ts';
import { evaluationFrame, tellerFrame, type Head, type Rest } from './frames.ts';
import { measureOf, shallowness, type Looked } from './measure.ts';
import { segmentLimit, type Evaluated } from './segment.ts';
import { Segments, type Dropped, type SegmentsOptions } from './segments.ts';
import { digestOf, moveTurnedBack, turnedBack, turnedTo, type Digest } from './turned.ts';

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
  /** Called only if the report is deeper than what is known. */
  readonly judged: () => JudgedReport;
  readonly source: Source | null;
  /** In milliseconds since 1970; now if absent. */
  readonly saidAt?: number;
}

/** Selects evaluations: of an engine of the library, of one teller, or said before a time in milliseconds since 1970. */
export interface Selection {
  readonly engine?: string | undefined;
  readonly teller?: string | undefined;
  readonly before?: number | undefined;
}

/** In milliseconds until something said is written, so that what comes together is written together. */
const batchMilliseconds = 50;

/** In milliseconds: an answer that replaces one of less than this ago waits for further ones. */
const replaceMilliseconds = 1000;

/** The most answers that wait to be written. Beyond it, as if a disk is full, further ones are not kept. */
const mostWaiting = 20_000;

/** The answers known last, so that the next report of the same search is compared without reading. */
const mostKnown = 12_000;

/** In characters: what is kept of an engine's own words for its answer. */
const mostWords = 1024;

/** In milliseconds between two attempts to open the files. */
const openMilliseconds = 5000;

/** In milliseconds between two attempts to mend a damaged segment. */
const mendMilliseconds = 60_000;

/** The share of the limit that is in use after pruning, so that it is rare. */
const leftShare = 0.8;

/** The most entries about one position that are shown. */
const mostShown = 64;

const weekMilliseconds = 7 * 24 * 3600 * 1000;

interface Kept extends Evaluated {
  readonly teller: Teller;
}

interface Waiting extends Kept {
  readonly due: number;
}

export class EvaluationStore {
  readonly #options: StoreOptions;
  readonly #clock: Clock;
  readonly #segments: Segments;
  /** Of this host's segment, by the teller's id. */
  #numbers = new Map<string, number>();
  /** What is not written yet, by `keyOf`. */
  readonly #waiting = new Map<string, Waiting>();
  /** Its keys by position. */
  readonly #waitingAt = new Map<string, Set<string>>();
  /** By `keyOf`: the deepest answer, null if there is none, and when it was last replaced by this host. */
  readonly #known = new Map<string, { readonly best: Kept | null; readonly writtenAt: number }>();
  #opening: Promise<void> | null = null;
  /** When opening is tried again, on the clock. */
  #openAt = -Infinity;
  #isOpen = false;
  #timer: Timer | null = null;
  /** Writing, pruning or clearing; never rejects. */
  #working: Promise<void> = Promise.resolve();
  #isWriting = false;
  /** The bytes at which pruning is tried again. */
  #pruneAt = 0;
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

  /** Keeps what an engine said, unless it is shallower than what it said before. @returns whether it was kept */
  record({ game, position, teller, looked, judged, source, saidAt }: Said): boolean {
    if (this.#isClosed) return false;
    void this.open();
    const measure = measureOf(looked);
    const digest = digestOf(game, position);
    const key = keyOf(digest, teller.id, measure.kind);
    const known = this.#knownAt(key, digest, teller.id, measure.kind);
    if (known.best !== null && known.best.head.measure.amount > measure.amount) return false;
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
    if (this.#waiting.size >= mostWaiting && !this.#waiting.has(key)) return false;
    const { high, low, own } = digest;
    const now = this.#clock.now();
    const quietPlies = game.quietPlies?.(position) ?? null;
    const best: Kept = {
      teller,
      head: { teller: 0, high, low, own, measure, saidAt: saidAt ?? this.#clock.date() },
      rest: { key: digest.key, quietPlies, report: turned, source: source && boundedSource(source) } as Rest,
    };
    const due = Math.max(now + batchMilliseconds, known.writtenAt + replaceMilliseconds);
    this.#wait(key, { ...best, due: this.#waiting.get(key)?.due ?? due });
    this.#remember(key, best, known.writtenAt);
    this.#arm();
    this.#options.onChange(digest);
    return true;
  }

  /** What is known about a position, newest first. */
  at(game: Game, position: unknown): readonly Evaluation[] {
    const digest = digestOf(game, position);
    return this.#bestAt(digest).flatMap((kept) => evaluationOf(digest, kept) ?? []);
  }

  /** What lists and graphs show about a position, newest first. */
  figures(game: Game, position: unknown): readonly Figure[] {
    const digest = digestOf(game, position);
    return this.#bestAt(digest).flatMap((kept) => figureOf(digest, kept) ?? []);
  }

  /** Whether anything is known about a position; a look at the index alone. */
  has({ high, low }: Digest): boolean {
    if (this.#segments.all.some((segment) => segment.has(high, low))) return true;
    return this.#waitingAt.has(placeOf(high, low));
  }

  /** All tellers that have said something, also if it was replaced since. */
  tellers(): readonly Teller[] {
    const found = new Map<string, Teller>();
    for (const { tellers } of this.#segments.all) {
      for (const teller of tellers) if (teller !== null) found.set(teller.id, teller);
    }
    for (const { teller } of this.#waiting.values()) found.set(teller.id, teller);
    return [...found.values()];
  }

  /** How many evaluations there are, by the teller's id. */
  counts(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const segment of this.#segments.all) {
      for (const [number, count] of segment.counts()) {
        const teller = segment.tellers[number];
        if (teller) counts.set(teller.id, (counts.get(teller.id) ?? 0) + count);
      }
    }
    return counts;
  }

  /** Reads what other hosts have written. Never rejects. */
  async look(): Promise<void> {
    if (this.#isClosed) return;
    if (!this.#isOpen) return this.open();
    await this.#alone(async () => {
      if (!(await this.#segments.look())) return;
      this.#known.clear();
      this.#options.onChange(null);
    }).catch(() => undefined);
  }

  /**
   * Drops what is selected, and what was replaced. Segments of other running hosts stay as they are.
   * @param dispose of the replaced files @throws the file system's own errors
   */
  async clear<T>(
    { engine, teller: id, before }: Selection,
    dispose: (paths: readonly string[]) => Promise<T>,
  ): Promise<Omit<Dropped, 'paths'> & { readonly disposed: T }> {
    await this.flush();
    const isSelected = ({ saidAt }: Head, teller: Teller): boolean =>
      (engine === undefined || teller.engine === engine) &&
      (id === undefined || teller.id === id) &&
      (before === undefined || saidAt < before);
    return this.#alone(async () => {
      const { paths, ...dropped } = await this.#rewrite((head, teller) => !isSelected(head, teller));
      return { ...dropped, disposed: await dispose(paths) };
    });
  }

  /** Resolves when all that was said so far is on disk, or cannot be. */
  async flush(): Promise<void> {
    await this.open();
    await this.#alone(() => this.#write(Infinity)).catch(() => undefined);
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
    await this.#alone(() => this.#segments.close()).catch(() => undefined);
  }

  async #open(): Promise<void> {
    await this.#alone(async () => {
      await this.#segments.open();
      await this.#segments.mend();
      this.#renumber();
      this.#isOpen = true;
      this.#known.clear();
      this.#dropShallow();
      this.#options.written(null);
    }).catch((error: Error) => {
      this.#options.written(error);
      this.#openAt = this.#clock.now() + openMilliseconds;
      this.#opening = null;
    });
    this.#options.onChange(null);
    this.#arm();
  }

  /** One at a time. */
  #alone<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#working.then(work);
    this.#working = done.then(
      () => undefined,
      () => undefined,
    );
    return done;
  }

  #arm(): void {
    if (this.#timer !== null || this.#isWriting || !this.#isOpen || this.#waiting.size === 0) return;
    let due = Infinity;
    for (const each of this.#waiting.values()) due = Math.min(due, each.due);
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
    await this.#alone(() => this.#write(this.#clock.now() + 1)).catch(() => undefined);
    this.#isWriting = false;
    this.#arm();
  }

  /** Writes what is due by a time. @throws the file system's own errors; it is tried again later then */
  async #write(by: number): Promise<void> {
    const own = this.#segments.own;
    const due = [...this.#waiting].filter(([, each]) => each.due <= by);
    if (own === null || due.length === 0) return;
    const frames: Buffer[] = [];
    const numbers = new Map(this.#numbers);
    for (const [, { head, rest, teller }] of due) {
      let number = numbers.get(teller.id);
      if (number === undefined) {
        const frame = tellerFrame(teller);
        // An engine with more options than a frame holds, or more builds than a file.
        if (frame === null || numbers.size > 0xffff) continue;
        number = numbers.size;
        numbers.set(teller.id, number);
        frames.push(frame);
      }
      const frame = evaluationFrame({ ...head, teller: number }, rest);
      if (frame !== null) frames.push(frame);
    }
    try {
      await own.append(frames);
    } catch (error) {
      const later = this.#clock.now() + replaceMilliseconds;
      for (const [key, each] of due)
        if (this.#waiting.get(key) === each) this.#wait(key, { ...each, due: later });
      this.#options.written(error as Error);
      throw error;
    }
    this.#numbers = numbers;
    const now = this.#clock.now();
    for (const [key, each] of due) {
      const newer = this.#waiting.get(key);
      if (newer !== undefined && newer !== each) {
        this.#wait(key, { ...newer, due: now + replaceMilliseconds });
        continue;
      }
      this.#unwait(key);
      this.#remember(key, each, now);
    }
    this.#options.written(null);
    await this.#prune();
  }

  /** Drops what was replaced, and then the oldest and shallowest, until all segments take less than the limit. */
  async #prune(): Promise<void> {
    const limit = this.#options.limit();
    const { own, bytes } = this.#segments;
    const isFull = own!.bytes > segmentLimit * 0.95;
    if ((bytes <= limit || bytes < this.#pruneAt) && !isFull) return;
    const others = bytes - own!.bytes;
    const wanted = Math.min(Math.max(0, limit * leftShare - others), segmentLimit * leftShare);
    const { cut, entries, whole } = await this.#cutFor(wanted);
    const { paths } = await this.#rewrite((head) => rankOf(head) >= cut);
    for (const path of paths) await unlink(path).catch(() => undefined);
    const after = this.#segments.bytes;
    // What the segments of other hosts take cannot be freed here: that must not be tried again and again.
    this.#pruneAt = after > limit ? after * 1.1 : 0;
    if (entries > 0) this.#options.say(prunedWords(entries, whole, limit));
  }

  /** The rank below which entries go so that those of our own segment take no more than `wanted` bytes. */
  async #cutFor(wanted: number): Promise<{ cut: number; entries: number; whole: number }> {
    const ranks = new Map<number, { bytes: number; entries: number }>();
    let sum = 0;
    let whole = 0;
    await this.#segments.each((head, bytes) => {
      const rank = rankOf(head);
      const at = ranks.get(rank) ?? { bytes: 0, entries: 0 };
      ranks.set(rank, { bytes: at.bytes + bytes, entries: at.entries + 1 });
      sum += bytes;
      whole++;
    });
    let entries = 0;
    for (const [rank, of] of [...ranks].toSorted(([one], [other]) => one - other)) {
      if (sum <= wanted) return { cut: rank, entries, whole };
      sum -= of.bytes;
      entries += of.entries;
    }
    return { cut: sum <= wanted && entries === 0 ? -Infinity : Infinity, entries, whole };
  }

  async #rewrite(stays: Parameters<Segments['rewrite']>[0]): Promise<Dropped> {
    const dropped = await this.#segments.rewrite(stays);
    this.#renumber();
    this.#known.clear();
    this.#options.onChange(null);
    return dropped;
  }

  /** What was said before the files were open may be shallower than what they have. */
  #dropShallow(): void {
    for (const [key, { head, teller, rest }] of this.#waiting) {
      const isDeeper = this.#segments.all.some((segment) => {
        let found = false;
        segment.find(head.high, head.low, (at) => {
          const other = segment.read(at);
          if (other === null || other.rest.key !== rest.key) return;
          if (segment.tellers[other.head.teller]?.id !== teller.id) return;
          const { kind, amount } = other.head.measure;
          found ||= kind === head.measure.kind && amount > head.measure.amount;
        });
        return found;
      });
      if (isDeeper) this.#unwait(key);
    }
  }

  #wait(key: string, waiting: Waiting): void {
    this.#waiting.set(key, waiting);
    const place = placeOf(waiting.head.high, waiting.head.low);
    const keys = this.#waitingAt.get(place);
    if (keys === undefined) this.#waitingAt.set(place, new Set([key]));
    else keys.add(key);
  }

  #unwait(key: string): void {
    const waiting = this.#waiting.get(key);
    if (waiting === undefined) return;
    this.#waiting.delete(key);
    const place = placeOf(waiting.head.high, waiting.head.low);
    const keys = this.#waitingAt.get(place)!;
    keys.delete(key);
    if (keys.size === 0) this.#waitingAt.delete(place);
  }

  /** A damaged entry shows when it is read. */
  #mendSoon(): void {
    if (!this.#isOpen || this.#clock.now() < this.#mendAt) return;
    // One that another host holds stays as it is.
    this.#mendAt = this.#clock.now() + mendMilliseconds;
    void this.#alone(async () => {
      await this.#segments.mend();
      this.#renumber();
      this.#known.clear();
      this.#options.onChange(null);
    }).catch((error: Error) => this.#options.written(error));
  }

  #renumber(): void {
    const tellers = this.#segments.own?.tellers ?? [];
    this.#numbers = new Map();
    tellers.forEach((teller, number) => this.#numbers.set(teller?.id ?? `later ${number}`, number));
  }

  #knownAt(
    key: string,
    digest: Digest,
    teller: string,
    kind: Head['measure']['kind'],
  ): { readonly best: Kept | null; readonly writtenAt: number } {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const best =
      this.#keptAt(digest).find((each) => each.teller.id === teller && each.head.measure.kind === kind) ??
      null;
    this.#remember(key, best, -Infinity);
    return this.#known.get(key)!;
  }

  #remember(key: string, best: Kept | null, writtenAt: number): void {
    this.#known.delete(key);
    this.#known.set(key, { best, writtenAt });
    if (this.#known.size > mostKnown) this.#known.delete(this.#known.keys().next().value!);
  }

  /** The deepest of each teller and kind at a position. */
  #keptAt(digest: Digest): Kept[] {
    const found = new Map<string, Kept>();
    const take = (kept: Kept): void => {
      // The hash of another position may be the same.
      if (kept.rest.key !== digest.key) return;
      const { measure } = kept.head;
      const key = `${kept.teller.id} ${measure.kind}`;
      const other = found.get(key)?.head;
      const more =
        other === undefined ? 1 : measure.amount - other.measure.amount || kept.head.saidAt - other.saidAt;
      if (more > 0) found.set(key, kept);
    };
    for (const segment of this.#segments.all) {
      segment.find(digest.high, digest.low, (at) => {
        const entry = segment.read(at);
        const teller = entry && segment.tellers[entry.head.teller];
        if (entry && teller) take({ ...entry, teller });
      });
    }
    for (const key of this.#waitingAt.get(placeOf(digest.high, digest.low)) ?? [])
      take(this.#waiting.get(key)!);
    if (this.#segments.isDamaged) this.#mendSoon();
    return [...found.values()];
  }

  /** Newest first; of each teller the newest, and another one if its measure is of another kind. */
  #bestAt(digest: Digest): readonly Kept[] {
    const sorted = this.#keptAt(digest).toSorted((one, other) => other.head.saidAt - one.head.saidAt);
    const counts = new Map<string, number>();
    return sorted
      .filter(({ teller: { id } }) => {
        const count = (counts.get(id) ?? 0) + 1;
        counts.set(id, count);
        return count <= 2;
      })
      .slice(0, mostShown);
  }
}

const placeOf = (high: number, low: number): string => `${high} ${low}`;

const keyOf = ({ high, low }: Digest, teller: string, kind: string): string =>
  `${high} ${low} ${kind} ${teller}`;

/** By age in weeks, and within a week by depth. */
const rankOf = ({ saidAt, measure }: Head): number =>
  Math.floor(saidAt / weekMilliseconds) * 1024 + shallowness(measure);

const inMiB = (bytes: number): string => `${Math.round(bytes / 1024 ** 2)} MiB`;

const prunedWords = (entries: number, whole: number, limit: number): string =>
  `The evaluations of positions took more than ${inMiB(limit)}: of ${whole}, Plywire deleted ${entries}, the oldest and shallowest. The limit is in the settings.`;

function bounded(report: JudgedReport): JudgedReport {
  return report.text.length <= mostWords ? report : { ...report, text: report.text.slice(0, mostWords) };
}

function boundedSource(source: Source): Source {
  return source.text.length <= mostSourceText
    ? source
    : { ...source, text: source.text.slice(0, mostSourceText) };
}

/** Null if it cannot be one of this position. */
function evaluationOf(digest: Digest, { head, rest, teller }: Kept): Evaluation | null {
  try {
    const { measure, saidAt, own } = head;
    const { quietPlies, source } = rest;
    const report = turnedBack(digest, rest.report);
    return { teller: teller.id, report, measure, quietPlies, saidAt, source, isMirrored: own !== digest.own };
  } catch (error) {
    return none(error);
  }
}

function figureOf(digest: Digest, { head, rest, teller }: Kept): Figure | null {
  try {
    const { bestmove, score, staticScale, exhaustive } = rest.report;
    return {
      teller: teller.id,
      bestmove: bestmove === null ? null : moveTurnedBack(digest, bestmove),
      ...{ score, staticScale, exhaustive },
      measure: head.measure,
      isMirrored: head.own !== digest.own,
    };
  } catch (error) {
    return none(error);
  }
}

/** A file may hold moves that the rules do not have. */
function none(error: unknown): null {
  if (error instanceof BadNotation || error instanceof IllegalMove) return null;
  throw error;
}
