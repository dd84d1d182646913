import { expect, it } from 'vitest';
import { gameById } from '../games/registry.ts';
import type { Line } from '../games/line.ts';
import { proven, unknown, type Verdict } from '../truth/verdict.ts';
import { judgeGame, type AskProof, type GamePlayed } from './accuracy.ts';

const game = gameById('connect4');
const [win, draw, loss] = [
  proven('win', 'solver', 3),
  proven('draw', 'solver', null),
  proven('loss', 'solver', 4),
];

const texts = ['4', '4', '5', '5', '6', '3', '2', '7'];
const played: GamePlayed = {
  ...{ number: 7, players: [1, 0], texts },
  opening: { number: 1, text: '44', start: null, moves: ['4', '4'] },
};

/** By the number of plies before: the value of the position, and those of moves that are not the default. */
const asking = (
  known: Readonly<Record<number, [Verdict, Readonly<Record<string, Verdict>>, Verdict]>>,
  asked: number[] = [],
): AskProof => {
  return ({ moves, position }: Line) => {
    asked.push(moves.length);
    const nothing: [Verdict, Readonly<Record<string, Verdict>>, Verdict] = [unknown, {}, unknown];
    const [verdict, own, rest] = known[moves.length] ?? nothing;
    const names = game.moves(position).map((move) => game.moveText(position, move));
    return Promise.resolve({ verdict, moves: names.map((move) => ({ move, verdict: own[move] ?? rest })) });
  };
};

const judge = (ask: AskProof) => judgeGame(game, played, ask, 1, new AbortController().signal);

it('counts moves that keep and lose what is proven, by the side that made them', async () => {
  const asked: number[] = [];
  const ask = asking(
    {
      // Nothing to lose; only one value; kept; lost from a win to a draw; lost, with moves that are not proven.
      7: [loss, {}, loss],
      6: [win, {}, win],
      5: [draw, { 3: draw }, loss],
      4: [win, { 2: win, 6: draw }, loss],
      3: [win, { 5: loss, 1: win }, unknown],
    },
    asked,
  );
  expect(await judge(ask)).toEqual({
    ...{ number: 7, players: [1, 0], decisions: [1, 2], kept: [0, 1] },
    lost: [
      { ply: 4, seat: 1, before: 'win', after: 'loss', best: [] },
      { ply: 5, seat: 0, before: 'win', after: 'draw', best: ['2'] },
    ],
  });
  // From the end to the opening, whose moves are nobody's.
  expect(asked).toEqual([7, 6, 5, 4, 3, 2]);
});

it('leaves out a move that is not proven, and ends where nothing is', async () => {
  const asked: number[] = [];
  const judged = await judge(asking({ 7: [win, { 1: loss }, unknown] }, asked));
  expect(judged).toMatchObject({ decisions: [0, 0], lost: [] });
  expect(asked).toEqual([7, 6, 5, 4, 3]);
});

it('is called off', async () => {
  const aborter = new AbortController();
  const ask: AskProof = (line, seconds, signal) => {
    aborter.abort();
    return asking({})(line, seconds, signal);
  };
  expect(await judgeGame(game, played, ask, 1, aborter.signal)).toBeNull();
});
