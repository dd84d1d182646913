import * as v from 'valibot';
import { Kept, readKept } from './files.ts';
import { Player } from './shapes.ts';

/** The game on the board as it is kept between two starts; `record` is validated by `records`. */
const File = v.strictObject({
  version: v.literal(1),
  record: v.unknown(),
  players: v.tuple([Player, Player]),
});

export type KeptGame = v.InferOutput<typeof File>;

export async function openGameStore(
  path: string,
): Promise<{ kept: Kept<KeptGame | null>; trouble: string | null }> {
  const { value, trouble } = await readKept(path, File);
  return { kept: new Kept<KeptGame | null>(path, value), trouble };
}
