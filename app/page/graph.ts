/**
 * A graph of the evaluations as SVG: a curve for each engine, each on its own scale, proven stretches as a solid band,
 * and errors as dots. Up is good for the side that moves first.
 */
import { escaped } from '../pictures/svg.ts';
import type { Weight } from '../shapes/report.ts';

export interface Curve {
  readonly name: string;
  /** By ply, from -1 to 1 from the view of the side that moves first; null where nothing was said. */
  readonly values: readonly (number | null)[];
}

export interface GraphInput {
  /** The number of plies. */
  readonly plies: number;
  readonly curves: readonly Curve[];
  /** The proven value of each position by ply: 1, 0 or -1; null where it is not proven. */
  readonly proven: readonly (number | null)[];
  readonly errors: readonly { readonly ply: number; readonly weight: Weight; readonly words: string }[];
  /** The name of each side. */
  readonly sides: readonly [string, string];
}

const [width, height] = [1000, 180];
const [left, right, top, bottom] = [14, 14, 14, 22];
const middle = (top + height - bottom) / 2;
const reach = middle - top;

/** Curves are told apart by their dashes too, for print and for those who see no colours. */
const looks = [
  ['accent', ''],
  ['warn', '7 4'],
  ['ok', '2 3'],
  ['bad', '10 3 2 3'],
] as const;

export function graphOf({ plies, curves, proven, errors, sides }: GraphInput): string {
  const step = (width - left - right) / Math.max(1, plies);
  const x = (ply: number): string => (left + ply * step).toFixed(1);
  const y = (value: number): string => (middle - value * reach).toFixed(1);
  const line = (values: readonly (number | null)[]): string => {
    let d = '';
    values.forEach((value, ply) => {
      if (value !== null) d += `${(values[ply - 1] ?? null) === null ? 'M' : 'L'}${x(ply)} ${y(value)}`;
    });
    return d;
  };
  const bands = proven.flatMap((value, ply) =>
    value === null
      ? []
      : [
          `<rect x="${(left + (ply - 0.5) * step).toFixed(1)}" y="${y(Math.max(value, 0.06))}" width="${(step + 0.2).toFixed(1)}" ` +
            `height="${(Math.max(Math.abs(value), 0.12) * reach).toFixed(1)}" fill="var(--text-dim)" fill-opacity="0.35"/>`,
        ],
  );
  const paths = curves.map(({ values }, index) => {
    const [colour, dashes] = looks[index % looks.length]!;
    const dots = values.flatMap((value, ply) =>
      value !== null && (values[ply - 1] ?? null) === null && (values[ply + 1] ?? null) === null
        ? [`<circle cx="${x(ply)}" cy="${y(value)}" r="2.5" fill="var(--${colour})"/>`]
        : [],
    );
    return (
      `<path d="${line(values)}" fill="none" stroke="var(--${colour})" stroke-width="2" ` +
      `stroke-linejoin="round"${dashes === '' ? '' : ` stroke-dasharray="${dashes}"`}/>${dots.join('')}`
    );
  });
  const dots = errors.map(({ ply, weight, words }) => {
    const value = curves[0]?.values[ply] ?? proven[ply] ?? 0;
    const colour = weight === 'inaccuracy' ? 'warn' : 'bad';
    return (
      `<circle cx="${x(ply)}" cy="${y(value)}" r="5" fill="var(--${colour})" stroke="var(--surface)" stroke-width="1.5">` +
      `<title>${escaped(words)}</title></circle>`
    );
  });
  const hits = Array.from(
    { length: plies + 1 },
    (_, ply) =>
      `<rect data-ply="${ply}" x="${(left + (ply - 0.5) * step).toFixed(1)}" y="0" width="${step.toFixed(1)}" height="${height}"/>`,
  );
  const label = (text: string, at: number): string =>
    `<text x="${left}" y="${at}" font-size="12" fill="var(--text-dim)">${escaped(text)}</text>`;
  const every = Math.max(1, Math.ceil(plies / 100) * 10);
  const ticks = Array.from({ length: Math.floor(plies / every) + 1 }, (_, index) => index * every).map(
    (ply) =>
      `<text x="${x(ply)}" y="${height - 6}" font-size="12" text-anchor="middle" fill="var(--text-dim)">${ply}</text>`,
  );
  const words = `Evaluations by ply; up is good for ${sides[0]}.`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img"><title>${escaped(words)}</title>` +
    `${bands.join('')}<line x1="${left}" x2="${width - right}" y1="${middle}" y2="${middle}" stroke="var(--border)"/>` +
    `${paths.join('')}${label(sides[0], top)}${label(sides[1], height - bottom)}${ticks.join('')}` +
    `<line data-cursor data-from="${left}" data-step="${step}" x1="${x(plies)}" x2="${x(plies)}" y1="${top}" y2="${height - bottom}" stroke="var(--accent)"/>` +
    `${hits.join('')}${dots.join('')}</svg>`
  );
}

/** What the lines of the graph are. */
export function graphKey(curves: readonly Curve[], hasProofs: boolean): string {
  const items = curves.map(({ name }, index) => {
    const [colour, dashes] = looks[index % looks.length]!;
    const dash = dashes === '' ? '' : ` stroke-dasharray="${dashes}"`;
    return (
      `<li><svg viewBox="0 0 28 10" aria-hidden="true"><path d="M0 5h28" stroke="var(--${colour})" stroke-width="2"${dash}/></svg>` +
      `${escaped(name)}</li>`
    );
  });
  if (hasProofs) {
    items.push(
      '<li><svg viewBox="0 0 28 10" aria-hidden="true"><rect width="28" height="10" fill="var(--text-dim)" fill-opacity="0.35"/></svg>proven</li>',
    );
  }
  return items.length === 0 ? '' : `<ul class="key">${items.join('')}</ul>`;
}
