import { describe, expect, it } from 'vitest';
import { line } from '../testing/engines.ts';
import { LineMerger, Tags } from './line-merger.ts';
import { tagColumns } from './lines.ts';

const tag = (name: string) => ({ name, hue: 0 });

/** Lines of a session from number `from` on, 0.1 s apart. */
const some = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => line(from + at, `line ${from + at}`));

/** Session `a`, which began at 1000 s, and `b`, which began 0.05 s later. */
function weaving() {
  const merger = new LineMerger();
  merger.join('a', tag('a'), 1000);
  merger.join('b', tag('b'), 1000.05);
  let seq = 0;
  return {
    merger,
    at(now: number): string[] {
      const lines = merger.take(seq, now);
      expect(lines.map((one) => one.seq)).toEqual(lines.map((_, at) => seq + at));
      seq += lines.length;
      return lines.map(({ origin, text }) => {
        const { tag, seq: own } = origin!;
        return own < 0 ? `${tag.name}: ${text}` : `${tag.name}${own}`;
      });
    },
  };
}

describe('LineMerger', () => {
  it('puts lines of several sessions in the order of time, once all have told what is older', () => {
    const { merger, at } = weaving();
    merger.add('a', some(0, 3), 0.3, 0);
    expect(at(2000)).toEqual([]);
    merger.add('b', some(0, 1), 0.01, 2000);
    expect(at(2000)).toEqual(['a0', 'b0']);
    merger.add('b', some(1, 2), 0.3, 2001);
    expect(at(2001)).toEqual(['a1', 'b1', 'a2', 'b2']);
    expect(at(2002)).toEqual([]);
  });

  it('waits no longer for one that is silent', () => {
    const { merger, at } = weaving();
    merger.add('a', some(0, 2), 0.15, 0);
    merger.add('b', [], 0.2, 0);
    expect(at(0)).toEqual(['a0', 'a1']);
  });

  it('keeps the order of each session where a time goes back by a little', () => {
    const { merger, at } = weaving();
    const [one, two, three] = some(0, 3);
    merger.add('a', [one!, two!, { ...three!, at: 0.02 }], 1, 0);
    merger.add('b', some(0, 1), 1, 0);
    expect(at(0)).toEqual(['a0', 'b0', 'a1', 'a2']);
  });

  it('does not wait for ever for one that is behind', () => {
    const { merger, at } = weaving();
    merger.add('b', some(0, 1), 0, 0);
    merger.add('a', some(0, 3), 1, 0);
    expect(at(2999)).toEqual(['a0', 'b0']);
    expect(at(3000)).toEqual(['a1', 'a2']);
  });

  it('does not wait for one that has told all', () => {
    const { merger, at } = weaving();
    merger.add('b', some(0, 1), 0, 0);
    merger.add('a', some(0, 3), 1, 0);
    merger.part('b');
    expect(at(0)).toEqual(['a0', 'b0', 'a1', 'a2']);
  });

  it('tells each line once, though two streams tell it, and says what is left out', () => {
    const { merger, at } = weaving();
    merger.part('b');
    merger.add('a', some(0, 3), null, 0);
    merger.add('a', some(1, 3), 0.3, 0);
    merger.add('a', some(9, 1), 0.9, 0);
    expect(at(0)).toEqual(['a0', 'a1', 'a2', 'a3', 'a: 5 lines left out; the journal has them', 'a9']);
  });

  it('goes on where it was with a session that joins again', () => {
    const { merger, at } = weaving();
    merger.part('b');
    merger.add('a', some(0, 2), 1, 0);
    expect(at(0)).toEqual(['a0', 'a1']);
    merger.join('a', tag('a'), 1000);
    merger.add('a', some(0, 4), 2, 0);
    expect(at(0)).toEqual(['a2', 'a3']);
  });

  it('tells what one that is gone has told, and waits for it no longer', () => {
    const { merger, at } = weaving();
    merger.add('a', some(0, 2), 0.1, 0);
    merger.add('b', some(0, 2), 0.05, 0);
    merger.forget('b');
    expect(at(0)).toEqual(['a0', 'b0', 'a1']);
    merger.add('a', some(2, 1), 0.3, 0);
    expect(at(0)).toEqual(['b1', 'a2']);
    merger.add('b', some(2, 1), null, 0);
    expect(at(5000)).toEqual([]);
  });
});

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
