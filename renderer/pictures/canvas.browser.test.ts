import { describe, expect, it } from 'vitest';
import { games } from '../../app/games/registry.ts';
import type { Game } from '../../app/games/game.ts';
import { boardDrawing } from '../../app/pictures/board-svg.ts';
import { svgText, type Drawing } from '../../app/pictures/svg.ts';
import { elementOf, pngOf } from './canvas.ts';
import { long } from '../../tests/support/long.ts';

const WIDTH = 960;
/** Pictures are compared at this fraction of their size, where edges that lie half a pixel apart are the same. */
const SMALLER = 6;

function drawingOf(game: Game, theme: 'light' | 'dark'): Drawing {
  let position = game.initial();
  let last = null;
  for (let ply = 0; ply < 9; ply++) {
    const moves = game.moves(position);
    const move = moves[(ply * 7) % moves.length];
    last = { before: position, move };
    position = game.play(position, move);
  }
  const { spots } = game.geometry(game.setupOf(position));
  const drawn = [
    { color: 'red', from: spots[0]!.name, to: spots.at(-1)!.name },
    { color: 'green', from: spots[3]!.name, to: null },
  ] as const;
  return boardDrawing(game, position, { theme, last, drawn, width: WIDTH, isFlipped: theme === 'dark' });
}

function drawn(source: CanvasImageSource, width: number, height: number): CanvasRenderingContext2D {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d')!;
  context.imageSmoothingQuality = 'high';
  context.drawImage(source, 0, 0, canvas.width, canvas.height);
  return context;
}

async function pixelsOf(picture: Blob): Promise<ImageData> {
  const address = URL.createObjectURL(picture);
  const image = new Image();
  image.src = address;
  await image.decode();
  const whole = drawn(image, image.naturalWidth, image.naturalHeight);
  const { canvas } = drawn(whole.canvas, image.naturalWidth / SMALLER, image.naturalHeight / SMALLER);
  const context = canvas.getContext('2d')!;
  URL.revokeObjectURL(address);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

/** The share of pixels that differ more than an edge half a pixel away. */
function difference(one: ImageData, other: ImageData): number {
  expect([one.width, one.height]).toEqual([other.width, other.height]);
  let different = 0;
  for (let at = 0; at < one.data.length; at += 4) {
    const most = Math.max(
      ...[0, 1, 2, 3].map((part) => Math.abs(one.data[at + part]! - other.data[at + part]!)),
    );
    if (most > 40) different++;
  }
  return different / (one.width * one.height);
}

describe.each([...games.values()])('a picture of $name', (game) => {
  it.each(['light', 'dark'] as const)(
    'as PNG looks as the browser draws its SVG, %s',
    long,
    async (theme) => {
      const drawing = drawingOf(game, theme);
      const [png, svg] = await Promise.all([
        pngOf(drawing, WIDTH).then(pixelsOf),
        pixelsOf(new Blob([svgText(drawing)], { type: 'image/svg+xml' })),
      ]);
      expect(difference(png, svg)).toBeLessThan(0.004);
    },
  );

  it('as an element of the page is the same SVG', () => {
    const drawing = drawingOf(game, 'light');
    const element = elementOf(drawing);
    const read = new DOMParser().parseFromString(svgText(drawing), 'image/svg+xml').documentElement;
    expect(element.isEqualNode(withoutNamespace(read))).toBe(true);
  });
});

/** What a parser keeps as an attribute is part of each name in a page. */
function withoutNamespace(element: Element): Element {
  element.removeAttribute('xmlns');
  return element;
}
