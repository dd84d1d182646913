/** What the graph says of one ply, in words: for its tip, its table and a screen reader. Pure. */
import type { Game } from '../../app/games/game.ts';
import type { Figure } from '../../app/api/contract.ts';
import { depthWords, scoreWords } from '../analysis/score.ts';
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

/** `win in 7`, `eval −12`, `no score`: from the side to move. */
export const figureScore = ({ score, exhaustive }: Pick<Figure, 'score' | 'exhaustive'>): string =>
  score === null ? 'no score' : visible(scoreWords(score, exhaustive));

/** `win in 7, best e5, depth 14, mirrored` */
export const figureWords = (figure: Figure): string =>
  [
    figureScore(figure),
    ...(figure.bestmove === null ? [] : [`best ${visible(figure.bestmove)}`]),
    depthWords(figure.measure),
    ...(figure.isMirrored ? ['mirrored: said about a symmetric position'] : []),
  ].join(', ');

export const tellerFacts = (
  tellers: readonly TellerLook[],
  figures: readonly Figure[] | undefined,
): readonly PlyFact[] =>
  tellers.flatMap(({ id, name, letter, colour }): PlyFact[] => {
    const figure = figureOf(figures, id);
    return figure === null ? [] : [{ who: name, letter, colour, text: figureWords(figure) }];
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
