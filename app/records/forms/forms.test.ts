/** Every form of every game: its examples there and back. */
import { describe, expect, it } from 'vitest';
import { formsOfGames } from '../../games/forms.ts';
import { gameById } from '../../games/registry.ts';
import { allNodes, type PlayedGame } from './played.ts';
import { candidatesOf, forms } from './registry.ts';
import { examples } from './testing/examples.ts';
import { readAny } from './testing/read-any.ts';
import { splitterOf } from './units.ts';

const unitsOf = (layout: Parameters<typeof splitterOf>[0], text: string) => {
  const splitter = splitterOf(layout);
  return [...splitter.push(text), ...splitter.end()];
};

/** What a game says, as one value. */
const meaning = ({ game, root }: PlayedGame) => [
  game.positionText(root.position),
  [...allNodes(root)].map(({ parent, move, ply }) => [
    ply,
    parent === null ? '' : game.moveText(parent.position, move),
  ]),
];

const cases = examples.map(({ form, game, text }) => [form, game, text] as const);

describe.each(cases)('the example of %s (%s) %j', (id, gameId, text) => {
  const form = forms.get(id)!;
  const game = gameById(gameId);

  it('is read without a fault, written, and read as the same', () => {
    const units = unitsOf(form.layout, text);
    expect(units).toHaveLength(1);
    const { whole, faults } = form.read(game, units[0]!);
    expect(faults).toEqual([]);
    expect(whole).not.toBeNull();
    if (form.write === null) return;
    const { text: written } = form.write(whole!);
    const [unit] = unitsOf(form.layout, written);
    const again = form.read(game, unit!);
    expect(again.faults).toEqual([]);
    // Only PGN and SGF hold variations; what a line holds is the same everywhere.
    const isTree = form.id === 'sgf' || form.id === 'pgn' || form.layout === 'sgf';
    if (isTree || whole!.nodes === again.whole!.nodes) expect(meaning(again.whole!)).toEqual(meaning(whole!));
    expect(form.write(again.whole!).text).toBe(written);
  });

  it('is found among all forms, or told to be read in several ways', () => {
    const { decision } = readAny(text);
    const readAs = (form: string, of: string) =>
      meaning(readAny(text, { form, game: of }).readings[0]!.whole!);
    const candidates =
      decision.kind === 'several' ? decision.candidates : decision.kind === 'one' ? [decision.candidate] : [];
    if (decision.kind === 'one') expect(decision.fits).toBe(true);
    // Of forms that read the same, only the first is told.
    const found = candidates.map((each) => readAs(each.form.id, each.game.id));
    expect(found).toContainEqual(readAs(id, gameId));
  });
});

it('has an example for each form and game', () => {
  for (const form of forms.values()) {
    for (const game of form.games)
      expect(examples.some((each) => each.form === form.id && each.game === game)).toBe(true);
  }
  expect(candidatesOf(null, null).length).toBeGreaterThan(forms.size);
});

it('gives files of SGF and PGN their extensions, all others are plain texts', () => {
  const isPgn = new Set(
    [...formsOfGames.values()].flatMap((some) =>
      some.filter((form) => form.kind === 'words' && form.isPgn === true).map(({ id }) => id),
    ),
  );
  expect(isPgn.size).toBeGreaterThan(0);
  for (const { id, layout, extension } of forms.values()) {
    const expected = layout === 'sgf' ? 'sgf' : id === 'pgn' || isPgn.has(id) ? 'pgn' : 'txt';
    expect([id, extension]).toEqual([id, expected]);
  }
});

it('names the encoding of its file in SGF alone', () => {
  for (const form of forms.values()) {
    const [example] = examples.filter((each) => each.form === form.id);
    const [unit] = unitsOf(form.layout, example!.text);
    const { whole } = form.read(gameById(example!.game), unit!);
    const text = form.write?.(whole!, 'shift_jis').text ?? '';
    expect(text.includes('shift_jis')).toBe(form.id === 'sgf');
    if (form.id === 'sgf') expect(text).toContain('CA[shift_jis]');
  }
});
