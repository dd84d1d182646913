/** Takes each protocol of the registry through the shared suite; see `docs/adding.md`. */
import { describe } from 'vitest';
import { protocols } from './registry.ts';
import { recordingsOf } from './testing/recordings.ts';
import { sampleOf } from './testing/fixtures.ts';
import { protocolSuite } from './testing/suite.ts';

describe.each([...protocols.values()])('$id', async (protocol) => {
  protocolSuite(protocol, await sampleOf(protocol), recordingsOf(protocol));
});
