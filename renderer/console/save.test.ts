import { expect, it } from 'vitest';
import { journalName } from './save.ts';

it('makes a file name of a title and a time', () => {
  expect(journalName('connect4 · CFSI', '2026-03-01T12:34:56.789Z')).toBe(
    'connect4-CFSI-2026-03-01T12-34-56.txt',
  );
  expect(journalName('../../x', '2026-03-01T12:34:56Z')).toBe('x-2026-03-01T12-34-56.txt');
  expect(journalName('', '')).toBe('journal.txt');
});
