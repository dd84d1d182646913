/** What a case of a misbehaving engine is. The table of them all is in cases.ts. */
import type { ProcessLimits } from '../../app/sessions/watch/limits.ts';
import type { EndingWord, Rung } from '../../app/shapes/sessions.ts';

export type ProtocolId = 'cfp' | 'cfsi' | 'gos';

/** What is done with the engine. Whatever it leaves running is closed afterwards. */
export type Act =
  /** It is started, and nothing is asked. */
  | 'start'
  /** It is opened and told to leave. */
  | 'close'
  /** It is asked to think. */
  | 'search'
  /** It is asked to think and then to stop. */
  | 'stop'
  /** It is asked to think; then the position changes, and it is asked to think about that one and to stop. */
  | 'move on'
  /** It is asked to think; meanwhile a person types 2 MB at it. */
  | 'type'
  /** A person types the protocol's quit lines. */
  | 'type quit';

/**
 * Which wait the ending has to come at the end of; null where nothing has to be waited for. After a flood the ladder
 * begins at TERM.
 */
export type Awaited =
  'handshake' | 'ready' | 'stop' | 'first move' | 'mute' | 'leave' | 'look' | 'flood' | null;

/** The session ends by what the engine does. */
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
  /** The final answer to the last search; null where none was asked for. */
  readonly answer: string | null;
  /** What the rules say to that answer. */
  readonly verdict?: 'move' | 'illegal';
}

export interface Case {
  /** Completes "An engine that …". */
  readonly name: string;
  readonly protocol: ProtocolId;
  /** The program that the flags are for, where it is not misbehave.mjs; it keeps no count of what it writes. */
  readonly fixture?: 'greedy' | 'gos';
  /** Flags of the fixture, or what makes some other file in an empty folder and gives its path. */
  readonly engine: readonly string[] | ((folder: string) => string);
  readonly act: Act;
  /** What Plywire does about it, as a sentence for the document. */
  readonly answer: string;
  readonly expected: Ends | GoesOn;
  readonly quotaBytes?: number;
  readonly limits?: ProcessLimits;
  /** A child of the engine holds its output open: it is waited for before it is killed, and again after. */
  readonly held?: true;
  /** Text that must be among the session's notes. */
  readonly note?: RegExp;
}

export const ends = (word: EndingWord, reason: RegExp, awaits: Awaited, rung: Rung): Ends => ({
  kind: 'ends',
  ...{ word, reason, awaits, rung },
});

export const goesOn = (
  oddities: readonly string[],
  answer: string | null,
  verdict?: GoesOn['verdict'],
): GoesOn => ({
  kind: 'goes on',
  ...{ oddities, answer },
  ...(verdict && { verdict }),
});
