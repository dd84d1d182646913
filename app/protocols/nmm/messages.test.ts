import { describe, expect, it } from 'vitest';
import { morris, packMove, type PointNotation } from '../../games/morris/index.ts';
import { decodeCommand, newgameLine } from './commands.ts';
import { decodeMessage, readMoveText, writeMove } from './messages.ts';

const names = (line: string): string[] => decodeMessage(line).faults.map(({ name }) => name);

/** For reading and writing. */
const moves: readonly [string, string, string][] = [
  ['a7', 'P0', 'Pa7'],
  ['d6', 'P4', 'Pd6'],
  ['d6xa1', 'P4T21', 'Pd6Ta1'],
  ['a7-d7', 'M0-1', 'Ma7-d7'],
  ['d7-d6xa4', 'M1-4T9', 'Md7-d6Ta4'],
  ['d1-d2xb6', 'M22-19T3', 'Md1-d2Tb6'],
];

describe('moves', () => {
  it.each(moves)('%s is %s or %s', (canonical, index, name) => {
    const move = morris.parseMove(morris.initial(), canonical);
    const texts: [PointNotation, string][] = [
      ['index', index],
      ['name', name],
    ];
    for (const [notation, text] of texts) {
      expect(writeMove(move, notation)).toBe(text);
      for (const written of [text, ` ${text} `, text.replace(/[PMT-]/g, ' $& '), text.toLowerCase()]) {
        expect(readMoveText(written), written).toMatchObject({ move, notation });
      }
    }
  });

  it.each([
    ['', /"" is not a move/],
    ['4', /is not a move/],
    ['P', /is not a move/],
    ['P4T', /is not a move/],
    ['P4x15', /is not a move/],
    ['M0', /is not a move/],
    ['M0 1', /is not a move/],
    ['P123', /is not a move/],
    ['P24', /there is no point 24: they are numbered from 0 to 23/],
    ['P4T99', /there is no point 99/],
    ['Pd4', /the board has no point d4/],
    ['Mh1-a1', /the board has no point h1/],
  ])('%j is none', (text, why) => expect(readMoveText(text)).toMatch(why));

  it('are read where their notations are mixed', () => {
    const move = packMove({ from: null, to: 4, taken: 0 });
    expect(readMoveText('P4Ta7')).toMatchObject({ move, notation: null });
    expect(names('bestmove P4Ta7')).toEqual(['mixed-notation']);
  });
});

describe('bestmove', () => {
  const move = packMove({ from: null, to: 4, taken: 15 });

  it.each([
    ['bestmove P4T15', []],
    ['  bestmove\tP4T15  ', []],
    ['bestmove P 4 T 15', []],
    ['bestmove Pd6Tc3', ['point-names']],
    ['Bestmove P4T15', ['letter-case']],
    ['bestmove p4t15', ['letter-case']],
    ['bestmove P4T15 ponder P3', ['unknown-token', 'unknown-token']],
    ['bestmove move P4T15', ['unknown-token']],
    ['so bestmove P4T15', ['unknown-token']],
  ])('%j', (line, faults) => {
    expect(decodeMessage(line).heard).toMatchObject({ kind: 'bestmove', read: { move } });
    expect(names(line)).toEqual(faults);
  });

  it.each([
    ['bestmove none', []],
    ['bestmove  NONE', ['letter-case']],
    ['bestmove none at all', ['unknown-token', 'unknown-token']],
  ])('%j', (line, faults) => {
    expect(decodeMessage(line).heard).toEqual({ kind: 'none' });
    expect(names(line)).toEqual(faults);
  });

  it.each([
    ['bestmove', /nothing follows bestmove/],
    ['bestmove x', /"x" is not a move/],
    ['bestmove P24', /no point 24/],
  ])('%j cannot be read', (line, reason) => {
    expect(decodeMessage(line).heard).toMatchObject({
      kind: 'unreadable-bestmove',
      reason: expect.stringMatching(reason) as string,
    });
    expect(names(line)).toEqual(['unreadable-bestmove']);
  });
});

describe('info', () => {
  it.each<[string, (number | null)[], string[]]>([
    ['info time 0.0143 eval -1', [0.0143, -1, null], []],
    ['info time 1 eval 0.5 nodes 12', [1, 0.5, 12], []],
    ['info   time\t1   nodes 12 ', [1, null, 12], []],
    ['info nodes 12 eval +.5 time 1e-2', [0.01, 0.5, 12], ['info-order']],
    ['info eval 1', [null, 1, null], ['missing-time']],
    ['info', [null, null, null], ['missing-time']],
    ['info time', [null, null, null], ['missing-value', 'missing-time']],
    ['info time eval 2', [null, 2, null], ['missing-value', 'missing-time']],
    ['info time x eval 2', [null, 2, null], ['unreadable-value']],
    [
      'info time -1 nodes 1.5 eval inf',
      [null, null, null],
      ['unreadable-value', 'unreadable-value', 'unreadable-eval', 'info-order'],
    ],
    ['info time 1 time 2', [1, null, null], ['repeated-value']],
    ['info time 1 depth 5 eval 2', [1, 2, null], ['unknown-token', 'unknown-token']],
    ['info TIME 1', [1, null, null], ['letter-case']],
    [`info time 1 nodes ${'9'.repeat(30)}`, [1, null, null], ['unreadable-value']],
  ])('%j', (line, [time, value, nodes], faults) => {
    expect(decodeMessage(line).heard).toEqual({ kind: 'info', time, eval: value, nodes });
    expect(names(line)).toEqual(faults);
  });
});

it('a message just as the text writes it is read as one with other blanks', () => {
  const numbers = ['0', '1', '0.5', '12.125', '+3', '-1', '-0.25', '1e3', '.5', '5.', '9'.repeat(20), 'x'];
  const infos = numbers.flatMap((time) =>
    numbers.flatMap((value) => [
      `info time ${time} eval ${value}`,
      `info time ${time} nodes ${value}`,
      `info time 1 eval ${time} nodes ${value}`,
      `info eval ${time} time ${value}`,
    ]),
  );
  const moves = ['P4T15', 'P0', 'M0-1', 'M14-23T7', 'Pd6', 'p4', 'P24', 'none'].map(
    (move) => `bestmove ${move}`,
  );
  // Twice, since moves that were read before are known.
  for (const line of [...infos, ...moves, ...moves]) {
    expect([line, decodeMessage(line)]).toEqual([line, decodeMessage(line.replaceAll(' ', '  '))]);
  }
});

describe('other lines', () => {
  it.each([
    ['ready', 'ready', []],
    [' ready ', 'ready', []],
    ['ready now', 'ready', ['unknown-token']],
    ['READY', 'ready', ['letter-case']],
    ['', 'other', ['blank-line']],
    ['hello', 'other', ['noise-line']],
    ['the best info there is', 'other', ['noise-line']],
    ['looking for a bestmove now', 'other', ['noise-line']],
    ['not ready', 'other', ['noise-line']],
    ['not ready yet', 'other', ['noise-line']],
  ])('%j', (line, kind, faults) => {
    expect(decodeMessage(line).heard.kind).toBe(kind);
    expect(names(line)).toEqual(faults);
  });

  it('may be of any length', () => {
    for (const line of [
      'x '.repeat(30_000),
      `bestmove ${'P'.repeat(60_000)}`,
      `info ${'time '.repeat(12_000)}`,
    ]) {
      expect(decodeMessage(line).faults.length).toBeLessThan(200);
    }
  });
});

describe('commands', () => {
  it.each([
    ['init', { kind: 'init' }, null],
    [' go   noplay ', { kind: 'go', noplay: true }, null],
    ['go', { kind: 'go', noplay: false }, null],
    ['go extra tokens', { kind: 'go', noplay: false }, 'extra'],
    ['stop now', { kind: 'stop' }, 'now'],
    ['quit', { kind: 'quit' }, null],
    ['', { kind: 'nothing' }, null],
    ['isready', { kind: 'unknown', word: '"isready"' }, null],
    ['move P4', { kind: 'move', move: packMove({ from: null, to: 4, taken: null }) }, null],
    ['move Pd6 !', { kind: 'move', move: packMove({ from: null, to: 4, taken: null }) }, '!'],
    ['newgame', { kind: 'newgame', position: morris.initial() }, null],
  ])('%j', (line, command, extra) => expect(decodeCommand(line)).toEqual({ command, before: null, extra }));

  const placed = { kind: 'move', move: packMove({ from: null, to: 4, taken: null }) } as const;
  const example = morris.parsePosition('w:0,2;b:1;b;3;0');

  it.each([
    ['joho go noplay', { kind: 'go', noplay: true }, 'joho', null],
    ['would you please stop now', { kind: 'stop' }, 'would', 'now'],
    ['joho 1 2 move P4', placed, 'joho', null],
    ['move please P4', placed, 'please', null],
    ['move to P 4 now', placed, 'to', 'now'],
    ['joho move to P4', placed, 'joho', null],
    ['newgame please w:0,2;b:1;b;3;0', { kind: 'newgame', position: example }, 'please', null],
    ['newgame from here w : 0, 2 ; b:1;b ;3; 0 on', { kind: 'newgame', position: example }, 'from', 'on'],
    ['please newgame', { kind: 'newgame', position: morris.initial() }, 'please', null],
    ['newgame now please', { kind: 'newgame', position: morris.initial() }, 'now', null],
  ])('%j is read behind what stands in front of it', (line, command, before, extra) =>
    expect(decodeCommand(line)).toEqual({ command, before, extra }),
  );

  it.each([
    ['move M0 1', /"M0 1" is not a move/],
    ['move please', /"please" is not a move/],
    ['move to P24', /"to P24" is not a move/],
    ['newgame w:0;b:1', /^a position has 5 parts/],
    ['newgame 0,2;1', /^a position has 5 parts/],
    ['newgame from w:', /^a position has 5 parts/],
  ])('%j names no move, or no position', (line, reason) =>
    expect(decodeCommand(line).command).toMatchObject({
      kind: 'unreadable',
      reason: expect.stringMatching(reason) as string,
    }),
  );

  it('of any length are read in no time', () => {
    const filler = 'x '.repeat(30_000);
    for (const word of ['', 'move ', 'newgame ']) expect(decodeCommand(word + filler).extra).toBeNull();
  });

  it.each<[PointNotation, string]>([
    ['index', 'newgame w:0,2,4;b:1,3;b;4;0'],
    ['name', 'newgame w:a7,g7,d6;b:d7,b6;b;4;0'],
  ])('positions by %s', (notation, line) => {
    const position = morris.parsePosition('w:0,2,4;b:1,3;b;4;0');
    expect(newgameLine(position, notation)).toBe(line);
    expect(decodeCommand(line)).toMatchObject({ command: { kind: 'newgame', position }, extra: null });
  });

  it('begins with the initial position by a bare newgame', () => {
    expect(newgameLine(morris.initial(), 'name')).toBe('newgame');
    expect(newgameLine(morris.parsePosition('w:;b:;b;0;0'), 'index')).toBe('newgame w:;b:;b;0;0');
  });
});
