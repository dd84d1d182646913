/** The graph of a long game in a page, and uPlot alone with the same curves beside it. */
/// <reference types="vite/client" />
import uPlot from 'uplot';
import { gameById } from '../../../app/games/registry.ts';
import type { Figure } from '../../../app/api/contract.ts';
import { type Curve, Measured, scoreValues } from '../../../renderer/graph/curves.ts';
import { Plot, type PlotData } from '../../../renderer/graph/plot.ts';
import type { Value } from '../../../renderer/graph/truth.ts';
import '../../../renderer/styles/tokens.css';
import '../../../renderer/styles/base.css';

export type Work = 'draw' | 'draw, painted' | 'step' | 'curves from figures';

export interface GraphBench {
  /** Milliseconds, the median of many. @param who `graph`, or `uPlot` alone, which only draws */
  measure(who: 'graph' | 'uPlot', work: Work): number;
}

declare global {
  interface Window {
    graphBench?: GraphBench;
  }
}

const PLIES = 5000;
const TIMES = 41;
const TELLERS = ['1', '2'].map((digit) => digit.repeat(64));
const movers = Array.from({ length: PLIES + 1 }, (_, ply) => (ply % 2) as 0 | 1);
const line = movers.map((_, ply) => ply);

function room(): HTMLElement {
  const element = document.createElement('div');
  element.className = 'room';
  document.querySelector('main')!.append(element);
  return element;
}

/** A score that wanders, of each teller at each ply. @param phase makes another one of it */
const figuresOf = (phase: number): ReadonlyMap<number, readonly Figure[]> =>
  new Map(
    line.map((ply) => [
      ply,
      TELLERS.map((teller, at): Figure => ({
        ...{ teller, bestmove: 'e2', staticScale: 1, exhaustive: false, isMirrored: false },
        score: { type: 'static', value: Math.sin(ply / (40 + at) + phase) * Math.cos(ply / 7) },
        measure: { kind: 'depth', amount: 8 },
      })),
    ]),
  );

/** Both sides' paths and walls of Quoridor, along one step that is made and taken back again and again. */
function measureCurves(): Curve[] {
  const game = gameById('quoridor');
  const start = game.initial();
  const positions = [start, game.play(start, game.moves(start)[0])];
  const measured = new Measured();
  return game.measures!.flatMap((measure, at) =>
    ([0, 1] as const).map((seat): Curve => ({
      ...{ kind: 'measure', id: measure.id, seat, colour: `--measure-${at + 1}` },
      values: line.map((ply) => measured.at(measure, positions[ply % 2])[seat]),
    })),
  );
}

const tellerCurves = (figures: ReadonlyMap<number, readonly Figure[]>): Curve[] =>
  TELLERS.map((id, at) => ({
    ...{ kind: 'score', id, letter: 'AB'[at]!, colour: `--engine-${at + 1}` },
    values: scoreValues(line, movers, figures, id),
  }));

const figures = [0, 1].map(figuresOf);
const measures = measureCurves();
/** Two states, to be drawn in turn: a hundred stretches that are proven, mistakes and disagreements. */
const states = figures.map((each): PlotData => ({
  last: PLIES,
  curves: [...measures, ...tellerCurves(each)],
  certain: line.map((ply): Value | null => (ply % 50 < 15 ? (((ply / 50) | 0) % 3 === 0 ? 0 : 1) : null)),
  mistakes: line.filter((ply) => ply % 40 === 0).map((ply) => ({ ply, how: 'proven' })),
  disputed: line.filter((ply) => ply % 9 === 0),
}));

const ours = room();
const listener = (): void => undefined;
const plot = new Plot(ours, states[0]!, { onpoint: listener, onpick: listener });
plot.resize(480, 160);

const columns = states.map(({ curves }): uPlot.AlignedData => [
  line,
  ...curves.map(({ values }) => [...values]),
]);
const bare = new uPlot(
  {
    ...{ width: 480, height: 160, legend: { show: false } },
    scales: { x: { time: false } },
    series: [{}, ...states[0]!.curves.map(({ kind }) => ({ scale: kind, stroke: 'black', spanGaps: true }))],
    axes: [{}, { scale: 'score' }, { scale: 'measure', side: 1 }],
  },
  columns[0],
  room(),
);

/** Forces style and layout. */
const settle = (): unknown => document.body.offsetHeight + ours.getBoundingClientRect().x;
/** Forces what was drawn on a canvas to be painted. */
const paint = (place: Element): unknown =>
  place.querySelector('canvas')!.getContext('2d')!.getImageData(0, 0, 1, 1);

function median(works: (turn: number) => unknown): number {
  const times: number[] = [];
  for (let turn = 0; turn <= TIMES; turn++) {
    const began = performance.now();
    works(turn);
    if (turn > 0) times.push(performance.now() - began);
  }
  return times.toSorted((one, other) => one - other)[TIMES >> 1]!;
}

window.graphBench = {
  measure(who, work) {
    const draw = (turn: number): void => {
      if (who === 'graph') plot.show(states[turn % 2]!);
      else bare.batch(() => bare.setData(columns[turn % 2]!, true));
      settle();
    };
    switch (work) {
      case 'draw':
        return median(draw);
      case 'draw, painted':
        return median((turn) => {
          draw(turn);
          paint(who === 'graph' ? ours : bare.root);
        });
      case 'step':
        return median((turn) => {
          plot.moveTo(turn * 100);
          settle();
        });
      case 'curves from figures':
        return median((turn) => tellerCurves(figures[turn % 2]!));
    }
  },
};
