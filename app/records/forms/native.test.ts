/** The native record: what other programs read, and what they wrote. */
import { describe, expect, it } from 'vitest';
import { gameById } from '../../games/registry.ts';
import { writeNative } from './native-writer.ts';
import {
  allNodes,
  evaluationText,
  mainLine,
  playedOf,
  readEvaluation,
  treeOf,
  type Evaluation,
  type PlayedGame,
} from './played.ts';
import { pgnOf } from './pgn.ts';
import { readAny } from './testing/read-any.ts';
import { mostFaults } from './reading.ts';
import { forms } from './registry.ts';
import { readSgf } from './sgf.ts';
import type { Unit } from './unit.ts';

function read(text: string): PlayedGame {
  const { decision, readings } = readAny(text);
  expect(decision).toMatchObject({ kind: 'one', fits: true });
  return readings[0]!.whole!;
}

it('gives W to the light side and B to the dark one, whoever moves first', () => {
  const quoridor = read('(;PWG[quoridor]PB[first]PW[second]RE[B+T];B[e8];W[e2])');
  expect(quoridor.headers).toEqual({
    white: 'first',
    black: 'second',
    result: '1-0',
    termination: 'time forfeit',
  });
  const text = writeNative(quoridor).text;
  expect(text).toContain('PB[first]PW[second]RE[B+T]');
  expect(text).toContain(';B[e8];W[e2]');
  expect(text).not.toMatch(/GM\[/);
  const morris = writeNative(read('(;GM[5];W[d6];B[f4])')).text;
  expect(morris).toMatch(/^\(;FF\[4\]CA\[UTF-8\]AP\[Plywire:\d+\.\d+\.\d+\]GM\[5\]PWG\[morris\]/);
});

it('refuses a move of the other side, and keeps what came before', () => {
  const { decision, readings } = readAny('(;PWG[connect4];W[4];W[4];B[4])');
  expect(decision).toMatchObject({ kind: 'one', fits: false });
  expect(readings[0]!.whole!.nodes).toBe(2);
  expect(readings[0]!.faults).toEqual([
    { line: 1, column: 22, ply: 2, text: 'W[4];B[4])', why: "W moves, and it is Player 2's turn" },
  ]);
});

it('keeps properties of other programs where they stand', () => {
  const text =
    '(;FF[4]GM[5]AP[Other:1]KO[]XX[a\\]b][c:d]ST[2];W[d6]LB[d6:A][f4:B]N[name]HO[1];B[f4]MA[d6]YY[1](;W[d7]ZZ[x])(;W[a7]GB[1]))';
  const again = read(writeNative(read(text)).text);
  const found = [...allNodes(again.root)].map(({ notes }) => notes?.properties ?? {});
  expect(found).toEqual([
    { KO: [''], XX: ['a]b', 'c:d'], ST: ['2'] },
    { LB: ['d6:A', 'f4:B'], N: ['name'], HO: ['1'] },
    { MA: ['d6'], YY: ['1'] },
    { ZZ: ['x'] },
    {},
  ]);
  // GB is a glyph of ours: the second side stands better.
  expect([...allNodes(again.root)].at(-1)!.notes!.glyphs).toEqual([17]);
});

it.each([
  ['by how much a side won', 'RE[W+12.5]'],
  ['a result in a word', 'RE[B+R]'],
  ['the clock of the side that did not move', 'BL[59.5]WL[60]'],
  ['what the game was played under', 'KM[0]TM[300]OT[5 byo-yomi]'],
])('keeps %s', (_, properties) => {
  const [root, node] = properties.startsWith('BL') ? ['', properties] : [properties, ''];
  const text = `(;FF[4]GM[5]${root};W[d6]${node};B[f4])`;
  const again = writeNative(read(writeNative(read(text)).text)).text;
  for (const property of properties.match(/[A-Z]+\[[^\]]*\]/g)!) expect(again).toContain(property);
});

describe('values that cannot be read', () => {
  const text =
    '(;PWG[connect4];W[4]PWT[12 s]PWE[0.5.5][win 3 x]PWN[300][0][7]WL[soon]TE[9];B[4]PWT[5][6 s]AP[Other:1]TE[1][7];W[4])';
  const found = {
    PWT: ['12 s'],
    PWE: ['0.5.5'],
    PWN: ['300', '0'],
    WL: ['soon'],
    TE: ['9'],
  };

  it('are written again, beside those that can', () => {
    const whole = read(text);
    const again = read(writeNative(playedOf(treeOf(read(writeNative(whole).text), 'g-1'))).text);
    for (const { root } of [whole, again]) {
      const [, first, second] = [...allNodes(root)];
      expect(first!.notes).toEqual({
        evaluations: [{ by: 'x', score: { kind: 'win', plies: 3 } }],
        glyphs: [7],
        properties: found,
      });
      expect(second!.notes).toEqual({
        glyphs: [1],
        spent: 5,
        properties: { PWT: ['6 s'], AP: ['Other:1'], TE: ['7'] },
      });
    }
  });

  it('are written again where they are marks, and told', () => {
    const long = 'x'.repeat(65);
    const { whole } = readAny(`(;PWG[connect4];W[4]CR[a][${long}]AR[a:b:c][a:b])`).readings[0]!;
    expect(writeNative(whole!).text).toContain(`;W[4]CR[a][${long}]AR[a:b][a:b:c])`);
  });
});

describe('what is told of the game in a later node', () => {
  it('is read where the root does not tell it', () => {
    const whole = read('(;PWG[connect4]PW[first]RE[?];W[4]PW[other]EV[cup];B[4]RE[B+R]PB[late];W[3])');
    const headers = {
      white: 'first',
      black: 'late',
      event: 'cup',
      result: '0-1',
      termination: 'resignation',
    };
    expect(whole.headers).toEqual(headers);
    const again = read(writeNative(whole).text);
    expect(again.headers).toEqual(headers);
    expect(again.root.children[0]!.notes!.properties).toEqual({ PW: ['other'] });
  });

  it.each([
    ['(;PWG[connect4]RE[W+R];W[4];B[4]RE[B+T])', ';B[4]RE[B+T]', '1-0'],
    ['(;PWG[connect4];W[4];B[4]RE[no result])', ';B[4]RE[no result]', undefined],
    ['(;PWG[connect4];W[4];B[4]RE[W+R][B+R])', ';B[4]RE[W+R][B+R]', undefined],
    ['(;PWG[connect4];W[4](;B[4])(;B[3]RE[B+R]))', ';B[3]RE[B+R]', undefined],
  ])('stays where it is in %s', (text, node, result) => {
    const whole = read(text);
    const again = read(writeNative(whole).text);
    for (const each of [whole, again]) {
      expect(each.headers['result']).toBe(result);
      expect(writeNative(each).text).toContain(node);
    }
  });
});

it('keeps a clock that was told before the first move', () => {
  const { readings } = readAny('{[%clk 0:05:00] start} 1. 4 *', { form: 'pgn', game: 'connect4' });
  const text = writeNative(readings[0]!.whole!).text;
  expect(text).toContain('C[start]PWC[300]');
  expect(read(text).root.notes).toEqual({ comment: 'start', clock: 300 });
  // Only there, as a move has the clock of the side that made it.
  expect(read('(;PWG[connect4];W[4]PWC[300])').root.children[0]!.notes).toEqual({
    properties: { PWC: ['300'] },
  });
});

it('says that a comment is too long, before it is lost', () => {
  const { decision, readings } = readAny(`(;PWG[connect4];W[4]C[${'x'.repeat(70_000)}];B[4])`);
  expect(decision).toMatchObject({ kind: 'one', candidate: { form: { id: 'sgf' } } });
  const { whole, faults } = readings[0]!;
  expect(faults).toMatchObject([{ column: 16, why: 'the comment is too long, and was cut' }]);
  expect(whole!.nodes).toBe(3);
});

it('tells of a game that is none of ours', () => {
  const { decision } = readAny('(;FF[4]GM[1]SZ[19];B[dd];W[pp])');
  expect(decision).toMatchObject({ kind: 'none' });
});

describe('the grammar', () => {
  const unitOf = (text: string): Unit => ({ text, line: 1, begin: 0, end: text.length, isCut: false });

  it.each([
    ['(;C[a\\]b\\\\])', [['C', ['a]b\\']]]],
    ['(;C[soft\\\nbreak\r\nhard])', [['C', ['softbreak\nhard']]]],
    [
      '(;White[d6] B [f4]\n[g4])',
      [
        ['W', ['d6']],
        ['B', ['f4', 'g4']],
      ],
    ],
  ])('reads %j', (text, properties) => {
    const { nodes, faults } = readSgf(unitOf(text));
    expect(faults).toEqual([]);
    expect(nodes[0]!.properties).toEqual(properties);
  });

  it.each([
    ['(;C[a', 3, 'a value has no ] at its end'],
    ['(;C)', 2, 'the property C has no value'],
    ['(C[a])', 1, 'a property stands before the first ;'],
    ['(;W[a]', 6, 'the game has no ) at its end'],
    ['x', 0, 'a game begins with (;'],
    ['(;W[a])x', 7, 'this stands after the end of the game'],
    ['()', 0, 'the game has no node'],
    ['(;W[a]?)', 6, 'this is neither a node, a property nor a bracket'],
  ])('says where %j is wrong', (text, at, why) => {
    expect(readSgf(unitOf(text)).faults).toEqual([{ at, why }]);
  });
});

describe('a damaged game', () => {
  const moves = ({ game, root }: PlayedGame): string =>
    mainLine(root)
      .slice(1)
      .map(({ parent, move }) => game.moveText(parent!.position, move))
      .join(' ');
  const notName = 'this is not the name of a property';

  it.each([
    [
      'C[Analysis, see [1] for details:\n44\n]\n;W[4];B[4];W[3];B[5]',
      ...([[[1, notName]], '4 4 3 5', ['C[Analysis, see [1]\n;W[4]']] as const),
    ],
    ['KM;W[4];B[4]', [[1, 'the property KM has no value']], '4 4', []],
    ['KM\nPW[Ann];W[4];B[4]', [[1, 'the property KM has no value']], '4 4', ['PW[Ann]']],
    ['\n;W[4]C[is [this] it? (see (2); or 3); W [4] it is];B[4];W[4]', [[2, notName]], '4 4 4', []],
    [
      '\n;W[4];B[4]?C[no (;W[3\\]) here];\nW[4]WL;B[4]',
      [
        [2, ''],
        [3, ''],
      ],
      '4 4 4 4',
      [],
    ],
    [
      'C[see [1] (open];W[4];B[4])(;PWG[connect4];W[1]',
      [
        [1, 'a variation begins with (;'],
        [1, 'this stands after'],
      ],
      '4 4',
      ['B[4])\n'],
    ],
    ['(;W[4]C[a [1] b](;B[4];W[4])(;B[3]))', [[1, notName]], '4 4 4', ['(;B[3])']],
    ['(;W[4](;B[4]C[a [1] b])(;B[3]))', [[1, notName]], '4 4', ['(;B[3])']],
  ] as const)('keeps its moves, and says what cannot be read: %j', (text, told, line, kept) => {
    const { decision, readings } = readAny(`(;FF[4]PWG[connect4]${text})`);
    expect(decision).toMatchObject({ kind: 'one', fits: false, candidate: { form: { id: 'sgf' } } });
    const { whole, faults } = readings[0]!;
    expect(moves(whole!)).toBe(line);
    for (const each of kept) expect(writeNative(whole!).text).toContain(each);
    expect(faults).toMatchObject(told.map(([at, why]) => ({ line: at, why: expect.stringContaining(why) })));
  });

  it('tells its faults in the order of the text', () => {
    const { readings } = readAny('(;PWG[connect4];W[4]KM;B[4]AR[a];W[4]?;B[9];W[1];B[2]XY)');
    expect(readings[0]!.faults.map(({ column }) => column)).toEqual([21, 23, 38, 40, 54]);
  });

  it('has a bounded number of faults', () => {
    const { readings } = readAny(`(;PWG[connect4]${';A[]?'.repeat(1000)};W[4])`);
    expect(readings[0]!.faults).toHaveLength(mostFaults);
    expect(moves(readings[0]!.whole!)).toBe('4');
  });

  it('of another program keeps its moves', () => {
    const { readings } = readAny(
      '(;GM[Tzaar]VV[1]SU[tzaar-standard]C[see [1] there];P0[0 Start P0];P0[1 Capture D 3 D 4];P0[2 Done])',
    );
    expect(readings[0]!.whole!.nodes).toBe(2);
    expect(readings[0]!.faults).toMatchObject([{ column: 45, why: notName }]);
  });
});

describe('the reason of a result', () => {
  it.each([
    ['W+R', '1-0', 'resignation'],
    ['W+Resign', '1-0', 'resignation'],
    ['B+T', '0-1', 'time forfeit'],
    ['B+time', '0-1', 'time forfeit'],
    ['W+F', '1-0', 'rules infraction'],
    ['W+Forfeit', '1-0', 'rules infraction'],
    ['W+64', '1-0', '64'],
    ['W+', '1-0', undefined],
    ['W+Two men left', '1-0', 'Two men left'],
    ['W+Four in a row', '1-0', 'Four in a row'],
    ['B+Refused to continue', '0-1', 'Refused to continue'],
    [`B+${'x'.repeat(200)}`, '0-1', 'x'.repeat(200)],
    ['Draw', '1/2-1/2', undefined],
    ['0', '1/2-1/2', undefined],
    ['Draw by agreement', '1/2-1/2', 'Draw by agreement'],
    ['draw (repetition)', '1/2-1/2', 'draw (repetition)'],
    ['Void', '*', undefined],
  ])('is what %j says, and stays', (text, result, termination) => {
    const whole = read(`(;GM[5]RE[${text}];W[d6])`);
    for (const { headers } of [whole, read(writeNative(whole).text)]) {
      expect(headers['result']).toBe(result);
      expect(headers['termination']).toBe(termination);
    }
  });
});

it.each([
  ['(;PWG[connect4]RE[White won];W[4])', 'RE has no result: "White won"'],
  ['(;PWG[connect4]PW[a][b];W[4])', 'PW has 2 values, of which the first is read'],
  ['(;PWG[connect4];W[4]C[a][b])', 'C has 2 values, of which the first is read'],
  ['(;PWG[connect4];W[4]AR[a:b:c][a:b])', 'AR has no mark: "a:b:c"'],
  ['(;PWG[connect4];W[4]PWM[pink a b])', 'PWM has no mark: "pink a b"'],
])('says what of %j is not read', (text, why) => {
  const { decision, readings } = readAny(text);
  expect(decision).toMatchObject({ kind: 'one', candidate: { form: { id: 'sgf' } } });
  const { whole, faults } = readings[0]!;
  expect(faults.map((fault) => fault.why)).toEqual([why]);
  expect(whole?.root.children).toHaveLength(1);
});

it.each(['Void', '?', '', '0', 'W+', 'B+Time'])('takes %j for a result, or for none', (result) => {
  expect(readAny(`(;PWG[connect4]RE[${result}];W[4])`).readings[0]!.faults).toEqual([]);
});

it.each(['__proto__', 'constructor', 'toString'])('keeps a header called %s', (name) => {
  const whole = read(`(;PWG[connect4]PW[a]PWH[${name}:told]PWH[custom:b];W[4])`);
  const headers = [
    ['custom', 'b'],
    ['white', 'a'],
    [name, 'told'],
  ];
  for (const again of [whole, read(writeNative(whole).text), read(pgnOf(whole))])
    expect(Object.entries(again.headers)).toEqual(expect.arrayContaining(headers));
});

it('writes a comment into PGN as a text, whatever it says', () => {
  const comment = 'a [%eval 3] [  %clk 1:00:00] [%other 1]';
  const whole = read('(;PWG[connect4];W[4]CR[a b][4-1])');
  const first = whole.root.children[0]!;
  first.notes = { ...first.notes, comment, evaluations: [{ by: 'my engine [1]', score: { kind: 'draw' } }] };
  const text = pgnOf(whole);
  expect(text).toContain('a [ %eval 3] [   %clk 1:00:00] [%other 1]}');
  expect(read(text).root.children[0]!.notes).toEqual(first.notes);
});

it('tells that PGN has no blanks around a comment', () => {
  const whole = read('(;PWG[connect4]C[ a];W[4]C[b\n];B[4]C[c d])');
  expect(forms.get('pgn')!.write!(whole).lost).toEqual(['blanks around comments']);
});

it('writes PGN that programs for ratings read', () => {
  const whole = read('(;PWG[quoridor]PB[one]PW["two\\\\];B[e8];W[e2])');
  const text = pgnOf(whole, { round: '3', result: '0-1', termination: 'crashed', timeControl: '300+5' });
  expect(text).toBe(
    [
      '[Event "?"]',
      '[Site "?"]',
      '[Date "????.??.??"]',
      '[Round "3"]',
      '[White "one"]',
      '[Black "\\"two\\\\"]',
      '[Result "0-1"]',
      '[Termination "crashed"]',
      '[TimeControl "300+5"]',
      '[Variant "Quoridor"]',
      '[FirstSide "Black"]',
      '',
      '1. e8 e2 0-1',
      '',
      '',
    ].join('\n'),
  );
  expect(read(text).headers).toMatchObject({ white: 'one', black: '"two\\', timeControl: '300+5' });
  expect(gameById('quoridor').seats[0].name).toBe('Black');
});

describe('headers', () => {
  it.each([
    ['a result in words', { result: 'adjourned' }],
    [
      'a result in words, of a game that the rules end',
      { result: 'adjourned' },
      '(;PWG[connect4];W[1];B[2];W[1];B[2];W[1];B[2];W[1])',
    ],
    [
      'names with colons and backslashes',
      { 'a:b': 'c:d', '\\': 'e', 'f\\:g\\\\h': ':', [':'.repeat(64)]: '' },
    ],
    ['names of its own properties', { PW: 'a', W: '4', result: '1/2-1/2' }],
  ])('are kept: %s', (_, headers: Record<string, string>, text = '(;PWG[connect4];W[4])') => {
    const whole = { ...read(text), headers };
    const { text: again, lost } = writeNative(whole);
    expect(lost).toEqual([]);
    expect(read(again).headers).toEqual(headers);
  });

  it.each(['', 'x'.repeat(65)])('with a name that no file can have are told to be lost: %j', (name) => {
    const { text, lost } = writeNative({
      ...read('(;PWG[connect4];W[4])'),
      headers: { [name]: 'a', b: 'c' },
    });
    expect(lost).toEqual(['headers']);
    expect(read(text).headers).toEqual({ b: 'c' });
  });

  it('that are none are told, and others are read as ever', () => {
    const { readings } = readAny('(;PWG[connect4]PWH[a:b][none][:c][d\\\\:e];W[4])');
    expect(readings[0]!.whole!.headers).toEqual({ a: 'b', 'd\\': 'e' });
    expect(readings[0]!.faults.map(({ why }) => why)).toEqual([
      'PWH has no header: "none"',
      'PWH has no header: ":c"',
    ]);
  });
});

describe('evaluations', () => {
  it.each<[string, Evaluation]>([
    ['win 5 engine', { by: 'engine', score: { kind: 'win', plies: 5 } }],
    ['win ? 5 engine', { by: '5 engine', score: { kind: 'win', plies: null } }],
    ['loss', { by: '', score: { kind: 'loss', plies: null } }],
    ['1e+12 e', { by: 'e', score: { kind: 'estimate', value: 1e12 } }],
    ['-1.23456789012345e+14', { by: '', score: { kind: 'estimate', value: -123456789012345 } }],
    ['1.2345678901234567e-6', { by: '', score: { kind: 'estimate', value: 1.2345678901234567e-6 } }],
    ['0.25 5', { by: '5', score: { kind: 'estimate', value: 0.25 } }],
  ])('are read as they are written: %s', (text, evaluation) => {
    expect(evaluationText(evaluation)).toBe(text);
    expect(readEvaluation(text)).toEqual(evaluation);
  });

  it('of earlier texts are read as before, and those that are none are not', () => {
    expect(readEvaluation('win engine')).toEqual({ by: 'engine', score: { kind: 'win', plies: null } });
    for (const text of ['1e+400 e', '0.5.5', '1e', '-', 'win5', 'draw?'])
      expect(readEvaluation(text)).toBeNull();
  });

  it('are written with as much of a name as is read', () => {
    const by = 'x'.repeat(300);
    const text = evaluationText({ by, score: { kind: 'draw' } });
    expect(readEvaluation(text)).toEqual({ by: by.slice(0, 200), score: { kind: 'draw' } });
  });
});
