import { describe, expect, it } from 'vitest';
import { gameById, games } from '../../games/registry.ts';
import { readAny } from '../../records/forms/decide.ts';
import { mainLine } from '../../records/forms/played.ts';
import { csvOf, pgnOf, type GameFacts } from './files.ts';

const hostile = 'A "quoted\\" name\n[Result "1-0"]\u0007';

/** A game of some moves, the first of which is the opening's. */
function factsOf(id: string): { facts: GameFacts; end: string } {
  const game = gameById(id);
  const start = game.play(game.initial(), game.moves(game.initial())[0]);
  let position = start;
  const moves: string[] = [];
  for (let ply = 0; ply < 12 && game.result(position) === null; ply++) {
    const legal = game.moves(position);
    const move = legal[(ply * 7) % legal.length];
    moves.push(game.moveText(position, move));
    position = game.play(position, move);
  }
  const facts: GameFacts = {
    line: {
      ...{ kind: 'game', number: 12, pair: 6, first: hostile, second: 'two', opening: '=1+1', moves },
      ...{ result: '0-1', ending: 'time', reason: 'the clock {of the first side} ran out' },
    },
    ...{ round: 3, at: Date.UTC(2026, 1, 3) },
    opening: { number: 1, text: '', start: game.positionText(start), moves: moves.slice(0, 1) },
  };
  return { facts, end: game.positionText(position) };
}

describe.each([...games.keys()])('a game of a match of %s as PGN', (id) => {
  const { facts, end } = factsOf(id);

  it('is read again without a fault, with its players and its ending', () => {
    const { decision, readings: read } = readAny(pgnOf(gameById(id), facts), { form: 'pgn', game: null });
    expect(decision).toMatchObject({ kind: 'one', fits: true });
    expect(read.flatMap(({ faults }) => faults)).toEqual([]);
    expect(read).toHaveLength(1);
    const { game, root, headers } = read[0]!.whole!;
    const last = mainLine(root).at(-1)!;
    expect([last.ply, game.positionText(last.position)]).toEqual([facts.line.moves.length, end]);
    expect(last.notes?.comment?.split(/\s+/).join(' ')).toBe('time: the clock of the first side ran out');
    expect(headers).toMatchObject({
      ...{ white: 'A "quoted\\" name [Result "1-0"] ', black: 'two', result: '0-1' },
      ...{ round: '3.12', date: '2026.02.03', termination: 'time forfeit', opening: '=1+1' },
    });
  });

  it('has no line over 79 characters but its tags', () => {
    const [, movetext = ''] = pgnOf(gameById(id), facts).split('\n\n');
    expect(movetext).not.toBe('');
    for (const line of movetext.split('\n')) expect(line.length).toBeLessThanOrEqual(79);
  });
});

it('quotes a cell of CSV, and shows one that begins like a formula as text', () => {
  const { facts } = factsOf('connect4');
  const line = csvOf(facts);
  expect(line.startsWith('12,3,6,"A ""quoted\\"" name\n[Result ""1-0""]\u0007",two,\'=1+1,0-1,time,')).toBe(
    true,
  );
});
