/** A line of a session as the window shows it, alone or in a list. */
import type { JournalLine, ReplayRow, TrafficLine } from '../../app/api/contract.ts';
import { tellsOfFault } from './words.ts';

/** The label of a session at its lines in a view of several sessions. */
export interface Tag {
  /** At most `tagColumns` columns wide. */
  readonly name: string;
  /** From 0 to `tagHues` - 1. */
  readonly hue: number;
}

/** Columns of the longest tag. */
export const tagColumns = 14;
/** The number of tag hues: the tokens `--session-1` to `--session-6`. */
export const tagHues = 6;

/** The origin of a line in a view of several sessions. */
export interface Origin {
  readonly session: string;
  readonly tag: Tag;
  /** The line's number in its session; -1 for a line that replaces missing lines. */
  readonly seq: number;
  /** The number of missing lines that this line replaces; 0 for an ordinary line. */
  readonly standsFor: number;
}

/** A line of a running or ended session, of a journal or of a recording, alone or in a view of several sessions. */
export interface ConsoleLine extends Omit<TrafficLine, 'direction'> {
  /** `unreadable`: a line of a recording that cannot be a line of a session. */
  readonly direction: TrafficLine['direction'] | 'unreadable';
  /**
   * Only in a view of several sessions: `seq` then counts the lines of all of them, and `at` is in seconds since 1970.
   */
  readonly origin?: Origin;
}

/** A line of a recording, with what the replay derived from it. */
export interface ReplayedLine
  extends
    ConsoleLine,
    Pick<
      ReplayRow,
      'row' | 'rows' | 'shortened' | 'end' | 'milliseconds' | 'meaning' | 'illegal' | 'remarks' | 'omitted'
    > {}

/**
 * Converts a line of a journal. Its number becomes negative: journals number their lines separately, and the numbers
 * must not collide with those of the view.
 */
export const ofJournal = ({ line, seconds, typed, ...rest }: JournalLine): ConsoleLine => ({
  ...rest,
  ...{ seq: -line, at: seconds, byHand: typed, oddities: [], asks: false, answers: [] },
});

/** Converts a line of a recording, numbered from 1 as in the recording. Its oddities are among the remarks. */
export const ofReplay = ({ line, seconds, kind, typed, ...rest }: ReplayRow): ReplayedLine => ({
  ...rest,
  ...{ seq: line, at: seconds, direction: kind, byHand: typed, oddities: [] },
});

/** The mark of each direction, two columns wide. The marks differ in shape, so that they need no colour. */
export const marks: Readonly<Record<ConsoleLine['direction'], string>> = {
  sent: '->',
  heard: '<-',
  stderr: '! ',
  note: '# ',
  unreadable: '? ',
};

/**
 * Whether a line is a note that reports how an engine failed. Lines on stderr do not count, since engines write text
 * for people there: a driver marks what its protocol interprets as an oddity, and the note quotes it if it ended the
 * engine.
 */
export const isError = ({ direction, text }: Pick<ConsoleLine, 'direction' | 'text'>): boolean =>
  direction === 'note' && tellsOfFault(text);

/** Whether the search for oddities and errors stops at a line. */
export const isTrouble = (line: Pick<ConsoleLine, 'direction' | 'text' | 'oddities'>): boolean =>
  line.oddities.length > 0 || isError(line);

/** Lines in the order of their numbers, which may have gaps: a store, or the lines of a store that pass a filter. */
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
