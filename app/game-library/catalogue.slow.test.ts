import { expect, it } from 'vitest';
import { seededRandom } from '../games/random.ts';
import { games } from '../games/registry.ts';
import type { Game } from '../games/game.ts';
import { newPlayed, played, type PlayedGame } from '../records/forms/played.ts';
import type { GameResult } from '../shapes/library.ts';
import { Catalogue } from './catalogue.ts';
import { ColumnsMaker, type IndexedFile } from './indexed-file.ts';

const everyGame = [...games.values()].map((game) => [game.name, game] as const);

function playedGame(
  game: Game,
  moves: readonly unknown[],
  result: GameResult,
  headers: Readonly<Record<string, string>> = {},
): PlayedGame {
  const whole = newPlayed(game, game.initial());
  whole.headers = { ...headers, result };
  let node = whole.root;
  for (const move of moves) node = played(whole, node, move);
  return whole;
}

function fileOf(game: Game, wholes: readonly PlayedGame[], path = 'a.pgn'): IndexedFile {
  const maker = new ColumnsMaker();
  wholes.forEach((whole, unit) => maker.add(unit, whole));
  return {
    ...{ path, size: 1, mtime: 1, form: 'pgn', game: game.id, fault: '', choice: null },
    ...{ rows: maker.rows, columns: maker.made() },
  };
}

const catalogueOf = (...files: IndexedFile[]): Catalogue =>
  new Catalogue([{ id: 'l1', files }], ({ path }) => path.replaceAll('.', ''));

/** A game by random moves, without its end. */
function randomMoves(game: Game, plies: number, random: () => number): unknown[] {
  const moves: unknown[] = [];
  let position = game.initial();
  while (moves.length < plies) {
    const legal = game.moves(position);
    if (legal.length === 0) break;
    const move = legal[Math.floor(random() * legal.length)];
    moves.push(move);
    position = game.play(position, move);
  }
  return moves;
}

it.each(everyGame)('finds games of %s by each of their positions and by each image of them', (_, game) => {
  const random = seededRandom(3);
  const moves = randomMoves(game, 12, random);
  const other = randomMoves(game, 12, random);
  const catalogue = catalogueOf(
    fileOf(game, [playedGame(game, moves, '1-0'), playedGame(game, other, '0-1')]),
  );
  let position = game.initial();
  for (const [ply, move] of moves.entries()) {
    const next = game.play(position, move);
    for (const symmetry of game.symmetries(game.setupOf(position))) {
      const image = symmetry.position(position);
      const { all, moves: explored, seat } = catalogue.explore(game, image);
      expect(all.games).toBeGreaterThanOrEqual(1);
      const text = game.moveText(image, symmetry.move(move));
      const told = explored.find(({ moves: texts }) => texts.includes(text));
      expect(told?.tally.games, `ply ${ply}`).toBeGreaterThanOrEqual(1);
      // The first side won: whoever plays its part in the image has won.
      const winner = symmetry.swapsSeats ? 1 : 0;
      const { won, lost } = told!.tally;
      expect(seat === winner ? won : lost).toBeGreaterThanOrEqual(1);
      expect(won + lost).toBe(told!.tally.games);
      const query = { filter: '', game: game.id, through: { game, position: image } };
      const { games: rows } = catalogue.list({ ...query, sort: 'ply', isDescending: false }, 0, 10);
      expect(rows.map((row) => [row.id, row.ply])).toContainEqual(['l1-apgn-0', ply]);
    }
    position = next;
  }
});

it('counts a game once that repeats a position, and moves to one image as one', () => {
  const game = games.get('quoridor')!;
  const start = game.initial();
  // Back and forth: the initial position comes again after four plies.
  const moves = game.parseMoves(start, 'e8 e2 e9 e1 d9 d1');
  const catalogue = catalogueOf(fileOf(game, [playedGame(game, moves, '*')]));
  const explored = catalogue.explore(game, start);
  expect(explored).toMatchObject({
    ...{ all: { games: 1, won: 0, lost: 0, drawn: 0 }, ended: 0 },
    moves: [{ moves: ['e8'], tally: { games: 1 } }],
  });
  const once = catalogueOf(fileOf(game, [playedGame(game, game.parseMoves(start, 'd9 e2'), '1-0')]));
  expect(once.explore(game, start).moves).toEqual([
    { moves: ['d9', 'f9'], tally: { games: 1, won: 1, drawn: 0, lost: 0 } },
  ]);
});

it('tells which games end at a position, and knows nothing of another board', () => {
  const game = games.get('connect4')!;
  const moves = game.parseMoves(game.initial(), '12');
  const catalogue = catalogueOf(fileOf(game, [playedGame(game, moves, '1/2-1/2')]));
  const end = moves.reduce((position, move) => game.play(position, move), game.initial());
  expect(catalogue.explore(game, end)).toMatchObject({ ended: 1, all: { games: 1, drawn: 1 }, moves: [] });
  expect(catalogue.explore(game, game.initial({ width: 8, height: 7 })).all.games).toBe(0);
});

it('leaves out a game that stands in two files', () => {
  const game = games.get('connect4')!;
  const whole = playedGame(game, game.parseMoves(game.initial(), '12'), '1-0');
  const longer = playedGame(game, game.parseMoves(game.initial(), '123'), '1-0');
  const catalogue = catalogueOf(fileOf(game, [whole], 'a.pgn'), fileOf(game, [longer, whole], 'b.pgn'));
  const query = { filter: '', game: null, through: null, sort: 'file', isDescending: false } as const;
  expect(catalogue.list(query, 0, 10).games.map(({ file, plies }) => [file, plies])).toEqual([
    ['a.pgn', 2],
    ['b.pgn', 3],
  ]);
  expect(catalogue.doubles.get('l1')).toBe(1);
});

const everything = { filter: '', game: null, through: null, sort: 'file', isDescending: false } as const;

it('lists games that differ in their moves, result or event', () => {
  const game = games.get('connect4')!;
  const moves = (text: string) => game.parseMoves(game.initial(), text);
  const cup = { white: 'A', event: 'Cup' };
  const wholes = [
    playedGame(game, moves('1234'), '*'),
    // The same positions in a mirror.
    playedGame(game, moves('7654'), '*'),
    playedGame(game, moves('44'), '1-0', cup),
    playedGame(game, moves('44'), '0-1', { white: 'A', event: 'League' }),
    playedGame(game, moves('44'), '0-1', cup),
    playedGame(game, moves('44'), '0-1', cup),
  ];
  const catalogue = catalogueOf(fileOf(game, wholes));
  expect(catalogue.list(everything, 0, 10).total).toBe(5);
  expect(catalogue.doubles.get('l1')).toBe(1);
});

it('has dates in one spelling, whatever those of the files and of the filter are', () => {
  const game = games.get('connect4')!;
  const dated = ['2024-12-05', '2024-01-05', '2024.11.01', '2024.02.01', '2024.??.??', '2024-2-1'];
  const wholes = dated.map((date) => playedGame(game, game.parseMoves(game.initial(), '1'), '*', { date }));
  const catalogue = catalogueOf(fileOf(game, wholes));
  const dates = (filter: string): string[] =>
    catalogue.list({ ...everything, filter, sort: 'date' }, 0, 10).games.map(({ date }) => date);
  expect(dates('')).toEqual(['2024', '2024.01.05', '2024.02.01', '2024.11.01', '2024.12.05']);
  for (const filter of ['2024-02', '2024/2/1', '2024.02', '2024-02-0']) {
    expect(dates(filter), filter).toEqual(['2024.02.01']);
  }
  expect(dates('2024-1')).toEqual(['2024.01.05', '2024.11.01', '2024.12.05']);
});

it('finds names with accents, whether those are a part of their letters or not', () => {
  const game = games.get('connect4')!;
  const wholes = ['Jos\u00e9', 'Jose\u0301 R.'].map((white) =>
    playedGame(game, game.parseMoves(game.initial(), '1'), '*', { white }),
  );
  const catalogue = catalogueOf(fileOf(game, wholes, 'Mu\u0308ller.pgn'));
  for (const filter of ['jos\u00e9', 'JOSE\u0301', 'M\u00fcller', 'mu\u0308ller']) {
    expect(catalogue.list({ ...everything, filter }, 0, 10).total, filter).toBe(2);
  }
});
