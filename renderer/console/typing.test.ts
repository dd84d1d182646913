import { describe, expect, it } from 'vitest';
import { about } from '../testing/engines.ts';
import type { EngineState, Command } from '../../app/api/contract.ts';
import { candidatesFor, formOf, objectionTo, History, standingIn, type Surroundings } from './typing.ts';

const cfp = about.protocols[0]!.commands;

const board: readonly Command[] = [
  {
    word: 'playwall',
    args: [
      { name: 'color', choices: ['black', 'white'] },
      { name: 'vertex' },
      { name: 'orientation', choices: ['horizontal', 'vertical'] },
    ],
    help: 'puts up a wall',
    clause: 'QTP, Commands, playwall',
    example: 'playwall black e3 horizontal',
  },
  {
    word: 'play',
    args: [{ name: 'depth' }, { name: 'column', keyword: '--column', optional: true }],
    help: 'asks for a move',
    clause: 'CFSI, Commands, play',
    example: 'play 4',
  },
  { word: 'known_command', args: [{ name: 'command', takes: 'command' }], help: '', clause: '', example: '' },
  { word: '{"Color":', args: [{ name: '1 or -1}', takes: 'rest' }], help: '', clause: '', example: '' },
];

const options: EngineState['options'] = [
  { type: 'combo', name: 'Play Style', default: 'Normal', vars: ['Solid', 'Normal', 'Risky'] },
  { type: 'spin', name: 'Play Depth', default: 8, min: 1, max: 42 },
  { type: 'check', name: 'Store', default: true },
  { type: 'button', name: 'Clear' },
];

const around: Surroundings = { state: 'idle', options, offers: [] };

const textsFor = (
  line: string,
  commands: readonly Command[] = cfp,
  more: Partial<Surroundings> = {},
): string[] =>
  candidatesFor(line, commands, { ...around, ...more }).map(({ text, from }) => line.slice(0, from) + text);

describe('where a line stands', () => {
  it.each([
    ['', null, null],
    ['deb', null, null],
    ['debug', 'debug', null],
    ['DEBUG o', 'debug', 0],
    ['debug on ', 'debug', null],
    ['setoption ', 'setoption', 0],
    ['setoption name Play St', 'setoption', 0],
    ['setoption name Play Style value ', 'setoption', 1],
    ['setoption name Play Style value Ris', 'setoption', 1],
    ['nonsense here', null, null],
  ])('%j is at %s, argument %s', (line, word, argument) => {
    const standing = standingIn(line, cfp);
    expect([standing.command?.word ?? null, standing.argument]).toEqual([word, argument]);
  });

  it('knows a message by its beginning', () => {
    expect(standingIn('{"Color":"1', board)).toMatchObject({ command: board[3], argument: 0, from: 9 });
  });

  it('passes over an argument that was left out, and blanks', () => {
    expect(standingIn('play 4 --col', board)).toMatchObject({ argument: 1, atKeyword: true });
    expect(standingIn('play  4  --column ', board)).toMatchObject({ argument: 1, atKeyword: false });
    expect(standingIn('play 4 --column 3 ', board)).toMatchObject({ argument: null });
  });
});

describe('what could stand there', () => {
  it('is each command that begins so', () => {
    expect(textsFor('')).toEqual(cfp.map(({ word }) => word));
    expect(textsFor('S')).toEqual(['setoption', 'stop']);
    expect(textsFor('stop')).toEqual([]);
    expect(textsFor('xyz')).toEqual([]);
    expect(textsFor('play', board)).toEqual(['playwall']);
  });

  it('is the words of an argument', () => {
    expect(textsFor('debug ')).toEqual(['debug on', 'debug off']);
    expect(textsFor('debug of')).toEqual(['debug off']);
    expect(textsFor('playwall black e3 v', board)).toEqual(['playwall black e3 vertical']);
    expect(textsFor('play 4 -', board)).toEqual(['play 4 --column']);
    expect(textsFor('known_command play', board)).toEqual(['known_command playwall']);
  });

  it('is the options of the engine, with blanks in their names, and their values', () => {
    expect(textsFor('setoption ')).toEqual(['setoption name']);
    expect(textsFor('setoption name pl')).toEqual(['setoption name Play Style', 'setoption name Play Depth']);
    expect(textsFor('setoption name Play Style ')).toEqual(['setoption name Play Style value']);
    expect(textsFor('setoption name Clear ')).toEqual([]);
    expect(textsFor('setoption name play style value ')).toEqual([
      'setoption name play style value Solid',
      'setoption name play style value Normal',
      'setoption name play style value Risky',
    ]);
    expect(textsFor('setoption name Play Depth value 4')).toEqual(['setoption name Play Depth value 42']);
    expect(textsFor('setoption name Store value f')).toEqual(['setoption name Store value false']);
  });

  it('is what the host offers at the place shown, before anything else', () => {
    const offers = ['white e3 horizontal', 'white e3 vertical', 'white e4 vertical'];
    expect(textsFor('playwall WHITE E3 ', board, { offers })).toEqual([
      'playwall white e3 horizontal',
      'playwall white e3 vertical',
      'playwall WHITE E3 horizontal',
      'playwall WHITE E3 vertical',
    ]);
    expect(textsFor('{"Color":', board, { offers: ['"1"}', '"-1"}'] })).toEqual([
      '{"Color":"1"}',
      '{"Color":"-1"}',
    ]);
  });

  it('says why a command has no place now, and offers it all the same', () => {
    const [stop] = candidatesFor('sto', cfp, around);
    expect(stop).toMatchObject({ text: 'stop', otherwise: 'the engine is not thinking and ignores it' });
    expect(candidatesFor('sto', cfp, { ...around, state: 'thinking' })[0]).toMatchObject({ otherwise: null });
    expect(
      objectionTo(
        cfp.find(({ word }) => word === 'stop')!,
        'starting',
      ),
    ).toBe('the engine is starting');
  });
});

it('writes a form with the argument that is being typed', () => {
  const setoption = cfp.find(({ word }) => word === 'setoption')!;
  expect(formOf(setoption, 1)).toEqual([
    { text: 'setoption', current: false },
    { text: 'name <name>', current: false },
    { text: '[value <value>]', current: true },
  ]);
});

it('walks to older lines and back to the one in the making', () => {
  const history = new History();
  history.add('ping');
  history.add('stop');
  expect(history.older('pla')).toBe('stop');
  expect(history.older('stop')).toBe('ping');
  expect(history.older('ping')).toBeNull();
  expect(history.newer()).toBe('stop');
  expect(history.newer()).toBe('pla');
  expect(history.newer()).toBeNull();
});

it('keeps no line twice in a row, no empty one, and only so many', () => {
  const history = new History(2);
  for (const line of ['a', 'a', '', 'b', 'c']) history.add(line);
  expect(history.older('')).toBe('c');
  expect(history.older('c')).toBe('b');
  expect(history.older('b')).toBeNull();
});

it('begins at the newest line again after one was added', () => {
  const history = new History();
  history.add('a');
  history.older('');
  history.add('b');
  expect(history.older('')).toBe('b');
});
