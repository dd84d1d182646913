import { describe, expect, it } from 'vitest';
import { shortId } from '../builds/build-store.ts';
import { buildOf, keepBuild, keepBuilds } from './keep-build.ts';
import { freshKeeping } from './testing/keeping.ts';

const { output, core, said, hush, build, remove } = freshKeeping();

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

it('knows the build of an engine before it is kept, and none of a program that cannot be started', async () => {
  const before = await buildOf(core(), asked('A', '-a'));
  expect(before).toBe(shortId((await keepBuild(core(), output, asked('A')))!.id));
  build('mine', 'two');
  expect(await buildOf(core(), asked('A'))).not.toBe(before);
  remove('mine');
  expect(await buildOf(core(), asked('A'))).toBeNull();
});
