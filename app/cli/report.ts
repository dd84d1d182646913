/** `plywire report`: what each move of a game did to the value of its position, by proof and by engines. */
import { version } from '../../package.json';
import { sidesOf, turningPointsOf } from '../analysis/report/summary.ts';
import { counted } from '../games/sentences.ts';
import { verdictWords, weightSigns } from '../records/verdict-words.ts';
import type { LocalClient } from '../api/transports/in-process.ts';
import { lineOf } from '../api/known.ts';
import { gameById } from '../games/registry.ts';
import { changed, opened } from '../records/open-tree.ts';
import { moveTexts } from '../records/record.ts';
import { newTree, rootId, type GameTree } from '../records/tree.ts';
import { isPage } from '../page/document.ts';
import { reportPage } from '../page/report-page.ts';
import type { Limit } from '../shapes/engines.ts';
import type { ReportedMove, ReportEngineState, ReportSide } from '../shapes/report.ts';
import { Exit, exitCodes, type CommandContext } from './exit.ts';
import { positionOf, type EngineFlags, type GameFlag, type PositionFlags } from './flags.ts';
import { truthWords, type Output } from './output.ts';
import { engineMeant } from './probe.ts';
import { resultFile, type ResultFile } from './result-file.ts';

export interface ReportFlags extends FileFlags, EngineFlags, GameFlag, PositionFlags {
  readonly engine: readonly string[];
  readonly limit: readonly Limit[];
  readonly truth: number | false;
  readonly forward?: boolean;
  readonly all?: boolean;
  readonly html?: string;
}

interface FileFlags {
  readonly from?: string;
}

const htmlPage = { flag: '--html', name: 'page of Plywire', isOne: isPage } as const;

/** What was found out so far. */
export interface Found {
  readonly moves: ReportedMove[];
  engines: readonly ReportEngineState[];
  isDone: boolean;
}

export async function report(ask: CommandContext<LocalClient>, flags: ReportFlags): Promise<void> {
  const { client, output, signal } = ask;
  const page = flags.html === undefined ? null : await resultFile(flags.html, htmlPage);
  const asked = await enginesAsked(ask, flags);
  const game = flags.game ?? asked[0]?.game;
  if (game === undefined) {
    throw new Exit(exitCodes.usage, 'Without an engine the game must be named: add --game.');
  }
  const position = positionOf(game, flags);
  const tree = treeOf(position);
  const found: Found = { moves: [], engines: [], isDone: false };
  try {
    const events = await client.jobs.report(
      {
        ...position,
        engines: asked.map(({ game: _, ...engine }) => engine),
        options: optionsOf(flags),
      },
      { signal },
    );
    for await (const event of events) {
      switch (event.kind) {
        case 'move':
          found.moves.push(event.move);
          printMove(output, tree, event.move, found);
          break;
        case 'progress':
          found.engines = event.engines;
          output.passing(progressWords(event));
          break;
        case 'summary':
          found.moves.splice(0, Infinity, ...event.moves);
          found.engines = event.engines;
          found.isDone = true;
          break;
      }
    }
  } finally {
    // What was finished is told and written even if the report was interrupted.
    if (found.isDone || found.moves.length > 0 || signal.aborted) {
      await conclude(output, tree, found, flags, page);
    }
  }
  const failure = failureOf(found.engines);
  if (failure !== null) throw failure;
}

/** The exit where an engine failed; null if none did. */
export function failureOf(engines: readonly ReportEngineState[]): Exit | null {
  const left = engines.find(({ state }) => state === 'left');
  if (left !== undefined) {
    const code = left.ending === 'unstartable' ? exitCodes.unstartable : exitCodes.failed;
    return new Exit(code, `${left.name} was dropped: ${left.reason ?? 'it ended'}`);
  }
  const failing = engines.find(({ failed }) => failed > 0);
  if (failing === undefined) return null;
  const { name, failed, reason } = failing;
  return new Exit(
    exitCodes.failed,
    `${name} failed at ${counted(failed, 'position')}: ${reason ?? 'it gave no answer'}`,
  );
}

/** The engines of a report with their limits. @throws Exit */
export async function enginesAsked(ask: CommandContext<LocalClient>, flags: ReportFlags) {
  const found: Awaited<ReturnType<typeof engineMeant>>[] = [];
  for (const text of flags.engine) found.push(await engineMeant(ask, text, flags));
  const limits = limitsFor(flags.limit, found.length);
  return found.map(({ engine, protocol, options, scale, game }, index) => ({
    ...{ engine, protocol, options, scale, game, limit: limits[index]! },
  }));
}

export const optionsOf = ({ forward, all, truth }: ReportFlags) => ({
  order: forward === true ? ('forward' as const) : ('backward' as const),
  onlyUnknown: all !== true,
  truthSeconds: truth === false ? null : truth,
});

/** One limit for all engines, or one for each. @throws Exit */
function limitsFor(limits: readonly Limit[], engines: number): readonly Limit[] {
  if (limits.length > 1 && limits.length !== engines) {
    throw new Exit(
      exitCodes.usage,
      `There are ${limits.length} limits for ${counted(engines, 'engine')}; give one, or one for each.`,
    );
  }
  const usual: Limit = limits[0] ?? { kind: 'time', seconds: 1 };
  return Array.from({ length: engines }, (_, index) => limits[index] ?? usual);
}

function treeOf(position: ReturnType<typeof positionOf>): GameTree {
  const { game, gameKey, start, moves } = lineOf(position);
  const tree = newTree(game, gameKey, { start: game.positionText(start) });
  if (moves.length === 0) return tree;
  return changed(opened(tree), [{ kind: 'play', at: rootId, moves: [...moveTexts(game, start, moves)] }])
    .tree;
}

const nameIn =
  ({ engines }: Pick<Found, 'engines'>) =>
  (teller: string): string =>
    engines.find((engine) => engine.teller?.id === teller)?.name ?? 'an engine';

function printMove(output: Output, tree: GameTree, move: ReportedMove, found: Found): void {
  output.line(moveLine(tree.gameId, move, found));
  if (output.json) output.object({ kind: 'move', ...moveObject(move) });
}

export function moveLine(gameId: string, move: ReportedMove, found: Pick<Found, 'engines'>): string {
  const { ply, seat, was, is, how, verdicts, weight } = move;
  const { seats } = gameById(gameId);
  const sign = weight === null ? '' : weightSigns[weight];
  const said = verdicts.map((verdict) => verdictWords(verdict, nameIn(found), how));
  return [
    `${ply}. ${seats[seat].token} ${move.move}${sign}`,
    `${truthWords(was)} -> ${truthWords(is)}`,
    ...said,
  ].join('  ');
}

export function moveObject(reported: ReportedMove): Readonly<Record<string, unknown>> {
  const { ply, seat, move, was, is, how, best, figures, verdicts, weight, better } = reported;
  return {
    ...{ ply, seat, move, was: truthWords(was), is: truthWords(is), how },
    ...{ best, figures, verdicts, weight, better },
  };
}

async function conclude(
  output: Output,
  tree: GameTree,
  found: Found,
  { html, truth }: ReportFlags,
  page: ResultFile | null,
): Promise<void> {
  const { moves, engines, isDone } = found;
  const sorted = moves.toSorted((one, other) => one.ply - other.ply);
  const sides = sidesOf(sorted);
  const turningPoints = turningPointsOf(sorted);
  const { seats } = gameById(tree.gameId);
  if (isDone) {
    sides.forEach((side, at) => output.line(`${seats[at as 0 | 1].token}: ${sideWords(side)}`));
  } else {
    output.remark(
      `stopped: ${moves.length} of ${tree.nodes.length - 1} moves are finished; the same command goes on from there`,
    );
  }
  for (const { name, scale } of engines) if (scale !== null) output.line(`${name}: ${scale}`);
  if (output.json) {
    output.object({
      ...{ kind: 'summary', isDone, moves: moves.length },
      sides: Object.fromEntries(sides.map((side, at) => [seats[at as 0 | 1].token, side])),
      turningPoints: sorted
        .filter(({ node }) => turningPoints.includes(node))
        .map(({ ply, move, better }) => ({ ply, move, better })),
      engines,
    });
  }
  if (page === null) return;
  await page.write(
    reportPage({
      ...{ tree, moves: sorted, sides, turningPoints, engines, isDone, version },
      ...{ asksTruth: truth !== false, madeAt: new Date() },
    }),
  );
  output.remark(`wrote ${html}`);
}

export function sideWords(side: ReportSide): string {
  const { moves, blunders, mistakes, inaccuracies, known, kept, couldLose, unassessed } = side;
  const errors = [
    counted(blunders, 'blunder'),
    counted(mistakes, 'mistake'),
    counted(inaccuracies, 'inaccuracy', 'inaccuracies'),
  ].join(', ');
  const truth = couldLose === 0 ? '' : `, kept the value in ${kept} of ${couldLose}`;
  const open = unassessed === 0 ? '' : `, ${unassessed} not assessed`;
  return `${counted(moves, 'move')}, ${errors}, ${known} proven${truth}${open}`;
}

export function progressWords(event: { done: number; total: number; secondsLeft: number | null }): string {
  const left = event.secondsLeft === null ? '' : `, about ${Math.ceil(event.secondsLeft)} s left`;
  return `${event.done} of ${event.total} answers${left}`;
}
