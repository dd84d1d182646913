import { describe, expect, it } from 'vitest';
import { recordingsOf, watch } from '../../../tests/support/recordings.ts';
import type { Observed } from '../testing/recordings.ts';
import { nmm } from './index.ts';

/** The events in few words. */
const story = (steps: readonly Observed[]): string[] =>
  steps.flatMap(({ events }) =>
    events.flatMap((event) => {
      switch (event.kind) {
        case 'understood':
          return [event.what];
        case 'misuse':
          return [`misuse: ${event.text}`];
        case 'state':
          return [`[${event.state}]`];
        case 'progress':
          return [`eval ${event.score?.type === 'static' ? event.score.value : 'none'}`];
        case 'learned':
          return [`${event.setting} are written by ${event.value}`];
        case 'oddity':
          return event.oddity.name === 'point-names' ? [] : [event.oddity.name];
        case 'stale':
        case 'fault':
          return [event.kind];
        default:
          return [];
      }
    }),
  );

const asked = (value: number, move: string): string[] => [
  '[thinking]',
  `eval ${value}`,
  `answered: "bestmove ${move}"`,
];
const opened = ['ready', '[handshake]', '[idle]'];

describe('the recorded engine', () => {
  it('names points, and dies of a move with numbers', () => {
    const { steps } = watch(nmm, 'nmm_muhle_20240715.txt');
    expect(story(steps)).toEqual([
      ...opened,
      ...[...asked(0, 'Pa7'), 'moves are written by name', '[idle]'],
      ...[...asked(-1, 'Pd7'), '[idle]', ...asked(-1, 'Pd7'), '[idle]'],
      // The engine has died, and the recorder went on.
      '[thinking]',
      ...Array.from({ length: 3 }, () => DOUBLED),
      'misuse: the text has no command "isready".',
      '[stopping]',
      'misuse: the text has no command "foo".',
      'misuse: the text has no token "extra" there.',
      DOUBLED,
      'misuse: the move cannot be read: "Pxx" is not a move: moves are written like P4T15 or M1-4T9.',
      GARBAGE,
      DOUBLED,
      '[quitting]',
    ]);
  });

  it('takes no position with names, says so, and keeps the one before', () => {
    const { steps } = watch(nmm, 'nmm_muhle_20240715_alg.txt');
    expect(story(steps)).toEqual([
      ...opened,
      ...refused(0, 'Pa7', 'moves are written by name'),
      ...refused(-1, 'Pd7'),
      ...refused(0, 'Pg7'),
      ...[...refused(0, 'Pg7'), ...asked(-1, 'Pb6'), '[idle]'],
      'misuse: the position cannot be read: the plies are a number from 0 to 9999, not "10000".',
      ...[...asked(0, 'Pd6'), '[idle]', '[quitting]'],
    ]);
  });

  it('takes positions with numbers, and bears what is not a command', () => {
    const { steps } = watch(nmm, 'nmm_muhle_20240715_idx.txt');
    expect(story(steps)).toEqual([
      ...opened,
      ...[...asked(0, 'Pa7'), 'moves are written by name', '[idle]'],
      ...[...asked(0, 'Pd7'), '[idle]', ...asked(0, 'Pd7'), '[idle]'],
      ...[...asked(1, 'Pg7Tb6'), '[idle]'],
      ...refused(-2, 'Pb6'),
      'misuse: the text has no token "extra" there.',
      ...[...asked(1, 'Pf6'), '[idle]'],
      'misuse: the text has no command "isready".',
      'misuse: the text has no command "foo".',
      GARBAGE,
      ...[...asked(0, 'Pa7'), '[idle]', '[quitting]'],
    ]);
  });
});

const DOUBLED = 'misuse: another go is not permitted before bestmove of the one before.';
const GARBAGE = 'misuse: the text has no token "garbage" there.';

/** It refuses a position on stderr, and answers for another one. */
function refused(value: number, move: string, learned?: string): string[] {
  const [thinking, ...answer] = asked(value, move);
  return [thinking!, 'position-refused', ...answer, ...(learned === undefined ? [] : [learned]), '[idle]'];
}

describe('every recording', () => {
  const names = recordingsOf(nmm);
  it.each(names)('%s: no line that was heard vanishes, every bestmove is read, none is a fault', (name) => {
    const { steps } = watch(nmm, name);
    expect(steps.length).toBeGreaterThan(0);
    for (const { entry, events } of steps) {
      if (entry.mark === '<--') expect(events.length, entry.text).toBeGreaterThan(0);
      const oddities = events.flatMap((event) => (event.kind === 'oddity' ? [event.oddity.name] : []));
      expect(oddities).not.toContain('unreadable-bestmove');
      expect(events.some(({ kind }) => kind === 'fault' || kind === 'send')).toBe(false);
    }
  });
});
