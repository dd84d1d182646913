import { expect, it } from 'vitest';
import { statisticsOf } from '../statistics/sprt.ts';
import { statisticsLines } from './statistics-words.ts';

const plan = { elo0: 0, elo1: 5, alpha: 0.05, beta: 0.05, model: 'normalized' } as const;
const lines = (...counts: number[]): string[] => statisticsLines(counts, statisticsOf(counts, plan), plan);

it('has errors and the likelihood of superiority once enough pairs differ', () => {
  const [first, , los] = lines(2, 3, 10, 4, 3);
  expect(first).toMatch(/^Elo: \d+\.\d\d \+\/- \d+\.\d\d, nElo: \d+\.\d\d \+\/- \d+\.\d\d$/);
  expect(los).toMatch(/^LOS: /);
});

it.each([
  [0, 0, 0, 0, 1],
  [0, 0, 0, 0, 100],
  [0, 0, 5, 0, 0],
  [0, 0, 1],
])('has none of %i, %i, %i, %i, %i, which say nothing about errors', (...counts) => {
  const all = lines(...counts.filter((count) => typeof count === 'number')).join('\n');
  expect(all).toMatch(/^Elo: [\d.]+, nElo: [\d.]+ \(errors unknown\)\n/);
  expect(all).not.toMatch(/LOS|-0\.0|NaN|Infinity/);
});

it('ends with the Elo without the bias of stopping once a test is decided', () => {
  expect(lines(10, 20, 50, 35, 150).at(-1)).toMatch(
    /^Elo without the bias of stopping: [\d.]+ \[[\d.]+, [\d.]+\], good for small differences$/,
  );
  expect(lines(10, 20, 50, 35, 1500).at(-1)).toMatch(/stopping: 5\d\d\.\d \(more than \d+\.\d\), good/);
  expect(lines(0, 0, 0, 0, 500).at(-1)).toMatch(/stopping: more than \d+\.\d, good/);
  expect(lines(2, 3, 10, 4, 3).at(-1)).toMatch(/^LLR: .* continue$/);
});
