import { describe, expect, it } from 'vitest';
import type { DriverEvent } from '../../protocols/protocol.ts';
import { FloodWatch, type Flood } from './flood.ts';
import type { DriverState } from '../../shapes/engines.ts';

const info: DriverEvent = { kind: 'info', text: 'x' };
const odd: DriverEvent = { kind: 'oddity', oddity: { name: 'empty-line', clause: 'x', text: 'x' } };
const option: DriverEvent = { kind: 'option', option: { type: 'button', name: 'x' } };
const state: DriverEvent = { kind: 'state', state: 'thinking' };

interface Saying {
  /** Lines a second, each of so many bytes, over so many seconds; read in a hundred pieces a second. */
  readonly rate: number;
  readonly bytes?: number;
  readonly seconds: number;
  readonly state: DriverState;
  /** What a driver makes of each line. */
  readonly event?: DriverEvent;
}

function say(watch: FloodWatch, { rate, bytes = 10, seconds, state, event = odd }: Saying): Flood | null {
  for (let piece = 0; piece < 100 * seconds; piece++) {
    const lines = Math.round(((piece + 1) * rate) / 100) - Math.round((piece * rate) / 100);
    for (let line = 0; line < lines; line++) {
      watch.lines(1);
      watch.event(event, state);
    }
    const flood = watch.passed(lines * bytes, state, 10 * piece);
    if (flood !== null) return flood;
  }
  return null;
}

describe('a flood', () => {
  it.each<[string, Saying, number | null]>([
    [
      'of empty lines before the handshake',
      { rate: 140_000, bytes: 1, seconds: 5, state: 'handshake' },
      0.72,
    ],
    ['from one of eight', { rate: 17_000, bytes: 1, seconds: 10, state: 'handshake' }, 6.25],
    ['of long lines', { rate: 10_000, bytes: 65_536, seconds: 5, state: 'idle' }, 0.1],
    ['of unrequested words', { rate: 100_000, seconds: 5, state: 'idle', event: info }, 1],
    ['of empty lines in a search', { rate: 140_000, seconds: 60, state: 'thinking' }, 14.4],
  ])('%s is one', (_, saying, after) => {
    const flood = say(new FloodWatch(), saying);
    expect(flood?.searching).toBe(saying.state === 'thinking');
    expect(flood!.seconds).toBeGreaterThan(after! * 0.95);
    expect(flood!.seconds).toBeLessThan(after! * 1.05);
  });

  it.each<[string, Saying]>([
    ['words in a search, for a minute', { rate: 100_000, seconds: 60, state: 'thinking', event: info }],
    ['a log beside a search', { rate: 30_000, seconds: 60, state: 'thinking' }],
    ['a hundred thousand options', { rate: 100_000, seconds: 1, state: 'handshake', event: option }],
    ['a long banner', { rate: 50_000, seconds: 1, state: 'handshake' }],
    ['a log that never ends', { rate: 1000, seconds: 100, state: 'idle' }],
    ['a long line in a search', { rate: 100, bytes: 10_000_000, seconds: 1, state: 'thinking' }],
  ])('%s is none', (_, saying) => {
    expect(say(new FloodWatch(), saying)).toBeNull();
  });

  it('is not made of what came before something of use', () => {
    const watch = new FloodWatch();
    for (let count = 0; count < 20; count++) {
      expect(say(watch, { rate: 90_000, seconds: 1, state: 'idle' })).toBeNull();
      watch.event(state, 'idle');
    }
    expect(say(watch, { rate: 90_000, seconds: 2, state: 'idle' })).not.toBeNull();
  });
});
