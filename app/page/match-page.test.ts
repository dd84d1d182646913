import { describe, expect, it } from 'vitest';
import { gameById } from '../games/registry.ts';
import type { GameFacts } from '../matches/report/files.ts';
import { matchPage, type MatchPageInput, type MatchRow } from './match-page.ts';

const hostile = '</title><img src=x onerror=alert(1)>"\'\u202e';

function factsOf(id: string, number: number, plies: number): GameFacts {
  const game = gameById(id);
  let position = game.initial();
  const moves: string[] = [];
  while (moves.length < plies && game.result(position) === null) {
    const legal = game.moves(position);
    const move = legal[(moves.length * 5) % legal.length];
    moves.push(game.moveText(position, move));
    position = game.play(position, move);
  }
  return {
    ...{ round: 1, at: 0, opening: { number: 1, text: hostile, start: null, moves: moves.slice(0, 2) } },
    line: {
      ...{ kind: 'game', number, pair: 1, first: hostile, second: 'B', opening: hostile, moves },
      ...{ result: '1-0', ending: 'crashed', reason: hostile },
    },
  };
}

const row = (name: string, more: Partial<MatchRow> = {}): MatchRow => ({
  ...{ name, elo: 12, eloError: 30, wins: 3, draws: 1, losses: 0, points: 3.5, tieBreak: 2 },
  ...{
    faults: '',
    secondsPerMove: 0.1,
    accuracy: { decisions: 4, kept: 3 },
    against: [null, [1, 0, 2], null],
  },
  ...more,
});

const inputOf = (
  id: string,
  games: readonly GameFacts[],
  more: Partial<MatchPageInput> = {},
): MatchPageInput => ({
  ...{ game: gameById(id), title: hostile, about: [hostile], tieBreak: 'S-B', lines: [hostile] },
  rows: [row(hostile, { faults: hostile }), row('B'), row('C')],
  llr: {
    points: [
      { pairs: 1, llr: 0.2 },
      { pairs: 2, llr: -1 },
    ],
    unit: 'pair',
    lower: -2.94,
    upper: 2.94,
    words: hostile,
  },
  ...{ games, totalGames: games.length, version: '0.1.0', madeAt: new Date(0) },
  ...more,
});

describe.each(['connect4', 'quoridor', 'morris', 'stones'])('the page of a match of %s', (id) => {
  const page = matchPage(inputOf(id, [factsOf(id, 1, 9), factsOf(id, 2, 6)]));

  it('has the table, the crosstable, the curve, and a board with each position of each game', () => {
    for (const heading of ['Table', 'Crosstable', 'Log-likelihood ratio', 'Figures', 'Games']) {
      expect(page).toContain(`<h2>${heading}</h2>`);
    }
    expect(page.match(/data-board/g)!.length).toBeGreaterThanOrEqual(2);
    expect(page.match(/<template /g)).toHaveLength(10 + 7);
    expect(page.match(/data-ply="/g)).toHaveLength(9 + 6);
    expect(page).toContain('75.0 % of 4');
    expect(page).toContain('1-0-2');
    expect(page).not.toMatch(/NaN|undefined/);
  });

  it('has foreign texts as text, and loads nothing', () => {
    expect(page).not.toContain('<img');
    expect(page).not.toContain('\u202e');
    expect(page.match(/<script/g)).toHaveLength(1);
    expect(page).not.toMatch(/style="|<link|<iframe|\burl\(/);
    expect(new Set(page.match(/https?:[^"' )<]*/g))).toEqual(new Set(['http://www.w3.org/2000/svg']));
  });
});

it('of two engines has no ratings, no crosstable, and no curve without a test', () => {
  const rows = [row('A', { elo: null, eloError: null }), row('B', { elo: null, eloError: null })];
  const page = matchPage(inputOf('connect4', [], { rows, llr: null }));
  for (const words of ['Crosstable', 'Log-likelihood', '>Elo<', '<h2>Games'])
    expect(page).not.toContain(words);
});

it('counts games on the curve of a match without pairs', () => {
  const { llr } = inputOf('connect4', []);
  expect(matchPage(inputOf('connect4', []))).toContain('>0 pairs<');
  expect(matchPage(inputOf('connect4', [], { llr: { ...llr!, unit: 'game' } }))).toContain('>0 games<');
});

it('lists as many games as fit, and says so', () => {
  const one = factsOf('connect4', 1, 4);
  const page = matchPage(inputOf('connect4', Array(2100).fill(one) as GameFacts[]));
  expect(page.match(/<details/g)).toHaveLength(2000);
  expect(page).toContain('2000 of 2100 games are listed');
  expect(page.length).toBeLessThan(16e6);
});

it('shows the moves of a game that the rules do not play', () => {
  const { line, ...rest } = factsOf('connect4', 1, 4);
  const page = matchPage(inputOf('connect4', [{ ...rest, line: { ...line, moves: ['4', '9'] } }]));
  expect(page).toContain('<p>4 9</p>');
});
