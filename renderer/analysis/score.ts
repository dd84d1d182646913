/**
 * How evaluations are drawn, and their words with a true minus sign. The words are those of the command line
 * (`app/records/score-words.ts`). Only values that an engine reported are shown; see `ownScale` for the one change to them.
 */
import type { Choice, Game, Seat } from '../../app/games/game.ts';
import type { Evaluation, HostState, JudgedReport, ProofState, Score } from '../../app/api/contract.ts';
import * as words from '../../app/records/score-words.ts';
import type { Chip, Ring } from '../board/overlay.ts';
import { provenChips } from './proof.ts';

const typed = (text: string): string => text.replaceAll('-', '−');

/** `win in 7`, `loss in 2`, `0.05 static`, `eval 1.5`. */
export const scoreWords = (score: Score, exhaustive = false): string =>
  typed(words.scoreWords(score, exhaustive));

/** The same, short enough for a chip one board unit wide. */
export const scoreChip = (score: Score, exhaustive = false): string =>
  typed(words.scoreChip(score, exhaustive));

/**
 * A static score on the engine's own scale: some protocols shrink it with depth (CFSI: tenfold per ply), so that the
 * numbers that they carry say little at a glance.
 * @param scale `staticScale` of its report
 */
export const ownScale = (score: Score, scale: number): Score =>
  score.type === 'static' ? { ...score, value: score.value * scale } : score;

/** What the engine wrote, for a tooltip; undefined where that is what is shown. */
export const writtenWords = (
  score: Score | null,
  { staticScale, exhaustive }: Pick<JudgedReport, 'staticScale' | 'exhaustive'>,
): string | undefined =>
  score?.type === 'static' && score.value !== 0 && staticScale !== 1
    ? `The engine wrote ${scoreWords(score, exhaustive)}: its protocol makes scores smaller with depth`
    : undefined;

/**
 * The first seat's share of the bar, 0 to 1. Static values have no common unit: the square root of their share of the
 * full value is drawn, and never as far as a decided game.
 * @param scale as of `ownScale`
 */
export function barShare(score: Score, mover: Seat, scale = 1): number {
  const forFirst = mover === 0 ? 1 : -1;
  if (score.type === 'decisive') return (score.winner === 'mover') === (mover === 0) ? 1 : 0;
  const value = (score.value * scale) / (score.unit?.full ?? 1);
  if (Number.isNaN(value)) return 0.5;
  return 0.5 + forFirst * Math.sign(value) * 0.38 * Math.sqrt(Math.min(1, Math.abs(value)));
}

const thousands = [
  { size: 1e9, unit: ' G' },
  { size: 1e6, unit: ' M' },
  { size: 1e3, unit: ' k' },
];

/** A count of nodes or plies in short: `56.8 k` for 56780. */
export function formatCount(count: number): string {
  const scale = thousands.find(({ size }) => count >= size);
  return scale === undefined ? String(count) : `${Number((count / scale.size).toPrecision(3))}${scale.unit}`;
}

/** How far an engine looked: `depth 14`, `56.8 k nodes`, `2.0 s`; `claimed` if it says that the position is decided. */
export function depthWords({ kind, amount }: Evaluation['measure']): string {
  switch (kind) {
    case 'claimed':
      return 'claimed';
    case 'depth':
      return `depth ${amount}`;
    case 'nodes':
      return `${formatCount(amount)} nodes`;
    case 'seconds':
      return `${amount.toFixed(1)} s`;
  }
}

/** The numbers beside a score: depth and nodes if the engine gave them, and the seconds it took. */
export function reportFigures(report: JudgedReport): string[] {
  return [
    ...(report.depth === null ? [] : [`depth ${report.depth}`]),
    ...(report.nodes === null ? [] : [`${formatCount(report.nodes)} nodes`]),
    `${report.seconds.toFixed(1)} s`,
    ...(report.truncated ? ['cut short'] : []),
  ];
}

/** An engine's progress before its answer: `0.5 static, 56.8 k nodes`; empty if there is none. */
export const progressWords = (score: Score | null, nodes: number | null): string =>
  [
    ...(score === null ? [] : [scoreWords(score)]),
    ...(nodes === null || nodes === 0 ? [] : [`${formatCount(nodes)} nodes`]),
  ].join(', ');

/** The moves of the answer, `4` or `attack E4 pass`; if the answer is illegal or unreadable, it and the reason. */
export function answerWords(report: JudgedReport): string {
  // The fault of a later action of a turn already names the actions before it.
  if (report.fault !== null) return report.turn.length > 0 ? report.fault : `${report.text}: ${report.fault}`;
  return words.turnWords(report) ?? 'no move';
}

/** Whether a protocol has scores; true if the protocol is unknown. */
export const givesScore = (state: Pick<HostState, 'about'> | null, protocol: string): boolean =>
  state?.about.protocols.find(({ id }) => id === protocol)?.capabilities.score ?? true;

/** In the place of a score, if the protocol has none. */
export const noScoreWords = 'No score: this protocol reports only a move.';

/** What an engine says about the position shown, with how the board tells it from others. */
export interface Opinion {
  readonly letter: string;
  readonly colour: number;
  readonly report: JudgedReport;
}

/**
 * Chips with what is proven of moves, or else with their scores, and rings for the best moves: their destination, their
 * origin and their captures. Further actions of a turn are drawn thinner. Of several engines, the score of the first one
 * is shown, and each best move has the letters of those that name it.
 */
export function overlay(
  opinions: readonly Opinion[],
  game: Pick<Game, 'choices' | 'moveText' | 'play'>,
  position: unknown,
  proofs: ProofState | null = null,
): { readonly chips: readonly Chip[]; readonly rings: readonly Ring[] } {
  const proven = proofs === null ? [] : provenChips(proofs, game, position);
  if (opinions.length === 0) return { chips: proven, rings: [] };
  const isProven = (move: string): boolean => (proofs?.moves[move]?.value ?? 'unknown') !== 'unknown';
  const chips: Chip[] = [...proven];
  const rings: Ring[] = [];
  for (const choice of game.choices(position)) {
    const text = game.moveText(position, choice.move);
    const named = opinions.filter(({ report }) => report.fault === null && report.bestmove === text);
    // A proof needs no opinion beside it, even where it has no chip.
    const chip = isProven(text) ? null : chipOf(choice, text, opinions, named);
    if (chip !== null) chips.push(chip);
    const labels = opinions.length === 1 ? [] : named.map(({ letter, colour }) => ({ letter, colour }));
    for (const [at, { report }] of named.entries()) {
      const rest = ringsOfRest(game, position, choice, report.turn.slice(1));
      // The same move of several engines is one arrow; what they would do after it may differ.
      if (at === 0) rings.push(...ringsOf(choice, 1, labels));
      rings.push(...rest.filter(({ id }) => !rings.some((ring) => ring.id === id)));
    }
  }
  return { chips, rings };
}

/** The chip of one move; null if nothing is said about it. */
function chipOf(
  choice: Choice<unknown>,
  id: string,
  opinions: readonly Opinion[],
  named: readonly Opinion[],
): Chip | null {
  const said = opinions.flatMap(({ letter, report }) => {
    const score = report.scores?.[id] ?? (named.some((one) => one.report === report) ? report.score : null);
    if (score === null) return [];
    return [{ letter, score: ownScale(score, report.staticScale), exhaustive: report.exhaustive }];
  });
  const best = named.length > 0;
  const [first] = said;
  if (first === undefined && !best) return null;
  const isAlone = opinions.length === 1;
  const told = [
    ...said.map(({ letter, score, exhaustive }) =>
      isAlone ? scoreWords(score, exhaustive) : `${letter}: ${scoreWords(score, exhaustive)}`,
    ),
    ...(best
      ? [isAlone ? 'the best move' : `the best move of ${named.map(({ letter }) => letter).join(', ')}`]
      : []),
  ].join(', ');
  const tone = first === undefined ? 'plain' : toneOf(first.score, first.exhaustive);
  return {
    id,
    area: choice.path.at(-1) ?? '',
    ...choice.chip,
    text:
      first === undefined
        ? choice.from === undefined
          ? 'best'
          : ''
        : scoreChip(first.score, first.exhaustive),
    words: told,
    tone,
    look: tone === 'plain' ? 'judged' : 'claimed',
    best,
  };
}

/** How a score is coloured. */
export function toneOf(score: Score, exhaustive: boolean): Chip['tone'] {
  if (score.type === 'decisive') return score.winner === 'mover' ? 'win' : 'loss';
  return words.isDraw(score, exhaustive) ? 'draw' : 'plain';
}

/** Rings for the later actions of a turn, named by `texts` in order; `move` is its first action. */
function ringsOfRest(
  game: Pick<Game, 'choices' | 'moveText' | 'play'>,
  position: unknown,
  { move }: Choice<unknown>,
  texts: readonly string[],
): Ring[] {
  const rings: Ring[] = [];
  for (const text of texts) {
    const after = game.play(position, move);
    const next = game.choices(after).find((choice) => game.moveText(after, choice.move) === text);
    if (next === undefined) break;
    rings.push(...ringsOf(next, 0.5).map((ring) => ({ ...ring, id: `${text} ${ring.id}` })));
    ({ move } = next);
    position = after;
  }
  return rings;
}

/** The rings of one choice. Its first piece is the one that moves, so it gets the arrow and the captures. */
const ringsOf = (
  { preview, from, taken }: Choice<unknown>,
  weight: number,
  labels: Ring['labels'] = [],
): Ring[] =>
  preview.map((piece, index) => ({
    id: piece.id,
    piece,
    weight,
    ...(labels.length > 0 ? { labels } : {}),
    ...(index === 0 && from !== undefined ? { from } : {}),
    ...(index === 0 && taken !== undefined ? { taken } : {}),
  }));
