/** The wording of sessions' states and endings. Pure. */
import type { SessionEnding, SessionState, TrafficLine } from '../../app/api/contract.ts';
import type { BadgeTone } from '../ui/icons.ts';

/** Returns an oddity in full, as it hangs under its line and as it is read out. */
export const oddityWords = ({ name, text, clause }: TrafficLine['oddities'][number]): string =>
  `${name}: ${text} (${clause})`;

/** Session endings that are not faults. */
const calm: ReadonlySet<SessionEnding['word']> = new Set<SessionEnding['word']>(['quit']);

const endings: Readonly<Record<SessionEnding['word'], string>> = {
  unstartable: 'could not be started',
  handshake: 'handshake failed',
  crashed: 'crashed',
  stalled: 'stalled',
  time: 'out of time',
  malformed: 'broke the protocol',
  limit: 'over its limit',
  quit: 'ended',
  void: 'ended by a Plywire error',
};

export interface Glance {
  readonly tone: BadgeTone;
  readonly word: string;
}

export const endingAtAGlance = ({ word }: SessionEnding): Glance => ({
  tone: calm.has(word) ? 'off' : 'bad',
  word: endings[word],
});

/** Returns the state of a session as a shape and a word; thinking, stopping, idle and crashed all look different. */
export function sessionAtAGlance({
  state,
  ending,
  capabilities,
}: Pick<SessionState, 'state' | 'ending'> & Partial<Pick<SessionState, 'capabilities'>>): Glance {
  if (ending !== null) return endingAtAGlance(ending);
  switch (state) {
    case 'starting':
    case 'new':
    case 'handshake':
      return { tone: 'wait', word: 'starting' };
    case 'preparing':
      return { tone: 'wait', word: 'preparing' };
    case 'thinking':
      return { tone: 'busy', word: 'thinking' };
    case 'stopping':
      return { tone: 'wait', word: capabilities?.stop === false ? 'finishing its move' : 'stopping' };
    case 'idle':
      return { tone: 'ready', word: 'idle' };
    case 'quitting':
    case 'closing':
      return { tone: 'wait', word: 'exiting' };
    case 'ended':
      return { tone: 'off', word: 'ended' };
  }
}

/**
 * Whether the console of a session is in the menu of all tabs alone: it was replaced at a restart, or has ended, and its
 * engine was started again for the same purpose.
 */
export function isSuperseded(session: SessionState, sessions: readonly SessionState[]): boolean {
  if (sessions.some(({ id }) => id === session.successor)) return true;
  if (session.ending === null) return false;
  return sessions
    .slice(sessions.indexOf(session) + 1)
    .some(
      ({ engine, protocol, purpose }) =>
        engine === session.engine && protocol === session.protocol && purpose === session.purpose,
    );
}

const faults = Object.keys(endings).filter((word) => !calm.has(word as SessionEnding['word']));
const fault = new RegExp(`^(lost|${faults.join('|')}): `);

/**
 * Whether a note reports that a session failed or that it lost its game by an answer: it begins with the word for that.
 */
export const tellsOfFault = (note: string): boolean => fault.test(note);

/** Returns the file name of a journal, made of characters that every system accepts. */
export function journalName(title: string, startedAt: string): string {
  const words = `${title} ${startedAt.slice(0, 19)}`;
  return `${words.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^[-.]+|-+$/g, '') || 'journal'}.txt`;
}
