/** The report on the game shown, as the move list and the panel show it. Pure. */
import type { HostState, ReportedMove, ReportSide, ReportState } from '../../app/api/contract.ts';
import { truthWords, verdictWords, weightSigns, type NameOf } from '../../app/records/verdict-words.ts';
import { gameTitle } from '../game/names.ts';
import { countedGrouped } from '../ui/words.ts';

type WithReport = Pick<HostState, 'report' | 'reportMoves'>;

/** The reported moves of a game by their nodes; empty for another game than that of the report. */
export const reportedNodes = (state: WithReport | null, key: string): ReadonlyMap<number, ReportedMove> =>
  new Map(state?.report.key === key ? state.reportMoves.map((move) => [move.node, move]) : []);

/** Whether a report is under way, which the person may have paused. */
export const isUnderWay = ({ state }: Pick<ReportState, 'state'>): boolean =>
  state === 'running' || state === 'paused' || state === 'waiting';

/** The name of an engine of the report by its teller. */
export function namesOf({ engines }: Pick<ReportState, 'engines'>): NameOf {
  const names = new Map(engines.flatMap(({ teller, name }) => (teller === null ? [] : [[teller.id, name]])));
  return (teller) => names.get(teller) ?? 'an engine';
}

/** `?!`, `?`, `??`; empty for a move that is not an error. */
export const reportMark = ({ weight }: Pick<ReportedMove, 'weight'>): string =>
  weight === null ? '' : weightSigns[weight];

/** What the report says of a move, in sentences. */
export function reportTip(move: ReportedMove, nameOf: NameOf): string {
  const { was, is, best, verdicts, how, better } = move;
  const said = verdicts.map((verdict) => verdictWords(verdict, nameOf, how));
  if (better.length > 0) said.push(`Better: ${better.join(' ')}`);
  if (said.length > 0) return said.join(' ');
  if (was !== null && is === null) return `${openWords(was)} No engine objects.`;
  if (was === null || is === null) return 'Not proven, and no engine objects.';
  return best.includes(move.move) ? `${truthWords(is)}, the best available` : truthWords(is);
}

/** What is said of a move from a proven position to one that is not proven. */
const openWords = (was: NonNullable<ReportedMove['was']>): string =>
  `Was ${truthWords(was)}; what it is after the move is not proven.`;

/** Moves of a list that are told one by one. */
const mostTold = 3;

/**
 * The moves after which a proven win is not proven any more, in a sentence; null if there are none. Whether they are
 * errors is not known, so they have no sign.
 */
export function openWins(moves: readonly ReportedMove[]): string | null {
  const open = moves
    .filter(({ was, is, weight }) => was?.outcome === 'win' && is === null && weight === null)
    .toSorted((one, other) => one.ply - other.ply);
  if (open.length === 0) return null;
  const told = open
    .slice(0, mostTold)
    .map(({ ply, move, was }) => `${move} at ply ${ply} (${truthWords(was!)})`);
  if (open.length > mostTold) told.push(`${open.length - mostTold} more`);
  return `A proven win may have been missed: ${told.join(', ')}. What it is after the move is not proven.`;
}

/**
 * `White: 1 blunder, 2 mistakes; value kept in 9 of 12.`, short enough for a line of the column. Where nothing was known
 * about a move it is not said to be right.
 */
export function sideWords(name: string, side: ReportSide): string {
  const { moves, blunders, mistakes, inaccuracies, couldLose, kept, unassessed } = side;
  const errors = [
    ...(blunders > 0 ? [countedGrouped(blunders, 'blunder')] : []),
    ...(mistakes > 0 ? [countedGrouped(mistakes, 'mistake')] : []),
    ...(inaccuracies > 0 ? [countedGrouped(inaccuracies, 'inaccuracy', 'inaccuracies')] : []),
  ];
  const parts = [
    ...(errors.length > 0 ? [errors.join(', ')] : unassessed < moves || moves === 0 ? ['no errors'] : []),
    ...(couldLose === 0 ? [] : [`value kept in ${kept} of ${couldLose}`]),
    ...(unassessed === 0 ? [] : [`${unassessed} of ${countedGrouped(moves, 'move')} could not be assessed`]),
  ];
  return `${name}: ${parts.join('; ')}.`;
}

/** Why no move of a report could be assessed, in a sentence; null if one could. */
export function nothingKnown(
  { sides, engines }: Pick<ReportState, 'sides' | 'engines'>,
  moves: readonly ReportedMove[],
): string | null {
  if (sides === null || sides.some(({ moves, unassessed }) => unassessed < moves)) return null;
  const why = engines.length === 0 ? 'no engine was asked' : 'no engine that was asked could judge them';
  const isPart = moves.some(({ was, is }) => was !== null || is !== null);
  return `${isPart ? 'Too little is proven to assess' : 'No proof was found for'} these moves, and ${why}.`;
}

/** What is lost with the report on a game that is not shown, and how it is told. */
export interface OtherReport {
  /** The key of its game. */
  readonly game: string;
  /** In the status line; null where it does not work any more. */
  readonly brief: string | null;
  /** Whole sentences. */
  readonly words: string;
  /** What is done with it before another one begins. */
  readonly ends: 'Stop' | 'Discard' | 'Close';
}

/** The report on a game that is not shown; null if there is none, or none of which anything would be lost. */
export function otherReport({
  report,
  game,
  games,
}: Pick<HostState, 'report' | 'game' | 'games'>): OtherReport | null {
  const { key, state, waitsFor, done, total, isWritten } = report;
  const header = games.find(({ id }) => id === key);
  if (key === null || key === game.key || header === undefined) return null;
  const name = gameTitle(header);
  const own = { game: key, brief: null };
  if (isUnderWay(report)) {
    const waits = waitsFor === 'play' ? ' for a game' : waitsFor === 'analysis' ? ' for the analysis' : '';
    const [does, brief] =
      state === 'paused'
        ? ['is paused', 'paused']
        : state === 'waiting'
          ? [`waits${waits}`, `waiting${waits}`]
          : ['is running', 'running'];
    const words = `A report on ${name} ${does}, at ${done} of ${total} answers. Beginning this one stops it; what engines have answered is kept.`;
    return { ...own, brief: `Report ${brief}: ${done} of ${total}`, words, ends: 'Stop' };
  }
  if (state === 'interrupted') {
    const words = `A report on ${name} was not finished when Plywire ended, and can go on. Beginning this one discards it; what engines have answered is kept.`;
    return { ...own, brief: 'Report not finished', words, ends: 'Discard' };
  }
  if ((state !== 'done' && state !== 'stopped') || isWritten) return null;
  const words = `The result of the report on ${name} is not written into that game. Beginning this one closes it.`;
  return { ...own, words, ends: 'Close' };
}

/** `12 of 42 answers`, and what the report waits for. */
export function progressWords({ state, waitsFor, done, total }: ReportState): string {
  const at = `${done} of ${total} answers`;
  if (state === 'paused') return `Paused at ${at}`;
  if (waitsFor === 'play') return `Waiting for a game, at ${at}`;
  return waitsFor === 'analysis' ? `Waiting for the analysis of the position shown, at ${at}` : at;
}

/** The errors of the game shown, in the order of its plies. */
export const errorsOf = ({ report, reportMoves, game }: HostState): readonly ReportedMove[] =>
  report.key !== game.key
    ? []
    : reportMoves
        .filter(({ weight, node }) => weight !== null && game.nodes[node]?.isDeleted !== true)
        .toSorted((one, other) => one.ply - other.ply || one.node - other.node);
