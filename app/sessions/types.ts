/** The words of a session: how it is started, what it tells, how it ends. */
import type { DriverState } from '../protocols/driver-state.ts';
import type { DriverEvent, Oddity } from '../protocols/protocol.ts';

/** What is to be run. Paths are absolute. There is never a shell. */
export interface Launch {
  /** The executable, or the script that `interpreter` runs. */
  readonly file: string;
  /** An interpreter that is found on PATH or absolute, for example `python3`; null runs `file` itself. */
  readonly interpreter: string | null;
  readonly interpreterArgs: readonly string[];
  readonly args: readonly string[];
  /** Working folder; null is the folder of `file`. */
  readonly folder: string | null;
  /** Added to the reduced environment. */
  readonly environment: Readonly<Record<string, string>>;
  /** A bundled engine: `file` is JavaScript and runs under our own Node. */
  readonly bundled: boolean;
  /** It runs in a sandbox or not at all. */
  readonly sandbox: boolean;
  /** In the sandbox it may write in its working folder. */
  readonly writesFolder?: boolean;
  /** The id of a registered engine, whose scratch folder it has. */
  readonly engine?: string;
}

/** What a session is for. */
export const purposes = [
  'analysis',
  'best line',
  'audit',
  'first player',
  'second player',
  'contact',
  'command line',
] as const;
export type Purpose = (typeof purposes)[number];

/** Whether a session for this is brought to places of the game on the board, over and over. */
export const followsPlace = (purpose: Purpose): boolean =>
  purpose !== 'contact' && purpose !== 'command line';

/** Who runs in a session, and what for. */
export interface Use {
  /** The id of the engine. */
  readonly engine: string;
  /** What a person calls it. */
  readonly title: string;
  readonly purpose: Purpose;
}

/** Why a process takes the place of another one, and what it is to be tried with. */
export interface Renewal {
  /** The end of a sentence. */
  readonly reason: string;
  /** Of the protocol, as its drivers take them; absent for what holds for the engine anyway. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** How a session ended, in a word. */
export const endingWords = [
  /** Missing, not executable, a folder, a bad interpreter. */
  'unstartable',
  /** Wrong protocol, or silent, before the conversation was open. */
  'handshake',
  'crashed',
  'stalled',
  'malformed',
  /** It thought for longer than the game allows. */
  'time',
  'limit',
  'quit',
  /** A fault that is ours: disk full, machine asleep. */
  'void',
] as const;
export type EndingWord = (typeof endingWords)[number];

/** Which step of the shutdown ladder ended the process. */
export type Rung = 'by itself' | 'quit lines' | 'stdin closed' | 'TERM' | 'KILL';

export interface SessionEnding {
  readonly word: EndingWord;
  /** One sentence: what happened. */
  readonly reason: string;
  /** One sentence: what to do next; empty when there is nothing to do. */
  readonly advice: string;
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly lastHeard: string | null;
  /** The last lines of stderr, at most 20. */
  readonly stderrTail: readonly string[];
  readonly rung: Rung;
}

export type Direction = 'sent' | 'heard' | 'stderr' | 'note';

/** One line of traffic as views show it; the journal has the bytes. */
export interface TrafficLine {
  /** Counts from 0 within a session, without gaps. */
  readonly seq: number;
  /** Seconds since the session began, on a monotonic clock. */
  readonly at: number;
  readonly direction: Direction;
  /** Invalid UTF-8 as U+FFFD; control characters as they came. */
  readonly text: string;
  readonly byHand: boolean;
  /** Bytes that were cut off the end of an overlong line. */
  readonly cut: number;
  readonly oddities: readonly Oddity[];
  /** It went out and wants an answer. */
  readonly asks: boolean;
  /**
   * The numbers of the lines that it answers, the oldest first. On a line that went out: those whose answer, among
   * what was heard before, is taken to be over by now.
   */
  readonly answers: readonly number[];
}

export type SessionState = 'starting' | DriverState | 'closing' | 'ended';

export type SessionEvent =
  | Exclude<DriverEvent, { kind: 'send' }>
  | { readonly kind: 'session'; readonly state: SessionState }
  | { readonly kind: 'line'; readonly line: TrafficLine }
  | { readonly kind: 'ended'; readonly ending: SessionEnding };
