import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { quoridor, type QuoridorPosition } from '../../games/quoridor/index.ts';
import { differences, type Drawn } from '../drawings.ts';
import { defaultDeadlines } from '../protocol.ts';
import { parseTranscript, replay } from '../testing/recordings.ts';
import { drawBoard } from './responder.ts';
import { readDrawing, shownOf } from './drawings.ts';
import { qtp } from './index.ts';

const folder = new URL('../../../tests/transcripts/', import.meta.url);
const recordings = readdirSync(folder).filter((name) => name.startsWith('qtp_'));

const drawingsIn = (name: string) =>
  replay(qtp.createDriver(defaultDeadlines), parseTranscript(readFileSync(new URL(name, folder), 'utf8')))
    .flatMap(({ events }) => events)
    .flatMap((event) =>
      event.kind === 'drawing' ? [{ ...event, position: event.position as QuoridorPosition | null }] : [],
    );

const position = (text: string): QuoridorPosition => quoridor.parsePosition(text);
const things = (drawn: Drawn | null): string[] => drawn!.things.map(({ name, area }) => `${name} ${area}`);
const words = (lines: readonly string[], here: QuoridorPosition): string[] =>
  differences(readDrawing(lines)!, shownOf(here)).map((difference) => difference.words);
const rewritten = (lines: readonly string[], from: string | RegExp, to: string): string[] =>
  lines.join('\n').replace(from, to).split('\n');

/** A random game by a linear congruential generator. */
function playedOut(size: number, seed: number): QuoridorPosition {
  let [state, at] = [seed, quoridor.initial({ size })];
  for (let ply = 0; ply < 40 && !quoridor.result(at); ply++) {
    const moves = quoridor.moves(at);
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    at = quoridor.play(at, moves[state % moves.length]!);
  }
  return at;
}

describe('drawings of real engines', () => {
  it.each(recordings)('are read right where one is known to stand somewhere: %s', (name) => {
    for (const { lines, position: here } of drawingsIn(name)) {
      const drawn = readDrawing(lines);
      expect(drawn, lines.join('\n')).not.toBeNull();
      expect([...drawn!.unread]).toEqual([]);
      expect(drawn!.things.filter(({ kind }) => kind.startsWith('pawn'))).toHaveLength(2);
      expect(drawn!.facts.map((fact) => fact.name)).toEqual(
        expect.arrayContaining(["Black's walls left", "White's walls left"]),
      );
      if (here) expect(differences(drawn!, shownOf(here))).toEqual([]);
    }
  });

  it('are many, nearly all of them where the position is known, some with walls both ways', () => {
    const all = recordings.flatMap(drawingsIn);
    expect(all.length).toBe(21);
    expect(all.filter(({ position: here }) => here).length).toBe(20);
    expect(things(readDrawing(all.find(({ lines }) => lines.length === 19)!.lines))).toEqual([
      ...["Black's pawn e8", "White's pawn e2", 'Wall e3h', 'Wall a9v'],
    ]);
  });
});

describe('a drawing', () => {
  it('of our own engine shows every position of played games on every size', () => {
    for (const size of [3, 5, 7, 9, 11, 13, 25]) {
      for (let seed = 1; seed <= 25; seed++) {
        const here = playedOut(size, seed * 7919);
        expect(words(drawBoard(here), here), quoridor.positionText(here)).toEqual([]);
      }
    }
  });

  const here = position('9 e8 e2 8 9 d7h,c4v a9v w');
  const lines = drawBoard(here);

  it('that differs says where, and where that is in its text', () => {
    const moved = rewritten(rewritten(lines, ' W ', '   '), /^( 3 \|(?: {3}[|#]){4}) {3}/m, '$1 W ');
    const lied = rewritten(rewritten(moved, '=======', '---+---'), 'black walls: 8', 'black walls: 7');
    const found = differences(readDrawing(lied)!, shownOf(here));
    expect(found.map((difference) => [difference.words, difference.areas])).toEqual([
      ["White's pawn: e3 in the drawing, e2 here", ['e2', 'e3']],
      ['Wall: d7h here, not in the drawing', ['d7h']],
      ["Black's walls left: 7 in the drawing, 8 here", []],
    ]);
    const quoted = found.map(({ spans }) => spans.map(({ line, from, to }) => lied[line]!.slice(from, to)));
    expect(quoted).toEqual([[' ', 'W'], ['---+---'], ['7']]);
  });

  it('tells walls that are too many, half walls, and a pawn that is not there', () => {
    expect(words(rewritten(lines, '=======', '===+---'), here)).toEqual([
      'Wall: d7h here, not in the drawing',
      'Half a wall: d7h in the drawing, not here',
    ]);
    expect(words(lines, position('9 e8 e2 9 9 c4v a9v w'))).toEqual([
      'Wall: d7h in the drawing, not here',
      "Black's walls left: 8 in the drawing, 9 here",
    ]);
    expect(words(rewritten(lines, '| B |', '|   |'), here)).toEqual([
      "Black's pawn: e8 here, not in the drawing",
    ]);
  });

  it('of another size is told as that alone', () => {
    expect(words(drawBoard(quoridor.initial({ size: 7 })), here)).toEqual([
      'The board: 7 by 7 cells in the drawing, 9 by 9 cells here',
    ]);
  });

  it('may have nothing between cells but walls, numbers at one side, rows from below, and say whose turn it is', () => {
    const corners = [
      ...['  +   +   +   +', '    W       B    1', '  +---+---+   +', '          |     2', '  +   +   +   +'],
      ...['          |     3', '  +   +   +   +', '    A   B   C', 'White to move, white walls 0'],
    ];
    const drawn = readDrawing(corners);
    expect(things(drawn)).toEqual(["Black's pawn c1", "White's pawn a1", 'Wall a2h', 'Wall b3v']);
    expect(drawn!.facts.map(({ name, value }) => `${name}: ${value}`)).toEqual([
      ...["White's walls left: 0", 'To move: White'],
    ]);
  });

  it('may have its first line moved by the mark of the answer', () => {
    const points = ['3 . b .', '       ', ' 2 . .|.', '     - -', ' 1 . w|.', '   a b c'];
    expect(things(readDrawing(points))).toEqual([
      "Black's pawn b3",
      "White's pawn b1",
      'Wall b2h',
      'Wall b2v',
    ]);
  });

  it('that cannot be read in part passes over that part', () => {
    const tight = ['   A B C', ' 3 . b .', ' 2 .|. .', ' 1 .|X .'];
    const drawn = readDrawing(tight)!;
    expect([...drawn.unread.values()]).toEqual(["White's pawn", 'walls that lie']);
    expect(words(tight, position('3 b3 b1 0 0 a2v - b'))).toEqual([]);
    const other = shownOf(position('3 a3 b1 0 0 a2v - b'));
    const lying = { kind: 'wall-h', name: 'Wall', area: 'a3h' };
    const found = differences(drawn, { ...other, things: [...other.things, lying] });
    expect(found.map((difference) => difference.words)).toEqual(["Black's pawn: b3 in the drawing, a3 here"]);
  });

  it.each([
    ['nothing', []],
    ['prose', ['Black stands on e9, White on e1.']],
    ['a board of two columns', [' A B', ' 2 . B', ' 1 W .']],
    ['a row too few', ['   A B C', ' 3 . b .', ' 1 . w .']],
    ['a row told twice', ['   A B C', ' 3 . b .', ' 2 . . .', ' 2 . . .', ' 1 . w .']],
    ['unknown signs', ['   A B C', ' 3 . X .', ' 2 . . .', ' 1 . O .']],
    ['lines without end', [`${'A B C '.repeat(100_000)}`, '+-'.repeat(100_000)]],
  ])('that is %s cannot be read', (_, given) => {
    expect(readDrawing(given)).toBeNull();
  });
});
