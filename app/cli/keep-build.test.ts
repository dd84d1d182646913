import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { shortId } from '../builds/build-store.ts';
import { keepAndName, keepBuild, keepBuilds } from './keep-build.ts';
import { freshKeeping } from './testing/keeping.ts';

const { output, core, said, hush, build } = freshKeeping();

const asked = (name: string, ...args: string[]) => ({
  ...{ engine: ['mine', ...args].join(' '), protocol: 'cfp', name },
});

describe('engines that differ only in arguments', () => {
  const otherwise = (subject: string, id: string): string =>
    `plywire: ${subject} build ${shortId(id)}, which was kept with other arguments (-a): `;

  it('are named as the command names them, all of one build at once, and once', async () => {
    const { id } = (await keepBuild(core(), output, asked('A', '-a')))!;
    hush();
    const engines = [asked('A', '-a'), asked('B', '-b'), asked('C', '-c'), asked('D')];
    const builds = await keepBuilds(core(), output, engines);
    expect(builds.map((build) => build?.id)).toEqual([id, id, id, id]);
    expect(said().split('\n')).toEqual([expect.stringContaining(otherwise('B, C and D are', id)), '']);
    hush();
    await keepBuild(core(), output, asked('C', '-c'));
    expect(said()).toBe('');
    await keepBuild(core(), output, asked('E', '-e'));
    expect(said()).toContain(otherwise('E is', id));
  });

  it('are not all named where they are many', async () => {
    const { id } = (await keepBuild(core(), output, asked('A', '-a')))!;
    hush();
    await keepBuilds(
      core(),
      output,
      Array.from({ length: 12 }, (_, at) => asked(`E${at}`, `-${at}`)),
    );
    expect(said()).toContain(otherwise('E0, E1, E2, E3, E4, E5, E6, E7, E8, E9 and 2 more are', id));
  });
});

describe('engines of one name that are asked side by side', () => {
  const named = async (...engines: readonly string[]) => {
    const asked = engines.map((engine) => ({ engine, protocol: 'cfp', name: 'mine' }));
    return (await keepAndName(core(), output, asked)).map(({ name }) => name);
  };
  const idOf = async (name: string) => {
    const found = await core().builds.list();
    return shortId(found.find(({ build }) => build.name === name)!.build.id);
  };

  it('are named by their builds, for which each is identified once', async () => {
    build('other', 'two');
    const identify = vi.spyOn(core().tellers, 'identify');
    const names = await named('mine -a', 'other', 'mine -b');
    const [mine, other] = [await idOf('mine'), await idOf('other')];
    expect(names).toEqual([`mine@${mine}`, `mine@${other}`, `mine@${mine} (2)`]);
    expect(identify).toHaveBeenCalledTimes(3);
    // What is new first, and then who has other arguments, by the names just found.
    expect(said().split('\n')).toEqual([
      expect.stringContaining(`mine is kept as build ${mine}. `),
      expect.stringContaining(`other is kept as build ${other}. `),
      expect.stringContaining(`mine@${mine} (2) is build ${mine}, which was kept with other arguments (-a)`),
      '',
    ]);
  });

  it('are named by their programs where these cannot be started, and by nothing where there is none', async () => {
    build('other', 'two');
    chmodSync(join(core().home.builds, '../other'), 0o644);
    const hash = await core().tellers.programHash(core().launcher.factsOf('other', 'cfp').launch);
    expect(await named('other', 'missing')).toEqual([`mine@${hash!.slice(0, 4)}`, 'mine']);
    expect(said()).toBe('');
  });
});

it('keeps those of the engines that were found, in their places', async () => {
  const kept = await keepBuilds(core(), output, [null, asked('A'), null]);
  expect(kept.map((build) => build?.name ?? null)).toEqual([null, 'mine', null]);
});

it('says why a build is not kept also where it says nothing of new ones', async () => {
  const asked = { engine: 'mine', protocol: 'cfp', name: 'A' };
  expect(await keepBuild(core(), output, asked, { isQuiet: true })).not.toBeNull();
  expect(said()).toBe('');
  build('mine', 'x'.repeat(2e6));
  expect(await keepBuild(core(), output, asked, { isQuiet: true })).toBeNull();
  expect(said()).toContain('mine was not kept: its files have 1.9 MiB');
});
