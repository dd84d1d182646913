/** What a referee allows an engine, what it tells it, and when it is late. Pure, in seconds. */
import type { Game, Setup } from '../games/game.ts';
import type { TimeAllowed } from '../shapes/matches.ts';

/** By default, how late an answer may be: a busy machine alone delays a process by some tenths of a second. */
export const usualMargin = 0.5;

/** The least time that a limit can name. */
const leastTold = 0.01;

/** What one request may take. */
export interface Budget {
  /** How long the engine is told to think, or stopped after; null if nothing limits it. */
  readonly told: number | null;
  /** The time allowed, without the margin; null if nothing limits it. */
  readonly allowed: number | null;
  readonly margin: number;
}

/** @param left seconds of the game; null without such a clock */
export function budgetOf(time: TimeAllowed | null, left: number | null, isFirst: boolean): Budget {
  if (time === null) return { told: null, allowed: null, margin: 0 };
  const own = (isFirst ? time.first : null) ?? time.move;
  const slice = left === null ? null : Math.min(left - time.margin, left / 30 + 0.8 * time.increment);
  const told = least(own, slice);
  return {
    told: told === null ? null : Math.max(leastTold, told),
    allowed: least(own, left),
    margin: time.margin,
  };
}

const least = (one: number | null, other: number | null): number | null =>
  one === null ? other : other === null ? one : Math.min(one, other);

/** What is left of a game's time behind a turn. */
export function leftAfter(
  time: TimeAllowed | null,
  left: number | null,
  spent: number,
  endsTurn: boolean,
): number | null {
  if (time === null || left === null) return null;
  return Math.round((Math.max(0, left - spent) + (endsTurn ? time.increment : 0)) * 1e6) / 1e6;
}

/** `60+0.5`: seconds for the game and for each turn. Null for another form. */
export function readTimeControl(text: string): { readonly game: number; readonly increment: number } | null {
  const [, game, increment] = /^(\d+(?:\.\d+)?)(?:\+(\d+(?:\.\d+)?))?$/.exec(text.trim()) ?? [];
  if (game === undefined || !(Number(game) > 0)) return null;
  return { game: Number(game), increment: Number(increment ?? 0) };
}

/** The times of a competition of one game, as its referee measures them. */
export interface LimitPreset {
  readonly game: string;
  readonly time: (game: Game, setup: Setup) => Omit<TimeAllowed, 'margin'>;
  /** Milliseconds for every other command. */
  readonly ready?: number;
}

/** By name: the Quoridor cup, and the Sioux Weekend of Code for the Game of Stones. */
export const limitPresets: Readonly<Record<'cup' | 'contest', LimitPreset>> = {
  cup: {
    game: 'quoridor',
    time: (_, setup) => ({ move: 30, first: null, game: 20 * (setup['size'] ?? 9), increment: 0 }),
    ready: 2000,
  },
  contest: { game: 'stones', time: () => ({ move: 3, first: 5, game: null, increment: 0 }) },
};
