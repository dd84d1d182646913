/** The position of the window, saved between starts. */
import * as v from 'valibot';
import { Kept } from '../library/files.ts';

/** In pixels of the desktop. */
export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const whole = v.pipe(v.number(), v.integer(), v.minValue(-100_000), v.maxValue(100_000));

const File = v.strictObject({
  version: v.literal(1),
  x: whole,
  y: whole,
  width: whole,
  height: whole,
  maximized: v.boolean(),
});

export type WindowPlace = v.InferOutput<typeof File>;

export const leastSize = { width: 640, height: 480 } as const;
const usualSize = { width: 1280, height: 800 } as const;

/** At least this much of the title bar must be on a screen, so that the window can be dragged. */
const grip = 80;

export const openPlace = (
  path: string,
): Promise<{ kept: Kept<WindowPlace | null>; trouble: string | null }> =>
  Kept.open<WindowPlace | null>(path, File, null);

/**
 * The bounds of a new window: as before, if its title bar is still on a display; otherwise the default size (at most
 * the first display's), placed by the system.
 * @param displays the work areas of the displays, the primary one first
 */
export function boundsFor(
  place: WindowPlace | null,
  displays: readonly Rectangle[],
): Partial<Rectangle> & Pick<Rectangle, 'width' | 'height'> {
  const [primary] = displays;
  const fit = (size: { width: number; height: number }, area: Rectangle | undefined) => ({
    width: Math.max(leastSize.width, Math.min(size.width, area?.width ?? size.width)),
    height: Math.max(leastSize.height, Math.min(size.height, area?.height ?? size.height)),
  });
  const home = place === null ? undefined : displays.find((area) => holdsBar(place, area));
  if (place === null || home === undefined) return fit(place ?? usualSize, primary);
  return { x: place.x, y: place.y, ...fit(place, home) };
}

function holdsBar(place: WindowPlace, area: Rectangle): boolean {
  const across = Math.min(place.x + place.width, area.x + area.width) - Math.max(place.x, area.x);
  return across >= grip && place.y >= area.y && place.y <= area.y + area.height - grip;
}
