/** What the graph has beside its curves, painted on the canvas of a plot. */
import type uPlot from 'uplot';
import type { ColourToken, Curve } from './curves.ts';
import type { Value } from './truth.ts';

/** How a mistake is known: proven, claimed by an engine as decided, or judged by a drop of its score. */
export type How = 'proven' | 'claimed' | 'judged';

export interface Marks {
  /** By ply, what is certain. */
  readonly certain: readonly (Value | null)[];
  readonly mistakes: readonly { readonly ply: number; readonly how: How }[];
  /** Plies at which engines disagree, in ascending order. */
  readonly disputed: readonly number[];
}

export type InkToken = ColourToken;
type Ink = (token: InkToken) => string;

/** Sizes in pixels of the page. */
const DOT = 4;
const TRIANGLE = 5;
const EDGE = 3;
/** Shorter than the dashes of a measure. */
const GAP_DASH = [2, 4];
const LETTER = 'bold 11px system-ui, sans-serif';

/** Canvas pixels for a pixel of the page. */
const ratio = (plot: uPlot): number => plot.ctx.canvas.width / Math.max(1, plot.width);

const xOf = (plot: uPlot, ply: number): number => plot.valToPos(ply, 'x', true);
const yOf = (plot: uPlot, height: number): number => plot.valToPos(height, 'score', true);

/** Runs of plies with the same certain value. */
export function runs(certain: Marks['certain']): { first: number; last: number; value: Value }[] {
  const found: { first: number; last: number; value: Value }[] = [];
  for (const [ply, value] of certain.entries()) {
    const run = found.at(-1);
    if (value === null) continue;
    if (run?.last === ply - 1 && run.value === value) run.last = ply;
    else found.push({ first: ply, last: ply, value });
  }
  return found;
}

/** Proven stretches, under the curves: solid from the middle to the edge of the side that wins; a bar for a draw. */
export function drawBands(plot: uPlot, { certain }: Marks, ink: Ink): void {
  const { ctx, bbox } = plot;
  const scale = ratio(plot);
  const middle = yOf(plot, 0);
  ctx.save();
  for (const { first, last, value } of runs(certain)) {
    const left = Math.max(bbox.left, xOf(plot, first - 0.5));
    const right = Math.min(bbox.left + bbox.width, xOf(plot, last + 0.5));
    const edge = value === 0 ? middle : yOf(plot, value);
    ctx.fillStyle = ink('--surface-3');
    if (value !== 0) ctx.fillRect(left, Math.min(edge, middle), right - left, Math.abs(edge - middle));
    ctx.fillStyle = ink('--border-strong');
    ctx.fillRect(left, edge - (EDGE * scale) / 2, right - left, EDGE * scale);
  }
  ctx.restore();
}

/** The stretches of a curve of which nothing is known: the plies of the known values around each. */
export function gaps(values: readonly (number | null)[]): readonly (readonly [number, number])[] {
  const known = values.flatMap((value, ply) => (value === null ? [] : [ply]));
  return known.flatMap((ply, at) => {
    const next = known[at + 1];
    return next === undefined || next === ply + 1 ? [] : [[ply, next] as const];
  });
}

/** Faint dashes across the plies that an engine was not asked about: no engine gave the values between. */
export function drawGaps(plot: uPlot, curves: readonly Curve[], ink: Ink): void {
  const { ctx } = plot;
  const scale = ratio(plot);
  ctx.save();
  ctx.lineWidth = 1.25 * scale;
  ctx.globalAlpha = 0.6;
  ctx.setLineDash(GAP_DASH.map((length) => length * scale));
  for (const { kind, colour, values } of curves) {
    if (kind !== 'score') continue;
    ctx.strokeStyle = ink(colour);
    ctx.beginPath();
    for (const [from, to] of gaps(values)) {
      ctx.moveTo(xOf(plot, from), yOf(plot, values[from]!));
      ctx.lineTo(xOf(plot, to), yOf(plot, values[to]!));
    }
    ctx.stroke();
  }
  ctx.restore();
}

/** The letter of each engine, where its curve ends. */
export function drawLetters(plot: uPlot, curves: readonly Curve[], ink: Ink): void {
  const { ctx, bbox } = plot;
  const scale = ratio(plot);
  ctx.save();
  ctx.font = LETTER.replace('11px', `${11 * scale}px`);
  ctx.textBaseline = 'middle';
  const taken: { x: number; y: number }[] = [];
  for (const curve of curves) {
    if (curve.kind !== 'score') continue;
    const ply = curve.values.findLastIndex((value) => value !== null);
    if (ply < 0) continue;
    const isAtEdge = xOf(plot, ply) + 14 * scale > bbox.left + bbox.width;
    const x = xOf(plot, ply) + (isAtEdge ? -14 : 6) * scale;
    let y = Math.max(bbox.top + 6 * scale, yOf(plot, curve.values[ply]!) + (isAtEdge ? 9 * scale : 0));
    // Curves that end at one point have their letters below each other.
    while (taken.some((other) => Math.abs(other.x - x) < 10 * scale && Math.abs(other.y - y) < 11 * scale)) {
      y += 11 * scale;
    }
    taken.push({ x, y });
    ctx.lineWidth = 3 * scale;
    ctx.lineJoin = 'round';
    ctx.strokeStyle = ink('--surface');
    ctx.strokeText(curve.letter, x, y);
    ctx.fillStyle = ink(curve.colour);
    ctx.fillText(curve.letter, x, y);
  }
  ctx.restore();
}

/** Mistakes as dots where the game stands after them, and disagreements as triangles along the lower edge. */
export function drawMarks(plot: uPlot, data: Marks & { readonly curves: readonly Curve[] }, ink: Ink): void {
  const { ctx } = plot;
  ctx.save();
  ctx.fillStyle = ink('--warn');
  ctx.fill(triangles(plot, data.disputed));
  // An outline as a larger shape below: a canvas fills many small shapes much faster than it strokes them.
  for (const how of ['judged', 'claimed', 'proven'] as const) {
    const [outer, inner] =
      how === 'proven' ? (['--surface', '--bad'] as const) : (['--bad', '--surface'] as const);
    ctx.fillStyle = ink(outer);
    ctx.fill(dots(plot, data, how, DOT + 1));
    ctx.fillStyle = ink(inner);
    ctx.fill(dots(plot, data, how, DOT - 1));
  }
  ctx.restore();
}

function triangles(plot: uPlot, plies: readonly number[]): Path2D {
  const path = new Path2D();
  const size = TRIANGLE * ratio(plot);
  const foot = plot.bbox.top + plot.bbox.height - 1;
  let before = -Infinity;
  for (const ply of plies) {
    const x = xOf(plot, ply);
    // On a long game many fall on one place.
    if (x - before < size) continue;
    before = x;
    path.moveTo(x, foot - 1.6 * size);
    path.lineTo(x + size, foot);
    path.lineTo(x - size, foot);
    path.closePath();
  }
  return path;
}

/** Three looks: a disc is proven, a ring claimed, a diamond judged. */
function dots(
  plot: uPlot,
  { mistakes, certain, curves }: Marks & { readonly curves: readonly Curve[] },
  how: How,
  radius: number,
): Path2D {
  const path = new Path2D();
  const r = radius * ratio(plot);
  /** By height, the last dot's place: those that would cover it are left out. */
  const before = new Map<number, number>();
  for (const { ply, how: known } of mistakes) {
    if (known !== how) continue;
    const said = curves.find(({ kind, values }) => kind === 'score' && (values[ply] ?? null) !== null);
    const [x, y] = [xOf(plot, ply), yOf(plot, certain[ply] ?? said?.values[ply] ?? 0)];
    const height = Math.round(y / r);
    if (x - (before.get(height) ?? -Infinity) < DOT * ratio(plot)) continue;
    before.set(height, x);
    if (how === 'judged') {
      path.moveTo(x, y - r);
      path.lineTo(x + r, y);
      path.lineTo(x, y + r);
      path.lineTo(x - r, y);
      path.closePath();
    } else {
      path.moveTo(x + r, y);
      path.arc(x, y, r, 0, 2 * Math.PI);
    }
  }
  return path;
}
