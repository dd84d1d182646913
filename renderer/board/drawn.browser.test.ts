import { beforeEach, describe, expect, it } from 'vitest';
import type { Mark } from '../../app/games/game.ts';
import { placed } from '../testing/engines.ts';
import { Drawn, make, strokes } from './drawn.ts';
import { MarkLayer } from './marks.ts';
import { shapePath } from '../../app/games/outline.ts';

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
    const transform = (): string | null => placed(drawn.element);
    drawn.place({ x: 1.00004, y: 2 });
    expect(transform()).toBe('translate(1px, 2px)');
    drawn.place({ x: 1, y: 2 }, 0.5);
    expect(transform()).toBe('translate(1px, 2px) scale(0.5)');
    drawn.spare();
    expect(drawn.element.matches('.spare')).toBe(true);
    expect(transform()).toContain('translate(-1000px, -1000px)');
    drawn.place({ x: 1, y: 2 });
    expect(drawn.element.matches('.spare')).toBe(false);
    expect(transform()).toBe('translate(1px, 2px)');
  });

  it('is written only where it changes', () => {
    const { path } = strokes(group, 'mark').take();
    expect(written(() => path.set('d', 'M0 0h1'))).toEqual(['d']);
    expect(written(() => path.set('d', 'M0 0h1'))).toEqual([]);
  });
});

describe('a layer of marks', () => {
  /** As `class outlines at place` of what is in sight, sorted; what is one outline stands where it is drawn. */
  const seen = (): string[] =>
    [...group.querySelectorAll('path[d]:not([d=""])')]
      .filter((path) => path.closest('.spare') === null)
      .map((path) => {
        const look = path.closest('.mark, .mark-edge')!.getAttribute('class');
        const place = placed(path.parentElement!);
        return `${look} ${path.getAttribute('d')}${place === null ? '' : ` ${place}`}`;
      })
      .sort();

  it('moves what every move has, draws those of another look as one outline, and leaves none behind', () => {
    const [edges, marks] = [make('g'), make('g')];
    group.append(edges, marks);
    const layer = new MarkLayer(edges, marks, { width: 8, height: 6 }, 'turn');
    const outline = (x: number): string => shapePath(ring, { x, y: 5 }, 'turn');
    const moved = (x: number, shape: Mark['shape'] = ring): string =>
      `${shapePath(shape, { x: 0, y: 0 }, 'turn')} translate(${x}px, 5px)`;
    layer.draw([
      mark('last', 1),
      mark('origin', 2),
      mark('winning', 3),
      mark('winning', 5),
      mark('last', 4, bar),
    ]);
    expect(seen()).toEqual(
      [
        `mark last ${moved(7)}`,
        `mark last ${moved(4, bar)}`,
        `mark origin ${moved(6)}`,
        `mark winning ${outline(5)}${outline(3)}`,
        `mark-edge ${outline(5)}${outline(3)}`,
      ].sort(),
    );
    layer.draw([mark('last', 4, bar)]);
    expect(seen()).toEqual([`mark last ${moved(4, bar)}`]);
    expect(written(() => layer.draw([mark('last', 4, bar)]))).toEqual([]);
    expect(written(() => layer.draw([mark('last', 3, bar)]))).toEqual(['class']);
    expect(written(() => layer.draw([mark('last', 3)]))).toEqual(['d']);
  });
});
