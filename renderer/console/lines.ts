/** Lines as the window shows them, and lists of these. */
import type { JournalLine, ReplayRow, TrafficLine } from '../../app/api/contract.ts';

/** A session as it is named at its lines among those of others. */
export interface Tag {
  /** Short. */
  readonly name: string;
  /** One of `tagHues`, from 0. */
  readonly hue: number;
}

/** Where a line among those of other sessions comes from. */
export interface Origin {
  readonly session: string;
  readonly tag: Tag;
  /** Its number in its session; -1 for a line that stands for missing ones. */
  readonly seq: number;
  /** How many missing lines it stands for; 0 for an ordinary line. */
  readonly standsFor: number;
}

/** A line of a session, running or ended, alone or among those of other sessions, of a journal or of a recording. */
export interface ConsoleLine extends Omit<TrafficLine, 'direction'> {
  /** `unreadable`: a recording has a line there that is none of a session. */
  readonly direction: TrafficLine['direction'] | 'unreadable';
  /** Only among lines of other sessions: `seq` then counts all of them, and `at` is in seconds since 1970. */
  readonly origin?: Origin;
}

/** A line of a recording, with what the replay understood of it. */
export interface ReplayedLine
  extends
    ConsoleLine,
    Pick<
      ReplayRow,
      'row' | 'rows' | 'shortened' | 'milliseconds' | 'meaning' | 'illegal' | 'remarks' | 'omitted'
    > {}

/** A line of a journal: its number is negative, since journals count on their own and the view has no such line. */
export const ofJournal = ({ line, seconds, typed, ...rest }: JournalLine): ConsoleLine => ({
  ...rest,
  ...{ seq: -line, at: seconds, byHand: typed, oddities: [], asks: false, answers: [] },
});

/** Numbers are those of the recording, from 1. What is odd stands among the remarks. */
export const ofReplay = ({ line, seconds, kind, typed, ...rest }: ReplayRow): ReplayedLine => ({
  ...rest,
  ...{ seq: line, at: seconds, direction: kind, byHand: typed, oddities: [] },
});

/** Marks differ in shape, so that no colour is needed to tell them apart. Each is two columns wide. */
export const marks: Readonly<Record<ConsoleLine['direction'], string>> = {
  sent: '->',
  heard: '<-',
  stderr: '! ',
  note: '# ',
  unreadable: '? ',
};

/** Lines in the order of their numbers, some of which may be missing: a store, or what is seen of one. */
export interface Lines {
  /** The number after the newest line. */
  readonly next: number;
  readonly size: number;
  /** The index of the first line whose number is at least `seq`. */
  indexOf(seq: number): number;
  /** By index, `to` excluded. */
  slice(from: number, to?: number): ConsoleLine[];
  /** How many lines between two numbers, `to` excluded, a painter passes over when it paints neither of them. */
  missing(from: number, to: number): number;
}

/** The index of the first of an ordered list, from `low` on, whose number is at least `least`. */
export function firstAtLeast<T>(
  all: readonly T[],
  low: number,
  least: number,
  numberOf: (one: T) => number,
): number {
  let high = all.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (numberOf(all[middle]!) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A stable list for the painter, behind which the shown lines can be replaced. */
export class View implements Lines {
  shown: Lines;

  constructor(shown: Lines) {
    this.shown = shown;
  }

  get next(): number {
    return this.shown.next;
  }

  get size(): number {
    return this.shown.size;
  }

  indexOf(seq: number): number {
    return this.shown.indexOf(seq);
  }

  slice(from: number, to?: number): ConsoleLine[] {
    return this.shown.slice(from, to);
  }

  missing(from: number, to: number): number {
    return this.shown.missing(from, to);
  }
}
