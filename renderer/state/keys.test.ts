import { describe, expect, it } from 'vitest';
import { combination } from './keys.ts';

const press = (key: string, held: string[] = []) => ({
  key,
  ctrlKey: held.includes('ctrl'),
  metaKey: held.includes('meta'),
  shiftKey: held.includes('shift'),
  altKey: held.includes('alt'),
});

describe('combination', () => {
  it('writes a press as the command table does', () => {
    expect(combination(press('k', ['ctrl']), false)).toBe('Ctrl+K');
    expect(combination(press('Z', ['ctrl', 'shift']), false)).toBe('Ctrl+Shift+Z');
    expect(combination(press(' '), false)).toBe('Space');
    expect(combination(press('ArrowLeft'), false)).toBe('Left');
    expect(combination(press('?', ['shift']), false)).toBe('?');
  });

  it('takes the command key for Ctrl on a Mac, and Ctrl for nothing there', () => {
    expect(combination(press('k', ['meta']), true)).toBe('Ctrl+K');
    expect(combination(press('k', ['ctrl']), true)).toBe('K');
  });
});
