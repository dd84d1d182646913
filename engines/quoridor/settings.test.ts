import { describe, expect, it } from 'vitest';
import { BadArgument } from '../shared/settings.ts';
import { commandOptions, defaultSettings, optionFault, readArguments, withOption } from './settings.ts';

describe('the command line', () => {
  it('may be empty', () => {
    expect(readArguments([])).toEqual(defaultSettings);
    expect(defaultSettings.time).toBe(5);
  });

  it('takes values after a blank or an equals sign', () => {
    expect(readArguments(['--time', '0.5', '--level=3', '--seed', '7', '--hash=64'])).toEqual({
      ...defaultSettings,
      time: 0.5,
      level: 3,
      seed: 7,
      hash: 64,
    });
  });

  it('takes a single dash, as the referee of the cup starts engines, with a seed from a clock', () => {
    expect(readArguments(['-seed', '1732291200'])).toEqual({ ...defaultSettings, seed: 1_732_291_200 });
    expect(readArguments(['-seed=4102444800', '-level', '3'])).toMatchObject({
      seed: 4_102_444_800,
      level: 3,
    });
  });

  it('takes nodes for a limit of their own', () => {
    expect(readArguments(['--nodes', '500'])).toMatchObject({ nodes: 500, time: Infinity });
    expect(readArguments(['--nodes', '500', '--time=1'])).toMatchObject({ nodes: 500, time: 1 });
  });

  it.each([
    [['--time'], '--time wants a number'],
    [['--time', '0'], 'from 0.01 to 86400, not "0"'],
    [['--time', '-1'], 'not "-1"'],
    [['--time', '1e3'], 'not "1e3"'],
    [['--level', '0'], 'a whole number from 1 to 10, not "0"'],
    [['--level', '2.5'], 'not "2.5"'],
    [['--level=11'], 'not "11"'],
    [['--nodes', ''], 'not ""'],
    [['--hash', '9999'], 'from 1 to 1024'],
    [['-seed'], '-seed wants a number'],
    [['-seed', '-1'], 'not "-1"'],
    [['-'], 'there is no option "-"'],
    [['-fast', '1'], 'there is no option "-fast"'],
    [['--fast'], 'there is no option "--fast"'],
    [['toString', '1'], 'there is no option "toString"'],
  ])('refuses %j in words', (args, words) => {
    expect(() => readArguments(args)).toThrow(BadArgument);
    expect(() => readArguments(args)).toThrow(words);
  });
});

describe('the commands of its own', () => {
  it('change one setting each, at the limits too', () => {
    for (const { name, min, max } of commandOptions) {
      for (const value of [min, max]) {
        expect(optionFault(name, String(value))).toBeNull();
        expect(withOption(defaultSettings, name, String(value))).toEqual({
          ...defaultSettings,
          [name]: value,
        });
      }
      for (const value of [String(min - 1), String(max + 1), '', '1.5', 'much']) {
        expect(optionFault(name, value)).toContain(`from ${min} to ${max}, not "${value}"`);
      }
    }
    expect(optionFault('hash', '1')).toContain('no option "hash"');
  });
});
