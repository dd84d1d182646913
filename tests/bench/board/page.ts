/** Both boards in one page, each in a container of the same size, and the time an update takes. */
/// <reference types="vite/client" />
import { games } from '../../../app/games/registry.ts';
import { chessground } from './chess.ts';
import type { Contender, Moment } from './contender.ts';
import { ours } from './ours.svelte.ts';

/** What is repeated on a board. */
export type Work = 'next ply' | 'jump' | 'jump and overlays';

export interface BoardBench {
  /** The ids of the games measured on our board. */
  readonly games: readonly string[];
  /**
   * Milliseconds per update, including style and layout. For each, the median of many walks, which excludes other load;
   * then the mean, since a capture costs more than a quiet move.
   * @param board a game's id, or `chessground`
   */
  updates(board: string, work: Work): number;
  /** Updates a board once a frame; null updates none. */
  frames(board: string | null, work: Work, count: number): Promise<void>;
}

declare global {
  interface Window {
    boardBench?: BoardBench;
  }
}

const WALKS = 21;
/** Plies at the end of a game left for the line that continues from a position. */
const TAIL = 8;
const OVERLAYS = 12;

const main = document.querySelector('main')!;

function room(): HTMLElement {
  const element = document.createElement('div');
  element.className = 'room';
  main.append(element);
  return element;
}

const contenders = new Map<string, Contender>([
  ...[...games.values()].map((game) => [game.id, ours(room(), game)] as const),
  ['chessground', chessground(room())],
]);

function contender(board: string): Contender {
  const found = contenders.get(board);
  if (found === undefined) throw new RangeError(`there is no board "${board}"`);
  return found;
}

/** The same number of plies for every board. */
const plies = Math.min(...[...contenders.values()].map((one) => one.plies));

/** One walk of a work, from its last moment, or from the start of the game, through all of them. */
function momentsOf(board: Contender, work: Work): Moment[] {
  if (work === 'next ply') return Array.from({ length: plies }, (_, index) => board.moment(index + 1, 0, 0));
  const overlays = work === 'jump' ? 0 : OVERLAYS;
  return Array.from({ length: plies }, (_, index) =>
    board.moment(index % 2 === 0 ? plies - TAIL : 2, overlays, index % 8),
  );
}

/** Forces style and layout. */
const flushLayout = (): unknown =>
  document.body.offsetHeight + main.lastElementChild!.getBoundingClientRect().x;

function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b);
  return (sorted[(sorted.length - 1) >> 1]! + sorted[sorted.length >> 1]!) / 2;
}

window.boardBench = {
  games: [...games.keys()],
  updates(board, work) {
    if (!crossOriginIsolated) throw new Error('the clock is too coarse: the page is not isolated');
    const moments = momentsOf(contender(board), work);
    const start = work === 'next ply' ? contender(board).moment(0, 0, 0) : moments.at(-1)!;
    const figures = moments.map((): number[] => []);
    for (let walk = 0; walk < WALKS; walk++) {
      start.show();
      start.settle();
      flushLayout();
      for (const [index, moment] of moments.entries()) {
        const began = performance.now();
        moment.show();
        moment.settle();
        flushLayout();
        figures[index]!.push(performance.now() - began);
      }
    }
    return figures.map(median).reduce((sum, figure) => sum + figure, 0) / moments.length;
  },
  async frames(board, work, count) {
    const moments = board === null ? [] : momentsOf(contender(board), work);
    for (let frame = 0; frame < count; frame++) {
      await new Promise(requestAnimationFrame);
      moments[frame % moments.length]?.show();
    }
  },
};
