import { describe, expect, it } from 'vitest';
import { BadArgument } from '../shared/settings.ts';
import { defaultSettings, limitOf, readArguments } from './settings.ts';

describe('the command line', () => {
  it('may be empty: indices then, as the protocol has it', () => {
    expect(readArguments([])).toEqual(defaultSettings);
    expect(defaultSettings).toMatchObject({ notation: 'index', time: 5, nodes: Infinity });
  });

  it('takes words and numbers, after a blank or an equals sign', () => {
    expect(readArguments(['--notation', 'name', '--level=3'])).toMatchObject({ notation: 'name', level: 3 });
    expect(readArguments(['--notation=index', '--nodes', '500'])).toMatchObject({
      notation: 'index',
      nodes: 500,
      time: Infinity,
    });
  });

  it.each([
    [['--notation'], '--notation wants index or name'],
    [['--notation', 'names'], '--notation takes index or name, not "names"'],
    [['--level', 'name'], '--level takes a whole number from 1 to 10, not "name"'],
    [['-notations', 'name'], 'there is no option "-notations"; options: --time SECONDS'],
  ])('refuses %j in words', (args, words) => {
    expect(() => readArguments(args)).toThrow(BadArgument);
    expect(() => readArguments(args)).toThrow(words);
  });
});

describe('how long it may think', () => {
  it('doubles with each time that it is asked again', () => {
    expect([0, 1, 5].map((again) => limitOf({ ...defaultSettings, time: 2 }, again))).toEqual(
      [2, 4, 64].map((seconds) => ({ kind: 'time', seconds })),
    );
  });

  it('has no end where nodes count alone', () => {
    expect(limitOf(readArguments(['--nodes=9']), 3)).toEqual({ kind: 'none' });
  });
});
