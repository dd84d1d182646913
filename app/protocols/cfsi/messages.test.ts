import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeCommand, encodeCommand, type PlayCommand } from './commands.ts';
import { distinct } from '../conversation.ts';
import { oddity, type Fault } from './values.ts';
import { decodeResponse, encodeResponse, type BestmoveResponse, type Response } from './messages.ts';
import { randomCases } from '../../games/testing/effort.ts';

const play = (
  placement: string,
  token: 'x' | 'o',
  depth: number,
  column: number | null = null,
): PlayCommand => ({
  kind: 'play',
  placement,
  token,
  depth,
  column,
});

const best = (column: number | null, rest: Partial<BestmoveResponse> = {}): BestmoveResponse => ({
  kind: 'bestmove',
  column,
  score: null,
  four: null,
  line: null,
  scores: null,
  ...rest,
});

const scored = (text: string): BestmoveResponse['scores'] =>
  text.split(' ').map((entry) => {
    const [column, score] = entry.split(';');
    return { column: Number(column), score: score! };
  });

const cells = (...pairs: [number, number][]): BestmoveResponse['line'] =>
  pairs.map(([column, row]) => ({ column, row }));

/** Lines in canonical form, both ways. All but those marked by a comment stand in the text as examples. */
const commands: readonly [string, PlayCommand | { kind: 'start' | 'stop' | 'ping' | 'quit' }][] = [
  ['start', { kind: 'start' }],
  ['stop', { kind: 'stop' }],
  ['ping', { kind: 'ping' }],
  ['quit', { kind: 'quit' }],
  ['play xxx/ooo/xxx x 1', play('xxx/ooo/xxx', 'x', 1)],
  ['play 4/4/4/4 x 1', play('4/4/4/4', 'x', 1)],
  ['play x3/x3/x3/4 x 1', play('x3/x3/x3/4', 'x', 1)],
  ['play xoxx2/xxoo1o/xxoo1o/ox4 o 4', play('xoxx2/xxoo1o/xxoo1o/ox4', 'o', 4)],
  // The placements of the chapter on placement, a column, the largest board.
  ['play 7/7/7/7/7/7 o 4 --column 3', play('7/7/7/7/7/7', 'o', 4, 3)],
  ['play oo1oxo1x/o2xxx1o/7x/8 x 12', play('oo1oxo1x/o2xxx1o/7x/8', 'x', 12)],
  [`play ${Array(12).fill('12').join('/')} x 2`, play(Array(12).fill('12').join('/'), 'x', 2)],
];

const responses: readonly [string, Response][] = [
  ['started', { kind: 'started' }],
  ['pong', { kind: 'pong' }],
  ['bestmove NULL', best(null)],
  [
    'bestmove 1 --score 0.05078125 --scores 0;0.05078125/1;0.05078125/2;0.05078125/3;0.05078125',
    best(1, { score: '0.05078125', scores: scored('0;0.05078125 1;0.05078125 2;0.05078125 3;0.05078125') }),
  ],
  [
    'bestmove 0 --score 1.0 --four 0 --line 0;0/0;1/0;2/0;3 --scores 0;1.0/1;0.203125/2;0.203125/3;0.203125',
    best(0, {
      score: '1.0',
      four: [0],
      line: cells([0, 0], [0, 1], [0, 2], [0, 3]),
      scores: scored('0;1.0 1;0.203125 2;0.203125 3;0.203125'),
    }),
  ],
  [
    'bestmove 4 --score 0.01 --four 4/4 --scores 2;-0.00013541667/3;-0.000140625/4;0.01/5;-0.00014756944',
    best(4, {
      score: '0.01',
      four: [4, 4],
      scores: scored('2;-0.00013541667 3;-0.000140625 4;0.01 5;-0.00014756944'),
    }),
  ],
  ['info --plies 56780', { kind: 'info', plies: 56780, words: '' }],
  ['info --plies 100000', { kind: 'info', plies: 100000, words: '' }],
  [
    'debug Command PLAY called with invalid arguments.',
    { kind: 'debug', text: 'Command PLAY called with invalid arguments.' },
  ],
  // What the syntax allows beside the examples.
  ['info --plies 5 depth 3', { kind: 'info', plies: 5, words: 'depth 3' }],
  ['info thinking', { kind: 'info', plies: null, words: 'thinking' }],
  ['bestmove 11 --score -0.1', best(11, { score: '-0.1' })],
];

describe('commands in canonical form', () => {
  it.each(commands)('%s', (line, command) => {
    const decoded = decodeCommand(line);
    expect(decoded.command).toEqual(command);
    expect(decoded.faults).toEqual([]);
    expect(encodeCommand(command)).toBe(line);
  });
});

describe('responses in canonical form', () => {
  it.each(responses)('%s', (line, response) => {
    expect(decodeResponse(line)).toEqual({ heard: response, faults: [] });
    expect(encodeResponse(response)).toBe(line);
  });
});

describe('commands in other forms', () => {
  it('play 6/6/6 x 0 is invalid for its depth alone: its board is known', () => {
    const { command, board } = decodeCommand('play 6/6/6 x 0');
    expect(command).toEqual({
      ...{ kind: 'invalid-play', reason: 'the depth must be greater than zero', token: 'x' },
    });
    expect(board).toMatchObject({ width: 6, height: 3 });
  });

  it.each<[string, string]>([
    ['play', 'the board is missing'],
    ['play 7/7', 'the token is missing'],
    ['play 7/7 x', 'the depth is missing'],
    ['play 6/6/6 a 1', 'the token is x or o, not "a"'],
    ['play 6/6/6 X 1', 'the token is x or o, not "X"'],
    ['play 6/6/6 x -1', '"-1" is not a depth'],
    ['play 6/6/6 x 1.5', '"1.5" is not a depth'],
    ['play 6/6/6 x 99999999999999999', '"99999999999999999" is not a depth'],
    ['play 6/6/6 x 1 2', 'nothing but --column follows the depth, not "2"'],
    ['play 6/6/6 x 1 --column', '--column has no column'],
    ['play 6/6/6 x 1 --column a', '"a" is not a column'],
    ['play 6/6/6 x 1 --column 1 --column 2', '--column is given twice'],
    ['play 6/6/6 x 1 --depth 3', 'there is no parameter "--depth"'],
    ['play 6/5/6 x 1', 'row 2 has 5 columns, the first has 6'],
    ['play 13/13 x 1', 'size 13 x 2 is beyond 12 x 12'],
    ['play 6/6z/6 x 1', 'row 2 has an unknown character "z"; it takes x, o and digits'],
  ])('%s is invalid: %s', (line, reason) => {
    expect(decodeCommand(line).command).toEqual({ kind: 'invalid-play', reason });
  });

  it.each<[string, unknown, string[]]>([
    ['  play 4/4  x 1 ', play('4/4', 'x', 1), ['extra-blanks']],
    ['play 4/4 x 1 --column -1', play('4/4', 'x', 1, -1), []],
    ['play --column 2 4/4 x 1', play('4/4', 'x', 1, 2), []],
    ['PING', { kind: 'ping' }, ['letter-case']],
    ['start now', { kind: 'start' }, ['unknown-word']],
    ['start\r', { kind: 'start' }, ['extra-blanks']],
    ['foo bar', { kind: 'unknown', word: 'foo' }, []],
    ['', { kind: 'nothing' }, []],
    ['  ', { kind: 'nothing' }, ['extra-blanks']],
  ])('%j is understood', (line, command, faults) => {
    const decoded = decodeCommand(line);
    expect(decoded.command).toEqual(command);
    expect(decoded.faults.map((fault) => fault.name)).toEqual(faults);
  });
});

describe('responses in other forms', () => {
  it.each<[string, unknown, string[]]>([
    ['bestmove NULL    ', best(null), ['extra-blanks']],
    ['bestmove null', best(null), ['letter-case']],
    ['BestMove 3', best(3), ['letter-case']],
    [
      'bestmove 3 --score 0.05   --final-scores 0;0.05/1;0.04',
      best(3, { score: '0.05', scores: scored('0;0.05 1;0.04') }),
      ['extra-blanks'],
    ],
    ['bestmove 3 --final-scores 3;0.5', best(3, { scores: scored('3;0.5') }), []],
    [
      'bestmove 3 --scores 3;2.1e-5/4;1e-5',
      best(3, { scores: scored('3;0.000021 4;0.00001') }),
      ['exponent'],
    ],
    ['bestmove 3 --score 1', best(3, { score: '1.0' }), []],
    ['bestmove --score 0.5 3', best(3, { score: '0.5' }), []],
    ['bestmove 3 --time 5 --score 0.5', best(3, { score: '0.5' }), ['unknown-flag']],
    ['bestmove 3 --score --four 3', best(3, { four: [3] }), ['missing-value']],
    ['bestmove 3 --score', best(3), ['missing-value']],
    ['bestmove 3 --score 0.5 --score 0.6', best(3, { score: '0.5' }), ['repeated-flag']],
    [
      'bestmove 3 --scores 3;0.5 --final-scores 3;0.6',
      best(3, { scores: scored('3;0.5') }),
      ['repeated-flag'],
    ],
    ['bestmove 3 4', best(3), ['unknown-word']],
    ['bestmove 3 --score high', best(3), ['unreadable-value']],
    ['bestmove 3 --scores 3;0.5/4/5;x;/', best(3, { scores: scored('3;0.5') }), ['unreadable-value']],
    ['bestmove 3 --line 0;0;0', best(3), ['unreadable-value']],
    [
      `bestmove 3 --four ${Array(300).fill('3').join('/')}`,
      best(3, { four: Array<number>(256).fill(3) }),
      ['too-many-entries'],
    ],
    ['pong 5', { kind: 'pong' }, ['unknown-word']],
    [' started', { kind: 'started' }, ['extra-blanks']],
    ['info --plies 2148253 ', { kind: 'info', plies: 2148253, words: '' }, ['extra-blanks']],
    ['info --plies 2.5e6', { kind: 'info', plies: 2500000, words: '' }, ['exponent']],
    ['info --plies many', { kind: 'info', plies: null, words: '' }, ['unreadable-plies']],
    ['info --plies', { kind: 'info', plies: null, words: '' }, ['unreadable-plies']],
    ['debug', { kind: 'debug', text: '' }, []],
    ['debug two  blanks ', { kind: 'debug', text: 'two  blanks' }, []],
    ['Enter Cfi command', { kind: 'other', text: 'Enter Cfi command' }, ['noise-line']],
    ['Instantiated server', { kind: 'other', text: 'Instantiated server' }, ['noise-line']],
    ['Stopping server...', { kind: 'other', text: 'Stopping server...' }, ['noise-line']],
    ['Server stopped', { kind: 'other', text: 'Server stopped' }, ['noise-line']],
    ['cfpok', { kind: 'other', text: 'cfpok' }, ['unknown-response']],
    ['', { kind: 'other', text: '' }, ['blank-line']],
  ])('%j is understood', (line, heard, faults) => {
    const decoded = decodeResponse(line);
    expect(decoded.heard).toEqual(heard);
    expect(decoded.faults.map((fault) => fault.name)).toEqual(faults);
  });

  it.each(['bestmove', 'bestmove three', 'bestmove 1.5', 'bestmove --score 1.0'])(
    '%s has no column',
    (line) => {
      expect(decodeResponse(line).heard.kind).toBe('unreadable-bestmove');
    },
  );
});

describe('any line', () => {
  const words = fc.constantFrom(
    ...[
      'play',
      'bestmove',
      'info',
      'debug',
      '--score',
      '--scores',
      '--four',
      '--line',
      '--plies',
      '--column',
    ],
    ...['NULL', '0;1.0/1;-0.1', '3', '-0.00002', '1e-5', '7/7/7', 'x', '/', ';', '\t', '', '\u0000'],
  );
  const line = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(fc.oneof(words, fc.string()), { maxLength: 12 }).map((all) => all.join(' ')),
  );

  it('is read without a throw, and what was understood is written canonically', () => {
    fc.assert(
      fc.property(line, (text) => {
        const { heard, faults } = decodeResponse(text);
        if (heard.kind === 'other') expect(faults).not.toEqual([]);
        else if (heard.kind !== 'unreadable-bestmove') {
          const canonical = encodeResponse(heard);
          expect(decodeResponse(canonical).heard).toEqual(heard);
        }
        const { command } = decodeCommand(text);
        if (command.kind === 'play') expect(decodeCommand(encodeCommand(command)).command).toEqual(command);
      }),
      { numRuns: randomCases(2000) },
    );
  });

  it('gives a bounded number of faults with bounded words', () => {
    const long = Array.from({ length: 9000 }, (_, index) => `--${index}`).join(' ') + 'z'.repeat(500);
    const faults: readonly Fault[] = distinct(decodeResponse(`bestmove 3 ${long}`).faults);
    expect(faults).toHaveLength(16);
    for (const fault of [...faults, ...decodeResponse(long).faults]) {
      expect(oddity(fault).text.length).toBeLessThan(250);
    }
  });
});
