/**
 * How an engine writes points: the text numbers them, real engines name them, and some read positions one way and moves
 * the other. A move in the wrong notation crashes some engines, so none is sent before an answer has shown the
 * notation. Only an answer that moves a man legally proves that a position was read: an engine that does not read it
 * continues to place men. A notation that an earlier process has shown is used until this process contradicts it.
 */
import { morris, type MorrisPosition, type PointNotation } from '../../games/morris/index.ts';
import type { Again } from '../protocol.ts';
import { AUTO, readSetting } from '../settings.ts';

/** By the settings' ids. */
export interface NotationSettings {
  readonly positions?: string;
  readonly moves?: string;
}

/** The notations in which positions are tried; the text's comes first. */
const trials: readonly PointNotation[] = ['index', 'name'];

/** The position of the trial: all men are placed, and none is in a mill. */
export const TRIAL: MorrisPosition = morris.parsePosition('w:a7,d7,g4,b4,d2,f6;b:g7,d6,c5,a4,f2,e3;w;18;0');

/** Value of the setting `positions`: the engine reads them in neither notation. */
export const NEITHER = 'none';

/** Null for any other value, which means that the notation must be found out. */
const known = (value: string): PointNotation | null => (value === 'index' || value === 'name' ? value : null);

export class Notations {
  readonly #settings: NotationSettings;
  readonly #found: Record<keyof NotationSettings, PointNotation | null>;
  /** The settings known from an earlier process and not yet shown by this one. */
  readonly #supposed = new Set<keyof NotationSettings>();
  readonly #failed = new Set<PointNotation>();
  /** What this process was sent: positions, moves or both. */
  readonly #told = new Set<keyof NotationSettings>();

  constructor(settings: NotationSettings) {
    const { positions = AUTO, moves = AUTO } = settings;
    this.#settings = settings;
    const told = { positions: readSetting(positions), moves: readSetting(moves) };
    this.#found = { positions: known(told.positions.value), moves: known(told.moves.value) };
    for (const id of ['positions', 'moves'] as const) if (told[id].supposed) this.#supposed.add(id);
    if (told.positions.value === NEITHER) for (const notation of trials) this.#failed.add(notation);
  }

  /** Null while unknown. */
  get moves(): PointNotation | null {
    return this.#found.moves;
  }

  get positions(): PointNotation | null {
    return this.#found.positions;
  }

  /** The notation to try next for positions; null if they are known or nothing is left to try. */
  get trial(): PointNotation | null {
    if (this.positions !== null) return null;
    return trials.find((notation) => !this.#failed.has(notation)) ?? null;
  }

  /** Whether the engine reads positions in neither notation and can only be told games from the start. */
  get hopeless(): boolean {
    return this.positions === null && this.trial === null;
  }

  /** Whether it is known only from an earlier process, which may have run another program. */
  isSupposed(id: keyof NotationSettings): boolean {
    return this.#supposed.has(id) && this.#found[id] !== null;
  }

  /** Records that this process has shown the notation. @returns whether it was unknown before */
  prove(id: keyof NotationSettings, notation: PointNotation): boolean {
    this.#supposed.delete(id);
    const news = this.#found[id] !== notation;
    this.#found[id] = notation;
    return news;
  }

  /** The engine did not understand the supposed notation, which must be found out again. */
  forget(id: keyof NotationSettings): void {
    this.#supposed.delete(id);
    this.#found[id] = null;
  }

  /** Records that the engine did not accept a position in this notation. */
  fail(notation: PointNotation): void {
    this.#failed.add(notation);
  }

  /** Records that this process was sent positions, or moves. */
  note(id: keyof NotationSettings): void {
    this.#told.add(id);
  }

  /** Settings to try in a new process: some engines crash at a notation that they do not read. */
  again(): Again | null {
    const doubtful = (['moves', 'positions'] as const).filter(
      (id) => this.#told.has(id) && this.isSupposed(id),
    );
    if (doubtful.length === 0) return null;
    return {
      settings: { ...this.#settings, ...Object.fromEntries(doubtful.map((id) => [id, AUTO])) },
      reason: `it may read ${doubtful.join(' and ')} in another notation than it once did`,
      doubtsKnown: true,
    };
  }
}
