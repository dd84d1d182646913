/** The game that a host starts with. */
import { randomUUID } from 'node:crypto';
import { defaultGame } from '../games/registry.ts';
import { putAside } from '../library/files.ts';
import type { GameStore, KeptGame } from '../library/game-store.ts';
import { decodeRecord } from '../records/encoding.ts';
import { newRecord, type GameRecord } from '../records/record.ts';

/** The stored game; a new one if none is stored, or if the rules reject it, for example one from an older build. */
export async function restoredGame(
  store: Pick<GameStore, 'path' | 'value'> | null,
): Promise<{ record: GameRecord; players?: KeptGame['players']; trouble: string | null }> {
  const kept = store?.value ?? null;
  if (store === null || kept === null) return { record: freshRecord(), trouble: null };
  try {
    return { record: decodeRecord(kept.record), players: kept.players, trouble: null };
  } catch (error) {
    return { record: freshRecord(), trouble: await putAside(store.path, (error as Error).message) };
  }
}

const freshRecord = (): GameRecord => newRecord(defaultGame, `g-${randomUUID()}`);
