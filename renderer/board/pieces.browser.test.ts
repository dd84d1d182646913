import { beforeEach, describe, expect, it } from 'vitest';
import { render } from 'vitest-browser-svelte';
import '../styles/tokens.css';
import type { Game, Piece, Seat } from '../../app/games/game.ts';
import { gameById } from '../../app/games/registry.ts';
import { boardSvg } from '../../app/pictures/board-svg.ts';
import { placed } from '../testing/engines.ts';
import { countsOf } from '../../app/games/piece-drawing.ts';
import Pieces from './Pieces.svelte';
import { PieceLayer } from './pieces.ts';

const board = { width: 8, height: 6 };
const layerOf = (): SVGGElement => document.createElementNS('http://www.w3.org/2000/svg', 'g');

const disc = (id: string, x: number, seat: Seat | null = 0, more: Partial<Piece> = {}): Piece => ({
  id,
  x,
  y: 1,
  seat,
  look: 'disc',
  shape: { kind: 'circle', r: 0.4 },
  ...more,
});

let group: SVGGElement;
let layer: PieceLayer;
beforeEach(() => {
  group = layerOf();
  layer = new PieceLayer(group, board, 'none', () => 'piece');
});

const looks = ({ classList }: Element): string =>
  [...classList].filter((name) => !name.startsWith('at-')).join(' ');

/** What can be seen, as `class at place`, sorted. */
const seen = (): string[] =>
  [...group.querySelectorAll<SVGGElement>('.piece:not(.spare)')]
    .map((element) => `${looks(element)} ${placed(element)}`)
    .sort();

describe('a layer of pieces', () => {
  it('shows each where it stands, turned as the board is', () => {
    layer.draw([disc('a', 1), disc('b', 2, 1), disc('c', 3, null)]);
    expect(seen()).toEqual([
      'piece none translate(3px, 1px)',
      'piece seat-0 translate(1px, 1px)',
      'piece seat-1 translate(2px, 1px)',
    ]);
    const turned = layerOf();
    new PieceLayer(turned, board, 'turn', () => 'piece ghost').draw([disc('a', 1)]);
    expect(looks(turned.firstElementChild!)).toBe('piece ghost seat-0');
    expect(placed(turned.firstElementChild!)).toBe('translate(7px, 5px)');
  });

  it('keeps the element of a piece that stays or moves', () => {
    layer.draw([disc('a', 1)]);
    const element = group.firstElementChild;
    layer.draw([disc('a', 5)]);
    expect(seen()).toEqual(['piece seat-0 translate(5px, 1px)']);
    expect(group.firstElementChild).toBe(element);
  });

  it('takes what is not needed out of sight, and takes it again for one that looks alike', () => {
    layer.draw([disc('a', 1), disc('b', 2, 1)]);
    layer.draw([]);
    expect(seen()).toEqual([]);
    layer.draw([disc('c', 3), disc('d', 4, 1), disc('e', 5, 1)]);
    expect(seen()).toEqual([
      'piece seat-0 translate(3px, 1px)',
      'piece seat-1 translate(4px, 1px)',
      'piece seat-1 translate(5px, 1px)',
    ]);
    expect(group.childElementCount).toBe(3);
  });

  it.each<[string, Partial<Piece>]>([
    ['seat', { seat: 1 }],
    ['text', { text: '2' }],
    ['shape', { shape: { kind: 'rect', width: 1, height: 0.2 } }],
    ['size', { shape: { kind: 'circle', r: 0.2 } }],
    ['corners', { shape: { kind: 'polygon', points: [{ x: 0, y: 1 }] } }],
    ['look', { look: 'pawn' }],
    ['height', { storeys: 2 }],
  ])('draws a piece anew whose %s is another', (_, more) => {
    layer.draw([disc('a', 1)]);
    const before = group.querySelector('.piece')!.outerHTML;
    layer.draw([disc('a', 1, 0, more)]);
    const [element, ...others] = group.querySelectorAll('.piece:not(.spare)');
    expect(others).toEqual([]);
    expect(element!.outerHTML).not.toBe(before);
    expect(element!.querySelector('text')?.textContent).toBe(more.text);
  });

  it('keeps the element of a round piece whose size is another', () => {
    layer.draw([disc('a', 1)]);
    const element = group.firstElementChild;
    layer.draw([disc('a', 5, 0, { shape: { kind: 'circle', r: 0.2 } })]);
    expect(seen()).toEqual(['piece seat-0 translate(5px, 1px) scale(0.5)']);
    expect(group.firstElementChild).toBe(element);
    layer.draw([]);
    layer.draw([disc('b', 3)]);
    expect(seen()).toEqual(['piece seat-0 translate(3px, 1px)']);
  });

  it('says which piece came in, where that is all that changed', () => {
    const [a, b, c, d] = [disc('a', 1), disc('b', 2), disc('c', 3), disc('d', 4)];
    expect(layer.draw([a])).toBeNull();
    expect(layer.draw([a, b])?.piece).toBe(b);
    expect(layer.draw([a, b])).toBeNull();
    expect(layer.draw([a, b, c, d])).toBeNull();
    expect(layer.draw([a, b, c])).toBeNull();
    expect(layer.draw([a, b, d])).toBeNull();
  });

  it('says which piece went elsewhere and from where, where that is all that changed', () => {
    const [a, b] = [disc('a', 1), disc('b', 2)];
    layer.draw([a, b]);
    expect(layer.draw([disc('a', 5), b])).toMatchObject({ piece: { x: 5 }, from: { x: 1 } });
    expect(layer.draw([disc('a', 6), disc('b', 7)])).toBeNull();
  });

  it('says which piece moved where that takes one other, and no more', () => {
    const [a, b, c] = [disc('a', 1), disc('b', 2), disc('c', 3)];
    layer.draw([a, b, c]);
    expect(layer.draw([disc('a', 2), c])).toMatchObject({ piece: { id: 'a', x: 2 }, from: { x: 1 } });
    expect(layer.draw([a, b, c])).toBeNull();
    expect(layer.draw([disc('a', 2)])).toBeNull();
  });

  it('says which piece has come to another look, with where the game says that it comes from', () => {
    const [a, b] = [disc('a', 1), disc('b', 2, 1)];
    layer.draw([a, b]);
    const came = disc('b', 2, 0, { from: { x: 1, y: 1 } });
    expect(layer.draw([came])).toMatchObject({ piece: { id: 'b', seat: 0 }, from: { x: 1 } });
  });

  it('draws a rim a storey, as many as can be told apart, and the number of storeys by itself', () => {
    const stack = (storeys: number) => disc('a', 1, 0, { look: 'stone', text: 'A', storeys });
    const rims = (storeys: number): number => {
      layer.draw([stack(storeys)]);
      return group.querySelectorAll('.piece:not(.spare) .body').length;
    };
    expect([1, 2, 4, 12].map(rims)).toEqual([1, 2, 4, 5]);
    expect(countsOf([stack(1)])).toEqual([]);
    expect(countsOf([stack(12), disc('b', 2)])).toMatchObject([{ id: 'a', x: 1, seat: 0, text: '12' }]);
    layer.draw(countsOf([stack(2)]));
    expect(group.querySelector('.piece:not(.spare) text')?.textContent).toBe('2');
  });

  it('marks the sides of pawns and discs each in their own way, and leaves what is thin unmarked', () => {
    const shape = { kind: 'rect', width: 2, height: 0.2 } as const;
    layer.draw([
      disc('a', 1, 1),
      disc('b', 1, 1, { look: 'pawn' }),
      disc('c', 1, 0, { look: 'pawn' }),
      disc('e', 1, 0, { look: 'stone', text: 'A' }),
      disc('f', 1, 1, { look: 'stone', text: 'A' }),
      disc('d', 1, 1, { look: 'wall', shape }),
    ]);
    const marks = [...group.children].map((piece) => piece.querySelector('.mark')?.getAttribute('d') ?? null);
    expect(new Set(marks).size).toBe(6);
    expect(marks.at(-1)).toBeNull();
  });

  it('knows when another piece took the place of the one that came in', () => {
    const [a, b, c] = [disc('a', 1), disc('b', 2), disc('c', 3)];
    layer.draw([a]);
    const entrance = layer.draw([a, b])!;
    expect(layer.holds(entrance)).toBe(true);
    layer.draw([a, c]);
    expect(placed(entrance.element)).toBe('translate(3px, 1px)');
    expect(layer.holds(entrance)).toBe(false);
  });
});

describe('an entrance', () => {
  it('names the piece that was taken, and draws it once more', () => {
    layer.draw([disc('a', 1), disc('b', 2, 1)]);
    const entrance = layer.draw([disc('a', 2)]);
    expect([entrance?.piece.id, entrance?.taken?.id]).toEqual(['a', 'b']);
    const copy = layer.copyOf(entrance!.taken!);
    expect(`${looks(copy)} ${placed(copy)}`).toBe('piece seat-1 translate(2px, 1px)');
    expect(seen()).toEqual(['piece seat-0 translate(2px, 1px)']);
  });

  it('takes nothing where a piece only changes its form', () => {
    layer.draw([disc('a', 1), disc('b', 2, 1)]);
    expect(layer.draw([disc('a', 1), disc('b', 2, 1, { storeys: 2 })])?.taken).toBeNull();
  });
});

describe.each(['disc', 'pawn', 'man', 'stone', 'wall'])('a %s', (look) => {
  const connect4 = gameById('connect4');
  const [light, dark] = connect4.seats;
  const pieces = [disc('a', 1, 0, { look }), disc('b', 2, 1, { look })];

  /** Of the bodies and the marks, in order. */
  const coloursOf = (whole: Element): string[] =>
    [...whole.querySelectorAll('.pieces path')].flatMap((path) => {
      const { fill, stroke } = getComputedStyle(path);
      return [fill, stroke];
    });

  it.each([
    ['light', [light, dark]],
    ['dark', [dark, light]],
  ] as const)(
    'has the colours of its side, as in a picture, where the %s side begins',
    async (first, seats) => {
      const game: Game = {
        ...{ ...connect4, seats },
        view: () => ({ pieces, marks: [], gauges: [], spoken: '' }),
      };
      const picture = document.createElement('div');
      picture.innerHTML = boardSvg(game, game.initial(), { theme: 'light' });
      document.body.dataset['first'] = first;
      document.body.append(picture);
      const { container } = await render(Pieces, { pieces, board, turn: 'none' });
      const colours = coloursOf(picture);
      expect(coloursOf(container)).toEqual(colours);
      expect(new Set(colours).size).toBeGreaterThan(4);
      picture.remove();
      delete document.body.dataset['first'];
    },
  );
});
