/** What a replay tells: one event or more for each line of the recording, and a summary. All are plain JSON. */
import type { FaultWord } from '../protocols/protocol.ts';
import type { DriverState } from '../shapes/engines.ts';

/** What a line is about, in the game's canonical texts; what is not known is left out. */
export interface PositionRef {
  /** The position that is told, asked about or answered about: that before the move where there is one. */
  readonly position?: string;
  /** The move that is made or answered; as it stands on the wire where it is none of the game's. */
  readonly move?: string;
  /** Why the rules forbid it, or why it is none; left out where it is legal. */
  readonly fault?: string;
}

interface LineBase {
  /** Counted from 1. */
  readonly line: number;
  /** Since the recording began. */
  readonly seconds: number;
  readonly text: string;
  /** Bytes that are left off its end. */
  readonly cut?: number;
}

/** Where the conversation stands from this line on. */
interface Understood extends PositionRef {
  readonly state?: DriverState;
  /** What Plywire understood, in words. */
  readonly understood?: string;
}

export type ReplayEvent =
  /** First of all: what is spoken, and how that is known. */
  | { readonly line: number; readonly kind: 'protocol'; readonly protocol: string; readonly how: string }
  | (LineBase &
      Understood & {
        readonly kind: 'sent';
        readonly typed?: true;
        /** It wants an answer. */ readonly asks?: true;
      })
  | (LineBase &
      Understood & {
        readonly kind: 'heard';
        /** The lines that it answers. */
        readonly answers?: readonly number[];
        /** Since the first of them, in milliseconds. */
        readonly milliseconds?: number;
      })
  /** When this line went out, what was said before was taken for the answer. */
  | (PositionRef & {
      readonly line: number;
      readonly kind: 'settled';
      readonly answers?: readonly number[];
      readonly milliseconds?: number;
      readonly understood?: string;
    })
  | (LineBase & Understood & { readonly kind: 'stderr' })
  | (LineBase & { readonly kind: 'note' })
  /** A line that is no entry of a recording. */
  | (LineBase & { readonly kind: 'unreadable' })
  | {
      readonly line: number;
      readonly kind: 'oddity';
      readonly name: string;
      readonly clause: string;
      readonly text: string;
    }
  /** What whoever talked to the engine did against the protocol's text. */
  | { readonly line: number; readonly kind: 'misuse'; readonly text: string }
  /** After this line a deadline passed without the answer to a request. */
  | {
      readonly line: number;
      readonly kind: 'silence';
      /** Its line. */
      readonly request: number;
      /** What a session allows, and how long it was silent until the next line at least. */
      readonly within: number;
      readonly seconds: number;
      readonly text: string;
    }
  /** The engine broke the conversation; a session would have ended here. */
  | { readonly line: number; readonly kind: 'fault'; readonly ending: FaultWord; readonly reason: string }
  /** A request that has no complete answer, as shows at this line. */
  | { readonly line: number; readonly kind: 'unanswered'; readonly request: number; readonly text: string }
  | ReplaySummary;

export interface ReplaySummary {
  readonly kind: 'summary';
  /** Lines of the recording. */
  readonly lines: number;
  /** Lines that wanted an answer, and how many of them have one. */
  readonly requests: number;
  readonly answered: number;
  /** How often, by name. */
  readonly oddities: Readonly<Record<string, number>>;
  /** How the recording says that it ended: a session's word for it, or how the process left; else null. */
  readonly ending: string | null;
}

/** The line itself, with what was understood of it. */
export type LineEvent = Extract<
  ReplayEvent,
  { readonly kind: 'sent' | 'heard' | 'stderr' | 'note' | 'unreadable' }
>;

/** What else is told at a line. */
export type Remark = Exclude<ReplayEvent, LineEvent | { readonly kind: 'protocol' | 'summary' }>;

/** What a remark, or an illegal move, makes a line notable for. */
export const notables = ['oddity', 'silence', 'illegal', 'fault', 'unanswered', 'misuse'] as const;
export type Notable = (typeof notables)[number];

export interface ReplayLine {
  readonly passed: LineEvent;
  readonly remarks: readonly Remark[];
  /** Rows of a list that stand above it, where each line takes `rowsOf` of them. */
  readonly row: number;
}

/** Remarks that a list shows below a line; one of more has the last row for their number. */
export const shownRemarks = 4;

/** Whether there is something to say of the line beside the remarks. */
export const hasMeaning = (passed: LineEvent): boolean =>
  passed.kind !== 'note' &&
  passed.kind !== 'unreadable' &&
  ((passed.understood !== undefined && !passed.text.includes(passed.understood)) ||
    passed.position !== undefined ||
    passed.move !== undefined ||
    passed.state !== undefined ||
    ('answers' in passed && passed.answers !== undefined));

/** Rows that a line takes in a list: itself, what was understood, and remarks. */
export const rowsOf = ({ passed, remarks }: Omit<ReplayLine, 'row'>): number =>
  1 + (hasMeaning(passed) ? 1 : 0) + Math.min(remarks.length, shownRemarks);

/** A position of the game that a line speaks of, with the move that is made in it where there is one. */
export interface SpokenPosition {
  readonly position: string;
  readonly move?: string | undefined;
  readonly fault?: string | undefined;
}

/** What was settled by a line comes before what the line itself does, and is seldom followed by that. */
export function placeIn({ passed, remarks }: Omit<ReplayLine, 'row'>): SpokenPosition | null {
  const told = 'position' in passed ? passed : remarks.find((remark) => remark.kind === 'settled');
  if (told?.position === undefined) return null;
  const { position, move, fault } = told;
  return { position, move, fault };
}

/** The lines that this one answers, those included that count as answered once it goes out. */
export function answersOf({ passed, remarks }: Omit<ReplayLine, 'row'>): readonly number[] {
  if (passed.kind === 'heard') return passed.answers ?? [];
  const settled = remarks.find((remark) => remark.kind === 'settled');
  return settled?.answers ?? [];
}

/** Milliseconds from the first of the lines that it answers; null where it answers none. */
export function latencyOf({ passed, remarks }: Omit<ReplayLine, 'row'>): number | null {
  if (passed.kind === 'heard') return passed.milliseconds ?? null;
  return remarks.find((remark) => remark.kind === 'settled')?.milliseconds ?? null;
}

const isIllegal = (told: LineEvent | Remark): boolean => 'fault' in told && told.fault !== undefined;

/** What a line is notable for; each once. */
export function notablesOf({ passed, remarks }: Omit<ReplayLine, 'row'>): ReadonlySet<Notable> {
  const found = new Set<Notable>();
  if (isIllegal(passed)) found.add('illegal');
  for (const remark of remarks) {
    if (remark.kind !== 'settled') found.add(remark.kind);
    else if (isIllegal(remark)) found.add('illegal');
  }
  return found;
}
