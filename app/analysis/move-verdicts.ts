/**
 * What a move did to the value of its position. Verdicts have three kinds, which are never mixed:
 *
 * - *proven*: the value of the position is proven before and after the move, and it changed. `win to draw` is a mistake,
 *   `win to loss` and `draw to loss` are blunders. A win that became slower and a loss that became faster are told apart;
 *   they change no result and are not errors. Proofs are those of Plywire, and those of an engine that is trusted to prove
 *   (`proves`): its decisive scores, and its zeros for which play was followed to the end.
 * - *claimed*: the decisive score of an engine changed sides. A claimed win that becomes a claimed loss is a blunder.
 *   Where both scores come from one search, a claimed win that is given up (`win to open`) is a mistake; so is a move to
 *   a claimed loss (`open to loss`). Nothing is claimed about the engine's own move: it only changed its mind.
 * - *judged*: a static score fell by a threshold of the engine's scale (`engine-scale.ts`) or more. An engine without
 *   scores, or without a scale, judges nothing.
 *
 * A score before the move is that of the engine's best move; the score of the move played is taken from the same search
 * if that scored each move, else from the search of the position after it. All are from the mover's view.
 */
import type { JudgedReport } from '../shapes/analysis.ts';
import type { Score, Truth } from '../shapes/games.ts';
import type { ClaimedChange, EngineScale, MoveVerdict, ProvenChange, Weight } from '../shapes/report.ts';
import { ofMove, type PositionTruth, unknown, type Verdict } from '../truth/verdict.ts';
import { lossOn, weightOf } from '../records/engine-scale.ts';
import { truthOf } from './forecast.ts';

/** What one engine said about the position before a move, and about the one after it. */
export interface Said {
  /** The id of the teller. */
  readonly teller: string;
  readonly scale: EngineScale | null;
  /** Whether its decisive scores count as proof. */
  readonly proves: boolean;
  readonly before: JudgedReport | null;
  readonly after: JudgedReport | null;
}

/** A move and all that is known about it. */
export interface JudgedMove {
  /** Canonical text. */
  readonly move: string;
  /** Whether the other side is to move after it. */
  readonly turns: boolean;
  /** The number of legal moves in the position before it. */
  readonly legal: number;
  /** The proof of the position before it; null if none was asked for. */
  readonly before: PositionTruth<string> | null;
  /** The proof of the position after it. */
  readonly after: Verdict | null;
  readonly said: readonly Said[];
}

/** The proven values of a move. */
export interface ProvenMove {
  /** The best value before the move; null if it is not proven. */
  readonly was: Truth | null;
  readonly is: Truth | null;
  /** How `is` is proven; null if it is not, or by an engine. */
  readonly how: string | null;
  /** The moves that keep the best value. */
  readonly best: readonly string[];
  /** The teller that proved the change, if Plywire did not. */
  readonly by: string | null;
}

/** The weights of proven changes; null for a change that is not an error. */
export const provenWeights: Readonly<Record<ProvenChange, Weight | null>> = {
  'win to draw': 'mistake',
  'win to loss': 'blunder',
  'draw to loss': 'blunder',
  'slower win': null,
  'faster loss': null,
};

const claimedWeights: Readonly<Record<ClaimedChange, Weight>> = {
  'win to loss': 'blunder',
  'win to open': 'mistake',
  'open to loss': 'mistake',
};

/** The verdicts on a move, a proven one first, then those of the engines in their order. */
export function verdictsOf(judged: JudgedMove, values: ProvenMove = provenMove(judged)): MoveVerdict[] {
  const proven = provenVerdict(values);
  return [
    ...(proven === null ? [] : [proven]),
    ...judged.said.flatMap((said) => saidVerdict(judged, said) ?? []),
  ];
}

const order: readonly Weight[] = ['inaccuracy', 'mistake', 'blunder'];

/** The weight that a move is marked with: where its value is proven, that of the proof; else the heaviest. */
export function weightOfMove({ was, is }: ProvenMove, verdicts: readonly MoveVerdict[]): Weight | null {
  if (was !== null && is !== null) return verdicts.find(({ kind }) => kind === 'proven')?.weight ?? null;
  const weights = verdicts.flatMap(({ weight }) => weight ?? []);
  return order.findLast((weight) => weights.includes(weight)) ?? null;
}

/**
 * Whether anything could tell that a move is an error: its value is proven before and after it, or an engine would have
 * played it, claims how it ends, or has scores and a scale for it.
 */
export function isAssessed(judged: JudgedMove, { was, is }: ProvenMove): boolean {
  return (was !== null && is !== null) || judged.said.some((said) => assesses(judged, said));
}

/** Whether an engine could have said something against a move. */
function assesses(judged: JudgedMove, said: Said): boolean {
  if (said.before?.bestmove === judged.move) return true;
  const { was, is, isOneSearch } = scoresOf(judged, said);
  if (was === null || is === null) return false;
  if (is.type === 'decisive') return true;
  if (was.type === 'static') return said.scale !== null;
  // No score is worse than a loss that was claimed; a win that is given up shows in a single search alone.
  return was.winner === 'opponent' || isOneSearch;
}

/** The scores of a move and of the position before it by one engine, from the mover's view. */
export function scoresOf(
  { move, turns }: Pick<JudgedMove, 'move' | 'turns'>,
  { before, after }: Pick<Said, 'before' | 'after'>,
): { readonly was: Score | null; readonly is: Score | null; readonly isOneSearch: boolean } {
  const was = before?.score ?? null;
  const same = before?.scores?.[move];
  if (same !== undefined) return { was, is: same, isOneSearch: true };
  const said = after?.score ?? null;
  return { was, is: said && afterMove(said, turns), isOneSearch: false };
}

/** A score of the position after a move, for the side that made it. */
function afterMove(score: Score, turns: boolean): Score {
  if (score.type === 'static') return turns ? { ...score, value: -score.value || 0 } : score;
  const winner = turns ? (score.winner === 'mover' ? 'opponent' : 'mover') : score.winner;
  return { ...score, winner, plies: score.plies + 1 };
}

/** The proven values of a move and of the position before it. */
export function provenMove({ move, turns, legal, before, after, said }: JudgedMove): ProvenMove {
  const truths = new Map<string, Truth | null>();
  let by: string | null = null;
  for (const { teller, proves, before: report } of said) {
    if (!proves) continue;
    for (const [text, score] of Object.entries(report?.scores ?? {})) {
      const truth = truthOf(score, report!.exhaustive);
      if (truth === null && truths.has(text)) continue;
      truths.set(text, truth);
      if (text === move && truth !== null) by = teller;
    }
  }
  for (const { move: text, verdict } of before?.moves ?? []) {
    truths.set(text, truthOfVerdict(verdict) ?? truths.get(text) ?? null);
  }
  const known = before?.moves.find((each) => each.move === move)?.verdict ?? unknown;
  const climbed = known.value === 'unknown' && after !== null ? ofMove(after, turns) : known;
  const own = truthOfVerdict(climbed);
  if (own !== null) truths.set(move, own);
  else by ??= provedAfter({ move, turns }, said, truths);
  const is = truths.get(move) ?? null;
  const was = bestOf([
    bestOfMoves([...truths.values()], legal),
    truthOfVerdict(before?.verdict ?? unknown) ?? provedBefore(said),
  ]);
  const best =
    was === null
      ? []
      : [...truths].flatMap(([text, truth]) => (truth && rank(truth) === rank(was) ? [text] : []));
  return { was, is, how: own === null ? null : climbed.how, best, by: own === null ? by : null };
}

/** What a proving engine says of the position before the move, where it scores no single moves. */
function provedBefore(said: readonly Said[]): Truth | null {
  for (const { proves, before } of said) {
    const truth = proves && before?.score ? truthOf(before.score, before.exhaustive) : null;
    if (truth !== null) return truth;
  }
  return null;
}

/** Takes the value of the move from what a proving engine says of the position after it. @returns that engine */
function provedAfter(
  { move, turns }: Pick<JudgedMove, 'move' | 'turns'>,
  said: readonly Said[],
  truths: Map<string, Truth | null>,
): string | null {
  if (truths.get(move)) return null;
  for (const { teller, proves, after } of said) {
    if (!proves || !after?.score) continue;
    const truth = truthOf(afterMove(after.score, turns), after.exhaustive);
    if (truth === null) continue;
    truths.set(move, truth);
    return teller;
  }
  return null;
}

/** A verdict as it is told; null if nothing is proven. Only plies to the end of the game are told. */
function truthOfVerdict({ value, plies, to }: Verdict): Truth | null {
  if (value === 'draw') return { outcome: 'draw' };
  return value === 'unknown' ? null : { outcome: value, plies: to === 'end' ? plies : null };
}

/** The best of those that are proven. */
function bestOf(truths: readonly (Truth | null)[]): Truth | null {
  const proven = truths.filter((truth) => truth !== null);
  return proven.length === 0 ? null : proven.reduce((a, b) => (rank(b) > rank(a) ? b : a));
}

/** The best result of all legal moves. One that is not proven may be better than any other, except than a win. */
function bestOfMoves(truths: readonly (Truth | null)[], legal: number): Truth | null {
  const best = bestOf(truths);
  const isWhole = truths.length === legal && !truths.includes(null);
  return best?.outcome === 'win' || isWhole ? best : null;
}

/** In plies: beyond every game. */
const farthest = 10_000;

/** Orders results: wins, the shortest first, then draws, then losses, the longest first. */
function rank(truth: Truth): number {
  switch (truth.outcome) {
    case 'win':
      return farthest - (truth.plies ?? farthest - 1);
    case 'draw':
      return 0;
    case 'loss':
      return (truth.plies ?? farthest - 1) - farthest;
  }
}

function provenVerdict({ was, is, by }: ProvenMove): MoveVerdict | null {
  const change = was && is && changeOf(was, is);
  return change === null
    ? null
    : { kind: 'proven', change, was: was!, is: is!, weight: provenWeights[change], by };
}

function changeOf(was: Truth, is: Truth): ProvenChange | null {
  if (was.outcome === 'win' && is.outcome === 'draw') return 'win to draw';
  if (was.outcome === 'win' && is.outcome === 'loss') return 'win to loss';
  if (was.outcome === 'draw' && is.outcome === 'loss') return 'draw to loss';
  if (was.outcome === 'draw' || is.outcome === 'draw' || was.outcome !== is.outcome) return null;
  if (was.plies === null || is.plies === null || was.plies === is.plies) return null;
  if (was.outcome === 'win') return is.plies > was.plies ? 'slower win' : null;
  return is.plies < was.plies ? 'faster loss' : null;
}

/** What an engine says against a move, claimed or judged; null if it says nothing against it. */
function saidVerdict(judged: JudgedMove, said: Said): MoveVerdict | null {
  const { before, after, scale, teller } = said;
  const { was, is, isOneSearch } = scoresOf(judged, said);
  if (was === null || is === null || before?.bestmove === judged.move) return null;
  const change = claimOf(was, is, isOneSearch);
  if (change !== null)
    return { kind: 'claimed', change, was, is, weight: claimedWeights[change], by: teller };
  if (scale === null || was.type !== 'static' || is.type !== 'static') return null;
  const own = (isOneSearch ? before : after)!.staticScale;
  const lost = lossOn(scale, was.value * before!.staticScale, is.value * own);
  const weight = weightOf(scale, lost);
  return weight === null ? null : { kind: 'judged', was, is, lost, weight, by: teller };
}

function claimOf(was: Score, is: Score, isOneSearch: boolean): ClaimedChange | null {
  const isWin = was.type === 'decisive' && was.winner === 'mover';
  const isLost = is.type === 'decisive' && is.winner === 'opponent';
  if (isWin && isLost) return 'win to loss';
  if (isWin && is.type === 'static') return isOneSearch ? 'win to open' : null;
  return isLost && was.type === 'static' ? 'open to loss' : null;
}
