/** The types of a session: its launch, its use, its events. */
import type { DriverEvent } from '../protocols/protocol.ts';
import type { Source } from '../shapes/evaluations.ts';
import type { Purpose, SessionEnding, SessionStanding, TrafficLine } from '../shapes/sessions.ts';

/** What to run. Paths are absolute. A shell is never used. */
export interface Launch {
  /** The executable, or the script that `interpreter` runs. */
  readonly file: string;
  /** An interpreter, absolute or found on PATH, such as `python3`; null runs `file` itself. */
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
  /** In the sandbox, it may write to its working folder. */
  readonly writesFolder?: boolean;
  /** The id of a registered engine, which has a scratch folder. */
  readonly engine?: string;
}

/** Whether a session with this purpose repeatedly gets new positions of the game on the board. */
export const followsPlace = (purpose: Purpose): boolean =>
  purpose !== 'contact' && purpose !== 'command line' && purpose !== 'match';

/** Which engine runs in a session, and the purpose. */
export interface Use {
  /** The id of the engine. */
  readonly engine: string;
  /** The name shown to the user. */
  readonly title: string;
  readonly purpose: Purpose;
}

/** Why a process replaces another one, and the settings to try it with. */
export interface Renewal {
  /** The end of a sentence. */
  readonly reason: string;
  /** Settings of the protocol, for its driver; absent to use the engine's own. */
  readonly settings?: Readonly<Record<string, string>>;
}

export type SessionEvent =
  | Exclude<DriverEvent, { kind: 'send' | 'report' }>
  /** `source`: the line that the driver made it from; null without a journal. */
  | (Extract<DriverEvent, { kind: 'report' }> & { readonly source: Source | null })
  | { readonly kind: 'session'; readonly state: SessionStanding }
  | { readonly kind: 'line'; readonly line: TrafficLine }
  | { readonly kind: 'ended'; readonly ending: SessionEnding };
