/** Outlines of the signs on places of the board, as SVG path data. Pure. */
import type { Point } from '../../app/games/game.ts';
import { shapePath } from '../../app/games/outline.ts';

const short = (value: number): string => String(Math.round(value * 1000) / 1000);

/** Four arcs with a radial stroke between each two. */
export function reticle({ x, y }: Point, r: number): string {
  const point = (angle: number, reach: number): string =>
    `${short(x + reach * Math.cos(angle))} ${short(y + reach * Math.sin(angle))}`;
  let d = '';
  for (let quarter = 0; quarter < 4; quarter++) {
    const axis = (quarter * Math.PI) / 2;
    d += `M${point(axis + ASIDE, r)}A${short(r)} ${short(r)} 0 0 1 ${point(axis + Math.PI / 2 - ASIDE, r)}`;
    d += `M${point(axis, r * OUTER)}L${point(axis, r * INNER)}`;
  }
  return d;
}

/** The angle between a stroke and the arcs' ends, in radians; the strokes' ends, in parts of the radius. */
const ASIDE = 0.36;
const OUTER = 1.08;
const INNER = 0.78;

/** A ring with a plus at its upper right. */
export function plusRing({ x, y }: Point, r: number): string {
  const [px, py] = [x + r * Math.SQRT1_2, y - r * Math.SQRT1_2];
  const arm = r * 0.3;
  const ring = shapePath({ kind: 'circle', r }, { x, y });
  return `${ring}M${short(px - arm)} ${short(py)}h${short(2 * arm)}M${short(px)} ${short(py - arm)}v${short(2 * arm)}`;
}
