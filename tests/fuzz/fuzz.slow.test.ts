/** The short form of `npm run fuzz`: every protocol in the registry, both halves. `fuzz.long.test.ts` goes further. */
import { describe, expect, it } from 'vitest';
import { protocols } from '../../app/protocols/registry.ts';
import { recordingsOf } from '../../app/protocols/testing/recordings.ts';
import { sampleOf } from '../../app/protocols/testing/fixtures.ts';
import { fuzz, halves } from './fuzz.ts';

const INPUTS = 500;

describe.each([...protocols.values()])('$id, fed with anything', { timeout: 120_000 }, async (protocol) => {
  const subject = { protocol, sample: await sampleOf(protocol), recordings: recordingsOf(protocol) };

  it.each(halves)('its %s keeps every promise', (half) => {
    const { inputs, failure } = fuzz(subject, half, { inputs: INPUTS, seed: 1 });
    expect(failure).toBeNull();
    expect(inputs).toBeGreaterThanOrEqual(INPUTS);
  });
});
