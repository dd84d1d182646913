/** Chooses openings by how pairs of games from them ended. Pure. */
import type { GameResult, Opening } from '../shapes/matches.ts';

/** How the pairs of an opening ended. */
export interface OpeningFigures {
  readonly opening: Opening;
  readonly pairs: number;
  /** Both games were won by the side that moves first, or both by the other: the opening decided them. */
  readonly decided: number;
  /** Both games were drawn. */
  readonly drawn: number;
}

export interface OpeningChoice {
  /** The largest shares of pairs that are decided by the opening, and that are drawn. */
  readonly decided: number;
  readonly drawn: number;
  /** The fewest pairs that say anything. */
  readonly pairs: number;
}

export class OpeningTally {
  readonly #figures = new Map<string, { opening: Opening; pairs: number; decided: number; drawn: number }>();
  /** First games of pairs whose second one has not come. */
  readonly #open = new Map<string, GameResult>();

  /** @param pair unique over all matches; null for a game that has no partner */
  add(opening: Opening, pair: string | null, result: GameResult): void {
    if (pair === null) return;
    const first = this.#open.get(pair);
    if (first === undefined) {
      this.#open.set(pair, result);
      return;
    }
    this.#open.delete(pair);
    if (first === '*' || result === '*') return;
    const figures = this.#figures.get(opening.text) ?? { opening, pairs: 0, decided: 0, drawn: 0 };
    figures.pairs++;
    if (first === result) figures[result === '1/2-1/2' ? 'drawn' : 'decided']++;
    this.#figures.set(opening.text, figures);
  }

  /** Those that fit, the ones that leave most to the engines first. */
  chosen({ decided, drawn, pairs }: OpeningChoice): readonly OpeningFigures[] {
    const isOpen = (each: OpeningFigures): number => (each.pairs - each.decided - each.drawn) / each.pairs;
    return this.all
      .filter((each) => each.pairs >= pairs)
      .filter((each) => each.decided <= decided * each.pairs && each.drawn <= drawn * each.pairs)
      .toSorted((one, other) => isOpen(other) - isOpen(one) || other.pairs - one.pairs);
  }

  get all(): readonly OpeningFigures[] {
    return [...this.#figures.values()];
  }
}
