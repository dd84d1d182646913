import { describe, expect, it } from 'vitest';
import { protocols } from '../../app/protocols/registry.ts';
import { recordingsOf } from '../../app/protocols/testing/recordings.ts';
import { sampleOf } from '../../app/protocols/testing/fixtures.ts';
import { halves } from './fuzz.ts';
import { growth, MOST_GROWTH } from './memory.ts';

/** Characters per line. */
const length = 16_384;

/** Tests that neither half of any protocol keeps what it is told, for this many lines each. */
export function describeMemory(lines: number): void {
  describe.each([...protocols.values()])(
    `$id, told ${Math.floor((lines * length) / 1e6)} MB in long lines`,
    { timeout: 60_000 },
    async (protocol) => {
      const subject = { protocol, sample: await sampleOf(protocol), recordings: recordingsOf(protocol) };

      it.each(halves)('its %s keeps next to nothing', (half) => {
        expect(growth(subject, half, lines, length)).toBeLessThan(MOST_GROWTH);
      });
    },
  );
}
