import * as v from 'valibot';
import { Kept } from './files.ts';
import { Player } from './shapes.ts';

/** The game on the board as it is kept between two starts; `record` is validated by `records`. */
const File = v.strictObject({
  version: v.literal(1),
  record: v.unknown(),
  players: v.tuple([Player, Player]),
});

export type KeptGame = v.InferOutput<typeof File>;

/** The game of the last time, null where there is none. */
export const openGameStore = (
  path: string,
): Promise<{ kept: Kept<KeptGame | null>; trouble: string | null }> =>
  Kept.open<KeptGame | null>(path, File, null);
