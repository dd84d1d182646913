/**
 * How an engine writes points: the text numbers them, real engines name them, and some take positions one way
 * and moves the other. A move in the wrong notation kills some of them, so that none is sent before an answer
 * has shown which one it is. A position is proven to be read only by an answer that moves a man legally in it,
 * since an engine that does not read it goes on placing men. What another process has shown is taken for granted
 * until this one does not understand it, and then found out anew.
 */
import { morris, type MorrisPosition, type PointNotation } from '../../games/morris/index.ts';
import { AUTO, readSetting } from '../settings.ts';

/** By the settings' ids. */
export interface NotationSettings {
  readonly positions?: string;
  readonly moves?: string;
}

/** What positions are tried in, that of the text first. */
const trials: readonly PointNotation[] = ['index', 'name'];

/** After placing, with nine quiet moves and no man in a mill: what is asked about to see that it is read. */
export const TRIAL: MorrisPosition = morris.parsePosition('w:a7,d7,g4,b4,d2,f6;b:g7,d6,c5,a4,f2,e3;w;18;0');

/** The value of the setting for positions: the engine reads them in no notation. */
export const NEITHER = 'none';

/** Anything else means: find out. */
const known = (value: string): PointNotation | null => (value === 'index' || value === 'name' ? value : null);

export class Notations {
  readonly #found: Record<keyof NotationSettings, PointNotation | null>;
  /** Found out once, and not shown by this process yet. */
  readonly #supposed = new Set<keyof NotationSettings>();
  readonly #failed = new Set<PointNotation>();

  constructor({ positions = AUTO, moves = AUTO }: NotationSettings) {
    const told = { positions: readSetting(positions), moves: readSetting(moves) };
    this.#found = { positions: known(told.positions.value), moves: known(told.moves.value) };
    for (const id of ['positions', 'moves'] as const) if (told[id].supposed) this.#supposed.add(id);
    if (told.positions.value === NEITHER) for (const notation of trials) this.#failed.add(notation);
  }

  /** Null as long as it is not known. */
  get moves(): PointNotation | null {
    return this.#found.moves;
  }

  get positions(): PointNotation | null {
    return this.#found.positions;
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

  /** Whether it is known, but only from another process, which may have been another program. */
  isSupposed(id: keyof NotationSettings): boolean {
    return this.#supposed.has(id) && this.#found[id] !== null;
  }

  /** This process has shown it. @returns whether that is news */
  prove(id: keyof NotationSettings, notation: PointNotation): boolean {
    this.#supposed.delete(id);
    const news = this.#found[id] !== notation;
    this.#found[id] = notation;
    return news;
  }

  /** The engine has not understood what was supposed: it is to be found out anew. */
  forget(id: keyof NotationSettings): void {
    this.#supposed.delete(id);
    this.#found[id] = null;
  }

  /** The engine has not taken a position in this notation. */
  fail(notation: PointNotation): void {
    this.#failed.add(notation);
  }
}
