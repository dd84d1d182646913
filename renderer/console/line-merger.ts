/**
 * Merges the lines of several sessions by time. Each session's lines come in batches on a stream of their own, so that
 * an older line may come later: lines wait until every session has delivered all that is older, up to a limit.
 */
import { grouped } from '../ui/words.ts';
import type { ConsoleLine, Origin, Tag } from './lines.ts';

/** A line that waits for its turn. */
interface Waiting {
  /** Its number is given to it when its turn comes. */
  readonly line: Omit<ConsoleLine, 'seq'> & { seq: number };
  /**
   * Seconds by which it is put in order: not before the lines that come before it in its session. What came in one
   * piece has one time, and what was sent in its midst a later one.
   */
  readonly order: number;
}

/** Milliseconds that lines wait at most for a session that is behind, such as one that floods. */
const patience = 3000;

interface Strand {
  readonly session: string;
  readonly tag: Tag;
  /** When the session began, in seconds of the wall clock. */
  readonly began: number;
  /** The number of its next line. */
  next: number;
  /** Its batches that wait, each in order; the first may have been taken in part. */
  batches: { readonly came: number; lines: Waiting[] }[];
  /** The `order` of the newest line that it has told. */
  newest: number;
  /** All its lines up to this time have been told. */
  until: number;
}

export class LineMerger {
  readonly #strands = new Map<string, Strand>();
  readonly #leaving = new Set<string>();

  /** From now on there are lines of this session. @param began in seconds since 1970 */
  join(session: string, tag: Tag, began: number): void {
    const { next = 0, batches = [], newest = -Infinity } = this.#strands.get(session) ?? {};
    this.#strands.set(session, { session, tag, began, next, batches, newest, until: -Infinity });
  }

  /** The session has told all that it will. */
  part(session: string): void {
    const strand = this.#strands.get(session);
    if (strand) strand.until = Infinity;
  }

  /** The session is gone: it will not be joined again, and what it has told has its turn yet. */
  forget(session: string): void {
    this.part(session);
    this.#leaving.add(session);
  }

  /**
   * @param until seconds of the session up to which it has told all; null where that is not known
   * @param now in ms, of a clock that only goes on
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

  /** The lines whose turn it is, in order; their numbers count on from `seq`. */
  take(seq: number, now: number): ConsoleLine[] {
    let safe = Infinity;
    for (const { until } of this.#strands.values()) safe = Math.min(safe, until);
    const taken: Waiting[] = [];
    for (const strand of this.#strands.values()) this.#takeOf(strand, safe, now, taken);
    // Each strand is in order by itself, which sorting makes use of; equal times keep the order of the sessions.
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
