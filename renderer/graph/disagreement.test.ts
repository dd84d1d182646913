import { describe, expect, it } from 'vitest';
import type { Figure, ProofState, ReportedMove } from '../../app/api/contract.ts';
import { connect4 } from '../../app/games/connect4/index.ts';
import { NodeReader, type Tree } from '../state/nodes.ts';
import { estimate, evaluationsState, figure, loss, teller, tellerId, win } from '../testing/evaluations.ts';
import { hostState, nodesOf } from '../testing/fake-host.ts';
import type { Game } from '../../app/games/game.ts';
import { compare, nextDisagreement, SameMoves } from './disagreement.ts';
import { certainNodes } from './truth.ts';

const game = connect4 as unknown as Game;
const tree = (...moves: string[]): Tree => ({
  ...{ key: 'g1', gameId: 'connect4', setup: { width: 7, height: 6 }, start: null },
  nodes: nodesOf(...moves),
});

/** What is proven of the move of a node, for the side that made it. */
const proofsOf = (verdicts: Readonly<Record<number, 'win' | 'draw' | 'loss'>>): ProofState => ({
  ...hostState().proofs,
  key: 'g1',
  nodes: Object.entries(verdicts).map(([node, value]) => ({
    node: Number(node),
    verdict: { value, how: 'solver', plies: null, to: null },
  })),
});

/** The comparison of what was said about the nodes of a line. */
function compared(
  moves: readonly string[],
  said: Readonly<Record<number, readonly Figure[]>>,
  proofs: ProofState | null = null,
) {
  const [line, reader] = [tree(...moves), new NodeReader()];
  const evaluations = evaluationsState('g1', [teller(1, 'one'), teller(2, 'two')], said);
  const certain = certainNodes({ game, tree: line, reader }, proofs);
  return compare({ game, tree: line, reader, evaluations, certain, proofs }, new SameMoves());
}

const line = ['4', '1', '4'];

describe('disagreement of two engines', () => {
  it.each([
    [
      'the same move and side',
      figure(1, estimate(0.4), { bestmove: '4' }),
      figure(2, win(7), { bestmove: '4' }),
      null,
    ],
    ['other moves', figure(1, null, { bestmove: '4' }), figure(2, null, { bestmove: '5' }), 'moves'],
    ['a move and none', figure(1, null, { bestmove: '4' }), figure(2, null), null],
    ['other sides', figure(1, estimate(0.4)), figure(2, estimate(-0.4)), 'scores'],
    ['a side, and next to nothing', figure(1, estimate(0.4)), figure(2, estimate(-0.04)), null],
    ['a win and a loss', figure(1, win(3)), figure(2, loss(4)), 'scores'],
    ['a win and the other side', figure(1, win(3)), figure(2, estimate(-0.4)), 'scores'],
    ['a win and a draw', figure(1, win(3)), figure(2, estimate(0), { exhaustive: true }), 'scores'],
    ['a lead and a draw', figure(1, estimate(0.4)), figure(2, estimate(0), { exhaustive: true }), null],
    ['what is not a number', figure(1, estimate(Number.NaN)), figure(2, win(3)), null],
    [
      'other units',
      figure(1, { type: 'static', value: 12, unit: { word: 'eval', full: 100 } }),
      figure(2, estimate(-1e-3), { staticScale: 1000 }),
      'scores',
    ],
    ['what was mirrored', figure(1, win(3)), figure(2, loss(4), { isMirrored: true }), null],
  ] as const)('about %s', (_, one, other, kind) => {
    const { disagreements } = compared(line, { 1: [one, other] });
    expect(disagreements).toEqual(
      kind === null ? [] : [{ node: 1, moves: kind === 'moves', scores: kind === 'scores', wrong: [] }],
    );
    // The order of the tellers does not matter.
    expect(compared(line, { 1: [other, one] }).disagreements).toEqual(disagreements);
  });

  it('is none between moves that lead to images of one position', () => {
    const said = (one: string, other: string) => ({
      0: [figure(1, null, { bestmove: one }), figure(2, null, { bestmove: other })],
    });
    expect(compared([], said('3', '5')).disagreements).toEqual([]);
    expect(compared([], said('3', '2')).disagreements).toHaveLength(1);
    // A text that is not a move here is another move, and nothing fails.
    expect(compared([], said('3', 'zzz')).disagreements).toHaveLength(1);
  });

  it('is none between two figures of one engine', () => {
    const figures = [figure(1, win(3), { bestmove: '1' }), figure(1, loss(3), { bestmove: '2' })];
    expect(compared(line, { 0: figures }).disagreements).toEqual([]);
  });
});

describe('disagreement with what is proven', () => {
  // At node 1 the second player is to move; player 1, who made the move of node 1, wins.
  const proofs = proofsOf({ 1: 'win' });

  it.each([
    ['says so', loss(6), 'right'],
    ['favours the right side', estimate(-0.4), 'right'],
    ['says nothing', null, 'undecided'],
    ['is near zero', estimate(0.01), 'undecided'],
    ['favours the other side', estimate(0.4), 'wrong'],
    ['claims the other result', win(5), 'wrong'],
  ] as const)('an engine that %s', (_, score, verdict) => {
    const { disagreements, standings } = compared(line, { 1: [figure(1, score)] }, proofs);
    const standing = { teller: tellerId(1), right: [], wrong: [], undecided: [], [verdict]: [1] };
    expect(standings).toEqual([standing]);
    expect(disagreements).toEqual(
      verdict === 'wrong' ? [{ node: 1, moves: false, scores: false, wrong: [tellerId(1)] }] : [],
    );
  });

  it('judges a best move by the value that it keeps', () => {
    // Node 1 is lost for the side to move; its move 1 is node 2, proven lost, so that nothing is given away.
    const lost = proofsOf({ 1: 'win', 2: 'loss' });
    expect(compared(line, { 1: [figure(1, null, { bestmove: '1' })] }, lost).standings[0]!.right).toEqual([
      1,
    ]);
    // Node 2 is won for the side to move, and its move 4 is node 3, a draw.
    const thrown = proofsOf({ 2: 'loss', 3: 'draw' });
    const figures = { 2: [figure(1, win(9), { bestmove: '4' })] };
    expect(compared(line, figures, thrown).standings[0]!.wrong).toEqual([2]);
    expect(compared(line, { 2: [figure(1, win(9), { bestmove: '5' })] }, thrown).standings[0]!.right).toEqual(
      [2],
    );
  });

  it('knows every move of the place that the proofs are about', () => {
    const here: ProofState = {
      ...proofsOf({ 1: 'loss' }),
      place: { game: 'g1', node: 1 },
      verdict: { value: 'win', how: 'solver', plies: 3, to: 'end' },
      moves: { '6': { value: 'loss', how: 'solver', plies: 4, to: 'end' } },
    };
    expect(compared(line, { 1: [figure(1, null, { bestmove: '6' })] }, here).standings[0]!.wrong).toEqual([
      1,
    ]);
  });

  it('takes what a report proved, and not what an engine proved there', () => {
    const [board, reader] = [tree(...line), new NodeReader()];
    const move: ReportedMove = {
      ...{ id: 'n1', node: 1, ply: 1, seat: 0, move: '4', was: null, best: [], figures: [], verdicts: [] },
      ...{
        is: { outcome: 'win', plies: 41 },
        how: null,
        weight: null,
        better: [],
        isComplete: true,
        isAssessed: true,
      },
    };
    const known = (how: string | null) =>
      certainNodes({ game, tree: board, reader }, null, [{ ...move, how }]).get(1);
    expect(known('by the solver')).toEqual({ value: 1, plies: 40, isOver: false });
    expect(known(null)).toBeUndefined();
  });

  it('sees no other moves where each keeps what is proven', () => {
    const here = (six: 'win' | 'draw'): ProofState => ({
      ...proofsOf({ 1: 'loss' }),
      place: { game: 'g1', node: 1 },
      verdict: { value: 'win', how: 'solver', plies: 3, to: 'end' },
      moves: {
        '6': { value: six, how: 'solver', plies: 5, to: 'end' },
        '3': { value: 'win', how: 'solver', plies: 3, to: 'end' },
      },
    });
    const said = { 1: [figure(1, null, { bestmove: '3' }), figure(2, null, { bestmove: '6' })] };
    expect(compared(line, said, here('win')).disagreements).toEqual([]);
    expect(compared(line, said, here('draw')).disagreements).toMatchObject([{ node: 1, moves: true }]);
    expect(compared(line, said).disagreements).toMatchObject([{ node: 1, moves: true }]);
  });

  it('takes the value of the first position from the report on the move after it', () => {
    const reader = new NodeReader();
    const move: ReportedMove = {
      ...{
        id: 'n1',
        node: 1,
        ply: 1,
        seat: 0,
        move: '1',
        best: [],
        figures: [],
        verdicts: [],
        how: 'solver',
      },
      ...{ was: { outcome: 'win', plies: 41 }, is: { outcome: 'loss', plies: 40 }, weight: 'blunder' },
      ...{ better: [], isComplete: true, isAssessed: true },
    };
    const board = { game, tree: tree('1'), reader };
    const certain = certainNodes(board, null, [move]);
    expect(certain.get(0)).toEqual({ value: 1, plies: 41, isOver: false });
    expect(certain.get(1)).toEqual({ value: -1, plies: 39, isOver: false });
    // Where an engine spoke about the position, the proof may be its own.
    const said = [{ teller: tellerId(1), was: win(41), is: null, best: '4' }];
    expect(certainNodes(board, null, [{ ...move, figures: said }]).has(0)).toBe(false);
  });

  it('takes the end of a game for certain', () => {
    const won = ['1', '2', '1', '2', '1', '2', '1'];
    expect(compared(won, { 7: [figure(1, win(1))] }).standings[0]!.wrong).toEqual([7]);
    expect(compared(won, { 7: [figure(1, loss(0))] }).standings[0]!.right).toEqual([7]);
  });
});

it('steps along a line', () => {
  const disputed = (node: number) => node === 3 || node === 7;
  const nodes = [0, 3, 4, 7];
  expect(nextDisagreement(nodes, 0, 1, disputed)).toBe(3);
  expect(nextDisagreement(nodes, 1, 1, disputed)).toBe(7);
  expect(nextDisagreement(nodes, 3, 1, disputed)).toBeNull();
  expect(nextDisagreement(nodes, 3, -1, disputed)).toBe(3);
  expect(nextDisagreement(nodes, 1, -1, disputed)).toBeNull();
});
