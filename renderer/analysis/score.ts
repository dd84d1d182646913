/**
 * How evaluations are written: from the side to move, with their unit. Nothing is shown that an engine did
 * not say. A protocol may shrink static scores with depth (CFSI: tenfold a ply), so that they cannot be read
 * or compared; `scale` undoes that, and the number as it was given stands beside it in the tip.
 */
import type { Choice, Game, Seat } from '../../app/games/game.ts';
import type { AnalysisState, Report, Score } from '../../app/api/contract.ts';
import type { Chip, Ring } from '../board/overlay.ts';

const MINUS = '−';

/** In characters, sign left out: a longer number is written with an exponent. */
const LONGEST = 6;

/** A number as it was given, to `digits` significant ones, and whole where it is larger: 0.05, 9983, 5.1e−9. */
function formatStatic(value: number, digits: number): string {
  const rounded = Math.abs(value) < 10 ** digits ? Number(value.toPrecision(digits)) : Math.round(value);
  const plain = String(rounded);
  const long = plain.replace('-', '').length > Math.max(LONGEST, digits + 3);
  const text = long ? String(Number(value).toExponential(digits - 1)).replace(/\.?0*e/, 'e') : plain;
  return text.replace('e+', 'e').replaceAll('-', MINUS);
}

/** A zero that play was followed to the end for: proven, and no estimate. */
const isDraw = (score: Score, exhaustive: boolean): boolean =>
  exhaustive && score.type === 'static' && score.value === 0;

/** `win in 7`, `loss in 2`, `0.05 static`, `eval 1.5`. Plies are counted from the position shown. */
export function scoreWords(score: Score, scale = 1, exhaustive = false): string {
  if (isDraw(score, exhaustive)) return 'draw';
  if (score.type === 'static') {
    const value = formatStatic(score.value * scale, 3);
    return score.unit === undefined ? `${value} static` : `${score.unit.word} ${value}`;
  }
  const word = score.winner === 'mover' ? 'win' : 'loss';
  return `${word} in ${score.plies}`;
}

/** The same with the number as it was given, where that is another one. */
export function scoreTip(score: Score, scale = 1, exhaustive = false): string {
  const words = scoreWords(score, scale, exhaustive);
  return score.type === 'static' && scale !== 1 && score.value !== 0
    ? `${words} (given as ${formatStatic(score.value, 4)})`
    : words;
}

/** The same for a chip a board unit wide. */
export function scoreChip(score: Score, scale = 1, exhaustive = false): string {
  if (isDraw(score, exhaustive)) return 'draw';
  if (score.type === 'static') {
    const value = score.value * scale;
    const text = formatStatic(value, 2);
    return text.length > LONGEST ? formatStatic(value, 1) : text;
  }
  return `${score.winner === 'mover' ? 'win' : 'loss'} ${score.plies}`;
}

/**
 * What part of the bar is the first seat's, 0 to 1. Static values have no common unit: the root of what they are of
 * their full size is shown, and never as much as a decided game.
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
export function reportFigures(report: Report): string[] {
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

/** The actions of the turn that an engine would make. */
const turnWords = ({ turn }: Report): string => (turn.length > 0 ? turn.join(' ') : 'no move');

/** The answer in one line: `4, win in 7`, or what the protocol does not give. */
export function reportWords(report: Report): string {
  // What is wrong with a later action of the turn names those before it.
  if (report.fault !== null) return report.turn.length > 0 ? report.fault : `${report.text}: ${report.fault}`;
  const move = turnWords(report);
  return report.score === null
    ? `${move} (no score: this protocol gives a move only)`
    : `${move}, ${scoreWords(report.score, report.staticScale, report.exhaustive)}`;
}

/** The same, with the score as it was given. */
export function reportTip(report: Report): string {
  return report.fault !== null || report.score === null
    ? reportWords(report)
    : `${turnWords(report)}, ${scoreTip(report.score, report.staticScale, report.exhaustive)}`;
}

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
          : isDraw(score, report.exhaustive)
            ? 'draw'
            : 'plain';
      const words = `${scoreTip(score, report.staticScale, report.exhaustive)}${best ? ', the best move' : ''}`;
      chips.push({
        id: text,
        area,
        ...choice.chip,
        text: scoreChip(score, report.staticScale, report.exhaustive),
        words,
        tone,
        best,
      });
    } else if (best) {
      const words = 'the best move; this protocol gives no score';
      const shown = choice.from === undefined ? 'best' : '';
      chips.push({ id: text, area, ...choice.chip, text: shown, words, tone: 'plain', best });
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
