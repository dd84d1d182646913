import { expect, it } from 'vitest';
import { RememberedLines, rememberedLimit } from './remembered.ts';

it('remembers so many lines, and lets the one go that was learned first', () => {
  const lines = new RememberedLines();
  const line = { moves: [], end: null };
  for (let at = 0; at < rememberedLimit; at++) lines.add(`line ${at}`, line);
  expect(lines.get('line 0')).toBe(line);
  lines.add('one more', line);
  expect(lines.get('line 0')).toBeNull();
  expect(lines.get('line 1')).toBe(line);
  expect(lines.get('one more')).toBe(line);
});
