/** Changed texts for every reader, others in each run. */
import { describe, it } from 'vitest';
import { forms } from './registry.ts';
import { attack, expectPromises } from './testing/hostile.ts';

/** Of each reader: about five minutes in all. Four runs make a million. */
const inputs = 250_000;

/** Different each time; a failure prints it. */
const seed = Date.now() % 2 ** 31;

describe.each([...forms.values()])('$id, given anything', { timeout: 3_600_000 }, (form) => {
  it('ends, throws nothing, and reads what it writes', () => {
    expectPromises(attack(form, inputs, seed));
  });
});
