import { describe, expect, it } from 'vitest';
import { gameById, games } from '../../games/registry.ts';
import { readAny } from '../../records/forms/testing/read-any.ts';
import { mainLine } from '../../records/forms/played.ts';
import { pgnOf as convertedPgn } from '../../records/forms/pgn.ts';
import { csvOf, pgnOf, type GameFacts } from './files.ts';

const hostile = 'A "quoted\\" name\n[Result "1-0"]\u0007';

/**
 * A game of some moves, the first of which is the opening's.
 * @param isUsual whether it begins from the initial position, and not behind a move
 */
function factsOf(id: string, isUsual = false): { facts: GameFacts; end: string } {
  const game = gameById(id);
  const initial = game.initial();
  const start = isUsual ? initial : game.play(initial, game.moves(initial)[0]);
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
    opening: {
      number: 1,
      text: '',
      start: isUsual ? null : game.positionText(start),
      moves: moves.slice(0, 1),
    },
  };
  return { facts, end: game.positionText(position) };
}

const withoutComment = (text: string): string => text.replace(/\{[^}]*\}/, '').replaceAll(/\s+/g, ' ');

/** The game of a match that was told in its own words. */
const factsWith = (line: Partial<GameFacts['line']>, start: string | null = null): GameFacts => {
  const { facts } = factsOf('connect4', true);
  return { ...facts, line: { ...facts.line, ...line }, opening: { number: 1, text: '', start, moves: [] } };
};

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
    expect(last.notes?.comment?.split(/\s+/).join(' ')).toBe('time: the clock (of the first side) ran out');
    expect(headers).toMatchObject({
      ...{ white: 'A "quoted\\" name [Result "1-0"]␇', black: 'two', result: '0-1' },
      ...{ round: '3.12', date: '2026.02.03', termination: 'time forfeit', opening: '=1+1' },
    });
  });

  it.each([true, false])(
    'is read without a question, and as convert writes it (usual start: %s)',
    (isUsual) => {
      const { facts } = factsOf(id, isUsual);
      const text = pgnOf(gameById(id), facts);
      const { decision, readings: read } = readAny(text);
      expect(decision).toMatchObject({ kind: 'one', fits: true });
      const whole = read[0]!.whole!;
      mainLine(whole.root).at(-1)!.notes = null;
      expect(withoutComment(text)).toBe(convertedPgn(whole).replaceAll(/\s+/g, ' '));
    },
  );

  it('has no line over 79 characters but its tags', () => {
    const [, movetext = ''] = pgnOf(gameById(id), facts).split('\n\n');
    expect(movetext).not.toBe('');
    for (const line of movetext.split('\n')) expect(line.length).toBeLessThanOrEqual(79);
  });
});

it('says that Black begins in Quoridor, which other programs do not', () => {
  const facts = factsWith({ moves: ['e8', 'e2', 'e3h'] });
  const text = pgnOf(gameById('quoridor'), facts);
  expect(text).toContain('\n[Variant "Quoridor"]\n[FirstSide "Black"]\n');
  expect(readAny(text).decision).toMatchObject({ kind: 'one', fits: true });
});

it('numbers the moves from a position in which the second side is to move', () => {
  const text = pgnOf(gameById('connect4'), factsWith({ moves: ['3', '1', '3'] }, '7/7/7/7/7/3x3 o'));
  expect(text).toContain('\n\n1... 3 2. 1 3 {');
});

it('writes the words of a game that the rules do not play on', () => {
  const text = pgnOf(gameById('connect4'), factsWith({ moves: ['3', 'nowhere', '3'], reason: 'why' }));
  expect(text).toContain('\n\n1. 3 nowhere 3 {time: why} 0-1\n');
});

describe('what an engine answered', () => {
  const game = gameById('connect4');

  it.each([
    ['}{[%eval 1] ;', ')([%eval 1] ;'],
    ['[%clk 0:01] [%emt 3] [%csl Ra1] [%cal Ga1a2]', '[%clk 0:01] [%emt 3] [%csl Ra1] [%cal Ga1a2]'],
    ['[%pwe win 3] [%pwm R a1] [%other 1]', '[%pwe win 3] [%pwm R a1] [%other 1]'],
    ['[{%eval 1] [}%eval 1] [[%eval 1]', '[(%eval 1] [)%eval 1] [[%eval 1]'],
    ['} 5 (1. 3) $1 1-0\n\n[Event "x"]\n\n1. 4', ') 5 (1. 3) $1 1-0 [Event "x"] 1. 4'],
  ])('is read back as words only: %j', (answer, words) => {
    const text = pgnOf(game, factsWith({ ending: 'malformed', reason: `bestmove ${answer}` }));
    const { readings: read } = readAny(text, { form: 'pgn', game: null });
    expect(read).toHaveLength(1);
    expect(read[0]!.faults).toEqual([]);
    const line = mainLine(read[0]!.whole!.root);
    expect(line.slice(0, -1).filter(({ notes }) => notes !== null)).toEqual([]);
    const { comment, ...others } = line.at(-1)!.notes!;
    expect(comment?.replaceAll('\n', ' ')).toBe(`malformed: bestmove ${words}`);
    expect(others).toEqual({});
  });

  it('begins no line with a percent sign, which readers leave out', () => {
    for (let length = 40; length < 120; length++) {
      const reason = `${'a '.repeat(length / 2)}${'b'.repeat(length % 2)} %eval [%eval 1] [\n%eval 1]`;
      const text = pgnOf(game, factsWith({ reason }));
      expect(text).not.toMatch(/^%/m);
      const comment = mainLine(readAny(text, { form: 'pgn', game: null }).readings[0]!.whole!.root).at(-1)!
        .notes!.comment!;
      expect(comment.replaceAll('\n', ' ')).toMatch(/ %eval \[%eval 1\] \[ %eval 1\]$/);
    }
  });
});

it.each([
  ...["-1+cmd|'/C calc'!A0", '-1+cmd|A0', '-A1', '-', '--5', '-1-1', '-5\n', '+1', '@SUM(A1)', '=1+1'],
])('shows a name in CSV as text if it begins like a formula: %j', (name) => {
  const cell = csvOf(factsWith({ first: name }))
    .split(',')
    .slice(3)
    .join(',');
  expect(cell.startsWith(`'${name.replace('\n', '␊')},`)).toBe(true);
});

it.each([
  ['x;=1', `"x;'=1"`],
  ['x;"=1', `"x;'""=1"`],
  ['x; -A1;"" +1;b', `"x;' -A1;'"""" +1;b"`],
  ['a; last line', '"a; last line"'],
])('has no formula behind a semicolon, which separates cells for some: %j', (words, cell) => {
  const game = factsWith({ reason: words, second: words });
  expect(csvOf(game)).toContain(`,${cell},`);
  expect(csvOf(game)).toContain(`,time,${cell},12,`);
});

it('has no character that a terminal would obey or hide', () => {
  const words = '\u001b[31m \u202e\u200b\0\u009b \ud800';
  const shown = '␛[31m <U+202E><U+200B>␀<U+009B> <U+D800>';
  const game = factsWith({ first: words, reason: words });
  for (const file of [csvOf(game), pgnOf(gameById('connect4'), game)]) {
    const text = file.replaceAll('\n', ' ');
    expect(text.split(shown)).toHaveLength(3);
    expect(text).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
  }
});

it.each(['-5', '-0.25', 'a-1', '12', ''])('leaves a number or a plain name in CSV as it is: %j', (name) => {
  expect(csvOf(factsWith({ first: name })).startsWith(`12,3,6,${name},two,`)).toBe(true);
});

it('quotes a cell of CSV, and shows one that begins like a formula as text', () => {
  const { facts } = factsOf('connect4');
  const line = csvOf(facts);
  expect(line.startsWith('12,3,6,"A ""quoted\\"" name␊[Result ""1-0""]␇",two,\'=1+1,0-1,time,')).toBe(true);
});
