/**
 * What a protocol is: a *driver* (our side of the wire) and how to say goodbye; the engine's side, on which the
 * bundled engines stand, is in `responder.ts`.
 *
 * Both halves are sans-I/O: no process, no clock, no promise and no throw. `now` is a monotonic time in
 * milliseconds that the caller supplies. A line is text without its newline.
 */
import type { Seat } from '../games/game.ts';
import type { Line } from '../games/line.ts';
import type { DrawingReader } from './drawings.ts';
import type { Answer, Report } from './report.ts';
import type {
  DriverState,
  Capabilities,
  EngineOption,
  Limit,
  Oddity,
  ProtocolSetting,
  Command,
} from '../shapes/engines.ts';
import type { Score } from '../shapes/games.ts';

export interface Search {
  /** Chosen by the caller, never reused within a session; every report carries it. */
  readonly id: number;
  readonly line: Line;
  readonly limit: Limit;
  /** Analysis reports round after round; in play only the final report counts. */
  readonly purpose: 'play' | 'analyse';
  /** Ask about this move alone, where the protocol can (`scoresPerMove`). */
  readonly only?: unknown;
}

/**
 * How an engine made a search fail: `refused` is a request that the text obliges it to serve; `unable` is one that the
 * text lets it decline, such as a board size.
 */
export type Failure = 'refused' | 'unable';

/** What we want of an engine. */
export type Intent =
  /** Open the conversation; `ready` follows, or a `fault`. */
  | { readonly kind: 'start' }
  /**
   * Think. A search under way is ended first and its later answers are stale. One search can wait for
   * that; a newer one takes its place, and a search that never began ends as `failed`.
   */
  | { readonly kind: 'search'; readonly search: Search }
  /**
   * A game stands at the end of `line`, and this engine plays `seat` in it. Told to the engines of both seats,
   * seat 0 first: when play begins, after each action (those that a person can still take back are told
   * when the turn is over), and when the game has ended. Of no concern to a protocol whose searches say all.
   */
  | { readonly kind: 'follow'; readonly line: Line; readonly seat: Seat }
  /**
   * The engine may stand elsewhere than it was told to: the next search tells its position from the beginning. Where no
   * line can do that, the process does not `fit` any more.
   */
  | { readonly kind: 'resynchronise' }
  /** End the search under way; its final report follows. */
  | { readonly kind: 'stop' }
  /** These options shall hold from now on; only what differs from what the engine has is sent. */
  | { readonly kind: 'options'; readonly values: Readonly<Record<string, string>> }
  /** Press an option of type `button`. */
  | { readonly kind: 'press'; readonly option: string }
  | { readonly kind: 'debug'; readonly on: boolean }
  /** Ask for a sign of life; `alive` follows. */
  | { readonly kind: 'ping' }
  /** Ask for the engine's own drawing of its board; `drawing` or `undrawn` follows. */
  | { readonly kind: 'showBoard' };

/** `time`: a limit that belongs to the game's own rules has passed, and not one of ours. */
export type FaultWord = 'handshake' | 'stalled' | 'malformed' | 'time';

export type DriverEvent =
  /** Write this line; then tell the driver with `sent`. */
  | { readonly kind: 'send'; readonly line: string }
  | { readonly kind: 'state'; readonly state: DriverState }
  | { readonly kind: 'identity'; readonly name?: string; readonly author?: string }
  | { readonly kind: 'option'; readonly option: EngineOption }
  /** The conversation is open: searches are served from here on. */
  | { readonly kind: 'ready' }
  /** `final`: nothing more comes for this search. */
  | { readonly kind: 'report'; readonly search: number; readonly report: Report; readonly final: boolean }
  /** The search ended without an answer; the engine lives on. */
  | {
      readonly kind: 'failed';
      readonly search: number;
      readonly reason: string;
      /** What the engine has to do with it; absent where the search was given up by us, or by a person. */
      readonly by?: Failure;
    }
  /** An answer to a question that nobody waits for any more: shown, never used. */
  | { readonly kind: 'stale'; readonly text: string }
  /** How far a search has come, where the engine says it. */
  | {
      readonly kind: 'progress';
      readonly search: number | null;
      readonly nodes: number | null;
      /** From the mover's view, where the engine says it before it answers. */
      readonly score?: Score | null;
    }
  /** Words of the engine that are to be printed and not parsed. */
  | { readonly kind: 'info'; readonly text: string }
  | { readonly kind: 'alive'; readonly milliseconds: number }
  /**
   * The engine's own drawing of its board, line by line as it came, with the position where the engine stands by all
   * that has passed; null where that is not known.
   */
  | { readonly kind: 'drawing'; readonly lines: readonly string[]; readonly position: unknown }
  /** There is no such drawing. */
  | { readonly kind: 'undrawn'; readonly reason: string }
  /** What `auto` stands for with this engine: see `Protocol.settings`. */
  | { readonly kind: 'learned'; readonly setting: string; readonly value: string }
  /** A line that was understood and of which nothing else is to be told. */
  | { readonly kind: 'understood'; readonly what: string }
  | { readonly kind: 'oddity'; readonly oddity: Oddity }
  /** The engine broke the conversation beyond repair. */
  | { readonly kind: 'fault'; readonly ending: FaultWord; readonly reason: string }
  /** *We* (or a person typing) sent what the text forbids; the engine is not to blame. */
  | { readonly kind: 'misuse'; readonly text: string };

/** All in milliseconds. */
export interface Deadlines {
  readonly handshake: number;
  /** For an answer that the text wants at once (`readyok`, `pong`). */
  readonly ready: number;
  /** For the answer after a stop. */
  readonly stop: number;
  /** For a move, where nothing tells an engine how long to think and nothing stops it. */
  readonly move: number;
}

export const defaultDeadlines: Deadlines = { handshake: 10_000, ready: 10_000, stop: 5_000, move: 60_000 };

/** How long an answer may take: one of the deadlines, or so many milliseconds; null where nothing bounds it. */
export type Allowed = keyof Deadlines | number | null;

/** About the line that went out or came in last. Lines that went out are known by their number among all such, from 0. */
export interface Exchange {
  /** It went out and wants an answer. */
  readonly asks: boolean;
  /** From now on these lines are to be answered in such a time. */
  readonly due: readonly { readonly request: number; readonly within: Allowed }[];
  /** The lines that it answers; first that of which it is the answer by the text, where they differ. */
  readonly answers: readonly number[];
  /** When the answer to one of `answers` came in, in ms, where this line only shows that it was one; else null. */
  earlier(request: number): number | null;
  /** The lines of which it shows that they will have no answer. */
  readonly lost: readonly number[];
  /** What it tells, asks or answers about: a position of the protocol's game; null where it has none or it is not known. */
  readonly position: unknown;
  /** The move that it makes or answers in that position. */
  readonly move: Answer | null;
}

/** What a new process can be tried with where this one has failed, and why, in a sentence's end. */
export interface Again {
  /** As `createDriver` takes them, and of no meaning to anybody else: more may be in there than a person can choose. */
  readonly settings: Readonly<Record<string, string>>;
  /** For example `it left at the first request, which had names as strings`. */
  readonly reason: string;
  /** It doubts what an earlier process has shown, which one failure is no reason for where a game hangs on it. */
  readonly doubtsKnown?: boolean;
}

/**
 * Our side of a conversation. `request` says what we want and proposes lines; `sent` is told of every
 * line that really went out (proposed, typed by hand or read from a transcript), `receive` of every line
 * that came in, `tick` of the time that `nextWake` asked for. All return events, in order. State follows
 * from `sent` and `receive` alone, so a recorded session and a live one are understood alike.
 */
export interface Driver {
  readonly state: DriverState;
  /** What the line that was sent or received last is about. Absent where a protocol does not tell. */
  readonly exchange?: Exchange;
  readonly capabilities: Capabilities;
  /** Why this line of play cannot be put to the engine, in words; null when it can. */
  accepts(line: Line): string | null;
  /**
   * Whether this process can still be brought to the end of `line` as the player of `seat`. Where it cannot, whoever
   * asks starts a new one in its place. Absent where any process can be brought anywhere.
   */
  fits?(line: Line, seat: Seat): boolean;
  /**
   * What a new process could be tried with after this one has failed: it ended without being asked, or what it
   * answered is no legal move. Whoever asked it ends it, and asks the new one the same. Null where
   * there is nothing to try: then the failure stands.
   */
  again?(): Again | null;
  /** What a person could type behind this command's word at the end of `line`, as this engine reads it. */
  offers?(word: string, line: Line): readonly string[];
  request(intent: Intent, now: number): readonly DriverEvent[];
  /**
   * Whether a line that it proposed is still to go out. Asked where lines came in between the proposal and the sending;
   * one that is not wanted is forgotten. Absent where every proposal holds.
   */
  wants?(line: string): boolean;
  sent(line: string, now: number): readonly DriverEvent[];
  receive(line: string, now: number): readonly DriverEvent[];
  /** A line of stderr, for protocols in which an engine has no other way to say that it did not obey. */
  complained?(line: string, now: number): readonly DriverEvent[];
  /** Nothing more comes in: what came last is all there is. Absent where that shows nothing. */
  muted?(now: number): readonly DriverEvent[];
  tick(now: number): readonly DriverEvent[];
  /** When `tick` is wanted next; null when nothing is awaited. */
  nextWake(): number | null;
}

export interface Protocol {
  /** `cfp`, `cfsi`, … */
  readonly id: string;
  /** In full, as in headings. */
  readonly name: string;
  /** Ids of the games it carries. */
  readonly games: readonly string[];
  /**
   * The answer that opens a conversation, for telling that an engine left before it: `cfpok`. Absent where nothing
   * does: there `ready` proves nothing, and only an answer to a search shows that an engine speaks the protocol.
   */
  readonly opening?: string;
  /**
   * The lines that end a session, sent together, and how long an engine may take to leave then. Without any, its
   * input is closed at once; the time is for one that has been told that all is over.
   */
  readonly shutdown: { readonly lines: readonly string[]; readonly milliseconds: number };
  /**
   * A process serves one match: those of both seats are started when play begins and ended when it is over, and
   * nobody wonders at one that leaves by itself then.
   */
  readonly singleMatch: boolean;
  readonly settings: readonly ProtocolSetting[];
  /** Reads what engines draw of their boards. Absent where none does. */
  readonly drawings?: DrawingReader;
  /** What a person can type. */
  readonly commands: Commands;
  /** @param settings by id; what is left out is as it is by default */
  createDriver(deadlines: Deadlines, settings?: Readonly<Record<string, string>>): Driver;
}

/** What is told of a command beyond its word and its place in the text. */
export type CommandHelp = Omit<Command, 'word' | 'clause'>;

export interface Commands {
  /** In the order of the text. */
  readonly table: readonly Command[];
  /** The word of the command that the parser reads in a line of ours; null where it reads none, or not all it needs. */
  find(line: string): string | null;
}

/** Whether a line, typed by hand, may leave the engine elsewhere than it was told to stand. A blank one says nothing. */
export function disturbs({ table, find }: Commands, line: string): boolean {
  if (line.trim() === '') return false;
  const word = find(line);
  return table.find((command) => command.word === word)?.harmless !== true;
}
