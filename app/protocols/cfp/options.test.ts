import { describe, expect, it } from 'vitest';
import { readEngine } from './messages.ts';
import { checkValue, defaultValue, optionKey, writeOption } from './options.ts';
import type { EngineOption } from '../../shapes/engines.ts';

function read(line: string): { readonly option: EngineOption; readonly odd: readonly string[] } {
  const { message, oddities } = readEngine(line);
  if (message?.kind !== 'option') throw new Error(`${line} is not an option`);
  return { option: message.option, odd: oddities.map(({ name }) => name) };
}

describe('option lines that stray from the examples and can be read', () => {
  const cases: readonly (readonly [string, EngineOption, readonly string[]])[] = [
    [
      'option type spin max 9 min 1 default 5 name Search Depth',
      { type: 'spin', name: 'Search Depth', default: 5, min: 1, max: 9 },
      [],
    ],
    [
      'OPTION Name Level TYPE Spin Default 1 Min 0 MAX 3',
      { type: 'spin', name: 'Level', default: 1, min: 0, max: 3 },
      [
        'letter-case',
        'letter-case',
        'letter-case',
        'letter-case',
        'letter-case',
        'letter-case',
        'letter-case',
      ],
    ],
    [
      'option name Max Depth type spin default 5 min 1 max 20',
      { type: 'spin', name: 'Max Depth', default: 5, min: 1, max: 20 },
      [],
    ],
    [
      'option name min max type spin default 5 min 1 max 20',
      { type: 'spin', name: 'min max', default: 5, min: 1, max: 20 },
      [],
    ],
    [
      'option name Default Style type combo default Solid var Solid var Very Risky',
      { type: 'combo', name: 'Default Style', default: 'Solid', vars: ['Solid', 'Very Risky'] },
      [],
    ],
    [
      'option name Type type string default a min b var c',
      { type: 'string', name: 'Type', default: 'a min b var c' },
      [],
    ],
    [
      'option\tname  Play   Style type combo default normal var Normal',
      { type: 'combo', name: 'Play   Style', default: 'Normal', vars: ['Normal'] },
      ['extra-blanks'],
    ],
    ['option name Book type string default ""', { type: 'string', name: 'Book', default: '' }, []],
    ['option name Book type string default', { type: 'string', name: 'Book', default: '' }, []],
    ['option name Book type string', { type: 'string', name: 'Book', default: '' }, ['missing-default']],
    [
      'option name Log type check default FALSE min 3',
      { type: 'check', name: 'Log', default: false },
      ['pointless-keyword'],
    ],
    ['option called name Clear type button', { type: 'button', name: 'Clear' }, ['unknown-word']],
    [
      'option name draw value type check default true',
      { type: 'check', name: 'draw value', default: true },
      ['ambiguous-name'],
    ],
    [
      'option name Empty type combo default "" var "" var x',
      { type: 'combo', name: 'Empty', default: '', vars: ['', 'x'] },
      [],
    ],
  ];

  it.each(cases)('%j', (line, option, odd) => {
    expect(read(line)).toEqual({ option, odd });
    expect(read(writeOption(option)).option).toEqual(option);
  });
});

describe('option lines that are wrong say what is wrong', () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ['option', '', 'it has no type'],
    ['option name Clear', 'Clear', 'it has no type'],
    [
      'option name Size type slider default 3',
      'Size',
      'its type is "slider"; known types: check, spin, combo, button, string',
    ],
    ['option type button', '', 'it has no name'],
    ['option name type button', '', 'it has no name'],
    ['option name Log type check', 'Log', 'it has no default'],
    ['option name Log type check default yes', 'Log', 'its default is "yes" and not true or false'],
    ['option name N type spin default 1 max 3', 'N', 'it has no min'],
    ['option name N type spin default 1 min 0', 'N', 'it has no max'],
    ['option name N type spin default one min 0 max 3', 'N', 'its default is "one" and not an integer'],
    ['option name N type spin default 1.5 min 0 max 3', 'N', 'its default is "1.5" and not an integer'],
    ['option name N type spin default 9 min 0 max 3', 'N', 'its default 9 is not in 0..3'],
    ['option name N type spin default 2 min 3 max 0', 'N', 'its min 3 is above its max 0'],
    ['option name S type combo default a', 'S', 'it offers no var to choose from'],
    ['option name S type combo default c var a var b', 'S', 'its default "c" is not among its vars'],
  ];

  it.each(cases)('%j', (line, name, fault) => {
    const { option } = read(line);
    expect(option).toEqual({ type: 'unreadable', name, line, fault });
    expect(writeOption(option)).toBe(line);
  });
});

describe('values', () => {
  const spin: EngineOption = { type: 'spin', name: 'N', default: 1, min: -1, max: 100 };
  const check: EngineOption = { type: 'check', name: 'Log', default: true };
  const combo: EngineOption = {
    type: 'combo',
    name: 'Style',
    default: 'Solid',
    vars: ['Solid', 'Very Risky'],
  };
  const text: EngineOption = { type: 'string', name: 'Book', default: '' };

  it.each<[EngineOption, string, string]>([
    [spin, '7', '7'],
    [spin, ' +07 ', '7'],
    [spin, '-1', '-1'],
    [check, 'TRUE', 'true'],
    [check, 'false', 'false'],
    [combo, 'very risky', 'Very Risky'],
    [text, '/A b/C', '/A b/C'],
    [text, '""', ''],
    [text, '', ''],
  ])('%o takes %j as %j', (option, given, value) => expect(checkValue(option, given)).toEqual({ value }));

  it.each<[EngineOption, string, string]>([
    [spin, '101', '"N" is -1 to 100, not 101'],
    [spin, '-2', '"N" is -1 to 100, not -2'],
    [spin, '1e1', '"N" is an integer, not "1e1"'],
    [spin, '', '"N" is an integer, not ""'],
    [check, 'yes', '"Log" is true or false, not "yes"'],
    [combo, 'Risky', '"Style" is one of Solid, Very Risky, not "Risky"'],
    [text, 'a\nquit', 'a value of "Book" cannot hold line breaks or control characters'],
    [{ type: 'button', name: 'Clear' }, 'x', '"Clear" is a button and has no value'],
    [
      { type: 'unreadable', name: 'Z', line: 'option name Z', fault: 'it has no type' },
      'x',
      'the engine\'s line for "Z" could not be read: it has no type',
    ],
  ])('%o refuses %j', (option, given, fault) => expect(checkValue(option, given)).toEqual({ fault }));

  it('starts at the default', () => {
    expect([spin, check, combo, text].map(defaultValue)).toEqual(['1', 'true', 'Solid', '']);
    expect(defaultValue({ type: 'button', name: 'Clear' })).toBeNull();
  });

  it('compares names without case and blanks', () => {
    expect(optionKey(' Play \t STYLE ')).toBe(optionKey('play style'));
    expect(optionKey('playstyle')).not.toBe(optionKey('play style'));
  });
});

it.each([
  'option name Bo\x1bok type string default a',
  'option name Book type string default a\u0085b',
  'option name Style type combo default A var A var B\0',
])('%j cannot be sent back and so not be set', (line) => {
  const heard = readEngine(line).message;
  expect(heard).toMatchObject({ option: { type: 'unreadable', fault: 'it holds control characters' } });
});
