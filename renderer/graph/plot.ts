/**
 * The graph on a canvas: curves by ply, the stretches that are proven, mistakes and disagreements. What moves with every
 * step or pointer, the lines of the ply shown and of the one pointed at, are elements over the canvas, which is not drawn
 * again for them.
 */
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { resolveColour } from '../ui/colour.ts';
import type { Curve } from './curves.ts';
import { drawBands, drawGaps, drawLetters, drawMarks, type InkToken, type Marks } from './drawing.ts';

export interface PlotData extends Marks {
  /** The last ply of the line. */
  readonly last: number;
  readonly curves: readonly Curve[];
}

interface Listeners {
  /** The pointer is over a ply, or has left the graph (null). */
  onpoint(ply: number | null): void;
  onpick(ply: number): void;
}

/** Room above and below the scores that mean a win, as a part of their range, for dots on the edges. */
const MARGIN = 0.12;
const FONT = '11px system-ui, sans-serif';
/** In milliseconds between two drawings of curves that grow: engines report many times a second. */
const INTERVAL = 250;
/** Dashes of the second side's measures, in pixels. */
const DASH = [5, 4];
/** The diameter of the point of a known value, and the least room for each, in pixels. Closer ones are a line anyway. */
const POINT = 5;
const POINT_ROOM = 8;

export class Plot {
  readonly #host: HTMLElement;
  readonly #listeners: Listeners;
  readonly #now = document.createElement('div');
  readonly #colours = new Map<InkToken, string>();
  #plot: uPlot | null = null;
  #data: PlotData;
  #cursor = 0;
  /** The ply pointed at elsewhere. */
  #pointed: number | null = null;
  /** Whether the pointer is over the plot. */
  #isOver = false;
  #size = { width: 0, height: 0 };
  #drawnAt = -Infinity;
  /** Draws what came since the last drawing. */
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** What the plot was made for: its curves, and whether they are dense. */
  #made = '';

  constructor(host: HTMLElement, data: PlotData, listeners: Listeners) {
    this.#host = host;
    this.#data = data;
    this.#listeners = listeners;
    this.#now.className = 'graph-now';
  }

  /** Draws other data: at once for a line of another length, else a few times a second at most. */
  update(data: PlotData): void {
    const wait = this.#drawnAt + INTERVAL - performance.now();
    if (data.last !== this.#data.last || wait <= 0) return this.show(data);
    this.#data = data;
    this.#timer ??= setTimeout(() => this.show(this.#data), wait);
  }

  /** Draws other data, at once. */
  show(data: PlotData): void {
    this.#data = data;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#drawnAt = performance.now();
    if (this.#size.width <= 0 || this.#size.height <= 0) return;
    const made = [
      this.#isDense,
      ...data.curves.map((curve) => `${curve.kind} ${curve.id} ${curve.colour} ${this.#isSparse(curve)}`),
    ].join('|');
    if (this.#plot === null || made !== this.#made) {
      this.#made = made;
      this.#make();
    } else {
      const plot = this.#plot;
      plot.batch(() => plot.setData(this.#columns(), true));
    }
  }

  resize(width: number, height: number): void {
    if (width === this.#size.width && height === this.#size.height) return;
    this.#size = { width, height };
    if (width > 0 && height > 0) this.#plot?.setSize(this.#size);
    this.show(this.#data);
  }

  /** Reads the colours of another theme. */
  recolour(): void {
    this.#colours.clear();
    if (this.#plot !== null) this.#make();
  }

  /** Moves the line of the ply shown. */
  moveTo(ply: number): void {
    this.#cursor = ply;
    this.#placeNow();
  }

  /** Moves the line of the ply pointed at elsewhere; null hides it. */
  point(ply: number | null): void {
    this.#pointed = ply;
    this.#placePointed();
  }

  /** The horizontal place of a ply in the window, in pixels. */
  placeOf(ply: number): number {
    const plot = this.#plot;
    return plot === null ? 0 : plot.over.getBoundingClientRect().left + plot.valToPos(ply, 'x');
  }

  destroy(): void {
    clearTimeout(this.#timer);
    this.#plot?.destroy();
    this.#plot = null;
  }

  #placeNow(): void {
    const plot = this.#plot;
    if (typeof plot?.scales['x']?.max !== 'number') return;
    this.#now.style.transform = `translateX(${plot.valToPos(this.#cursor, 'x')}px)`;
  }

  #placePointed(): void {
    const plot = this.#plot;
    if (typeof plot?.scales['x']?.max !== 'number') return;
    const ply = this.#pointed;
    const left = ply === null ? -10 : plot.valToPos(ply, 'x');
    // Where the pointer itself is over the graph, it has moved the line.
    if (ply === null ? plot.cursor.left! >= 0 : plot.cursor.idx !== ply) {
      plot.setCursor({ left, top: ply === null ? -10 : 0 }, false);
    }
  }

  /** Whether several plies share a column of pixels: then lines are as thin and plain as can be drawn fast. */
  get #isDense(): boolean {
    return this.#data.last > this.#size.width;
  }

  /** Whether each known value of a curve has a point of its own. */
  #isSparse({ values }: Curve): boolean {
    const known = values.filter((value) => value !== null).length;
    return known * POINT_ROOM <= this.#size.width;
  }

  #ink(token: InkToken): string {
    let colour = this.#colours.get(token);
    if (colour === undefined) this.#colours.set(token, (colour = resolveColour(token)));
    return colour;
  }

  #columns(): uPlot.AlignedData {
    const { last, curves } = this.#data;
    const plies = Array.from({ length: last + 1 }, (_, ply) => ply);
    return [plies, ...curves.map(({ values }) => values as (number | null)[])];
  }

  #make(): void {
    this.#plot?.destroy();
    const plot = new uPlot(this.#options(), this.#columns(), this.#host);
    this.#plot = plot;
    plot.over.append(this.#now);
    plot.over.addEventListener('click', ({ clientX }) => {
      this.#listeners.onpick(plot.posToIdx(clientX - plot.over.getBoundingClientRect().left));
    });
    // Captured, which is before the library moves its cursor.
    plot.over.addEventListener('mousemove', () => (this.#isOver = true), { capture: true });
    plot.over.addEventListener('pointerleave', () => {
      this.#isOver = false;
      this.#listeners.onpoint(null);
    });
  }

  #options(): uPlot.Options {
    const hasMeasures = this.#data.curves.some(({ kind }) => kind === 'measure');
    const ink = (token: InkToken): string => this.#ink(token);
    const axis: uPlot.Axis = {
      font: FONT,
      stroke: ink('--text-dim'),
      ticks: { show: false },
      grid: { stroke: ink('--border'), width: 1 },
    };
    return {
      ...this.#size,
      padding: [4, 10, 0, 10],
      legend: { show: false },
      // A press that slips a little is a click all the same.
      cursor: { y: false, drag: { x: false, y: false, click: () => undefined }, points: { show: false } },
      scales: {
        // Of a single ply the library would make a hundred.
        x: { time: false, range: () => [0, Math.max(1, this.#data.last)] },
        score: { range: [-1 - MARGIN, 1 + MARGIN] },
        measure: { range: (_, __, most) => [0, Math.max(1, most) * (1 + MARGIN / 2)] },
      },
      axes: [
        {
          ...axis,
          // The number of the last ply stands below the lowest one of the other axis.
          size: 24,
          gap: 6,
          space: 48,
          grid: { show: false },
          incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000],
        },
        { ...axis, scale: 'score', size: 0, values: () => [], splits: [-1, 0, 1] },
        {
          ...axis,
          ...{ scale: 'measure', side: 1, size: 26, gap: 2, space: 24, show: hasMeasures },
          grid: { show: false },
          incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000],
        },
      ],
      series: [{}, ...this.#data.curves.map((curve) => this.#series(curve))],
      hooks: {
        drawClear: [(plot) => drawBands(plot, this.#data, ink)],
        draw: [
          (plot) => {
            drawGaps(plot, this.#data.curves, ink);
            drawLetters(plot, this.#data.curves, ink);
            drawMarks(plot, this.#data, ink);
            this.#placeNow();
            // A plot that was made anew has no cursor yet.
            if (!this.#isOver) this.#placePointed();
          },
        ],
        setCursor: [
          ({ cursor }) => {
            // Drawing moves the cursor too, wherever the pointer is.
            if (!this.#isOver) return;
            this.#listeners.onpoint(typeof cursor.idx === 'number' && cursor.left! >= 0 ? cursor.idx : null);
          },
        ],
      },
    };
  }

  #series(curve: Curve): uPlot.Series {
    const stroke = this.#ink(curve.colour);
    const isScore = curve.kind === 'score';
    const dense = this.#isDense;
    return {
      ...{ scale: curve.kind, stroke, auto: !isScore },
      width: dense ? 1 : isScore ? 2 : 1.25,
      ...(curve.kind === 'measure' && curve.seat === 1 && !dense && { dash: DASH }),
      // Where an engine was not asked, its curve is broken: `drawGaps` joins the ends by dashes.
      points: { show: isScore && this.#isSparse(curve), size: POINT, width: 0, fill: stroke },
    };
  }
}
