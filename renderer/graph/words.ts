/** What the graph says of one ply, in words: for its tip, its table and a screen reader. Pure. */
import type { Game, Seat } from '../../app/games/game.ts';
import type { Figure } from '../../app/api/contract.ts';
import { isDraw } from '../../app/records/score-words.ts';
import { depthWords, ownScale, scoreWords } from '../analysis/score.ts';
import { visible } from '../ui/visible.ts';
import type { ColourToken } from './curves.ts';
import { figureOf } from './curves.ts';
import type { Disagreement } from './disagreement.ts';
import type { ShownMeasure } from './model.svelte.ts';
import type { TellerLook } from './tellers.ts';

/** A line about one ply. */
export interface PlyFact {
  /** Who says it: an engine, a measure, or what is certain. */
  readonly who: string;
  readonly text: string;
  readonly letter?: string;
  readonly colour?: ColourToken;
}

type Seats = Pick<Game, 'seats'>;

/** Whether a score is a number, which is good for one of the sides. */
export const isNumber = ({ score, exhaustive }: Pick<Figure, 'score' | 'exhaustive'>): boolean =>
  score?.type === 'static' && !isDraw(score, exhaustive);

/** `Black wins in 7`, `eval −12`, `no score`: a number is for the first seat, like the height of its curve. */
export function figureScore(
  { seats }: Seats,
  { score, staticScale, exhaustive }: Pick<Figure, 'score' | 'staticScale' | 'exhaustive'>,
  mover: Seat,
): string {
  if (score === null) return 'no score';
  if (score.type === 'decisive') {
    const winner = (score.winner === 'mover') === (mover === 0) ? 0 : 1;
    return `${seats[winner].name} wins in ${score.plies}`;
  }
  const own = mover === 0 ? score : { ...score, value: -score.value || 0 };
  return visible(scoreWords(ownScale(own, staticScale), exhaustive));
}

/**
 * `eval −12 for White, best e5, depth 14, mirrored`
 * @param isNamed whether it says for whom a number is; not where something beside it does
 */
export const figureWords = (game: Seats, figure: Figure, mover: Seat, isNamed = true): string =>
  [
    figureScore(game, figure, mover) + (isNamed && isNumber(figure) ? ` for ${game.seats[0].name}` : ''),
    ...(figure.bestmove === null ? [] : [`best ${visible(figure.bestmove)}`]),
    depthWords(figure.measure),
    ...(figure.isMirrored ? ['mirrored: said about a symmetric position'] : []),
  ].join(', ');

/** @param mover the side to move where they were said */
export const tellerFacts = (
  game: Seats,
  tellers: readonly TellerLook[],
  figures: readonly Figure[] | undefined,
  mover: Seat,
): readonly PlyFact[] =>
  tellers.flatMap(({ id, name, letter, colour }): PlyFact[] => {
    const figure = figureOf(figures, id);
    return figure === null ? [] : [{ who: name, letter, colour, text: figureWords(game, figure, mover) }];
  });

/** `Black 8, White 7 steps` */
export const measureWords = (
  { seats }: Pick<Game, 'seats'>,
  { measure }: Pick<ShownMeasure, 'measure'>,
  values: readonly [number, number],
): string => `${seats.map(({ name }, seat) => `${name} ${values[seat]}`).join(', ')} ${measure.unit}`;

/** `other best moves, other scores; B contradicts what is proven` */
export function disagreementWords(
  { moves, scores, wrong }: Disagreement,
  tellers: readonly TellerLook[],
): string {
  const kinds = [...(moves ? ['other best moves'] : []), ...(scores ? ['other scores'] : [])];
  const names = tellers.filter(({ id }) => wrong.includes(id)).map(({ letter }) => letter);
  const contradiction =
    names.length === 0
      ? []
      : [`${names.join(', ')} ${names.length === 1 ? 'contradicts' : 'contradict'} what is proven`];
  return [...(kinds.length > 0 ? [kinds.join(', ')] : []), ...contradiction].join('; ');
}
