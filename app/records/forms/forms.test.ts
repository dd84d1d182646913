/** Every form of every game: its examples there and back. */
import { describe, expect, it } from 'vitest';
import { games, gameById } from '../../games/registry.ts';
import { readAny } from './decide.ts';
import { allNodes, type PlayedGame } from './played.ts';
import { candidatesOf, forms } from './registry.ts';
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

const cases = [...forms.values()].flatMap((form) =>
  form.examples.map(({ game, text }) => [form.id, game, text] as const),
);

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
    if (decision.kind === 'several') {
      expect(decision.candidates.map((each) => each.form.id)).toContain(id);
      return;
    }
    expect(decision).toMatchObject({ kind: 'one', fits: true });
    const [ours] = readAny(text, { form: id, game: gameId }).readings;
    const [found] = readAny(text).readings;
    expect(meaning(found!.whole!)).toEqual(meaning(ours!.whole!));
  });
});

it('has an example for each form and game', () => {
  for (const form of forms.values()) {
    for (const game of form.games) expect(form.examples.some((each) => each.game === game)).toBe(true);
  }
  expect(candidatesOf(null, null).length).toBeGreaterThan(forms.size);
  expect([...games.keys()].length).toBe(4);
});
