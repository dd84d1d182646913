/** Registries against folders: nothing is forgotten in one of them, and no id stands for two things. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../build/lib/steps.mjs';
import { formsOfGames } from '../app/games/forms.ts';
import { games } from '../app/games/registry.ts';
import { findBundledEngines } from '../app/library/bundled.ts';
import { checks, probes } from '../app/protocols/checks.ts';
import { protocols } from '../app/protocols/registry.ts';
import { candidatesOf, forms } from '../app/records/forms/registry.ts';

/** The folders of a folder that have a file at a path. */
const foldersWith = (path: string, file: string): string[] =>
  readdirSync(join(root, path))
    .filter((name) => existsSync(join(root, path, name, file)))
    .toSorted();

const sorted = (ids: Iterable<string>): string[] => [...ids].toSorted();

it('every folder of a game or a protocol is one of the registry, under its own id', () => {
  expect(sorted(games.keys())).toEqual(foldersWith('app/games', 'index.ts'));
  expect(sorted(protocols.keys())).toEqual(foldersWith('app/protocols', 'index.ts'));
});

it('every protocol has checks and a probe', () => {
  expect(sorted(checks.keys())).toEqual(sorted(protocols.keys()));
  expect(sorted(probes.keys())).toEqual(sorted(protocols.keys()));
  for (const some of [...checks.values(), ...probes.values()]) expect(some.length).toBeGreaterThan(0);
});

it('every folder of forms is listed, and no two forms have one id', () => {
  expect(sorted(formsOfGames.keys())).toEqual(foldersWith('app/games', 'forms/index.ts'));
  for (const { form } of candidatesOf(null, null)) expect(forms.get(form.id), form.id).toBe(form);
});

it('every engine has the id of its folder, and speaks known protocols about known games', async () => {
  const engines = await findBundledEngines(join(root, 'engines'));
  const folders = foldersWith('engines', 'main.ts');
  expect(engines.map(({ file }) => file)).toEqual(folders.map((id) => join(root, 'engines', id, 'main.cjs')));
  expect(engines.map(({ id }) => id)).toEqual(folders);
  for (const { id, protocols: spoken, games: played } of engines) {
    for (const game of played) expect([...games.keys()], id).toContain(game);
    for (const protocol of spoken) {
      const carried = protocols.get(protocol)?.games;
      expect(
        carried?.some((game) => played.includes(game)),
        `${id}: ${protocol}`,
      ).toBe(true);
    }
  }
});
