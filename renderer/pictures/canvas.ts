/**
 * Draws pictures on a canvas, without an image element: the page's policy allows no image from a `data:` or `blob:`
 * address. Knows what pictures consist of, and no more of SVG.
 */
import type { Drawing } from '../../app/pictures/svg.ts';

/** Canvas fonts of less than a pixel are rounded: a text is set this much larger, and drawn smaller. */
const FONT_SCALE = 100;

const number = (value: string | number | undefined, otherwise: number): number =>
  value === undefined ? otherwise : Number(value);

const isPainted = (colour: string | number | undefined): colour is string =>
  typeof colour === 'string' && colour !== 'none';

/** The translation of a `transform`. @throws Error if it is any other transform */
function translationOf(transform: string | number | undefined): readonly [x: number, y: number] {
  if (transform === undefined) return [0, 0];
  const [, x, y] = /^translate\((-?[\d.e-]+) (-?[\d.e-]+)\)$/.exec(String(transform)) ?? [];
  if (x === undefined || y === undefined) throw new Error(`a picture has the transform ${transform}`);
  return [Number(x), Number(y)];
}

/** Draws in board units from the origin of the context on. */
export function paint(context: CanvasRenderingContext2D, drawing: Drawing): void {
  const { name, attributes, content } = drawing;
  context.save();
  context.translate(...translationOf(attributes['transform']));
  switch (name) {
    case 'svg':
    case 'g':
      if (typeof content !== 'string') for (const each of content) paint(context, each);
      break;
    case 'title':
      break;
    case 'rect':
      context.fillStyle = String(attributes['fill']);
      context.fillRect(0, 0, Number(attributes['width']), Number(attributes['height']));
      break;
    case 'path':
      paintPath(context, attributes);
      break;
    case 'text':
      paintText(context, attributes, String(content));
      break;
  }
  context.restore();
}

function paintPath(context: CanvasRenderingContext2D, attributes: Drawing['attributes']): void {
  const outline = new Path2D(String(attributes['d']));
  const { fill, stroke } = attributes;
  if (isPainted(fill)) {
    context.fillStyle = fill;
    context.fill(outline, attributes['fill-rule'] === 'evenodd' ? 'evenodd' : 'nonzero');
  }
  if (!isPainted(stroke)) return;
  context.strokeStyle = stroke;
  context.lineWidth = number(attributes['stroke-width'], 1);
  context.lineCap = attributes['stroke-linecap'] === 'round' ? 'round' : 'butt';
  context.lineJoin = attributes['stroke-linejoin'] === 'round' ? 'round' : 'miter';
  // That of SVG; the canvas begins with another one.
  context.miterLimit = 4;
  const dashes = attributes['stroke-dasharray'];
  context.setLineDash(dashes === undefined ? [] : String(dashes).split(' ').map(Number));
  context.stroke(outline);
}

function paintText(context: CanvasRenderingContext2D, attributes: Drawing['attributes'], text: string): void {
  context.translate(Number(attributes['x']), Number(attributes['y']));
  context.scale(1 / FONT_SCALE, 1 / FONT_SCALE);
  const weight = attributes['font-weight'] ?? 400;
  context.font = `${weight} ${FONT_SCALE * Number(attributes['font-size'])}px ${attributes['font-family']}`;
  context.textAlign = 'center';
  context.fillStyle = String(attributes['fill']);
  // The central baseline of SVG, which a canvas does not have.
  const { fontBoundingBoxAscent, fontBoundingBoxDescent } = context.measureText(text);
  context.fillText(text, 0, (fontBoundingBoxAscent - fontBoundingBoxDescent) / 2);
}

/** The size of a picture in board units. */
export function sizeOf({ attributes }: Drawing): { readonly width: number; readonly height: number } {
  const [, , width, height] = String(attributes['viewBox']).split(' ').map(Number);
  return { width: width!, height: height! };
}

/**
 * A picture as PNG, so many pixels wide.
 *
 * @throws Error if the browser cannot make it
 */
export async function pngOf(drawing: Drawing, pixels: number): Promise<Blob> {
  const { width, height } = sizeOf(drawing);
  const canvas = document.createElement('canvas');
  canvas.width = pixels;
  canvas.height = Math.round((pixels * height) / width);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('the browser has no canvas');
  context.scale(pixels / width, pixels / width);
  paint(context, drawing);
  const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (png === null) throw new Error('the browser cannot make a picture of this size');
  return png;
}

const SVG = 'http://www.w3.org/2000/svg';

/** A picture as an element of the page. */
export function elementOf({ name, attributes, content }: Drawing): SVGElement {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key !== 'xmlns') element.setAttribute(key, String(value));
  }
  if (typeof content === 'string') element.textContent = content;
  else element.append(...content.map(elementOf));
  return element;
}
