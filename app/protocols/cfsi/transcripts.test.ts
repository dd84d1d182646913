import { describe, expect, it } from 'vitest';
import { recordingsOf, watch } from '../../../tests/support/recordings.ts';
import type { Observed } from '../testing/recordings.ts';
import { oddities } from './desk.fixture.ts';
import { cfsi } from './index.ts';

/** What was understood of the lines that are not noise, told as a story. */
const story = (steps: readonly Observed[]): string[] =>
  steps.flatMap(({ events }) =>
    events.flatMap((event) => {
      switch (event.kind) {
        case 'understood':
          return [event.what];
        case 'misuse':
          return [`misuse: ${event.text}`];
        case 'ready':
        case 'stale':
        case 'fault':
          return [event.kind];
        case 'alive':
          return [`alive ${event.milliseconds} ms`];
        case 'state':
          return [`[${event.state}]`];
        case 'progress':
          return [`plies ${event.nodes}`];
        default:
          return [];
      }
    }),
  );

const count = (names: readonly string[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
};

const countOddities = (steps: readonly Observed[]) => count(steps.flatMap((step) => oddities(step.events)));

describe('the recorded server', () => {
  it('answers this play with that line, refuses four, and leaves one unanswered at stop', () => {
    const { steps, state } = watch(cfsi, 'cfsi_cl-connect4.txt');
    expect(story(steps)).toEqual([
      'misuse: a play before start is rejected',
      'alive 0 ms',
      '[handshake]',
      'ready',
      '[idle]',
      '[thinking]',
      'a second start is refused',
      'answered: "play xxx/ooo/xxx x 1"',
      '[idle]',
      '[thinking]',
      'answered: "play 4/4/4/4 x 1"',
      '[idle]',
      '[thinking]',
      'answered: "play x3/x3/x3/4 x 1"',
      '[idle]',
      '[thinking]',
      'answered: "play xoxx2/xxoo1o/xxoo1o/ox4 o 4"',
      '[idle]',
      '[thinking]',
      'answered: "play 7/7/7/7/7/7 x 4"',
      '[idle]',
      '[thinking]',
      'answered: "play 7/7/7/7/7/7 o 4 --column 3"',
      '[idle]',
      'misuse: --column 9 is not on the board, so that no move can be found',
      '[thinking]',
      'answered: "play 7/7/7/7/7/7 o 2 --column 9"',
      '[idle]',
      '[thinking]',
      'answered: "play 12/12/12/12/12/12/12/12/12/12 x 2"',
      '[idle]',
      'misuse: the play is invalid: the token is x or o, not "a"',
      '[thinking]',
      'failed: "play 6/6/6 a 1"',
      '[idle]',
      'misuse: the play is invalid: the depth must be greater than zero',
      '[thinking]',
      'misuse: the play is invalid: row 2 has 5 columns, the first has 6',
      'plies 2148253',
      'misuse: words are separated by single blanks; more break a command',
      'plies 3689755',
      'misuse: the play is invalid: the board is missing',
      'plies 5712729',
      'misuse: there is no command "foo"',
      'plies 7838888',
      'plies 9617622',
      'alive 0 ms',
      'plies 11393867',
      'plies 13184813',
      '[stopping]',
      'alive 0 ms',
      'answered: "play 6/6/6 x 0"',
      'failed: "play 6/5/6 x 1"',
      'failed: "play 6/6/6  x 1"',
      'failed: "play"',
      'answered: "play xxxx3/ooo4/7/7/7/7 o 2"',
      'answered: "play 7/7/7/7/7/7 x 8"',
      '[quitting]',
    ]);
    expect(state).toBe('quitting');
    expect(countOddities(steps)).toEqual({
      'noise-line': 29,
      // Two bestmoves NULL, seven with empty slots, seven infos.
      'extra-blanks': 16,
      'talk-after-stop': 3,
    });
  });

  it('needs a second for a quit', () => {
    const { steps } = watch(cfsi, 'cfsi_quit.txt');
    expect(story(steps)).toEqual([
      '[handshake]',
      'ready',
      '[idle]',
      '[thinking]',
      '[stopping]',
      'answered: "play 7/7/7/7/7/7 x 9"',
      '[idle]',
      '[quitting]',
    ]);
    expect(countOddities(steps)).toEqual({ 'noise-line': 8, 'extra-blanks': 1, 'talk-after-stop': 3 });
  });

  it('starts before its input ends', () => {
    const { steps, state } = watch(cfsi, 'cfsi_eof.txt');
    expect(story(steps)).toEqual(['[handshake]', 'ready', '[idle]']);
    expect(countOddities(steps)).toEqual({ 'noise-line': 3 });
    expect(state).toBe('idle');
  });
});

describe('every recording', () => {
  const names = recordingsOf(cfsi);
  it.each(names)('%s: no line that was heard vanishes, none is a fault', (name) => {
    const { steps } = watch(cfsi, name);
    expect(steps.length).toBeGreaterThan(0);
    for (const { entry, events } of steps) {
      if (entry.mark === '<--') expect(events.length, entry.text).toBeGreaterThan(0);
      expect(events.some((event) => event.kind === 'fault' || event.kind === 'send')).toBe(false);
    }
  });
});
