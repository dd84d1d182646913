/**
 * How evaluations are drawn, and their words with a true minus sign. The words are those of the command line
 * (`app/api/score-words.ts`). Only values that an engine reported are shown.
 */
import type { Choice, Game, Seat } from '../../app/games/game.ts';
import type { AnalysisState, HostState, JudgedReport, ProofState, Score } from '../../app/api/contract.ts';
import * as words from '../../app/api/score-words.ts';
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
 * The first seat's share of the bar, 0 to 1. Static values have no common unit: the square root of their share of the
 * full value is drawn, and never as far as a decided game.
 * @param scale undoes the shrinking of scores with depth (CFSI: tenfold per ply), for the bar alone, not for numbers
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

/** Whether the protocol of the analysis has scores; true if the protocol is unknown. */
export const givesScore = ({ about, analysis }: Pick<HostState, 'about' | 'analysis'>): boolean =>
  about.protocols.find(({ id }) => id === analysis.protocol)?.capabilities.score ?? true;

/** In the place of a score, if the protocol has none. */
export const noScoreWords = 'No score: this protocol reports only a move.';

/** What a score says of the end of the game; `plain` if it judges and says nothing of it. */
export function toneOf(score: Score, exhaustive: boolean): Chip['tone'] {
  if (score.type === 'decisive') return score.winner === 'mover' ? 'win' : 'loss';
  return words.isDraw(score, exhaustive) ? 'draw' : 'plain';
}

/**
 * Chips with what is proven of moves, or else with their scores, and rings for the best move: its destination, its
 * origin and its captures. Further actions of its turn are drawn thinner.
 */
export function overlay(
  analysis: AnalysisState | null,
  game: Pick<Game, 'choices' | 'moveText' | 'play'>,
  position: unknown,
  proofs: ProofState | null = null,
): { readonly chips: readonly Chip[]; readonly rings: readonly Ring[] } {
  const report = analysis?.report ?? null;
  const proven = proofs === null ? [] : provenChips(proofs, game, position);
  if (report === null) return { chips: proven, rings: [] };
  const chips: Chip[] = [...proven];
  const rings: Ring[] = [];
  for (const choice of game.choices(position)) {
    const text = game.moveText(position, choice.move);
    const best = report.fault === null && report.bestmove === text;
    const area = choice.path.at(-1) ?? '';
    const score = report.scores?.[text] ?? (best ? report.score : null);
    if ((proofs?.moves[text]?.value ?? 'unknown') !== 'unknown') {
      // A proof needs no opinion beside it, even where it has no chip.
    } else if (score !== null && score !== undefined) {
      const tone = toneOf(score, report.exhaustive);
      chips.push({
        id: text,
        area,
        ...choice.chip,
        text: scoreChip(score, report.exhaustive),
        words: `${scoreWords(score, report.exhaustive)}${best ? ', the best move' : ''}`,
        tone,
        look: tone === 'plain' ? 'judged' : 'claimed',
        best,
      });
    } else if (best) {
      const shown = choice.from === undefined ? 'best' : '';
      chips.push({
        id: text,
        area,
        ...choice.chip,
        text: shown,
        words: 'the best move',
        tone: 'plain',
        look: 'judged',
        best,
      });
    }
    if (best) rings.push(...ringsOf(choice, 1), ...ringsOfRest(game, position, choice, report.turn.slice(1)));
  }
  return { chips, rings };
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
const ringsOf = ({ preview, from, taken }: Choice<unknown>, weight: number): Ring[] =>
  preview.map((piece, index) => ({
    id: piece.id,
    piece,
    weight,
    ...(index === 0 && from !== undefined ? { from } : {}),
    ...(index === 0 && taken !== undefined ? { taken } : {}),
  }));
