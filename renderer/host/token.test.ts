import { describe, expect, it } from 'vitest';
import { takeToken, type Page } from './token.ts';

function page(hash: string, kept: Record<string, string> = {}): Page & { shown: string[] } {
  const store = new Map(Object.entries(kept));
  const shown: string[] = [];
  return {
    shown,
    location: { hash, pathname: '/', search: '?a=1' },
    history: { replaceState: (_data, _title, url) => void shown.push(String(url)) },
    storage: {
      getItem: (key) => store.get(key) ?? null,
      setItem: (key, value) => void store.set(key, value),
    },
  };
}

describe('takeToken', () => {
  it('takes the token out of the address and keeps it for a reload', () => {
    const first = page('#token=abc-123');
    expect(takeToken(first)).toBe('abc-123');
    expect(first.shown).toEqual(['/?a=1']);
    expect(takeToken({ ...page(''), storage: first.storage })).toBe('abc-123');
  });

  it('prefers the address over what the tab kept', () => {
    expect(takeToken(page('#token=new', { 'plywire.token': 'old' }))).toBe('new');
  });

  it('is null without any, and leaves other fragments alone', () => {
    const other = page('#elsewhere');
    expect(takeToken(other)).toBeNull();
    expect(other.shown).toEqual([]);
  });
});
