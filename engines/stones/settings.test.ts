import { describe, expect, it } from 'vitest';
import { BadArgument } from '../shared/settings.ts';
import { defaultSettings, readArguments } from './settings.ts';

describe('the command line', () => {
  it('may be empty: well within the three seconds of a referee then', () => {
    expect(readArguments([])).toEqual(defaultSettings);
    expect(defaultSettings).toMatchObject({ time: 2, nodes: Infinity, level: 10 });
  });

  it('takes seconds, nodes, a level, a seed and memory', () => {
    expect(readArguments(['--nodes', '500', '--level=3', '--seed', '7', '--hash=8'])).toEqual({
      time: Infinity,
      nodes: 500,
      level: 3,
      seed: 7,
      hash: 8,
    });
    expect(readArguments(['--time=0.5'])).toMatchObject({ time: 0.5, nodes: Infinity });
    expect(readArguments(['-seed', '7', '-time=0.5'])).toMatchObject({ seed: 7, time: 0.5 });
  });

  it.each([
    [['--level', '11'], '--level takes a whole number from 1 to 10, not "11"'],
    [['--notation', 'name'], 'there is no option "--notation"; options: --time SECONDS (a move, 2)'],
  ])('refuses %j in words', (args, words) => {
    expect(() => readArguments(args)).toThrow(BadArgument);
    expect(() => readArguments(args)).toThrow(words);
  });
});
