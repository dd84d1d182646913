/** A line as the window shows it, alone or in a list. */
import type { JournalLine, ReplayRow, TrafficLine } from '../../app/api/contract.ts';
import { tellsOfFault } from './words.ts';

/** The name of a session at its lines, among the lines of other sessions. */
export interface Tag {
  /** At most `tagColumns` columns wide. */
  readonly name: string;
  /** One of `tagHues`, from 0. */
  readonly hue: number;
}

/** Columns of the longest tag. */
export const tagColumns = 14;
/** Hues of tags: tokens `--session-1` and on. */
export const tagHues = 6;

/** The session of a line that is shown among the lines of other sessions. */
export interface Origin {
  readonly session: string;
  readonly tag: Tag;
  /** The line's number in its session; -1 for a line that replaces missing lines. */
  readonly seq: number;
  /** The number of missing lines that this line replaces; 0 for an ordinary line. */
  readonly standsFor: number;
}

/** A line of a session, running or ended, alone or among those of other sessions, of a journal or of a recording. */
export interface ConsoleLine extends Omit<TrafficLine, 'direction'> {
  /** `unreadable`: the recording contains a line here that no session can have. */
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

/** A line of a journal. Its number is negative: journals have a count of their own, which must not meet the view's. */
export const ofJournal = ({ line, seconds, typed, ...rest }: JournalLine): ConsoleLine => ({
  ...rest,
  ...{ seq: -line, at: seconds, byHand: typed, oddities: [], asks: false, answers: [] },
});

/** A line of a recording, numbered from 1 as there. Its oddities are among the remarks. */
export const ofReplay = ({ line, seconds, kind, typed, ...rest }: ReplayRow): ReplayedLine => ({
  ...rest,
  ...{ seq: line, at: seconds, direction: kind, byHand: typed, oddities: [] },
});

/** Marks differ in shape, so that no colour is needed to distinguish them. Each is two columns wide. */
export const marks: Readonly<Record<ConsoleLine['direction'], string>> = {
  sent: '->',
  heard: '<-',
  stderr: '! ',
  note: '# ',
  unreadable: '? ',
};

/**
 * Whether a line is a note that says how an engine failed. What engines write to stderr is text for people: a driver
 * marks what its protocol reads there as an oddity, and the note quotes it if it ended the engine.
 */
export const isError = ({ direction, text }: Pick<ConsoleLine, 'direction' | 'text'>): boolean =>
  direction === 'note' && tellsOfFault(text);

/** Whether the search for oddities and errors stops at a line. */
export const isTrouble = (line: Pick<ConsoleLine, 'direction' | 'text' | 'oddities'>): boolean =>
  line.oddities.length > 0 || isError(line);

/** Lines in the order of their numbers, some of which may be missing: a store, or its lines that pass a filter. */
export interface Lines {
  /** The number after the newest line. */
  readonly next: number;
  readonly size: number;
  /** The index of the first line whose number is at least `seq`. */
  indexOf(seq: number): number;
  /** By index, `to` excluded. */
  slice(from: number, to?: number): ConsoleLine[];
  /** The number of lines from `from` to `to` (excluded) that are reported as left out if none of them is painted. */
  missing(from: number, to: number): number;
}
