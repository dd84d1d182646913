/**
 * How an engine writes points: the text numbers them, real engines name them, and some take positions one way
 * and moves the other. A move in the wrong notation kills some of them, so that none is sent before an answer
 * has shown which one it is. A position is proven to be read only by an answer that moves a man legally in it,
 * since an engine that does not read it goes on placing men.
 */
import { morris, type MorrisPosition, type PointNotation } from '../../games/morris/index.ts';

/** By the settings' ids. */
export interface NotationSettings {
  readonly positions?: string;
  readonly moves?: string;
}

/** What positions are tried in, that of the text first. */
const trials: readonly PointNotation[] = ['index', 'name'];

/** After placing, with nine quiet moves and no man in a mill: what is asked about to see that it is read. */
export const TRIAL: MorrisPosition = morris.parsePosition('w:a7,d7,g4,b4,d2,f6;b:g7,d6,c5,a4,f2,e3;w;18;0');

/** Anything else means: find out. */
const known = (setting: string | undefined): PointNotation | null =>
  setting === 'index' || setting === 'name' ? setting : null;

export class Notations {
  /** Null as long as it is not known. */
  moves: PointNotation | null;
  positions: PointNotation | null;
  readonly #failed = new Set<PointNotation>();

  constructor({ positions, moves }: NotationSettings) {
    this.positions = known(positions);
    this.moves = known(moves);
  }

  /** What is to be tried next for positions; null where nothing is left to try, or need be. */
  get trial(): PointNotation | null {
    if (this.positions !== null) return null;
    return trials.find((notation) => !this.#failed.has(notation)) ?? null;
  }

  /** The engine takes positions in neither notation: it can be told games from the start only. */
  get hopeless(): boolean {
    return this.positions === null && this.trial === null;
  }

  fail(notation: PointNotation): void {
    this.#failed.add(notation);
  }
}
