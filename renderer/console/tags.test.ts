import { describe, expect, it } from 'vitest';
import { tagColumns, Tags } from './tags.ts';

const named = (...titles: readonly string[]): string[] => {
  const tags = new Tags();
  tags.name(titles.map((title, id) => ({ id: String(id), title })));
  return titles.map((_, id) => tags.of(String(id)).name);
};

describe('the short names of sessions', () => {
  it('are what tells them apart', () => {
    expect(named('Plywire Connect Four', 'mine', 'mine')).toEqual(['Connect Four', 'mine', 'mine 2']);
  });

  it('are no longer than their column, and different all the same', () => {
    const names = named(
      'an engine of a long name',
      'an engineer of a strong name',
      'an engine of a long name 1.3',
    );
    expect(names).toEqual(['an engi…g name', 'an eng… name 2', 'an engi…me 1.3']);
    expect(names.every((name) => name.length === tagColumns)).toBe(true);
  });

  it('are harmless', () => {
    expect(named('\x1b[2Jmine')).toEqual(['␛[2Jmine']);
  });

  it('stay once they are given', () => {
    const tags = new Tags();
    tags.name([
      { id: 'a', title: 'mine' },
      { id: 'b', title: 'mine' },
    ]);
    tags.name([
      { id: 'b', title: 'mine' },
      { id: 'c', title: 'mine' },
    ]);
    expect(['a', 'b', 'c'].map((id) => tags.of(id).name)).toEqual(['mine', 'mine 2', 'mine 3']);
    expect(['a', 'b', 'c'].map((id) => tags.of(id).hue)).toEqual([0, 1, 2]);
  });
});
