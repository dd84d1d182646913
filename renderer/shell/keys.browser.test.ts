/** The command tables: each key can be pressed and has one command, and what has no key can be found. */
import { expect, it } from 'vitest';
import { games } from '../../app/games/registry.ts';
import { editorKeys } from '../editor/keys.ts';
import { searchCommands } from '../state/commands.ts';
import { combination } from '../state/keys.ts';
import { fakeHost } from '../testing/fake-host.ts';
import { makeCommands } from './table.ts';
import { WindowState } from './window.svelte.ts';

/** The press of a combination as the table writes it. */
function pressOf(keys: string): Parameters<typeof combination>[0] {
  const parts = keys.split('+');
  const key = parts.at(-1)!;
  const named: Record<string, string> = { Space: ' ', Esc: 'Escape' };
  const isArrow = /^(Left|Right|Up|Down)$/.test(key);
  return {
    key: named[key] ?? (isArrow ? `Arrow${key}` : key),
    ...{ ctrlKey: parts.includes('Ctrl'), altKey: parts.includes('Alt'), shiftKey: parts.includes('Shift') },
    metaKey: false,
  };
}

it('leads to each other game by its name', () => {
  const host = fakeHost();
  const found = searchCommands(makeCommands(host.app, new WindowState(host.app)), 'another game');
  expect(found.map(({ title }) => title.replace('Go to another game: ', ''))).toEqual(
    [...games.values()].map(({ name }) => name),
  );
  expect(found.filter(({ enabled }) => !enabled()).map(({ id }) => id)).toEqual(['kind-connect4']);
  found.find(({ id }) => id === 'kind-morris')!.run();
  expect(host.calls.at(-1)).toEqual(['games.showKind', { kind: 'morris' }]);
});

it('can all be pressed, and each is of one command', () => {
  const { app } = fakeHost();
  const keys = makeCommands(app, new WindowState(app)).flatMap((command) => command.keys);
  expect(keys).toContain('.');
  const all = [...keys, ...editorKeys.map(([each]) => each)];
  expect(all.filter((each) => combination(pressOf(each), false) !== each)).toEqual([]);
  expect(keys.filter((each, at) => keys.indexOf(each) !== at)).toEqual([]);
});
