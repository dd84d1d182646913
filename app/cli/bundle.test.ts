/** A bundle that is called off while it is written: what there is of it is thrown away, and not brought to the disk first. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { LocalClient } from '../api/transports/in-process.ts';
import { bundle } from './bundle.ts';
import { outputFor } from './output.ts';

const contents = {
  ...{ kind: 'contents', bundle: 'b-1', name: 'usual.zip', title: 'an engine' },
  ...{ files: [], masked: [], left: [], ends: null },
};

/** A client whose stream of a bundle ends as one that was called off, and as one that was written. */
const clientWith = (last: readonly object[], look = vi.fn()): LocalClient => {
  const stream = (...events: readonly object[]) =>
    Promise.resolve(
      (async function* () {
        yield* events;
      })(),
    );
  const piece = { kind: 'bytes', bytes: Buffer.from('PK').toString('base64'), share: 0.5 };
  return {
    local: { journal: () => Promise.resolve({ journal: 'j-1' }) },
    bundle: { look: (asked: object) => (look(asked), stream(contents)), write: () => stream(piece, ...last) },
  } as unknown as LocalClient;
};

it.each([
  ['called off', [], [], 0],
  ['finished', [{ kind: 'done', bytes: 2 }], ['out.zip'], 1],
] as const)('a bundle that was %s', async (_what, last, left, synced) => {
  const folder = mkdtempSync(join(tmpdir(), 'plywire-bundle-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const handle = await open(folder);
  const sync = vi.spyOn(Object.getPrototypeOf(handle) as typeof handle, 'sync');
  onTestFinished(() => sync.mockRestore());
  await handle.close();
  const mute = { write: () => true };
  const output = outputFor(false, { stdout: mute, stderr: mute });
  const look = vi.fn();
  const asking = { client: clientWith(last, look), output, signal: new AbortController().signal };
  await bundle(asking, 's-0', { out: join(folder, 'out.zip') });
  expect([readdirSync(folder), sync.mock.calls.length]).toEqual([left, synced]);
  // Its README names the file that is written.
  expect(look).toHaveBeenCalledWith({ journal: 'j-1', name: 'out.zip' });
});
