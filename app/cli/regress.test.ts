import { expect, it } from 'vitest';
import type { Core } from '../api/core.ts';
import { keepBuild } from './keep-build.ts';
import { regress, type RegressFlags } from './regress.ts';
import { freshKeeping } from './testing/keeping.ts';

const { output, core, said, hush, build } = freshKeeping();

const meant = { engine: 'mine', protocol: 'cfp', game: 'connect4', name: 'mine', options: {} };
const run = (engine = 'mine'): Promise<void> =>
  regress(
    {
      client: {
        local: {
          protocol: () => Promise.resolve({ protocol: 'cfp' }),
          engine: () => Promise.resolve({ ...meant, engine }),
        },
      },
      ...{ output, signal: new AbortController().signal },
    } as unknown as Parameters<typeof regress>[0],
    core() as Core,
    engine,
    {
      ...{ against: 'last', check: false, jobs: 1, truth: 1, swap: true, ratingInterval: 10 },
      ...{ arg: [], setting: [] },
    } as RegressFlags,
  );

it('says that there is no earlier build, or that none of them can be played against', async () => {
  await run();
  expect(said()).toContain('There is no earlier build of');
  expect(said()).toContain('the next one is compared with this one');
  const { id } = (await keepBuild(core(), output, meant))!;
  core().builds.record({
    ...{ kind: 'check', at: Date.now(), build: id, level: 'must', holds: false, failed: ['stop-answers'] },
  });
  build('mine', 'two');
  hush();
  await run();
  expect(said()).toContain(`Build ${id.slice(0, 8)} is passed over`);
  expect(said()).toContain('that can be played against: this one was compared with none.');
  expect(said()).not.toContain('to play against: the next one');
});

it('names a build of a program of the same name in another folder', async () => {
  const { id } = (await keepBuild(core(), output, meant))!;
  hush();
  build('checkout/mine', 'two');
  await run('checkout/mine');
  expect(said()).toContain('There is no earlier build of');
  expect(said()).toMatch(
    new RegExp(`build ${id.slice(0, 8)} of .*/mine, add --against ${id.slice(0, 8)}\\.`),
  );
});
