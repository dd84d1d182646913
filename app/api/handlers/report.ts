import { Refused } from '../../shapes/refused.ts';
import { GameReport } from '../../analysis/report/report.ts';
import { Gate } from '../../analysis/report/gate.ts';
import type { ReportedMove } from '../../shapes/report.ts';
import { changed, opened } from '../../records/open-tree.ts';
import { newTree, rootId, type GameTree } from '../../records/tree.ts';
import { moveTexts } from '../../records/record.ts';
import type { Line } from '../../games/line.ts';
import { Wakeup } from '../../sessions/wakeup.ts';
import { lineOf } from '../known.ts';
import { refusing } from '../refusal.ts';
import { laneEngine } from '../report-engine.ts';
import { requireMoves } from '../requirements.ts';
import type { Core } from '../core.ts';
import { os } from './base.ts';

const { report, jobs } = os;

export const reportHandlers = {
  start: report.start.handler(({ input: { game, scope, engines, options }, context: { core } }) =>
    core.reports.start(game, scope, engines, options),
  ),
  pause: report.pause.handler(({ input, context: { core } }) => core.reports.pause(input.isPaused)),
  workBeside: report.workBeside.handler(({ context: { core } }) => core.reports.workBeside()),
  stop: report.stop.handler(({ context: { core } }) => core.reports.stop()),
  goOn: report.goOn.handler(({ context: { core } }) => core.reports.goOn()),
  write: report.write.handler(({ context: { core } }) => core.reports.write()),
  tried: report.tried.handler(({ input: { node, move }, context: { core }, signal }) =>
    core.reports.tried(node, move, signal),
  ),
  page: report.page.handler(({ context: { core } }) => {
    const page = core.reports.page();
    if (page === null) throw new Refused('There is no report to save.', 'Analyse a game first.');
    return page;
  }),
};

/** The report on a line of play that a client describes by texts. */
export const reportJob = jobs.report.handler(({ input, context: { core }, signal }) => {
  const line = lineOf(input);
  requireMoves(line);
  const begun = { ...line, moves: [], position: line.start };
  const engines = input.engines.map((asked) => laneEngine(core, begun, asked));
  const options = { ...input.options, writes: false };
  return refusing(reportOn(core, treeOf(line), engines, options, signal));
});

/** A game that has this line alone. */
function treeOf({ game, gameKey, start, moves }: Line): GameTree {
  const tree = newTree(game, gameKey, { start: game.positionText(start) });
  return changed(opened(tree), [{ kind: 'play', at: rootId, moves: [...moveTexts(game, start, moves)] }])
    .tree;
}

async function* reportOn(
  { truth, memory }: Core,
  tree: GameTree,
  engines: ConstructorParameters<typeof GameReport>[2],
  options: ConstructorParameters<typeof GameReport>[3],
  signal?: AbortSignal,
) {
  const moves: ReportedMove[] = [];
  const wakeup = new Wakeup();
  const abort = new AbortController();
  const until = signal ? AbortSignal.any([signal, abort.signal]) : abort.signal;
  let isOver = false;
  const made = new GameReport(tree, { kind: 'game' }, engines, options, {
    ...{ askTruth: truth.ask, memory, gate: new Gate() },
    onChange: () => wakeup.wake(),
    onMove: (move) => {
      moves.push(move);
      wakeup.wake();
    },
  });
  const running = made.run(until).finally(() => {
    isOver = true;
    wakeup.wake();
  });
  // Awaited below; a rejection meanwhile is not unhandled.
  running.catch(() => undefined);
  try {
    while (!until.aborted) {
      // Before its last moves are taken, so that none comes after them.
      const isLast = isOver;
      for (const move of moves.splice(0)) yield { kind: 'move', move } as const;
      yield { kind: 'progress', ...made.standing } as const;
      if (isLast) break;
      await wakeup.sleep(Infinity, until);
    }
    await running;
    if (until.aborted) return;
    const { sides, turningPoints, moves: all, standing } = made;
    yield { kind: 'summary', sides, turningPoints, moves: all, engines: standing.engines } as const;
  } finally {
    abort.abort();
    await running.catch(() => undefined);
  }
}
