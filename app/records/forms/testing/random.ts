/** Random games of every kind, with variations and notes. */
import fc from 'fast-check';
import type { Game } from '../../../games/game.ts';
import { MarkColor, type Mark } from '../../../shapes/tree.ts';
import { writeNative } from '../native-writer.ts';
import {
  allNodes,
  newPlayed,
  played,
  type Evaluation,
  type Notes,
  type PlayedGame,
  type PlayedNode,
} from '../played.ts';
import type { Unit } from '../unit.ts';
import { splitterOf, type Layout } from '../units.ts';

/** Texts that break readers which escape too little. */
const anyText = fc.oneof(
  { weight: 2, arbitrary: fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' }) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      'a]b',
      'a\\',
      '[%x 1]',
      '[%eval 3]',
      '[  %clk 1:00:00] [[%pwm G a]',
      'a\n%b',
      ';',
      ')',
      '(;W[1])',
      '"',
      'two\nlines',
      '1. e4',
      '$1',
      ' : ',
      'é—ü',
    ),
  },
);

/** Such as headers and comments have: without blanks around, and with line ends as `\n`. */
const anyWords = anyText.map((text) => text.replace(/\r/g, '').trim()).filter((text) => text !== '');

const anyEvaluation: fc.Arbitrary<Evaluation> = fc.record({
  by: fc.constantFrom('', 'an engine', '5 engines', '? it', 'my {engine} [1]', '%5B%', '%255B 100%25'),
  score: fc.oneof(
    fc.record({
      kind: fc.constantFrom('win' as const, 'loss' as const),
      plies: fc.option(fc.nat(400), { nil: null }),
    }),
    fc.constant({ kind: 'draw' as const }),
    fc.record({
      kind: fc.constant('estimate' as const),
      value: fc.oneof(
        fc.constantFrom(0, 0.25, -3.5, 1e-7, 12345, 123456789012345),
        fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (value === 0 ? 0 : value)),
      ),
    }),
  ),
});

const anyMark = (spots: readonly string[]): fc.Arbitrary<Mark> =>
  fc.record({
    color: fc.constantFrom(...MarkColor.options),
    from: fc.constantFrom(...spots),
    to: fc.option(fc.constantFrom(...spots), { nil: null }),
  });

function anyNotes(game: Game): fc.Arbitrary<Notes> {
  const spots = game.geometry(game.setupOf(game.initial())).spots.map(({ name }) => name);
  return fc
    .record(
      {
        comment: anyWords,
        glyphs: fc.uniqueArray(fc.integer({ min: 1, max: 255 }), { minLength: 1, maxLength: 4 }),
        marks: fc.uniqueArray(anyMark(spots), {
          minLength: 1,
          maxLength: 4,
          selector: (mark) => JSON.stringify(mark),
        }),
        clock: fc.nat(100_000_000).map((thousandths) => thousandths / 1000),
        spent: fc.nat(1_000_000).map((thousandths) => thousandths / 1000),
        evaluations: fc.array(anyEvaluation, { minLength: 1, maxLength: 3 }),
        properties: fc
          .tuple(
            fc.dictionary(
              fc.constantFrom('LB', 'MA', 'KO', 'XX', 'N'),
              fc.array(anyWords, { minLength: 1, maxLength: 3 }),
              {
                minKeys: 1,
                noNullPrototype: true,
              },
            ),
            // Of Plywire, with values that it cannot read.
            fc.constantFrom({}, { PWE: ['0.5.5'], PWN: ['300', '0'] }, { PWT: ['12 s'], AP: ['Other:1'] }),
          )
          .map(([foreign, unread]) => ({ ...foreign, ...unread })),
      },
      { requiredKeys: [] },
    )
    .map((notes) => notes as Notes);
}

/** A tree of a few dozen nodes: each step goes on at a node that is there, mostly the newest. */
export function anyGame(game: Game, { variations = true, notes = true } = {}): fc.Arbitrary<PlayedGame> {
  const step = fc.tuple(
    fc.nat(9),
    fc.nat(1_000_000),
    fc.nat(1_000_000),
    fc.option(anyNotes(game), { freq: 3 }),
  );
  return fc
    .tuple(
      fc.array(step, { maxLength: 60, size: 'max' }),
      fc.dictionary(
        fc.constantFrom('white', 'black', 'event', 'round', 'timeControl', 'custom', 'ECO'),
        anyWords,
        {
          noNullPrototype: true,
        },
      ),
      fc.constantFrom(undefined, '1-0', '0-1', '1/2-1/2'),
    )
    .map(([steps, headers, result]) => {
      const whole = newPlayed(game, game.initial());
      if (notes) whole.headers = { ...headers, ...(result !== undefined && { result }) };
      let at: PlayedNode = whole.root;
      for (const [kind, where, pick, said] of steps) {
        if (variations && kind === 0) at = [...allNodes(whole.root)][where % whole.nodes]!;
        const legal = game.moves(at.position);
        if (legal.length === 0) continue;
        at = played(whole, at, legal[pick % legal.length]);
        if (notes && said !== null && at.notes === null) at.notes = said;
      }
      // A failure prints it as it is written.
      return Object.defineProperty(whole, fc.toStringMethod, { value: () => writeNative(whole).text });
    });
}

export function unitsOf(layout: Layout, text: string): readonly Unit[] {
  const splitter = splitterOf(layout);
  return [...splitter.push(text), ...splitter.end()];
}

/** The moves of a game, as one value. */
export const movesOf = ({ game, root }: PlayedGame): unknown => [
  game.positionText(root.position),
  [...allNodes(root)].map(({ parent, move, ply }) => [
    ply,
    parent === null ? '' : game.moveText(parent.position, move),
  ]),
];

const sorted = <T>(items: readonly T[] | undefined): readonly T[] | undefined =>
  items?.toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));

/** The notes of a game, where the order of glyphs and marks means nothing. */
export const notesOfAll = ({ root }: PlayedGame): unknown =>
  [...allNodes(root)].map(({ notes }) =>
    notes === null || Object.keys(notes).length === 0
      ? null
      : { ...notes, glyphs: sorted(notes.glyphs), marks: sorted(notes.marks) },
  );
