/** Random trees, there and back: SGF holds all of a tree, PGN all but foreign properties, and every other form a line. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { games } from '../../games/registry.ts';
import { allNodes, playedOf, treeOf, type PlayedGame } from './played.ts';
import { CannotWrite } from './reading.ts';
import { forms } from './registry.ts';
import { anyGame, movesOf, notesOfAll, unitsOf } from './testing/random.ts';
import { randomCases } from '../../games/testing/effort.ts';

const runs = 15;

function readBack(id: string, whole: PlayedGame): PlayedGame {
  const form = forms.get(id)!;
  const units = unitsOf(form.layout, form.write!(whole).text);
  expect(units).toHaveLength(1);
  const { whole: again, faults } = form.read(whole.game, units[0]!);
  expect(faults).toEqual([]);
  return again!;
}

describe.each([...games.values()])('a random tree of $name', { timeout: 60_000 }, (game) => {
  it('is the same as a tree of the window', () => {
    fc.assert(
      fc.property(anyGame(game), (whole) => {
        const again = playedOf(treeOf(whole, 'g-1'));
        expect(movesOf(again)).toEqual(movesOf(whole));
        expect(notesOfAll(again)).toEqual(notesOfAll(whole));
        expect(again.headers).toEqual(whole.headers);
      }),
      { numRuns: randomCases(runs) },
    );
  });

  it('is the same after SGF', () => {
    fc.assert(
      fc.property(anyGame(game), (whole) => {
        const again = readBack('sgf', whole);
        expect(movesOf(again)).toEqual(movesOf(whole));
        expect(notesOfAll(again)).toEqual(notesOfAll(whole));
        expect(again.headers).toMatchObject(whole.headers);
      }),
      { numRuns: randomCases(runs) },
    );
  });

  it('is the same after PGN, but for what PGN is said to lose', () => {
    fc.assert(
      fc.property(anyGame(game), (whole) => {
        const { lost } = forms.get('pgn')!.write!(whole);
        expect(lost.includes('properties of other programs')).toBe(
          [...allNodes(whole.root)].some(({ notes }) => notes?.properties !== undefined),
        );
        const again = readBack('pgn', whole);
        expect(movesOf(again)).toEqual(movesOf(whole));
        if (!lost.includes('comments')) {
          expect(lost).not.toContain('blanks around comments');
          for (const { notes } of allNodes(whole.root)) if (notes !== null) delete notes.properties;
          expect(notesOfAll(again)).toEqual(notesOfAll(whole));
        }
        const headers = Object.fromEntries(
          Object.entries(whole.headers).map(([name, text]) => [name, text.replace(/\s+/g, ' ')]),
        );
        expect(
          Object.fromEntries(
            Object.entries(again.headers).map(([name, text]) => [name, text.replace(/\s+/g, ' ')]),
          ),
        ).toMatchObject(headers);
      }),
      { numRuns: randomCases(runs) },
    );
  });
});

const lineForms = [...forms.values()].filter(
  ({ write, id }) => write !== null && id !== 'sgf' && id !== 'pgn',
);

describe.each(lineForms)('a random game as $id', { timeout: 60_000 }, (form) => {
  it.each(form.games)('of %s is the same afterwards, or told to be lost', (id) => {
    const game = games.get(id)!;
    let written = 0;
    fc.assert(
      fc.property(anyGame(game, { variations: false, notes: false }), (whole) => {
        let text: string;
        try {
          const result = form.write!(whole);
          ({ text } = result);
          const holdsMoves = !result.lost.includes('moves');
          written++;
          const [unit] = unitsOf(form.layout, text);
          if (unit === undefined) {
            // A list of no moves is an empty text.
            expect(whole.nodes).toBe(1);
            return;
          }
          const { whole: again, faults } = form.read(game, unit);
          expect(faults).toEqual([]);
          if (holdsMoves && whole.nodes > 1) expect(movesOf(again!)).toEqual(movesOf(whole));
          else {
            const last = [...allNodes(whole.root)].at(-1)!.position;
            expect(game.key(again!.root.position)).toBe(game.key(last));
            const isSame = game.positionText(again!.root.position) === game.positionText(last);
            expect(result.lost.includes('owners of walls')).toBe(!isSame);
          }
        } catch (error) {
          if (!(error instanceof CannotWrite)) throw error;
        }
      }),
      { numRuns: randomCases(runs) },
    );
    expect(written).toBeGreaterThan(0);
  });
});
