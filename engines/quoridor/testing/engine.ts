/** The engine in a test: limited by nodes, so that it plays the same on every machine. */
import type { QuoridorPosition } from '../../../app/games/quoridor/index.ts';
import type { Finding } from '../../../app/protocols/responder.ts';
import { seededRandom } from '../../../app/games/random.ts';
import type { SearchSettings } from '../../shared/settings.ts';
import { QuoridorBrain } from '../brain.ts';
import { defaultSettings } from '../settings.ts';
import type { Limit } from '../../../app/shapes/engines.ts';

export function brain(settings: Partial<SearchSettings> = {}, now = () => 0): QuoridorBrain {
  const all = { ...defaultSettings, time: Infinity, nodes: 2000, hash: 4, seed: 1, ...settings };
  return new QuoridorBrain(all, now, seededRandom(1));
}

export const ask = (
  mind: QuoridorBrain,
  position: QuoridorPosition,
  limit: Limit = { kind: 'none' },
): Finding =>
  mind.search(
    { id: 1, position, limit, only: undefined },
    () => false,
    () => undefined,
  );

export const playerOf =
  (mind: QuoridorBrain) =>
  (position: QuoridorPosition): number =>
    ask(mind, position).bestmove as number;
