/**
 * A protocol: its driver, which is our side of the wire, its commands, settings and shutdown. The engine's side is in
 * `responder.ts`.
 *
 * Both sides are sans-I/O: no process, no clock, no promise, no throw. `now` is a monotonic time in milliseconds from the
 * caller. A line is text without its newline.
 */
import type { Seat } from '../games/game.ts';
import type { Line } from '../games/line.ts';
import type { DrawingReader } from './drawings.ts';
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
  /** Chosen by the caller, unique within a session. */
  readonly id: number;
  readonly line: Line;
  readonly limit: Limit;
  /** Analysis reports each round; in play, only the final report counts. */
  readonly purpose: 'play' | 'analyse';
  /** The only move to consider, if the protocol has such a request (`scoresPerMove`). */
  readonly only?: unknown;
}

/**
 * `refused`: the text obliges the engine to serve the request. `unable`: the text lets it decline, for example a board
 * size.
 */
export type Failure = 'refused' | 'unable';

/** A request of the caller. */
export type Intent =
  /** Open the conversation; `ready` follows, or a `fault`. */
  | { readonly kind: 'start' }
  /**
   * Think. The current search is ended first, and its later answers are stale. One search can wait for that, and is
   * replaced by a newer one. A search that never began ends as `failed`.
   */
  | { readonly kind: 'search'; readonly search: Search }
  /**
   * This engine plays `seat` in a game that has reached the end of `line`. The engines of both seats get this request,
   * seat 0 first: when play begins, after each action (at the end of the turn if the user can take actions back), and
   * when the game has ended. Protocols whose searches include the whole game ignore it.
   */
  | { readonly kind: 'follow'; readonly line: Line; readonly seat: Seat }
  /**
   * The engine's position is unknown: the next search sends its position from the beginning. If no line can do that,
   * the process no longer `fits`.
   */
  | { readonly kind: 'resynchronise' }
  /** End the current search; its final report follows. */
  | { readonly kind: 'stop' }
  /** Set options; only values that differ from the engine's are sent. */
  | { readonly kind: 'options'; readonly values: Readonly<Record<string, string>> }
  /** Press an option of type `button`. */
  | { readonly kind: 'press'; readonly option: string }
  | { readonly kind: 'debug'; readonly on: boolean }
  /** Ask for a sign of life; `alive` follows. */
  | { readonly kind: 'ping' }
  /** Ask for the engine's own drawing of its board; `drawing` or `undrawn` follows. */
  | { readonly kind: 'showBoard' };

/** `time`: the engine exceeded a limit of the game's rules, not one of ours. */
export type FaultWord = 'handshake' | 'stalled' | 'malformed' | 'time';

export type DriverEvent =
  /**
   * Write this line, then call `sent`. `next` is the line that the driver will propose once this one was sent, where
   * that is certain: both can then be written at once.
   */
  | { readonly kind: 'send'; readonly line: string; readonly next?: string }
  | { readonly kind: 'state'; readonly state: DriverState }
  | { readonly kind: 'identity'; readonly name?: string; readonly author?: string }
  | { readonly kind: 'option'; readonly option: EngineOption }
  /** The conversation is open: searches are served from now on. */
  | { readonly kind: 'ready' }
  /** `final`: no more reports follow for this search. */
  | { readonly kind: 'report'; readonly search: number; readonly report: Report; readonly final: boolean }
  /** The search ended without an answer; the session goes on. */
  | {
      readonly kind: 'failed';
      readonly search: number;
      readonly reason: string;
      /** The engine's failure; absent if the caller gave up the search. */
      readonly by?: Failure;
    }
  /** An answer to a search that was given up: shown, never used. */
  | { readonly kind: 'stale'; readonly text: string }
  | {
      readonly kind: 'progress';
      readonly search: number | null;
      readonly nodes: number | null;
      /** From the mover's view, before the answer. */
      readonly score?: Score | null;
    }
  /** Text that is shown and not parsed. */
  | { readonly kind: 'info'; readonly text: string }
  | { readonly kind: 'alive'; readonly milliseconds: number }
  /** The engine's own drawing of its board, and the position that the engine should have; null if unknown. */
  | { readonly kind: 'drawing'; readonly lines: readonly string[]; readonly position: unknown }
  | { readonly kind: 'undrawn'; readonly reason: string }
  /** The value of a setting that is `auto`. */
  | { readonly kind: 'learned'; readonly setting: string; readonly value: string }
  /** A line that has no other event. */
  | { readonly kind: 'understood'; readonly what: string }
  | { readonly kind: 'oddity'; readonly oddity: Oddity }
  /** The engine broke the conversation beyond repair. */
  | { readonly kind: 'fault'; readonly ending: FaultWord; readonly reason: string }
  /** We or the user sent something that the text forbids; the engine is not at fault. */
  | { readonly kind: 'misuse'; readonly text: string };

/** In milliseconds. */
export interface Deadlines {
  readonly handshake: number;
  /** For an answer that the text requires at once (`readyok`, `pong`). */
  readonly ready: number;
  /** For the answer after a stop. */
  readonly stop: number;
  /** For a move, if the protocol has neither a limit nor a stop. */
  readonly move: number;
}

export const defaultDeadlines: Deadlines = { handshake: 10_000, ready: 10_000, stop: 5_000, move: 60_000 };

/** The limit for an answer: one of the deadlines or milliseconds; null if none. */
export type Allowed = keyof Deadlines | number | null;

/** What the latest line is about. Sent lines are numbered from 0. */
export interface Exchange {
  /** Whether the line was sent and expects an answer. */
  readonly asks: boolean;
  /** Lines whose answers have this limit from now on. */
  readonly due: readonly { readonly request: number; readonly within: Allowed }[];
  /** The lines that it answers, beginning with the one that it answers by the text. */
  readonly answers: readonly number[];
  /** When the answer to one of `answers` arrived, in ms, if an earlier line was the answer; else null. */
  earlier(request: number): number | null;
  /** Lines that will not be answered, as this line shows. */
  readonly lost: readonly number[];
  /** The position that it is about, in the protocol's game; null if there is none or it is unknown. */
  readonly position: unknown;
  /** The move in that position that it contains. */
  readonly move: Answer | null;
}

/** Settings that may work better in a new process. */
export interface Again {
  /** For `createDriver` alone: they may include settings that the user cannot choose. */
  readonly settings: Readonly<Record<string, string>>;
  /** Ends a sentence: `it left at the first request, which had names as strings`. */
  readonly reason: string;
  /** Whether it doubts what an earlier process has shown. During a game, one failure does not justify that. */
  readonly doubtsKnown?: boolean;
}

/** Lines that were read at once. */
export interface Skimmed {
  /** Where the line behind them begins: one character beyond the text if there is none. */
  readonly until: number;
  /** The event of all of them: that of the newest, since it takes the place of those before. */
  readonly event: Extract<DriverEvent, { kind: 'progress' | 'understood' }>;
}

/**
 * The short way of a search in play: an engine may answer within microseconds, of which the usual way would take most.
 * Each method does in one step what the usual way does in several, or declines and changes nothing. A driver can
 * therefore leave the short way at any line.
 */
export interface ShortWay {
  /** Whether each line of a question asks; absent if the last one alone does. */
  readonly asksEach?: boolean;
  /**
   * In the place of `request` and `sent`, where the engine is at rest and knows the game up to its last move: the lines
   * of the question, all of which count as sent. The caller tells the state behind them, and no other on the way there.
   * Null where the search needs the usual way.
   */
  ask(search: Search, now: number): readonly string[] | null;
  /** In the place of `receive`, for a line that is a plain answer to the search: its events. Null for any other line. */
  answer(line: string, now: number): readonly DriverEvent[] | null;
  /**
   * In the place of `receive`, for all lines from the one that begins at `from` up to the first that is not plain: what
   * an engine prints about a search while it thinks. Null if that one is not. Absent if engines print nothing of the kind.
   * @param text lines, with LF between them
   */
  skim?(text: string, from: number, now: number): Skimmed | null;
}

/**
 * Our side of a conversation. `request` takes a request of the caller and proposes lines, `sent` takes each line that
 * was really sent (proposed, typed or from a transcript), `receive` each line that arrived, `tick` the time that
 * `nextWake` named. All return events, in order. The state follows from `sent` and `receive` alone, so recorded and
 * live sessions are understood alike.
 */
export interface Driver {
  readonly state: DriverState;
  /** What the latest line is about. Absent if the driver does not track it. */
  readonly exchange?: Exchange;
  readonly capabilities: Capabilities;
  /** Why the engine cannot be asked about this line of play; null if it can. */
  accepts(line: Line): string | null;
  /**
   * Whether this process can still be led to the end of `line` as the player of `seat`; if not, the caller starts
   * another one. Absent if each process can be led anywhere.
   */
  fits?(line: Line, seat: Seat): boolean;
  /**
   * What to try with a new process after this one has ended unexpectedly or answered with an illegal move; the caller
   * then repeats its question. Null if the failure stands.
   * @param begun what the process had printed of a line that has not ended; empty if nothing
   */
  again?(begun?: string): Again | null;
  /** Completions after a command's word at the end of `line`, in this engine's notation. */
  offers?(word: string, line: Line): readonly string[];
  request(intent: Intent, now: number): readonly DriverEvent[];
  /**
   * Whether a proposed line should still be sent although lines have arrived since; if not, it is dropped. Absent if
   * every proposal remains valid.
   */
  wants?(line: string): boolean;
  sent(line: string, now: number): readonly DriverEvent[];
  /** @param isUnended whether the line had no line end: its output ended, or `Protocol.isWhole` and nothing followed */
  receive(line: string, now: number, isUnended?: boolean): readonly DriverEvent[];
  /** Absent if every search takes the usual way. */
  readonly shortWay?: ShortWay;
  /**
   * Whether a line of stderr could now change what an answer means, so that it must be told before an answer that is read
   * at the same time. Absent if none ever can.
   */
  readonly heedsComplaints?: boolean;
  /** A line of stderr, for protocols that give an engine no other way to refuse. */
  complained?(line: string, now: number): readonly DriverEvent[];
  /** No more lines will arrive. Absent if that has no effect. */
  outputEnded?(now: number): readonly DriverEvent[];
  tick(now: number): readonly DriverEvent[];
  /** When to call `tick` next; null for not at all. */
  nextWake(): number | null;
}

export interface Protocol {
  /** `cfp`, `cfsi`, … */
  readonly id: string;
  /** For headings. */
  readonly name: string;
  /** Beside an engine's name: `GoS`. */
  readonly shortName: string;
  /** Ids of the games it carries. */
  readonly games: readonly string[];
  /**
   * What opens a conversation, in words that continue "before": "`cfpok`" for an answer. Absent if there is none, so that
   * only the answer to a search shows that an engine speaks the protocol.
   */
  readonly opening?: string;
  /**
   * The lines that end a session, and the time that the engine then has. Without lines, its input is closed at once.
   */
  readonly shutdown: { readonly lines: readonly string[]; readonly milliseconds: number };
  /**
   * Whether a process serves one match: it starts when play begins, ends with the match, and may then exit by itself.
   */
  readonly singleMatch: boolean;
  /**
   * Whether the beginning of a line needs no line end: if nothing follows for a moment, it counts as a line. Absent if the
   * text ends every message by a line end.
   */
  isWhole?(begun: string): boolean;
  readonly settings: readonly ProtocolSetting[];
  /** Absent if no engine draws its board. */
  readonly drawings?: DrawingReader;
  readonly commands: Commands;
  /** @param settings by id; a missing one has its default */
  createDriver(deadlines: Deadlines, settings?: Readonly<Record<string, string>>): Driver;
}

export type CommandHelp = Omit<Command, 'word' | 'clause'>;

/** The commands of a protocol, for completion, for help and for the effect of a typed line. */
export interface Commands {
  /** In the order of the text. */
  readonly table: readonly Command[];
  /** The word of the command that the parser reads in a line; null if it reads no whole command. */
  find(line: string): string | null;
}

/** Whether a typed line may change the engine's position. A blank line does not. */
export function disturbs({ table, find }: Commands, line: string): boolean {
  if (line.trim() === '') return false;
  const word = find(line);
  return table.find((command) => command.word === word)?.harmless !== true;
}

// An engine's answer, and what the engine reports about the position.

export type Answer =
  /** A move of the board, legal or not. */
  | { readonly kind: 'move'; readonly move: unknown; readonly text: string }
  /** Readable, but impossible as a move of the rules: a pass with a place. */
  | { readonly kind: 'illegal'; readonly text: string; readonly reason: string }
  /** The engine reports that there is no move. */
  | { readonly kind: 'none'; readonly text: string }
  | { readonly kind: 'unreadable'; readonly text: string; readonly reason: string };

/** The result of a round of thinking. Null if the protocol or the engine gives none. */
export interface Report {
  readonly answer: Answer;
  readonly score: Score | null;
  /** The factor from a static score to the engine's own scale, if the protocol's scores shrink with depth; else 1. */
  readonly staticScale: number;
  /** By canonical move text (`Game.moveText`). */
  readonly scores: ReadonlyMap<string, Score> | null;
  /** The mover's moves of a win that the engine sees, beginning with the answer. */
  readonly winningMoves: readonly string[] | null;
  /** In plies, as asked for or reported. */
  readonly depth: number | null;
  /** The plies or nodes that the engine reports for this round. */
  readonly nodes: number | null;
  /** Seconds from the request to the answer, on our clock. */
  readonly seconds: number;
  /** Whether the round was cut short. */
  readonly truncated: boolean;
  /** Whether every line was searched to the end of the game, so that a static score of 0 is a draw. */
  readonly exhaustive: boolean;
  /** In analysis, the answers for the further actions of the same turn, each after the one before. */
  readonly rest: readonly Answer[];
}

/** The report of an answer that is only a move. @param seconds since the request */
export const bareReport = (answer: Answer, seconds: number): Report => ({
  answer,
  score: null,
  staticScale: 1,
  scores: null,
  winningMoves: null,
  depth: null,
  nodes: null,
  seconds,
  truncated: false,
  exhaustive: false,
  rest: [],
});
