import { describe, expect, it } from 'vitest';
import { commandOfKeys, searchCommands, type Command } from './commands.ts';

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

it('commandOfKeys finds the command of a combination', () => {
  expect(commandOfKeys(table, 'N')?.id).toBe('c');
  expect(commandOfKeys(table, 'Ctrl+N')).toBeNull();
  expect(commandOfKeys([{ ...table[0]!, native: true }], 'Ctrl+C')).toBeNull();
});
