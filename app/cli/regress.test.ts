import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Core } from '../api/core.ts';
import { keepBuild } from './keep-build.ts';
import { outputFor } from './output.ts';
import { regress, type RegressFlags } from './regress.ts';
import { buildProgram, keeping, type Keeping } from './testing/keeping.ts';

let folder: string;
let core: Keeping;
let said: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plywire-regress-'));
  core = keeping(folder);
  said = '';
  buildProgram(folder, 'mine', 'one');
});
afterEach(() => rmSync(folder, { recursive: true }));

const output = outputFor(false, {
  stdout: { write: () => true },
  stderr: { write: (text) => (said += text) },
});
const meant = { engine: 'mine', protocol: 'cfp', game: 'connect4', name: 'mine', options: {} };
const run = (): Promise<void> =>
  regress(
    {
      client: {
        local: { protocol: () => Promise.resolve({ protocol: 'cfp' }), engine: () => Promise.resolve(meant) },
      },
      ...{ output, signal: new AbortController().signal },
    } as unknown as Parameters<typeof regress>[0],
    core as Core,
    'mine',
    {
      ...{ against: 'last', check: false, jobs: 1, truth: 1, swap: true, ratingInterval: 10 },
      ...{ arg: [], setting: [] },
    } as RegressFlags,
  );

it('says that there is no earlier build, or that none of them can be played against', async () => {
  await run();
  expect(said).toContain('There is no earlier build of');
  expect(said).toContain('the next one is compared with this one');
  const { id } = (await keepBuild(core, output, meant))!;
  core.builds.record({
    ...{ kind: 'check', at: Date.now(), build: id, level: 'must', holds: false, failed: ['stop-answers'] },
  });
  buildProgram(folder, 'mine', 'two');
  said = '';
  await run();
  expect(said).toContain(`Build ${id.slice(0, 8)} is passed over`);
  expect(said).toContain('that can be played against: this one was compared with none.');
  expect(said).not.toContain('to play against: the next one');
});
