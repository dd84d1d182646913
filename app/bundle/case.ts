/** What is known of a session beside its journal: much where it is of this house, little where its journal was kept. */
import type { HostFacts, ProgramIdentity } from './facts.ts';
import type { JournalFile } from './study.ts';
import type { SessionEnding } from '../shapes/sessions.ts';

/** The engine as it was set up when the session began, or as it is now where only its journal is left. */
export interface EngineCase {
  /** All of it is as it was in the session; else settings, options and environment are what the engine has by now. */
  readonly ofThen: boolean;
  readonly protocol: string;
  /** Its id, where it came with Plywire; else null. */
  readonly bundled: string | null;
  readonly interpreter: string | null;
  readonly interpreterArgs: readonly string[];
  readonly args: readonly string[];
  readonly folder: string | null;
  /** Null where nobody knows any more. */
  readonly sandbox: boolean | null;
  /** Names alone: the values are nobody's business. */
  readonly environment: readonly string[];
  /** Settings of its protocol, and its options where they are not the engine's own. */
  readonly settings: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, string>>;
  /** What it said of itself. */
  readonly identity: { readonly name: string | null; readonly author: string | null };
}

/** The game on the board, which the session served. */
export interface GameCase {
  readonly game: string;
  readonly setup: Readonly<Record<string, unknown>>;
  /** Canonical; null is the initial position. */
  readonly start: string | null;
  /** Those up to the place that is shown. */
  readonly moves: readonly string[];
  readonly position: string;
  /** As Plywire reads it when it is pasted. */
  readonly text: string;
  /** Who moves, or whose fault it was, by the names of the seats. */
  readonly seats: readonly [string, string];
  readonly ending: {
    readonly word: string;
    readonly reason: string;
    readonly winner: 0 | 1 | null;
    readonly fault: 0 | 1 | null;
  } | null;
}

export interface Case {
  readonly journal: JournalFile;
  readonly session: string;
  /** What the engine is called here. */
  readonly title: string;
  readonly purpose: string | null;
  readonly startedAt: string | null;
  /** Its program; null where not even the journal says which it was. */
  readonly file: string | null;
  readonly program: ProgramIdentity | null;
  readonly interpreter: ProgramIdentity | null;
  readonly engine: EngineCase | null;
  /** Null where the session runs, or only its journal knows. */
  readonly ending: SessionEnding | null;
  readonly runs: boolean;
  readonly game: GameCase | null;
  readonly host: HostFacts;
}
