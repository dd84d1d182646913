/** The report on the game shown, as the move list and the panel show it. Pure. */
import type { HostState, ReportedMove, ReportSide, ReportState } from '../../app/api/contract.ts';
import { truthWords, verdictWords, weightSigns, type NameOf } from '../../app/records/verdict-words.ts';
import { counted } from '../ui/words.ts';

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
  if (was === null || is === null) return 'Not proven, and no engine objects.';
  return best.includes(move.move) ? `${truthWords(is)}, the best available` : truthWords(is);
}

/**
 * `White: 1 blunder, 2 mistakes; value kept in 9 of 12.`, short enough for a line of the column. Where nothing was known
 * about a move it is not said to be right.
 */
export function sideWords(name: string, side: ReportSide): string {
  const { moves, blunders, mistakes, inaccuracies, couldLose, kept, unassessed } = side;
  const errors = [
    ...(blunders > 0 ? [counted(blunders, 'blunder')] : []),
    ...(mistakes > 0 ? [counted(mistakes, 'mistake')] : []),
    ...(inaccuracies > 0 ? [counted(inaccuracies, 'inaccuracy', 'inaccuracies')] : []),
  ];
  const parts = [
    ...(errors.length > 0 ? [errors.join(', ')] : unassessed < moves || moves === 0 ? ['no errors'] : []),
    ...(couldLose === 0 ? [] : [`value kept in ${kept} of ${couldLose}`]),
    ...(unassessed === 0 ? [] : [`${unassessed} of ${counted(moves, 'move')} could not be assessed`]),
  ];
  return `${name}: ${parts.join('; ')}.`;
}

/** Why no move of a report could be assessed, in a sentence; null if one could. */
export function nothingKnown({ sides, engines }: Pick<ReportState, 'sides' | 'engines'>): string | null {
  if (sides === null || sides.some(({ moves, unassessed }) => unassessed < moves)) return null;
  const why = engines.length === 0 ? 'no engine was asked' : 'no engine that was asked could judge them';
  return `No proof was found for these moves, and ${why}.`;
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
