import { expect, it } from 'vitest';
import { keyParts } from './keys.ts';

it('writes a combination as its parts', () => {
  expect(keyParts('Ctrl+Shift+Z', false)).toEqual(['Ctrl', 'Shift', 'Z']);
  expect(keyParts('Ctrl+Shift+Z', true)).toEqual(['⌘', '⇧', 'Z']);
});

it('keeps a plus that is the key itself', () => {
  expect(keyParts('Ctrl++', false)).toEqual(['Ctrl', '+']);
  expect(keyParts('+', false)).toEqual(['+']);
});
