import { describe, expect, it } from 'vitest';
import { connect4 } from '../games/connect4/index.ts';
import { makeLine } from '../games/line.ts';
import { quoridor } from '../games/quoridor/index.ts';
import { stones } from '../games/stones/index.ts';
import { judge } from './judge.ts';
import { endingByFault, endingByRule, retryWords, type GameFault } from './ending.ts';
import type { EndingWord, Rung, SessionEnding } from '../shapes/sessions.ts';

const session = (word: EndingWord, rung: Rung = 'by itself'): GameFault => ({
  kind: 'session',
  ending: {
    word,
    reason: 'exited with 3.',
    advice: 'Restart it.',
    exitCode: 3,
    signal: null,
    lastHeard: null,
    stderrTail: [],
    rung,
  } satisfies SessionEnding,
});

describe('a game that ends by its rules', () => {
  it('is a win of the winner by the rules, without fault', () => {
    expect(endingByRule({ kind: 'win', winner: 1, reason: 'four in a row' })).toEqual({
      word: 'win',
      winner: 1,
      fault: null,
      reason: 'four in a row',
      advice: '',
    });
  });

  it('is a draw without fault', () => {
    expect(endingByRule({ kind: 'draw', reason: 'the board is full' })).toMatchObject({
      word: 'draw',
      winner: null,
      fault: null,
    });
  });
});

describe('a game that an engine ends', () => {
  /** Every finding there is, with the word that the game gets. */
  const cases: readonly (readonly [string, GameFault, string])[] = [
    [
      'an illegal move',
      { kind: 'illegal', move: '4', text: '3', why: 'column 4 is full', position: '1/x o' },
      'illegal',
    ],
    [
      'a move that the rules do not have',
      { kind: 'illegal', move: null, text: '{"Type":0}', why: 'a pass has no places', position: 'x' },
      'illegal',
    ],
    ['no move where there is one', { kind: 'no move', text: 'NULL' }, 'illegal'],
    [
      'an answer that is not a move',
      { kind: 'unreadable', text: 'huh', why: 'it is not a column' },
      'malformed',
    ],
    ['a question it cannot take', { kind: 'refused', why: 'it plays 7 by 6 only.' }, 'void'],
    ['a refusal of what it has to obey', { kind: 'disobeyed', why: 'it refused e2.' }, 'malformed'],
    ['unstartable', session('unstartable'), 'void'],
    ['an exit before the first word', session('handshake'), 'crashed'],
    ['silence before the first word', session('handshake', 'TERM'), 'stalled'],
    ['crashed', session('crashed'), 'crashed'],
    ['stalled', session('stalled'), 'stalled'],
    ['time', session('time'), 'time'],
    ['malformed', session('malformed'), 'malformed'],
    ['limit', session('limit'), 'limit'],
    ['quit', session('quit'), 'void'],
    ['void', session('void'), 'void'],
  ];

  it.each(cases)('%s', (_, fault, word) => {
    for (const seat of [0, 1] as const) {
      const ending = endingByFault(connect4, seat, fault);
      const ours = word === 'void';
      expect(ending).toMatchObject({
        word,
        winner: ours ? null : 1 - seat,
        fault: ours ? null : seat,
      });
      expect(ending.reason).toMatch(new RegExp(`^The engine of ${connect4.seats[seat].name} .*[^.]\\.$`));
      expect(ending.advice).toMatch(/\.$/);
    }
  });

  it('names the move, the rule and the position where a move is illegal', () => {
    const start = quoridor.initial({ size: 5 });
    const line = makeLine(quoridor, 'g', start, quoridor.parseMoves(start, 'c4 c2'));
    const move = quoridor.parseMove(start, 'e2');
    const verdict = judge(line, { kind: 'move', move, text: 'E2' });
    if (verdict.kind !== 'fault') return expect.fail('legal');
    expect(endingByFault(quoridor, 0, verdict.fault).reason).toBe(
      'The engine of Black played `E2` (e2 on the board), which is illegal: e2 is not beside c4; ' +
        'the position was 5 c4 c2 3 3 - - b.',
    );
  });

  it('leaves a position out that would hide the sentence, as one of 81 integers does', () => {
    const verdict = judge(makeLine(stones, 'g', stones.initial(), []), {
      kind: 'illegal',
      text: '{"Type":2}',
      reason: 'White must attack',
    });
    if (verdict.kind !== 'fault') return expect.fail('legal');
    expect(endingByFault(stones, 0, verdict.fault).reason).toBe(
      'The engine of White played `{"Type":2}`, which is illegal: White must attack.',
    );
  });

  it.each([
    ['huh', 'The engine of Player 1 answered `huh`: it is not a column.'],
    ['', 'The engine of Player 1 answered without a move: it is not a column.'],
  ])('names an answer that is not a move, such as %j', (text, reason) => {
    const fault = { kind: 'unreadable', text, why: 'it is not a column' } as const;
    expect(endingByFault(connect4, 0, fault).reason).toBe(reason);
  });

  it('quotes what an engine said short, and shows what a terminal would obey', () => {
    const { reason } = endingByFault(connect4, 0, {
      kind: 'unreadable',
      text: `\u001b[2J${'9'.repeat(100_000)}`,
      why: 'it is not a column',
    });
    expect(reason).not.toContain('\u001b');
    expect(reason).toContain('\u241b[2J');
    expect(reason.length).toBeLessThan(400);
  });
});

it('a second try is told with the failure before, and shows where that is cut', () => {
  const told = (failure: string): string => retryWords(stones, 0, { failure, reason: 'this is its try' });
  const [before, behind] = [
    'The engine of White failed (',
    ') and was restarted in the same game: this is its try.',
  ];
  expect(told('crashed: exited.')).toBe(`${before}crashed: exited${behind}`);
  expect(told('x'.repeat(1000))).toBe(`${before}${'x'.repeat(400)}…${behind}`);
});
