/** `plywire check --symmetry` as built, with engines that have a bug of evaluation, and one that has none. */
import { fileURLToPath } from 'node:url';
import { expect, it, vi } from 'vitest';
import { freshPlace } from './testing/expecting.ts';
import type { CommandOutcome } from './testing/plywire.ts';

vi.setConfig({ testTimeout: 90_000 });

const column = fileURLToPath(new URL('../../tests/engines/column.mjs', import.meta.url));
const place = freshPlace();

const symmetry = (...words: readonly string[]): Promise<CommandOutcome> =>
  place().run('check', '--symmetry', ...words);
const columnEngine = (kind: string) => [column, '--protocol', 'cfp', `--arg=${kind}`] as const;

interface Pair {
  readonly kind: string;
  readonly outcome: string;
  readonly original: { readonly position: string; readonly turn: readonly string[] };
  readonly image: { readonly position: string; readonly turn: readonly string[] };
}

const pairsOf = ({ objects }: CommandOutcome): Pair[] =>
  (objects() as unknown as Pair[]).filter(({ kind }) => kind === 'pair');

it('finds no difference in the bundled Connect Four engine', async () => {
  const outcome = await symmetry('connect4', '--json');
  expect([outcome.code, outcome.stderr]).toEqual([0, '']);
  expect(outcome.objects().at(-1)).toMatchObject({ kind: 'summary', differ: 0, repeated: 10, changed: 0 });
  expect(pairsOf(outcome)).toHaveLength(50);
});

it('names each position that an engine with one favourite side answers differently', async () => {
  const outcome = await symmetry(...columnEngine('left'), '--json');
  expect(outcome.code).toBe(0);
  const pairs = pairsOf(outcome);
  expect(outcome.objects().at(-1)).toMatchObject({ differ: pairs.length, ties: 0, changed: 0 });
  for (const { original, image } of pairs) {
    expect(image.position).not.toBe(original.position);
    expect(Number(original.turn[0]) + Number(image.turn[0])).not.toBe(8);
  }
});

it('finds the bug that shows only where the middle column is full', async () => {
  const pairs = pairsOf(await symmetry(...columnEngine('middle'), '--json'));
  const differing = pairs.filter(({ outcome }) => outcome === 'differ');
  expect(differing.length).toBeGreaterThan(0);
  expect(differing.length).toBeLessThan(pairs.length);
  for (const { original } of differing) expect(original.turn).not.toEqual(['4']);
});

it('says that an engine is not deterministic', async () => {
  const { code, stdout } = await symmetry(...columnEngine('random'));
  expect(code).toBe(0);
  expect(stdout).toMatch(/^differs {3}\S+/m);
  expect(stdout).toContain('The engine is not deterministic');
});

it('is told apart from the other checks', async () => {
  const { code, stderr } = await symmetry(...columnEngine('left'), '--only=quit');
  expect(code).toBe(2);
  expect(stderr).toContain("option '--symmetry' cannot be used with option '--only <check>'");
});
