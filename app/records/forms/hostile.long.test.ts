/** A hundred thousand changed texts for every reader, always the same ones, so that a failure comes again. */
import { describe, it } from 'vitest';
import { forms } from './registry.ts';
import { attack, expectPromises } from './testing/hostile.ts';

/** Of each reader: about two minutes in all. */
const inputs = 100_000;

const seed = 19961125;

describe.each([...forms.values()])('$id, given anything', { timeout: 3_600_000 }, (form) => {
  it('ends, throws nothing, and reads what it writes', () => {
    expectPromises(attack(form, inputs, seed));
  });
});
