/** A case of a misbehaving engine. cases.ts has the table. */
import type { ProcessLimits } from '../../app/sessions/watch/limits.ts';
import type { EndingWord, Rung } from '../../app/shapes/sessions.ts';

export type ProtocolId = 'cfp' | 'cfsi' | 'gos';

/** What is done with the engine. Processes that it leaves are ended afterwards. */
export type Act =
  /** It is started, and nothing is asked. */
  | 'start'
  /** It is opened and told to quit. */
  | 'close'
  /** It is asked to think. */
  | 'search'
  /** It is asked to think and then to stop. */
  | 'stop'
  /** It is asked to think; then the position changes, and it is asked to think about that one and to stop. */
  | 'move on'
  /** It is asked to think; meanwhile the user types 2 MB. */
  | 'type'
  /** The user types the protocol's quit lines. */
  | 'type quit';

/** The wait that the ending must follow; null if none. After a flood the ladder begins at TERM. */
export type Awaited =
  | 'handshake'
  | 'ready'
  | 'stop'
  | 'first move'
  | 'mute'
  | 'leave'
  | 'look'
  | 'flood'
  | null;

/** The engine's behaviour ends the session. */
export interface Ends {
  readonly kind: 'ends';
  readonly word: EndingWord;
  readonly reason: RegExp;
  readonly awaits: Awaited;
  readonly rung: Rung;
}

/** The session goes on, with these oddities among its lines, until it is closed and ends as `quit`. */
export interface GoesOn {
  readonly kind: 'goes on';
  readonly oddities: readonly string[];
  /** The final answer to the last search; null if there was none. */
  readonly answer: string | null;
  /** The rules' verdict on that answer. */
  readonly verdict?: 'move' | 'illegal';
}

export interface EngineCase {
  /** Completes "An engine that …". */
  readonly name: string;
  readonly protocol: ProtocolId;
  /** The program for the flags, if not misbehave.mjs; it does not count its output. */
  readonly fixture?: 'greedy' | 'gos';
  /** Flags of the fixture, or a function that makes another file in an empty folder and returns its path. */
  readonly engine: readonly string[] | ((folder: string) => string);
  readonly act: Act;
  /** How Plywire reacts, as a sentence for the document. */
  readonly answer: string;
  readonly expected: Ends | GoesOn;
  readonly quotaBytes?: number;
  readonly limits?: ProcessLimits;
  /** A child of the engine holds its output open: the session waits for it before killing it, and again afterwards. */
  readonly held?: true;
  /** Text that one of the session's notes must contain. */
  readonly note?: RegExp;
}

export const ends = (word: EndingWord, reason: RegExp, awaits: Awaited, rung: Rung): Ends => ({
  kind: 'ends',
  word,
  reason,
  awaits,
  rung,
});

export const goesOn = (
  oddities: readonly string[],
  answer: string | null,
  verdict?: GoesOn['verdict'],
): GoesOn => ({ kind: 'goes on', oddities, answer, ...(verdict && { verdict }) });
