/** The events of a replay: one or more for each line of the recording, and a summary. All are plain JSON. */
import type { FaultWord } from '../protocols/protocol.ts';
import type { DriverState } from '../shapes/engines.ts';
import type { LineEnd } from '../shapes/recordings.ts';

/** What a line refers to, in the game's canonical texts; unknown parts are absent. */
export interface PositionRef {
  /** The position that is set, asked about or answered about: the one before the move if there is a move. */
  readonly position?: string;
  /** The move that is made or answered; as on the wire if it is not a move of the game. */
  readonly move?: string;
  /** Why the move is illegal or no move; absent if it is legal. */
  readonly fault?: string;
}

interface LineBase {
  /** Counted from 1. */
  readonly line: number;
  /** Seconds since the recording began. */
  readonly seconds: number;
  readonly text: string;
  /** Bytes cut off its end. */
  readonly cut?: number;
  /** How a line of the engine ends; absent for LF. A line without an end has the time of its last byte. */
  readonly end?: LineEnd;
}

/** What the driver made of a line. */
interface Understood extends PositionRef {
  readonly state?: DriverState;
  /** In words. */
  readonly understood?: string;
}

export type ReplayEvent =
  /** The first event: the protocol, and how it was determined. */
  | { readonly line: number; readonly kind: 'protocol'; readonly protocol: string; readonly how: string }
  | (LineBase &
      Understood & {
        readonly kind: 'sent';
        readonly typed?: true;
        /** It expects an answer. */ readonly asks?: true;
      })
  | (LineBase &
      Understood & {
        readonly kind: 'heard';
        /** The lines that it answers. */
        readonly answers?: readonly number[];
        /** Since the first of them. */
        readonly milliseconds?: number;
      })
  /** When this line was sent, earlier output was taken as the answer. */
  | (PositionRef & {
      readonly line: number;
      readonly kind: 'settled';
      readonly answers?: readonly number[];
      readonly milliseconds?: number;
      readonly understood?: string;
    })
  | (LineBase & Understood & { readonly kind: 'stderr' })
  | (LineBase & { readonly kind: 'note' })
  /** A line that is not an entry of a recording. */
  | (LineBase & { readonly kind: 'unreadable' })
  | {
      readonly line: number;
      readonly kind: 'oddity';
      readonly name: string;
      readonly clause: string;
      readonly text: string;
    }
  /** The sender of the lines deviated from the protocol's text. */
  | { readonly line: number; readonly kind: 'misuse'; readonly text: string }
  /** After this line a deadline passed without an answer to a request. */
  | {
      readonly line: number;
      readonly kind: 'silence';
      /** The line of the request. */
      readonly request: number;
      /** The allowed time, and the time from the request to the next line, both in seconds. */
      readonly within: number;
      readonly seconds: number;
      readonly text: string;
    }
  /** The engine broke the conversation; a session would have ended here. */
  | { readonly line: number; readonly kind: 'fault'; readonly ending: FaultWord; readonly reason: string }
  /** This line shows that a request has no complete answer. */
  | { readonly line: number; readonly kind: 'unanswered'; readonly request: number; readonly text: string }
  | ReplaySummary;

export interface ReplaySummary {
  readonly kind: 'summary';
  /** Lines of the recording. */
  readonly lines: number;
  /** Lines that expect an answer, and how many have one. */
  readonly requests: number;
  readonly answered: number;
  /** Counts by name. */
  readonly oddities: Readonly<Record<string, number>>;
  /** The recorded ending: a session's word, or how the process exited; else null. */
  readonly ending: string | null;
}

/** The events that stand for a line, with what was understood of it. */
export type LineEvent = Extract<
  ReplayEvent,
  { readonly kind: 'sent' | 'heard' | 'stderr' | 'note' | 'unreadable' }
>;

/** The other events at a line. */
export type Remark = Exclude<ReplayEvent, LineEvent | { readonly kind: 'protocol' | 'summary' }>;

/** What a remark or an illegal move marks a line as. */
export const notables = ['oddity', 'silence', 'illegal', 'fault', 'unanswered', 'misuse'] as const;
export type Notable = (typeof notables)[number];

export interface ReplayLine {
  readonly passed: LineEvent;
  readonly remarks: readonly Remark[];
  /** Rows above it in a list where each line takes `rowsOf` rows. */
  readonly row: number;
}

/** Remarks that a list shows below a line; if there are more, the last row shows their number. */
export const shownRemarks = 4;

/** Whether there is something to show for the line besides remarks. */
export const hasMeaning = (passed: LineEvent): boolean =>
  passed.kind !== 'note' &&
  passed.kind !== 'unreadable' &&
  ((passed.understood !== undefined && !passed.text.includes(passed.understood)) ||
    passed.position !== undefined ||
    passed.move !== undefined ||
    passed.state !== undefined ||
    ('answers' in passed && passed.answers !== undefined));

/** Rows of a line in a list: the line, its meaning, and its remarks. */
export const rowsOf = ({ passed, remarks }: Omit<ReplayLine, 'row'>): number =>
  1 + (hasMeaning(passed) ? 1 : 0) + Math.min(remarks.length, shownRemarks);

/** A position that a line refers to, and the move made in it, if any. */
export interface SpokenPosition {
  readonly position: string;
  readonly move?: string | undefined;
  readonly fault?: string | undefined;
}

/** The position of a line: its own if it has one, otherwise that of the answer that it settles. */
export function placeIn({ passed, remarks }: Omit<ReplayLine, 'row'>): SpokenPosition | null {
  const told = 'position' in passed ? passed : remarks.find((remark) => remark.kind === 'settled');
  if (told?.position === undefined) return null;
  const { position, move, fault } = told;
  return { position, move, fault };
}

/** The lines that this one answers, or that count as answered once it is sent. */
export function answersOf({ passed, remarks }: Omit<ReplayLine, 'row'>): readonly number[] {
  if (passed.kind === 'heard') return passed.answers ?? [];
  const settled = remarks.find((remark) => remark.kind === 'settled');
  return settled?.answers ?? [];
}

/** Milliseconds since the first of the lines that it answers; null if it answers none. */
export function latencyOf({ passed, remarks }: Omit<ReplayLine, 'row'>): number | null {
  if (passed.kind === 'heard') return passed.milliseconds ?? null;
  return remarks.find((remark) => remark.kind === 'settled')?.milliseconds ?? null;
}

const isIllegal = (told: LineEvent | Remark): boolean => 'fault' in told && told.fault !== undefined;

/** What a line is marked as; each mark once. */
export function notablesOf({ passed, remarks }: Omit<ReplayLine, 'row'>): ReadonlySet<Notable> {
  const found = new Set<Notable>();
  if (isIllegal(passed)) found.add('illegal');
  for (const remark of remarks) {
    if (remark.kind !== 'settled') found.add(remark.kind);
    else if (isIllegal(remark)) found.add('illegal');
  }
  return found;
}
