/** Sessions and numbers in words. */
import type { SessionEnding, SessionState } from '../../app/api/contract.ts';
import type { BadgeTone } from '../ui/badge.ts';

/** `3.1 MB`; units of 1000, as disks are sold. */
export function bytes(count: number): string {
  if (count < 1000) return `${count} B`;
  let value = count;
  let unit = 'B';
  for (unit of ['kB', 'MB', 'GB']) {
    value /= 1000;
    // What would be rounded up to 1000 belongs to the next unit.
    if (value < 999.95) break;
  }
  return `${value.toFixed(1)} ${unit}`;
}

/** `12 345`, with narrow blanks that do not break; `toLocaleString` takes 15 ms the first time. */
export const grouped = (count: number): string => String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, '\u202f');

/** `12 journals`, `1 journal` */
export const counted = (count: number, one: string): string =>
  `${grouped(count)} ${count === 1 ? one : `${one}s`}`;

/** What a host says of a failure, as a sentence. */
export function sentence(text: string): string {
  const trimmed = text.trim();
  const first = trimmed.charAt(0).toUpperCase() + trimmed.slice(1);
  return /[.?:…]$/.test(first) || first === '' ? first : `${first}.`;
}

/** Session endings that are no fault of anybody. */
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
  void: 'ended by a fault of ours',
};

export interface Glance {
  readonly tone: BadgeTone;
  readonly word: string;
}

export const endingAtAGlance = ({ word }: SessionEnding): Glance => ({
  tone: calm.has(word) ? 'off' : 'bad',
  word: endings[word],
});

/** How a session is, in a shape and a word; thinking, stopping, idle and crashed all look different. */
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
      return { tone: 'wait', word: capabilities?.stop === false ? 'busy elsewhere' : 'stopping' };
    case 'idle':
      return { tone: 'ready', word: 'idle' };
    case 'quitting':
    case 'closing':
      return { tone: 'wait', word: 'leaving' };
    case 'ended':
      return { tone: 'off', word: 'ended' };
  }
}
