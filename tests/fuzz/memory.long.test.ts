import { describe, expect, it } from 'vitest';
import { protocols } from '../../app/protocols/registry.ts';
import { recordingsOf } from '../../app/protocols/testing/recordings.ts';
import { sampleOf } from '../../app/protocols/testing/sample.ts';
import { halves } from './fuzz.ts';
import { growth, MOST_GROWTH } from './memory.ts';

describe.each([...protocols.values()])(
  '$id, told 100 MB in long lines',
  { timeout: 60_000 },
  async (protocol) => {
    const subject = { protocol, sample: await sampleOf(protocol), recordings: recordingsOf(protocol) };

    it.each(halves)('its %s keeps next to nothing', (half) => {
      expect(growth(subject, half, 6000, 16_384)).toBeLessThan(MOST_GROWTH);
    });
  },
);
