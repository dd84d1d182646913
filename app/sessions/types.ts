/** The words of a session: how it is started, what it tells, how it ends. */
import type { DriverEvent } from '../protocols/protocol.ts';
import type { Purpose, SessionEnding, SessionStanding, TrafficLine } from '../shapes/sessions.ts';

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

export type SessionEvent =
  | Exclude<DriverEvent, { kind: 'send' }>
  | { readonly kind: 'session'; readonly state: SessionStanding }
  | { readonly kind: 'line'; readonly line: TrafficLine }
  | { readonly kind: 'ended'; readonly ending: SessionEnding };
