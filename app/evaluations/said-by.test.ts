import { expect, it } from 'vitest';
import type { Measure } from '../shapes/evaluations.ts';
import { readSaidBy, saidByText } from './said-by.ts';

const depth = (amount: number): Measure => ({ kind: 'depth', amount });

it.each<[string, string, Measure | null, number]>([
  ['an engine', 'an engine', null, 1],
  ['Plywire Connect Four, depth 9', 'Plywire Connect Four', depth(9), 1],
  ['Plywire Connect Four, depth 9, scale 1000', 'Plywire Connect Four', depth(9), 1000],
  ['mine, nodes 1230000', 'mine', { kind: 'nodes', amount: 1_230_000 }, 1],
  ['mine, seconds 1e-7', 'mine', { kind: 'seconds', amount: 1e-7 }, 1],
  ['mine, scale 0.001', 'mine', null, 0.001],
  ['mine, depth 3, depth 9', 'mine, depth 3', depth(9), 1],
  [`${'x'.repeat(200)}, depth 9`, 'x'.repeat(120), depth(9), 1],
  ['  a\u0007b ', 'a b', null, 1],
  ['', 'Unnamed', null, 1],
  // None of these is a number that is kept: they stay a part of the name.
  ['mine, depth 1.5', 'mine, depth 1.5', null, 1],
  ['mine, nodes 1e999', 'mine, nodes 1e999', null, 1],
  ['mine, depth', 'mine, depth', null, 1],
  ['mine, scale 0', 'mine', null, 1],
])('%s is read as a name, how far it looked, and a scale', (by, name, measure, scale) => {
  expect(readSaidBy(by)).toEqual({ name, measure, scale });
});

it.each<[Measure, number, string]>([
  [depth(9), 1, 'mine, depth 9'],
  [depth(9), 1e8, 'mine, depth 9, scale 100000000'],
  [depth(30), 1e21, 'mine, depth 30, scale 1e+21'],
  [{ kind: 'nodes', amount: 1_234_567 }, 0.001, 'mine, nodes 1230000, scale 0.001'],
  [{ kind: 'seconds', amount: 0.04567 }, 1, 'mine, seconds 0.0457'],
  [{ kind: 'claimed', amount: 0 }, 1, 'mine'],
])('what is written is read again: %j', (measure, scale, text) => {
  expect(saidByText({ name: 'mine', measure, scale })).toBe(text);
  const read = readSaidBy(text);
  expect([read.name, read.scale]).toEqual(['mine', scale]);
  if (measure.kind === 'claimed') expect(read.measure).toBeNull();
  else expect(read.measure).toEqual({ ...measure, amount: Number(measure.amount.toPrecision(3)) });
});
