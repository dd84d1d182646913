/**
 * How evaluations are drawn, and their words as the window types them: with a true minus. What the words are is one
 * thing with the command line (`app/api/score-words.ts`). Nothing is shown that an engine did not say.
 */
import type { Choice, Game, Seat } from '../../app/games/game.ts';
import type { AnalysisState, HostState, JudgedReport, Score } from '../../app/api/contract.ts';
import * as words from '../../app/api/score-words.ts';
import type { Chip, Ring } from '../board/overlay.ts';

const typed = (text: string): string => text.replaceAll('-', '−');

/** `win in 7`, `loss in 2`, `0.05 static`, `eval 1.5`. */
export const scoreWords = (score: Score, exhaustive = false): string =>
  typed(words.scoreWords(score, exhaustive));

/** The same for a chip a board unit wide. */
export const scoreChip = (score: Score, exhaustive = false): string =>
  typed(words.scoreChip(score, exhaustive));

/**
 * What part of the bar is the first seat's, 0 to 1. Static values have no common unit: the root of what they are of
 * their full size is shown, and never as much as a decided game.
 * @param scale undoes what a protocol shrinks with depth (CFSI: tenfold a ply); no number is written of it
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

/** `56780` as `56.8 k`: a count of nodes or plies. */
export function formatCount(count: number): string {
  const scale = thousands.find(({ size }) => count >= size);
  return scale === undefined ? String(count) : `${Number((count / scale.size).toPrecision(3))}${scale.unit}`;
}

/** The figures beside a score, only those that the engine gave. */
export function reportFigures(report: JudgedReport): string[] {
  return [
    ...(report.depth === null ? [] : [`depth ${report.depth}`]),
    ...(report.nodes === null ? [] : [`${formatCount(report.nodes)} nodes`]),
    `${report.seconds.toFixed(1)} s`,
    ...(report.truncated ? ['cut short'] : []),
  ];
}

/** What an engine tells before it answers: `0.5 static, 56.8 k nodes`; empty where that is nothing. */
export const progressWords = (score: Score | null, nodes: number | null): string =>
  [
    ...(score === null ? [] : [scoreWords(score)]),
    ...(nodes === null || nodes === 0 ? [] : [`${formatCount(nodes)} nodes`]),
  ].join(', ');

/** The answer in one line: `4, win in 7`, or the move alone where no score came with it. */
export function reportWords(report: JudgedReport): string {
  // What is wrong with a later action of the turn names those before it.
  if (report.fault !== null) return report.turn.length > 0 ? report.fault : `${report.text}: ${report.fault}`;
  const move = words.turnWords(report) ?? 'no move';
  return report.score === null ? move : `${move}, ${scoreWords(report.score, report.exhaustive)}`;
}

/** Whether the protocol of the analysis has scores at all. */
export const givesScore = ({ about, analysis }: Pick<HostState, 'about' | 'analysis'>): boolean =>
  about.protocols.find(({ id }) => id === analysis.protocol)?.capabilities.score ?? true;

/** The same, and why there is no score where the protocol has none. @param scored whether it has any */
export const reportInFull = (report: JudgedReport, scored: boolean): string =>
  scored || report.fault !== null || report.score !== null
    ? reportWords(report)
    : `${reportWords(report)} (no score: this protocol reports only a move)`;

/**
 * Scores over the moves they are about, and the best move: a ring where it ends, its way there, what it takes. Further
 * actions of its turn are drawn thinner.
 */
export function overlay(
  analysis: AnalysisState | null,
  game: Pick<Game, 'choices' | 'moveText' | 'play'>,
  position: unknown,
): { readonly chips: readonly Chip[]; readonly rings: readonly Ring[] } {
  const report = analysis?.report ?? null;
  if (report === null) return { chips: [], rings: [] };
  const chips: Chip[] = [];
  const rings: Ring[] = [];
  for (const choice of game.choices(position)) {
    const text = game.moveText(position, choice.move);
    const best = report.fault === null && report.bestmove === text;
    const area = choice.path.at(-1) ?? '';
    const score = report.scores?.[text] ?? (best ? report.score : null);
    if (score !== null && score !== undefined) {
      const tone =
        score.type === 'decisive'
          ? score.winner === 'mover'
            ? 'win'
            : 'loss'
          : words.isDraw(score, report.exhaustive)
            ? 'draw'
            : 'plain';
      chips.push({
        id: text,
        area,
        ...choice.chip,
        text: scoreChip(score, report.exhaustive),
        words: `${scoreWords(score, report.exhaustive)}${best ? ', the best move' : ''}`,
        tone,
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
        best,
      });
    }
    if (best) rings.push(...ringsOf(choice, 1), ...ringsOfRest(game, position, choice, report.turn.slice(1)));
  }
  return { chips, rings };
}

/** In the order of the actions, which `texts` names, behind the first one of their turn. */
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

/** The arrow and what is taken belong to the piece that moves, which is the first one. */
const ringsOf = ({ preview, from, taken }: Choice<unknown>, weight: number): Ring[] =>
  preview.map((piece, index) => ({
    id: piece.id,
    piece,
    weight,
    ...(index === 0 && from !== undefined ? { from } : {}),
    ...(index === 0 && taken !== undefined ? { taken } : {}),
  }));
