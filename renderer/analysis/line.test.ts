import { describe, expect, it } from 'vitest';
import { connect4 } from '../../app/games/connect4/index.ts';
import type { Game } from '../../app/games/game.ts';
import {
  type BestLine,
  type LineMove,
  lineOverlay,
  lineWords,
  rememberedLimit,
  RememberedLines,
} from './line.ts';

const game = connect4 as unknown as Game;
const after = (text: string): unknown =>
  connect4
    .parseMoves(connect4.initial(), text)
    .reduce((position, move) => connect4.play(position, move), connect4.initial());

const wins = { winner: 0, ply: 3 } as const;
const moves = (text: string, forecast: LineMove['forecast']): LineMove[] =>
  [...text].map((move, index) => ({
    kind: 'move',
    ply: index + 1,
    seat: index % 2 === 0 ? 0 : 1,
    move,
    forecast: index === 0 ? null : forecast,
  }));
const over = { kind: 'end', over: true, winner: 0, reason: 'four in a row', proven: true } as const;
const won: BestLine = { moves: moves('313', wins), end: over };

describe('lineOverlay', () => {
  it('numbers the pieces where they will stand, and marks the four that ends it', () => {
    const { ghosts, marks } = lineOverlay(game, after('3132'), won);
    expect(ghosts.map(({ id, ply, piece }) => [id, ply, piece.seat])).toEqual([
      ['disc-3-3', 1, 0],
      ['disc-1-2', 2, 1],
      ['disc-3-4', 3, 0],
    ]);
    expect(marks).toHaveLength(4);
  });

  it('marks nothing while the line goes on', () => {
    expect(lineOverlay(game, after('3132'), { ...won, end: null }).marks).toEqual([]);
  });

  it('shows nothing of a line that cannot be played here', () => {
    expect(lineOverlay(game, after('333333'), won)).toEqual({ ghosts: [], marks: [] });
  });
});

describe('lineWords', () => {
  it.each<[string, BestLine, string]>([
    ['a proven win', won, 'Best play: 3 1 3, Player 1 wins in 3'],
    [
      'a proven draw',
      { moves: moves('31', { winner: null }), end: { ...over, winner: null, reason: 'board full' } },
      'Best play: 3 1, a draw',
    ],
    [
      'a proven line under way',
      { moves: moves('31', wins), end: null },
      'Best play: 3 1 …, Player 1 wins in 3',
    ],
    ['a first move', { moves: moves('3', null), end: null }, 'Best play: 3 …'],
    ['estimates under way', { moves: moves('31', null), end: null }, 'The engine’s line: 3 1 …'],
    [
      'estimates to the end',
      { moves: moves('313', null), end: { ...over, proven: false } },
      'The engine’s line: 3 1 3, Player 1 wins in 3',
    ],
    [
      'an engine that stopped',
      {
        moves: moves('31', null),
        end: { ...over, over: false, winner: null, reason: 'it left', proven: false },
      },
      'The engine’s line: 3 1 … (it left)',
    ],
  ])('tell %s', (_, line, words) => {
    expect(lineWords(game, line)).toBe(words);
  });
});

it('remembers so many lines, and lets the one go that was learned first', () => {
  const lines = new RememberedLines();
  const line = { moves: [], end: null };
  for (let at = 0; at < rememberedLimit; at++) lines.add(`line ${at}`, line);
  expect(lines.get('line 0')).toBe(line);
  lines.add('one more', line);
  expect(lines.get('line 0')).toBeNull();
  expect(lines.get('line 1')).toBe(line);
  expect(lines.get('one more')).toBe(line);
});
