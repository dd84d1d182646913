/** What a replay tells: one event or more for each line of the recording, and a summary. All are plain JSON. */
import type { FaultWord } from '../protocols/protocol.ts';
import type { DriverState } from '../shapes/engines.ts';

/** What a line is about, in the game's canonical texts; what is not known is left out. */
export interface Place {
  /** The position that is told, asked about or answered about: that before the move where there is one. */
  readonly position?: string;
  /** The move that is made or answered; as it stands on the wire where it is none of the game's. */
  readonly move?: string;
  /** Why the rules forbid it, or why it is none; left out where it is legal. */
  readonly fault?: string;
}

interface Passed {
  /** Counted from 1. */
  readonly line: number;
  /** Since the recording began. */
  readonly seconds: number;
  readonly text: string;
  /** Bytes that are left off its end. */
  readonly cut?: number;
}

/** Where the conversation stands from this line on. */
interface Told extends Place {
  readonly state?: DriverState;
  /** What Plywire understood, in words. */
  readonly understood?: string;
}

export type ReplayEvent =
  /** First of all: what is spoken, and how that is known. */
  | { readonly line: number; readonly kind: 'protocol'; readonly protocol: string; readonly how: string }
  | (Passed &
      Told & {
        readonly kind: 'sent';
        readonly typed?: true;
        /** It wants an answer. */ readonly asks?: true;
      })
  | (Passed &
      Told & {
        readonly kind: 'heard';
        /** The lines that it answers. */
        readonly answers?: readonly number[];
        /** Since the first of them, in milliseconds. */
        readonly milliseconds?: number;
      })
  /** When this line went out, what was said before was taken for the answer. */
  | (Place & {
      readonly line: number;
      readonly kind: 'settled';
      readonly answers?: readonly number[];
      readonly milliseconds?: number;
      readonly understood?: string;
    })
  | (Passed & Told & { readonly kind: 'stderr' })
  | (Passed & { readonly kind: 'note' })
  /** A line that is no entry of a recording. */
  | (Passed & { readonly kind: 'unreadable' })
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
