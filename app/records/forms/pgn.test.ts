/** PGN as other programs write it, and what it has no room for. */
import { describe, expect, it } from 'vitest';
import { readAny } from './testing/read-any.ts';
import { allNodes, type PlayedGame } from './played.ts';
import type { Fault, Written } from './reading.ts';
import { forms } from './registry.ts';

function games(text: string): readonly { readonly whole: PlayedGame; readonly faults: readonly Fault[] }[] {
  const { readings } = readAny(text, { form: 'pgn', game: 'connect4' });
  return readings.map(({ whole, faults }) => ({ whole: whole!, faults }));
}

function read(text: string): PlayedGame {
  const [first, ...others] = games(text);
  expect([first!.faults, others]).toEqual([[], []]);
  return first!.whole;
}

function written(sgf: string): Written {
  const { readings } = readAny(sgf);
  expect(readings[0]!.faults).toEqual([]);
  return forms.get('pgn')!.write!(readings[0]!.whole!);
}

/** The moves with their numbers of plies, and what is said of them. */
const notes = ({ game, root }: PlayedGame): readonly unknown[] =>
  [...allNodes(root)]
    .slice(1)
    .map((node) => [
      `${node.ply} ${game.moveText(node.parent!.position, node.move)}`,
      ...(node.notes === null ? [] : [node.notes]),
    ]);

describe('a comment that opens a variation', () => {
  it('belongs to the first move of the variation, with its clock, its evaluation and its glyph', () => {
    const text =
      '{start} 1. 4 {[%clk 0:05:00] main} 4 ( $5 {[%clk 0:01:00] [%eval -2] before} 1... {and} 3 $2 {after} ) 2. 4 *';
    const whole = read(text);
    expect(whole.root.notes).toEqual({ comment: 'start' });
    expect(notes(whole)).toEqual([
      ['1 4', { comment: 'main', clock: 300 }],
      ['2 4'],
      ['3 4'],
      [
        '2 3',
        {
          comment: 'before\nand\nafter',
          clock: 60,
          evaluations: [{ by: '', score: { kind: 'estimate', value: -2 } }],
          glyphs: [5, 2],
        },
      ],
    ]);
  });

  it('waits for the first move where another variation stands before it', () => {
    expect(notes(read('1. 4 4 2. 4 ( {outer} ( {inner} 1... 2 ) 2. 3 ) *'))).toEqual([
      ['1 4'],
      ['2 4'],
      ['3 4'],
      ['3 3', { comment: 'outer' }],
      ['2 2', { comment: 'inner' }],
    ]);
  });

  it('is kept as a text, and told, where the variation has no move', () => {
    const [game] = games('1. 4 {[%clk 0:05:00]} 4 {main} ( {[%clk 0:01:00] alone} $3 {two} ) 2. 4 *');
    expect(notes(game!.whole)).toEqual([
      ['1 4', { clock: 300 }],
      ['2 4', { comment: 'main\n[%clk 0:01:00] alone\ntwo' }],
      ['3 4'],
    ]);
    const why = 'this variation has no move; its comments are kept with the move before it';
    expect(game!.faults).toMatchObject([{ column: 66, text: ') 2. 4 *', why }]);
  });

  it('is kept with the move before it where the first move of the variation is illegal', () => {
    const [game] = games('1. 4 4 ( {alone} 1... 9 {dropped} ) 2. 4 *');
    expect(notes(game!.whole)).toEqual([['1 4'], ['2 4', { comment: 'alone' }], ['3 4']]);
    expect(game!.faults).toMatchObject([{ ply: 2 }, { ply: null }]);
  });

  it('says nothing of a variation without anything', () => {
    expect(notes(read('1. 4 4 () 2. 4 *'))).toEqual([['1 4'], ['2 4'], ['3 4']]);
  });
});

describe('a comment before the tags', () => {
  it('is one of the start, and so are notes between them', () => {
    const whole = read(
      '{My [games]\n1. 3}\n[White "a"]\n; black was late\n% export\n[Black "b"] {before}\n\n{the moves} 1. 4 *',
    );
    expect(whole.headers).toEqual({ white: 'a', black: 'b' });
    expect(whole.root.notes).toEqual({ comment: 'My [games]\n1. 3\nblack was late\nbefore\nthe moves' });
    expect(notes(whole)).toEqual([['1 4']]);
  });

  it('may stand before each game', () => {
    const all = games('{one}\n[White "a"]\n\n1. 4 *\n\n{two}\n[White "b"]\n\n1. 3 *\n');
    expect(all.map(({ whole, faults }) => [whole.headers['white'], whole.root.notes, faults])).toEqual([
      ['a', { comment: 'one' }, []],
      ['b', { comment: 'two' }, []],
    ]);
  });
});

describe('headers that PGN cannot hold', () => {
  it.each([
    ['the start position', 'PWH[FEN:junk]', '[FEN'],
    ['the game', 'PWH[variant:junk]', 'junk'],
    ['whether there is a start position', 'PWH[setUp:junk]', '[SetUp'],
    ['the side that moves first', 'PWH[firstSide:junk]', 'junk'],
    ['the result', 'PWH[Result:junk]', 'junk'],
    ['a result that PGN does not have', 'PWH[result:junk]', 'junk'],
    ['that a game has no result', 'RE[Void]', 'Void'],
    ['another header in capitals', 'PWH[foo:kept]PWH[Foo:junk]', 'junk'],
    ['a player', 'PW[kept]PWH[White:junk]', 'junk'],
    ['an unusual name', 'PWH[a b:junk]', 'junk'],
    ['a value by which PGN says that it is unknown', 'PW[?]', 'junk'],
  ])('are told to be lost and left out: %s', (_, properties, absent) => {
    const { text, lost } = written(`(;PWG[connect4]${properties};W[4])`);
    expect(lost).toEqual(['headers']);
    expect(text).not.toContain(absent);
    const { headers } = read(text);
    expect(Object.values(headers)).toEqual(properties.includes('kept') ? ['kept'] : []);
  });

  it('are told where a name gets another first letter', () => {
    const { text, lost } = written('(;PWG[connect4]PWH[Foo:b];W[4])');
    expect(lost).toEqual(['headers']);
    expect(read(text).headers).toEqual({ foo: 'b' });
  });

  it('are told where a line break becomes a blank', () => {
    const { text, lost } = written('(;PWG[connect4]PWH[foo:a\nb];W[4])');
    expect(lost).toEqual(['headers']);
    expect(read(text).headers).toEqual({ foo: 'a b' });
  });

  it('are told where there are more than a reader takes, and the rest is read', () => {
    const many = Array.from({ length: 600 }, (_, index) => `PWH[h${index}:${index}]`).join('');
    const { text, lost } = written(`(;PWG[connect4]${many}PW[a];W[4])`);
    expect(lost).toEqual(['headers']);
    const { headers, nodes } = read(text);
    expect(headers).toMatchObject({ h0: '0', h400: '400', white: 'a' });
    expect(nodes).toBe(2);
  });

  it('are not told where a tag holds them', () => {
    const { text, lost } = written('(;PWG[connect4]RE[W+R]PW[a]PB[]PWH[foo:b]PWH[ECO:c];W[4])');
    expect(lost).toEqual([]);
    expect(read(text).headers).toMatchObject({ white: 'a', foo: 'b', ECO: 'c', result: '1-0' });
  });
});

it.each([
  [-1, '0:00:00', 0],
  [3599.9999, '1:00:00', 3600],
  [59.9996, '0:01:00', 60],
  [0.0004, '0:00:00', 0],
  [3599.999, '0:59:59.999', 3599.999],
  [3725.123, '1:02:05.123', 3725.123],
  [36_000_000, '10000:00:00', 36_000_000],
])('writes a clock of %d seconds as %s, and tells what is lost', (seconds, text, again) => {
  const whole = read('1. 4 *');
  for (const name of ['clock', 'spent'] as const) {
    whole.root.children[0]!.notes = { [name]: seconds };
    const pgn = forms.get('pgn')!.write!(whole);
    expect(pgn.text).toContain(`[%${name === 'clock' ? 'clk' : 'emt'} ${text}]`);
    expect(pgn.lost).toEqual(again === seconds ? [] : ['clocks']);
    expect(notes(read(pgn.text))).toEqual([['1 4', { [name]: again }]]);
  }
});

it('reads comments behind the result as those of the last move, and tells what else stands there', () => {
  const last = ['2 4', { comment: 'late\nlater', clock: 5 }];
  expect(notes(read('1. 4 (1. 3) 4 {late} 1-0 {[%clk 5] later}'))).toEqual([['1 4'], last, ['1 3']]);
  const [game] = games('1. 4 4 * {late} 3 {unread}');
  expect(notes(game!.whole)).toEqual([['1 4'], ['2 4', { comment: 'late' }]]);
  expect(game!.faults).toMatchObject([{ column: 17, why: 'this stands after the result of the game' }]);
});

it('tells that variations are too deep', () => {
  const [game] = games(`1. 4 ${'('.repeat(200_000)}`);
  expect(game!.faults.at(-1)).toMatchObject({ column: 100_006, why: 'the variations are too deep' });
});

describe('tags', () => {
  it('are read once for each header, and another value is told', () => {
    const [game] = games('[White "A"]\n[white "other"]\n[Foo "b"]\n[Foo "c"]\n[Foo "b"]\n\n1. 4 *');
    expect(game!.whole.headers).toEqual({ white: 'A', foo: 'b' });
    expect(game!.whole.nodes).toBe(2);
    expect(game!.faults).toMatchObject([
      { line: 2, column: 1, why: 'white has a second value here; the first is read' },
      { line: 4, column: 1, why: 'Foo has a second value here; the first is read' },
    ]);
  });

  it.each([
    ['[Event "Club "A""]\n[White "a"]\n\n1. 4 4 1-0', 'Club "A"', 'a'],
    ['[Event "Club "A""] [White "a"] 1. 4 4 1-0', 'Club "A"', 'a'],
    ['[Event ""A" Club"][White "a \\"b\\""]\n1. 4 4', '"A" Club', 'a "b"'],
    ['[White "a"]\n[Event "in "B"] or C"]\n1. 4 4 1-0', 'in "B"] or C', 'a'],
    ['[White "a"]\n[Event "Club "A""] 1. 4 4 1-0', 'Club "A"', 'a'],
  ])('are read to their end where quotes are not escaped, and that is told: %j', (text, event, white) => {
    const [game, ...others] = games(text);
    expect(others).toEqual([]);
    expect(game!.whole.headers).toMatchObject({ event, white });
    expect(game!.whole.nodes).toBe(3);
    expect(game!.faults.map(({ why }) => why)).toEqual(['a quote in the value of Event has no \\ before it']);
  });

  it('tell that a value is too long', () => {
    const [game] = games(`[Event "${'x'.repeat(70_000)}"]\n1. 4 *`);
    expect(game!.faults).toMatchObject([{ why: 'the value of Event is too long, and was cut' }]);
    expect(game!.whole.nodes).toBe(2);
  });

  it('that are wrong in many places leave the moves to be read', () => {
    const tags = Array.from({ length: 50 }, (_, index) => `[A "${index}"]`).join('\n');
    const [game] = games(`${tags}\n1. 4 4 *`);
    expect([game!.faults.length, game!.whole.nodes]).toEqual([20, 3]);
  });

  it('stand on one line with their moves', () => {
    const found = games('[White "a"] 1. 4 4 1-0\n[White "c"] 1. 3 3 0-1');
    expect(found.map(({ whole, faults }) => [whole.headers, whole.nodes, faults])).toEqual([
      [{ white: 'a', result: '1-0' }, 3, []],
      [{ white: 'c', result: '0-1' }, 3, []],
    ]);
  });
});

it('reads every game of a file whose lines end in \\r alone', () => {
  const game = '[White "a"]\r\r1. 4 4 {one\rtwo} ; three\r2. 3 1-0\r\r';
  const found = games(game.repeat(3));
  expect(found.map(({ whole, faults }) => [whole.nodes, faults])).toEqual([
    [4, []],
    [4, []],
    [4, []],
  ]);
  expect(found[2]!.whole.root.children[0]!.children[0]!.notes).toEqual({ comment: 'one\ntwo\nthree' });
});

describe('a tag that cannot be read', () => {
  it.each([
    ['[Black "b', 'the value of Black does not end'],
    ['[Black "b]', 'the value of Black does not end'],
    ['[Black b]', 'Black has no value in quotes'],
    ['[Black]', 'Black has no value in quotes'],
    ['[Black b', 'Black has no value in quotes'],
  ])('is told, and those around it are read: %s', (tag, why) => {
    const game = `[White "a"]\n${tag}\n[Result "0-1"]\n[Variant "Connect Four"]\n\n1. 4 4 0-1\n`;
    const { decision, readings } = readAny(`${game}\n${game}`);
    expect(decision).toMatchObject({ kind: 'one', candidate: { form: { id: 'pgn' } } });
    expect(readings).toHaveLength(2);
    for (const { whole, faults } of readings) {
      expect(whole).toMatchObject({ nodes: 3, headers: { white: 'a', result: '0-1' } });
      expect(faults).toMatchObject([{ column: 1, ply: null, text: tag, why }]);
    }
  });

  it('may be the first of a game, or stand on a line with others and with moves', () => {
    const [one, other, ...more] = games(
      '[Event e]\n[White "a"]\n\n1. 4 4 *\n\n[White "a"] [Black b] [Round "1"] [Site] 1. 4 4 *\n',
    );
    expect(more).toEqual([]);
    expect(one).toMatchObject({ whole: { nodes: 3, headers: { white: 'a' } }, faults: [{ column: 1 }] });
    expect(other!.whole).toMatchObject({ nodes: 3, headers: { white: 'a', round: '1' } });
    expect(other!.faults).toMatchObject([{ column: 13 }, { column: 35 }]);
  });
});

it('reads a short draw as one, as a tag and behind the moves', () => {
  const short = '[Result "1/2"]\n\n1. 4 4 1/2\n\n1. 4 4 1/2\n1. 3 *\n';
  expect(games(short)).toMatchObject([
    { whole: { nodes: 3, headers: { result: '1/2-1/2' } }, faults: [] },
    { whole: { nodes: 3, headers: { result: '1/2-1/2' } }, faults: [] },
    { whole: { nodes: 2, headers: {} }, faults: [] },
  ]);
});

it('keeps an evaluation with a depth in the comment, too', () => {
  const said = [{ by: '', score: { kind: 'estimate', value: 1.25 } }];
  const whole = read('1. 4 {[%eval -1.25,12] good} 4 *');
  expect(notes(whole)[0]).toEqual(['1 4', { comment: '[%eval -1.25,12] good', evaluations: said }]);
  const { text, lost } = forms.get('pgn')!.write!(whole);
  expect(lost).toEqual([]);
  expect(notes(read(text))).toEqual(notes(whole));
});

it.each([
  '{My\ncollection} [White "a"]\n[Black "b"]\n\n1. 4 4 1-0\n',
  '{x}[White "a"] [Black "b"]\n\n1. 4 4 1-0',
])('is one game with its comment before its tags: %j', (text) => {
  const whole = read(text);
  expect(whole.headers).toEqual({ white: 'a', black: 'b', result: '1-0' });
  expect([whole.nodes, whole.root.notes?.comment]).toEqual([3, text.slice(1, text.indexOf('}'))]);
});
