import { describe, expect, it } from 'vitest';
import type { DesktopBridge, MenuLine } from '../../app/api/desktop-bridge.ts';
import { commandOfKeys, searchCommands, tellMenu, type Command } from './commands.ts';

const command = (id: string, title: string, keys: string[] = []): Command => ({
  id,
  title,
  group: 'Game',
  keys,
  enabled: () => true,
  run: () => {},
});
const table = [
  command('a', 'Copy the moves', ['Ctrl+C']),
  command('b', 'Move now'),
  command('c', 'New game', ['N']),
];

describe('searchCommands', () => {
  it('finds all words in any order, titles that begin with the first one before others', () => {
    expect(searchCommands(table, 'mov').map(({ id }) => id)).toEqual(['b', 'a']);
    expect(searchCommands(table, 'moves copy').map(({ id }) => id)).toEqual(['a']);
    expect(searchCommands(table, ' ')).toHaveLength(3);
    expect(searchCommands(table, 'xyz')).toEqual([]);
  });
});

it('tells the native menu what is listed', () => {
  let menu: readonly MenuLine[] = [];
  const bridge = { setMenu: (lines) => void (menu = lines) } as Pick<DesktopBridge, 'setMenu'>;
  tellMenu(bridge, [table[2]!, { ...command('kind', 'Go to another game'), isUnlisted: true }]);
  expect(menu).toEqual([{ id: 'c', title: 'New game', group: 'Game', keys: 'N', enabled: true }]);
});

it('commandOfKeys finds the command of a combination', () => {
  expect(commandOfKeys(table, 'N')?.id).toBe('c');
  expect(commandOfKeys(table, 'Ctrl+N')).toBeNull();
  expect(commandOfKeys([{ ...table[0]!, native: true }], 'Ctrl+C')).toBeNull();
});
