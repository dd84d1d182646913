/** The curves of the graph along a line of play: what each engine said, and the game's own measures. Pure. */
import type { Game, GameMeasure, Seat } from '../../app/games/game.ts';
import type { EvaluationsState, Figure } from '../../app/api/contract.ts';
import { heightOf } from './opinion.ts';

/** A token for a colour. */
export type ColourToken = `--${string}`;

interface Drawn {
  readonly id: string;
  readonly colour: ColourToken;
  /** By ply; null where nothing is known. */
  readonly values: readonly (number | null)[];
}

/** What one engine said, from -1 (the second seat wins) to 1. */
export interface ScoreCurve extends Drawn {
  readonly kind: 'score';
  /** Drawn at its end. */
  readonly letter: string;
}

/** A measure of the game for one side; the second side's curve is dashed. */
export interface MeasureCurve extends Drawn {
  readonly kind: 'measure';
  readonly seat: Seat;
}

export type Curve = ScoreCurve | MeasureCurve;

export const figuresByNode = (
  evaluations: Pick<EvaluationsState, 'nodes'>,
): ReadonlyMap<number, readonly Figure[]> =>
  new Map(evaluations.nodes.map(({ node, figures }) => [node, figures]));

/** Items by their node; the last one of several about a node. */
export const byNode = <Item extends { readonly node: number }>(
  items: readonly Item[],
): ReadonlyMap<number, Item> => new Map(items.map((item) => [item.node, item]));

/**
 * The figure of a node that is shown for a teller: the first one that was said of this very position, or else of a
 * symmetric one.
 */
export function figureOf(figures: readonly Figure[] | undefined, teller: string): Figure | null {
  const all = figures?.filter((figure) => figure.teller === teller) ?? [];
  return all.find(({ isMirrored }) => !isMirrored) ?? all[0] ?? null;
}

/**
 * The heights of a teller's scores.
 * @param line the nodes of the line, by ply
 * @param movers by ply
 */
export function scoreValues(
  line: readonly number[],
  movers: readonly Seat[],
  figures: ReadonlyMap<number, readonly Figure[]>,
  teller: string,
): readonly (number | null)[] {
  return line.map((node, ply) => {
    const figure = figureOf(figures.get(node), teller);
    return figure?.score ? heightOf(figure.score, movers[ply]!, figure.staticScale) : null;
  });
}

/** Values of measures by position, each counted once. */
export class Measured {
  readonly #known = new WeakMap<object, Map<string, readonly [number, number]>>();

  /** Both sides' values at a position, which is an object. */
  at(measure: GameMeasure<unknown>, position: unknown): readonly [number, number] {
    const key = position as object;
    let known = this.#known.get(key);
    if (known === undefined) this.#known.set(key, (known = new Map()));
    let values = known.get(measure.id);
    if (values === undefined) {
      known.set(measure.id, (values = [measure.value(position, 0), measure.value(position, 1)]));
    }
    return values;
  }
}

/** The key of a measure in the settings. */
export const measureKey = (game: Pick<Game, 'id'>, measure: Pick<GameMeasure<unknown>, 'id'>): string =>
  `${game.id}/${measure.id}`;

/**
 * Whether a measure is drawn. The first one of a game is unless it was switched.
 * @param switched keys of the measures that the user has switched on or off
 */
export function isDrawn(game: Game, measure: GameMeasure<unknown>, switched: readonly string[]): boolean {
  const isFirst = game.measures?.[0]?.id === measure.id;
  return isFirst !== switched.includes(measureKey(game, measure));
}
