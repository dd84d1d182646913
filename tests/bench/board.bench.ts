/**
 * An update of our board compared with one of chessground, lichess's board, in the same page: the cost of the update
 * with the style and layout that follow, and the total cost to the page's thread, painting included, at one update per
 * frame. chessground is under the GPL: it is only measured against and never shipped.
 */
import type { CDPSession, Page } from 'playwright';
import { gameById } from '../../app/games/registry.ts';
import type { Work } from './board/page.ts';
import { median, type BenchRow } from './harness.ts';
import { inPage } from './page-host.ts';

const works: readonly Work[] = ['next ply', 'jump', 'jump and overlays'];
const reference = 'chessground';
const target = { of: 'ratio', atMost: 1.3 } as const;
/** Frames per measurement, and the number of measurements. */
const frames = 40;
const frameRounds = 3;
const updateRounds = 7;

const names: Readonly<Record<Work, string>> = {
  'next ply': 'next ply',
  jump: 'jump',
  'jump and overlays': 'jump with 12 overlays',
};

/** Milliseconds that the page's main thread has run. */
async function threadTime(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1000;
}

const updates = (page: Page, board: string, work: Work): Promise<number> =>
  page.evaluate(([name, what]) => window.boardBench!.updates(name, what), [board, work] as const);

async function measure(page: Page): Promise<BenchRow[]> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable');
  /** The cost of a frame to the page's thread; `null` changes nothing. */
  const perFrame = async (board: string | null, work: Work): Promise<number> => {
    const before = await threadTime(cdp);
    await page.evaluate(([name, what, count]) => window.boardBench!.frames(name, what, count), [
      board,
      work,
      frames,
    ] as const);
    return ((await threadTime(cdp)) - before) / frames;
  };
  const games = await page.evaluate(() => window.boardBench!.games);
  const rows: BenchRow[] = [];
  for (const work of works) {
    const name = (game: string): string => `${gameById(game).name} board, ${names[work]}`;
    // All boards take turns, so that one reference serves every game.
    const update = await turns([...games, reference], updateRounds, (board) => updates(page, board, work));
    const frame = await turns([null, ...games, reference], frameRounds, (board) => perFrame(board, work));
    const idle = frame(null);
    for (const game of games) {
      rows.push(row(name(game), update(game), update(reference), target));
      rows.push(row(`${name(game)}: all of a frame`, frame(game) - idle, frame(reference) - idle, null));
    }
  }
  return rows;
}

/** The median for each board over interleaved rounds, after one warm-up round. */
async function turns<Board>(
  boards: readonly Board[],
  rounds: number,
  measure: (board: Board) => Promise<number>,
): Promise<(board: Board) => number> {
  const figures = new Map(boards.map((board) => [board, [] as number[]]));
  for (let round = 0; round <= rounds; round++) {
    for (const board of boards) {
      const figure = await measure(board);
      if (round > 0) figures.get(board)!.push(figure);
    }
  }
  return (board) => median(figures.get(board)!);
}

const row = (work: string, ours: number, beside: number, target: BenchRow['target']): BenchRow => ({
  work,
  unit: 'ms',
  ours,
  reference: { name: reference, value: beside },
  target,
});

export const run = (): Promise<BenchRow[]> => inPage('board', 'window.boardBench !== undefined', measure);
