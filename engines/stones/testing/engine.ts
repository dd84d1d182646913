/** The engine in a test: limited by nodes, so that it plays the same on every machine. */
import { stones, type StonesPosition } from '../../../app/games/stones/index.ts';
import type { Finding } from '../../../app/protocols/responder.ts';
import { seededRandom } from '../../../app/games/random.ts';
import type { SearchSettings } from '../../shared/settings.ts';
import { StonesBrain } from '../brain.ts';
import { defaultSettings } from '../settings.ts';
import type { Limit } from '../../../app/shapes/engines.ts';

export const never = (): boolean => false;
export const endless = { kind: 'none' } as const;
export const plies = (count: number): Limit => ({ kind: 'depth', plies: count });

export function brain(settings: Partial<SearchSettings> = {}, now = () => 0): StonesBrain {
  const all = { ...defaultSettings, time: Infinity, nodes: 2000, hash: 4, seed: 1, ...settings };
  return new StonesBrain(all, now, seededRandom(1));
}

export const ask = (mind: StonesBrain, position: StonesPosition, limit: Limit = endless): Finding =>
  mind.search({ id: 1, position, limit, only: undefined }, never, () => undefined);

export type StonesPlayer = (position: StonesPosition) => number;
export const playerOf =
  (mind: StonesBrain): StonesPlayer =>
  (position) =>
    ask(mind, position).bestmove as number;

/** Plays a game to its end. */
export function positionsOf(
  start: StonesPosition,
  players: readonly [StonesPlayer, StonesPlayer],
): StonesPosition[] {
  const found = [start];
  for (let position = start; stones.result(position) === null; found.push(position)) {
    position = stones.play(position, players[position.mover](position));
  }
  return found;
}

export function winnerOf(
  start: StonesPosition,
  players: readonly [StonesPlayer, StonesPlayer],
): number | null {
  const result = stones.result(positionsOf(start, players).at(-1)!);
  return result?.kind === 'win' ? result.winner : null;
}
