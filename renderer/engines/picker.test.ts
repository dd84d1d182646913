import { describe, expect, it } from 'vitest';
import type { FileEntry } from '../../app/api/contract.ts';
import { arrange, useOf } from './picker.ts';

const entry = (name: string, part: Partial<FileEntry> = {}): FileEntry => ({
  id: name.replaceAll('.', '_'),
  name,
  kind: 'file',
  executable: false,
  interpreter: null,
  ...part,
});
const all = [
  entry('readme.txt'),
  entry('engine10', { executable: true }),
  entry('engine9', { executable: true }),
  entry('bot.py', { interpreter: 'python3' }),
  entry('src', { kind: 'folder' }),
  entry('.git', { kind: 'folder' }),
];
const names = (entries: readonly FileEntry[]): string[] => entries.map(({ name }) => name);

describe('the file picker', () => {
  it('shows folders, then programs, then the rest', () => {
    expect(names(arrange(all, 'file', ''))).toEqual(['src', 'bot.py', 'engine9', 'engine10', 'readme.txt']);
  });

  it('shows folders alone where one is wanted', () => {
    expect(names(arrange(all, 'folder', ''))).toEqual(['src']);
  });

  it('filters by words and shows hidden names when a dot is typed', () => {
    expect(names(arrange(all, 'file', 'ENG 1'))).toEqual(['engine10']);
    expect(names(arrange(all, 'file', '.g'))).toEqual(['.git']);
  });

  it('knows how a row can serve', () => {
    expect(arrange(all, 'file', '').map((row) => useOf(row, 'file'))).toEqual([
      'open',
      'interpret',
      'run',
      'run',
      'none',
    ]);
  });
});
