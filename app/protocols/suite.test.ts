/** Every protocol in the registry, taken through the shared suite; `docs/adding.md` says what that asks for. */
import { describe } from 'vitest';
import { protocols } from './registry.ts';
import { recordingsOf } from './testing/recordings.ts';
import { sampleOf } from './testing/fixtures.ts';
import { protocolSuite } from './testing/suite.ts';

describe.each([...protocols.values()])('$id', async (protocol) => {
  protocolSuite(protocol, await sampleOf(protocol), recordingsOf(protocol));
});
