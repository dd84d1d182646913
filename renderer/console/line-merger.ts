/**
 * Merges the lines of several sessions by time, each with a short name of its session. The lines of each session arrive
 * in batches on their own stream, so older lines may arrive later: lines wait until every session has delivered
 * everything older, up to a limit.
 */
import type { SessionState } from '../../app/api/contract.ts';
import { visible } from '../ui/visible.ts';
import { grouped } from '../ui/words.ts';
import { tagColumns, tagHues, type ConsoleLine, type Origin, type Tag } from './lines.ts';

/** The prefix of all bundled engines' names, which distinguishes none of them. */
const common = /^Plywire /;

export class Tags {
  /** The tags by session. A tag never changes, since lines contain it. */
  readonly #tags = new Map<string, Tag>();

  name(sessions: readonly Pick<SessionState, 'id' | 'title'>[]): void {
    for (const { id, title } of sessions) {
      if (this.#tags.has(id)) continue;
      this.#tags.set(id, { name: this.#free(title), hue: this.#tags.size % tagHues });
    }
  }

  /** Returns the tag of a session. @throws Error if the session was not named */
  of(session: string): Tag {
    const tag = this.#tags.get(session);
    if (tag === undefined) throw new Error(`no session ${session} was named`);
    return tag;
  }

  #free(title: string): string {
    const names = new Set([...this.#tags.values()].map(({ name }) => name));
    const whole = visible(title).replace(common, '');
    for (let number = 1; ; number++) {
      const suffix = number === 1 ? '' : ` ${number}`;
      const room = tagColumns - suffix.length;
      const name = `${fitting(whole, room)}${suffix}`;
      if (!names.has(name)) return name;
    }
  }
}

/** Returns both ends of a name that is too long: versions of an engine differ at the end. */
function fitting(whole: string, room: number): string {
  if (whole.length <= room) return whole;
  const end = Math.floor((room - 1) / 2);
  return `${whole.slice(0, room - 1 - end)}…${whole.slice(-end)}`;
}

/** A line that is not merged yet. */
interface Waiting {
  /** Assigned when the line is merged. */
  readonly line: Omit<ConsoleLine, 'seq'> & { seq: number };
  /**
   * The sort key in seconds: not less than those of the preceding lines of its session. Lines that arrived in one chunk
   * share one time, while a line sent between them has a later one.
   */
  readonly order: number;
}

/** Milliseconds that lines wait at most for a slow session, such as a flooding one. */
const patience = 3000;

interface Strand {
  readonly session: string;
  readonly tag: Tag;
  /** When the session began, in seconds since 1970. */
  readonly began: number;
  /** The number of its next line. */
  next: number;
  /** Its waiting batches, each in order; some lines of the first may have been taken. */
  batches: { readonly came: number; lines: Waiting[] }[];
  /** The `order` of its newest line. */
  newest: number;
  /** The time up to which all its lines have arrived. */
  until: number;
}

export class LineMerger {
  readonly #strands = new Map<string, Strand>();
  readonly #leaving = new Set<string>();

  /** Starts or resumes merging the lines of a session. @param began in seconds since 1970 */
  join(session: string, tag: Tag, began: number): void {
    const { next = 0, batches = [], newest = -Infinity } = this.#strands.get(session) ?? {};
    this.#strands.set(session, { session, tag, began, next, batches, newest, until: -Infinity });
  }

  /** Stops waiting for lines of a session. */
  part(session: string): void {
    const strand = this.#strands.get(session);
    if (strand) strand.until = Infinity;
  }

  /** Drops a session that will not be joined again, after its waiting lines are taken. */
  forget(session: string): void {
    this.part(session);
    this.#leaving.add(session);
  }

  /**
   * Adds lines of a session; lines that were added before are skipped.
   * @param until the time up to which all its lines have arrived, in seconds of the session; null if unknown
   * @param now in milliseconds of a monotonic clock
   */
  add(session: string, lines: readonly ConsoleLine[], until: number | null, now: number): void {
    const strand = this.#strands.get(session);
    if (!strand) return;
    if (until !== null) strand.until = strand.began + until;
    const fresh: Waiting[] = [];
    for (const line of lines) {
      // Two streams of one session may overlap.
      if (line.seq < strand.next) continue;
      if (line.seq > strand.next) fresh.push(gap(strand, line));
      fresh.push(waiting(strand, line, { seq: line.seq, standsFor: 0 }));
      strand.next = line.seq + 1;
    }
    if (fresh.length > 0) strand.batches.push({ came: now, lines: fresh });
  }

  /** Removes and returns the lines that need not wait, in order, numbered from `seq`. */
  take(seq: number, now: number): ConsoleLine[] {
    let safe = Infinity;
    for (const { until } of this.#strands.values()) safe = Math.min(safe, until);
    const taken: Waiting[] = [];
    for (const strand of this.#strands.values()) this.#takeOf(strand, safe, now, taken);
    // Each strand is already sorted, which makes the sort fast; equal times keep the order of the sessions.
    taken.sort((one, other) => one.order - other.order);
    for (const session of this.#leaving) {
      if (this.#strands.get(session)?.batches.length) continue;
      this.#strands.delete(session);
      this.#leaving.delete(session);
    }
    return taken.map(({ line }, at) => {
      line.seq = seq + at;
      return line;
    });
  }

  #takeOf({ batches }: Strand, safe: number, now: number, taken: Waiting[]): void {
    while (batches.length > 0) {
      const batch = batches[0]!;
      const stays = now - batch.came < patience ? batch.lines.findIndex(({ order }) => order > safe) : -1;
      for (const line of stays < 0 ? batch.lines : batch.lines.slice(0, stays)) taken.push(line);
      if (stays >= 0) {
        batch.lines = batch.lines.slice(stays);
        return;
      }
      batches.shift();
    }
  }
}

function waiting(
  strand: Strand,
  line: ConsoleLine,
  { seq, standsFor }: Pick<Origin, 'seq' | 'standsFor'>,
): Waiting {
  const { session, tag, began } = strand;
  const at = began + line.at;
  strand.newest = Math.max(strand.newest, at);
  return { line: { ...line, at, origin: { session, tag, seq, standsFor } }, order: strand.newest };
}

function gap(strand: Strand, { seq, at }: ConsoleLine): Waiting {
  const count = seq - strand.next;
  const text = `${grouped(count)} ${count === 1 ? 'line' : 'lines'} left out; the journal has them`;
  const links = { asks: false, answers: [], oddities: [] };
  const line: ConsoleLine = { seq, at, direction: 'note', text, byHand: false, cut: 0, ...links };
  return waiting(strand, line, { seq: -1, standsFor: count });
}
