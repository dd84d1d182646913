import { describe, expect, it } from 'vitest';
import { long } from '../../../tests/support/long.ts';
import { gameById } from '../../games/registry.ts';
import { GamesReader } from './games-reader.ts';
import { mainLine, wentOnAt, type PlayedGame } from './played.ts';
import { forms } from './registry.ts';
import { deciderOf, readAny } from './testing/read-any.ts';

const textsOf = ({ game, root }: PlayedGame): string =>
  mainLine(root)
    .slice(1)
    .map(({ parent, move }) => game.moveText(parent!.position, move))
    .join(' ');

describe('the row of a wall in Quoridor', () => {
  it('is asked about, with both forms and the place where they differ', () => {
    const { decision, readings } = readAny('1. e2 e8 2. e3h');
    expect(decision).toMatchObject({
      kind: 'several',
      difference: 'game 1, ply 3: e7h as quoridor-usual, e8h as ishtar',
    });
    expect(decision.kind === 'several' && decision.candidates.map(({ form }) => form.id)).toEqual([
      'quoridor-usual',
      'ishtar',
    ]);
    expect(readings).toEqual([]);
  });

  it.each([
    ['e2 e8 a1h', 'quoridor-usual', 'e8 e2 a9h'],
    ['e2 e8 a9h', 'ishtar', 'e8 e2 a2h'],
    ['e8 e2 a9h', 'moves', 'e8 e2 a9h'],
    ['e8 e2 a1h', 'glendenning', 'e8 e2 a2h'],
  ])('is known from a wall at the edge: %s', (text, form, ours) => {
    const { decision, readings } = readAny(text);
    expect(decision).toMatchObject({ kind: 'one', candidate: { form: { id: form } } });
    expect(textsOf(readings[0]!.whole!)).toBe(ours);
  });

  it('is decided for all games of a file from the one that tells', () => {
    const { decision, readings } = readAny('e2 e8 e3h\ne2 e8 e3 e7 b4v\ne2 e8 c1v\n');
    expect(decision).toMatchObject({ kind: 'one', candidate: { form: { id: 'quoridor-usual' } } });
    expect(readings.map(({ whole }) => textsOf(whole!))).toEqual([
      'e8 e2 e7h',
      'e8 e2 e7 e3 b6v',
      'e8 e2 c9v',
    ]);
  });

  it('does not matter where there is no wall', () => {
    expect(readAny('e2 e8 e3 e7').decision).toMatchObject({ kind: 'one', fits: true });
  });
});

it('asks about a text that two games can play', () => {
  const { decision } = readAny('5 1');
  expect(decision.kind).toBe('several');
  expect(decision.kind === 'several' && decision.candidates.map(({ form }) => form.id)).toEqual([
    'moves',
    'scored',
    'playok',
  ]);
  expect(readAny('5 1', { form: null, game: 'morris' }).decision).toMatchObject({
    kind: 'one',
    candidate: { form: { id: 'playok' } },
  });
});

describe('a list of moves with something beside them', () => {
  it.each([
    '1. 4 {good} 4 (1... 3 {also}) 2. 5 $1 *',
    '1. 4 4 2. 4 1-0',
    '; annotated by me\n% export 7\n[White "a"]\n\n1. 4 4 *',
    '{My collection}\n[White "a"]\n\n1. 4 4 *',
  ])('is of a form that has room for it: %j', (text) => {
    const { decision, readings } = readAny(text, { form: null, game: 'connect4' });
    expect(decision).toMatchObject({ kind: 'one', fits: true, candidate: { form: { id: 'pgn' } } });
    expect(forms.get('pgn')!.write!(readings[0]!.whole!).lost).toEqual([]);
  });

  it('is a list where it has nothing else', () => {
    expect(readAny('1. 4 4 2. 4', { form: null, game: 'connect4' }).decision).toMatchObject({
      candidate: { form: { id: 'moves' } },
    });
  });
});

it.each(['(1... 3', '{nice', '(1... 3 {nice'])('reads the games after one that does not end: %s', (open) => {
  const tags = (white: string): string => `[Event "?"]\n[White "${white}"]\n[Variant "Connect Four"]\n`;
  const game = (at: number): string => `${tags(`w${at}`)}\n1. 5 3 ${at === 3 ? open : '{sound}'} 2. 7 5 *\n`;
  const { readings } = readAny(Array.from({ length: 20 }, (_, at) => game(at)).join('\n'));
  expect(readings.map(({ whole }) => whole!.headers['white'])).toEqual(
    Array.from({ length: 20 }, (_, at) => `w${at}`),
  );
  expect(readings.filter(({ faults }) => faults.length > 0)).toHaveLength(1);
});

it('reads the games of SGF after one that does not end', () => {
  const { readings } = readAny(
    '(;FF[4]PWG[connect4]PW[a];W[4]\n(;B[4])\n\n(;FF[4]PWG[connect4]PW[b];W[3])\n(;FF[4]PWG[connect4]PW[c];W[2])\n',
  );
  expect(readings.map(({ whole }) => [whole!.headers['white'], whole!.nodes])).toEqual([
    ['a', 3],
    ['b', 2],
    ['c', 2],
  ]);
  expect(readings.map(({ faults }) => faults.length)).toEqual([1, 0, 0]);
});

it('says where a text cannot be read, and keeps what could be', () => {
  const { decision, readings } = readAny('44455\n4444444\n4x5\n  123\n');
  expect(decision).toMatchObject({ kind: 'one', fits: false, candidate: { game: { id: 'connect4' } } });
  expect(readings.map(({ whole }) => textsOf(whole!))).toEqual(['4 4 4 5 5', '4 4 4 4 4 4', '4', '1 2 3']);
  expect(readings.flatMap(({ faults }) => faults)).toEqual([
    { line: 2, column: 7, ply: 7, text: '4', why: 'column 4 is full' },
    expect.objectContaining({ line: 3, column: 2, ply: 2, text: 'x5' }),
  ]);
});

it('takes the form that reads on where another of the same game gives up earlier, and tells its fault', () => {
  const { decision, readings } = readAny('4453 44x');
  expect(decision).toMatchObject({ kind: 'one', fits: false, candidate: { game: { id: 'connect4' } } });
  expect(readings.map(({ whole }) => textsOf(whole!))).toEqual(['4 4 5 3 4 4']);
  expect(readings.flatMap(({ faults }) => faults)).toMatchObject([{ column: 8, ply: 7 }]);
  // What they read differs: both are asked about, though neither reads all.
  expect(readAny('1. e2 e8 2. e3h e9 e9').decision.kind).toBe('several');
});

it('keeps the main line of PGN where a variation cannot be read', () => {
  const [{ whole, faults }] = readAny('[Variant "Connect Four"]\n\n1. 4 4 (1... 9 3 (1... 2) 5)\n2. 5 *')
    .readings as [{ whole: PlayedGame; faults: unknown[] }];
  expect(textsOf(whole)).toBe('4 4 5');
  expect(whole.root.children[0]!.children).toHaveLength(1);
  expect(faults).toEqual([
    { line: 3, column: 14, ply: 2, text: '9 3 (1... 2) 5)', why: 'there is no column 9 on this board' },
  ]);
});

describe('a game that goes on after a draw', () => {
  const shuttle = 'a7-a4 g7-g4 a4-a7 g4-g7';
  const start = 'w:a7,d1,d2,b6;b:g7,f6,e3,c5;w;18;0';

  it('is read on, and the place is known', () => {
    const { decision, readings } = readAny(`${start} ${shuttle} ${shuttle} a7-a4 g7-g4 a4-g4`);
    expect(decision).toMatchObject({ kind: 'one', fits: false });
    const { whole, faults } = readings[0]!;
    expect(textsOf(whole!)).toBe(`${shuttle} ${shuttle} a7-a4 g7-g4`);
    expect(wentOnAt(whole!)).toEqual({ ply: 8, reason: 'threefold repetition' });
    // What stops it is the illegal move.
    expect(faults).toMatchObject([{ ply: 11, why: 'a4 does not touch g4' }]);
  });

  it('has no such place where no draw is', () => {
    const { readings } = readAny(`${start} ${shuttle}`);
    expect(wentOnAt(readings[0]!.whole!)).toBeNull();
    const morris = gameById('morris');
    expect(() => morris.playOn!(morris.parsePosition('w:a7,d7;b:g7,b6,f6;w;18;0'), 0)).toThrow(
      'the game is over',
    );
  });
});

it.each(['', ' \n\n', '# a note\n% another\n'])('finds no game in %j', (text) => {
  expect(readAny(text).decision).toEqual({ kind: 'empty' });
});

it('names the nearest form of a text that is none', () => {
  const { decision } = readAny('(;FF[4]GM[1];B[aa])');
  expect(decision).toMatchObject({
    kind: 'none',
    nearest: { form: { id: 'sgf' }, game: null, fault: { column: 8, why: 'GM[1] is another game' } },
  });
});

it('names no form where several games read as far', () => {
  expect(readAny('hello world').decision).toEqual({ kind: 'none', nearest: null });
});

it.each([
  ['(;FF[4]PWG[connect4];W[4];B[3])', 'quoridor', 'connect4'],
  ['(;FF[4]GM[5];W[d6])', 'stones', 'morris'],
  ['[Variant "Connect Four"]\n\n1. 4 4 *\n', 'morris', 'connect4'],
])('says that %j, read as %s, is a game of %s', (text, game, named) => {
  expect(readAny(text, { form: null, game }).decision).toEqual({ kind: 'other', game: gameById(named) });
});

it('says where the game that a text names cannot be read', () => {
  const { decision } = readAny('(;FF[4]PWG[connect4];W[99])', { form: null, game: 'connect4' });
  expect(decision).toMatchObject({ kind: 'none', nearest: { fault: { column: 22 } } });
});

it('tells the games of one file apart by their tags', () => {
  const text = '[Variant "Quoridor"]\n\n1. e8 e2 *\n\n[Variant "Quoridor"]\n[White "b"]\n\n1. e8 *\n';
  const { decision, readings } = readAny(text);
  expect(decision).toMatchObject({ kind: 'one', fits: true, candidate: { game: { id: 'quoridor' } } });
  expect(readings.map(({ whole }) => whole!.headers)).toEqual([{}, { white: 'b' }]);
});

describe.each([
  ['lines of moves', (number: number) => `4455${(number % 7) + 1}\n`, 'moves'],
  ['SGF', (number: number) => `(;PWG[connect4]PW[P${number}];W[${(number % 7) + 1}])\n`, 'sgf'],
  ['PGN', (number: number) => `[Variant "Connect Four"]\n\n1. ${(number % 7) + 1} *\n\n`, 'pgn'],
])('the beginning of %s', (_, game, form) => {
  it('is enough where nothing else fits, wherever it ends', () => {
    const text = Array.from({ length: 40 }, (_each, number) => game(number)).join('');
    for (let length = text.length - 40; length < text.length; length++) {
      const decider = deciderOf({ form: null, game: null });
      decider.push(text.slice(0, length));
      expect([decider.hasGames, decider.isSettled]).toEqual([true, true]);
      expect(decider.decide(false)).toMatchObject({ kind: 'one', candidate: { form: { id: form } } });
    }
  });
});

describe('a text that begins as SGF', () => {
  const damaged = '(;PWG[connect4]C[see [1] here:\n44\n555\n]\n;W[4];B[4])\n';

  it.each([damaged, ` \n${damaged}`, `\ufeff${damaged}`, damaged.replace('(', '( \n')])(
    'is read as SGF alone, in pieces of any length: %j',
    (text) => {
      for (const length of [1, 3, text.length]) {
        const decider = deciderOf({ form: null, game: null });
        for (let at = 0; at < text.length; at += length) decider.push(text.slice(at, at + length));
        expect([decider.hasGames, decider.isSettled]).toEqual([true, true]);
        expect(decider.decide(true)).toMatchObject({
          ...{ kind: 'one', fits: false },
          candidate: { form: { id: 'sgf' }, game: { id: 'connect4' } },
        });
      }
    },
  );

  it.each(['(;\n44\n555\n', '(;C[a] b\n44\n555\n)'])(
    'is of no other form where SGF reads nothing: %j',
    (text) => {
      expect(readAny(text).decision).toMatchObject({
        kind: 'none',
        nearest: { form: { layout: 'sgf' } },
      });
    },
  );

  it('is read in another form where that is asked for', () => {
    const { readings } = readAny(damaged, { form: 'digits', game: 'connect4' });
    expect(readings.map(({ whole }) => whole && textsOf(whole))).toContain('5 5 5');
  });
});

describe('a text of comments alone', () => {
  it.each(['{"a":1}', '{"hello": "world", "n": 4}', '{"state":[[1]]}', '; a line of notes'])(
    'is of no form: %s',
    (text) => {
      expect(readAny(text)).toMatchObject({ decision: { kind: 'none' }, readings: [] });
    },
  );

  it('says something beside moves, a position or a header', () => {
    expect(readAny('{well begun} 4 4 3').readings[0]?.whole?.nodes).toBe(4);
    expect(readAny('[White "a"]\n[Variant "Connect Four"]\n\n{not begun} *\n').decision.kind).toBe('one');
    expect(readAny('(;GM[40]C[only words])').decision.kind).not.toBe('empty');
  });

  it('says something in PGN that names its game, as Plywire writes it', () => {
    const [first] = readAny('(;FF[4]PWG[stones]C[only a comment])').readings;
    const { text } = forms.get('pgn')!.write!(first!.whole!);
    const { decision, readings } = readAny(text);
    expect(decision).toMatchObject({
      kind: 'one',
      candidate: { form: { id: 'pgn' }, game: { id: 'stones' } },
    });
    expect(readings).toMatchObject([
      { whole: { root: { notes: { comment: 'only a comment' } } }, faults: [] },
    ]);
  });
});

it.each(['(', '4 (', '(\n'])(
  'refuses millions of %j within seconds',
  { ...long, timeout: 60_000 },
  (text) => {
    const begun = performance.now();
    expect(readAny(text.repeat(3_000_000 / text.length)).decision.kind).not.toBe('one');
    // Usually two.
    expect(performance.now() - begun).toBeLessThan(20_000);
  },
);

describe('a text of which most cannot be read', () => {
  const words = Array.from({ length: 12 }, (_, at) => `${at} words of a page, ${at}\n`).join('');
  const noise = Array.from({ length: 12 }, (_, at) => `\u00ff${at}\u0001\u00e9 ${at}\n`).join('');

  it.each([`77\n${words}`, `333\n${noise}`])('is of no form, though it begins with a number: %j', (text) => {
    expect(readAny(text)).toMatchObject({ decision: { kind: 'none' }, readings: [] });
  });

  it('is read where a person says the form', () => {
    const { decision, readings } = readAny(`77\n${words}`, { form: 'moves', game: null });
    expect(decision).toMatchObject({ kind: 'one', fits: false });
    expect(textsOf(readings[0]!.whole!)).toBe('7 7');
  });

  it.each([
    ['lists that end with a word', Array.from({ length: 12 }, () => '44455 won\n').join(''), 12],
    ['a list before a page', `4445566677712444555\n4445566677712111222\n${words}`, 14],
    ['a few lines', '44\nhello\n', 2],
    [
      'PGN that names its game',
      Array.from({ length: 12 }, () => '[Variant "Connect Four"]\n\n1. 4 x *\n').join('\n'),
      12,
    ],
  ])('is read as far as possible where it is %s', (_, text, games) => {
    const { decision, readings } = readAny(text);
    expect(decision).toMatchObject({ kind: 'one', fits: false, candidate: { game: { id: 'connect4' } } });
    expect(readings).toHaveLength(games);
  });

  it('is a test file of a solver in spite of notes and a damaged line', () => {
    const line = '2252576253462244111563365343671351441 -1\n';
    expect(readAny(`# easy\n${line.repeat(20)}`).decision).toMatchObject({
      ...{ kind: 'one', fits: true },
      candidate: { form: { id: 'scored' } },
    });
  });
});

it('finds no form in a text with zeros, unless it is SGF or a person says the form', () => {
  expect(readAny('44455\n\0\n').decision).toEqual({ kind: 'none', nearest: null });
  expect(readAny(`44455\n${'4\n'.repeat(2048)}\0`).decision.kind).toBe('one');
  expect(readAny('44455\n\0\n', { form: 'moves', game: null }).decision.kind).toBe('one');
  expect(readAny('(;PWG[connect4]C[\0];W[4])').decision.kind).toBe('one');
});

it('says that the only game of SGF is too long', () => {
  const { decision } = readAny(`(;PWG[connect4];W[4]C[${'a'.repeat(17 * 1024 * 1024)}])`);
  expect(decision).toMatchObject({
    kind: 'none',
    nearest: { form: { id: 'sgf' }, fault: { why: 'the text of one game has at most 16 MiB' } },
  });
});

it('says that a text of one line is too long, which every form says', () => {
  const { decision } = readAny('1. 4 4 {a comment that goes on} '.repeat(600_000));
  expect(decision).toMatchObject({
    kind: 'none',
    nearest: { fault: { why: 'the text of one game has at most 16 MiB' } },
  });
});

it.each([
  ['SGF', 'sgf', '(;PWG[connect4];W[4])(;GM[5];W[d6])(;GM[1];B[aa])'],
  ['PGN', 'pgn', '[Variant "Connect Four"]\n\n1. 4 *\n\n[Variant "Nine Men\'s Morris"]\n\n1. d6 *\n'],
])('reads games of ours that %s names beside the decided one, where that is wanted', (_, form, text) => {
  const { decision } = readAny(text);
  if (decision.kind !== 'one') throw new Error(decision.kind);
  expect(decision.candidate).toMatchObject({ form: { id: form }, game: { id: 'connect4' } });
  const read = (isOfAnyGame: boolean) => {
    const reader = new GamesReader(decision.candidate, isOfAnyGame);
    return [...reader.push(text), ...reader.end()].map(
      ({ whole }) => whole && `${whole.game.id} ${textsOf(whole)}`,
    );
  };
  expect(read(true).slice(0, 2)).toEqual(['connect4 4', 'morris d6']);
  expect(read(false).slice(0, 2)).toEqual(['connect4 4', null]);
});
