/** The engine in a test: limited by nodes, so that it plays the same on every machine. */
import { morris, type MorrisPosition } from '../../../app/games/morris/index.ts';
import type { Finding } from '../../../app/protocols/responder.ts';
import { seededRandom } from '../../../app/games/random.ts';
import { MorrisBrain } from '../brain.ts';
import { defaultSettings, type MorrisSettings } from '../settings.ts';
import type { Limit } from '../../../app/shapes/engines.ts';

export const never = (): boolean => false;
export const endless = { kind: 'none' } as const;
export const plies = (count: number): Limit => ({ kind: 'depth', plies: count });

export function brain(settings: Partial<MorrisSettings> = {}, now = () => 0): MorrisBrain {
  const all = { ...defaultSettings, time: Infinity, nodes: 2000, hash: 4, seed: 1, ...settings };
  return new MorrisBrain(all, now, seededRandom(1));
}

export const ask = (mind: MorrisBrain, position: MorrisPosition, limit: Limit = endless): Finding =>
  mind.search({ id: 1, position, limit, only: undefined }, never, () => undefined);

export const moveOf = (mind: MorrisBrain, position: MorrisPosition): number =>
  ask(mind, position).bestmove as number;

export const at = (text: string): MorrisPosition => morris.parsePosition(text);

/** Plays a game to its end; each player by seat. */
export function finished(
  start: MorrisPosition,
  players: readonly [(position: MorrisPosition) => number, (position: MorrisPosition) => number],
): MorrisPosition {
  let position = start;
  while (morris.result(position) === null)
    position = morris.play(position, players[position.mover](position));
  return position;
}
