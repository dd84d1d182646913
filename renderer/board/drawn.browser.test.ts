import { beforeEach, describe, expect, it } from 'vitest';
import type { Mark } from '../../app/games/game.ts';
import { Drawn, make, strokes } from './drawn.ts';
import { MarkLayer } from './marks.ts';

const ring = { kind: 'circle', r: 0.3 } as const;
const bar = { kind: 'rect', width: 1, height: 0.2 } as const;
const mark = (look: Mark['look'], x: number, shape: Mark['shape'] = ring): Mark => ({ look, x, y: 1, shape });

let group: SVGGElement;
beforeEach(() => {
  group = make('g');
});

/** What a change wrote, as attribute names in order. */
function written(change: () => void): (string | null)[] {
  const observer = new MutationObserver(() => undefined);
  observer.observe(group, { attributes: true, childList: true, subtree: true });
  change();
  return observer.takeRecords().map(({ attributeName, type }) => attributeName ?? type);
}

describe('an element drawn by hand', () => {
  it('is placed, sized, spared and placed again', () => {
    const drawn = new Drawn(make('g'));
    const transform = (): string | null => drawn.element.getAttribute('transform');
    drawn.place({ x: 1.00004, y: 2 });
    expect(transform()).toBe('translate(1 2)');
    drawn.place({ x: 1, y: 2 }, 0.5);
    expect(transform()).toBe('translate(1 2) scale(0.5 0.5)');
    drawn.spare();
    expect(drawn.element.hasAttribute('data-spare')).toBe(true);
    expect(transform()).toContain('translate(-1000 -1000)');
    drawn.place({ x: 1, y: 2 });
    expect(drawn.element.hasAttribute('data-spare')).toBe(false);
    expect(transform()).toBe('translate(1 2) scale(1 1)');
  });

  it('is written only where it changes', () => {
    const { path } = strokes(group, 'mark').take();
    expect(written(() => path.set('d', 'M0 0h1'))).toEqual(['d']);
    expect(written(() => path.set('d', 'M0 0h1'))).toEqual([]);
  });
});

describe('a layer of marks', () => {
  /** As `class at place` of what is in sight, sorted. */
  const seen = (): string[] =>
    [...group.querySelectorAll('[class]:not([data-spare])')]
      .map((element) => `${element.getAttribute('class')} ${element.getAttribute('transform')}`)
      .sort();

  it('shows each where it is, one that wins over an edge, and takes the others out of sight', () => {
    const [edges, marks] = [make('g'), make('g')];
    group.append(edges, marks);
    const layer = new MarkLayer(edges, marks, { width: 8, height: 6 }, 'turn');
    layer.draw([mark('last', 1), mark('origin', 2), mark('winning', 3)]);
    expect(seen()).toEqual([
      'mark last translate(7 5)',
      'mark origin translate(6 5)',
      'mark winning translate(5 5)',
      'mark-edge translate(5 5)',
    ]);
    layer.draw([mark('last', 4, bar)]);
    expect(seen()).toEqual(['mark last translate(4 5)']);
    const [last] = marks.children;
    const before = last!.innerHTML;
    layer.draw([mark('last', 4)]);
    expect(last!.innerHTML).not.toBe(before);
    expect(written(() => layer.draw([mark('last', 4)]))).toEqual([]);
  });
});
