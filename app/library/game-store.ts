import * as v from 'valibot';
import { Kept, type Keeping } from './files.ts';
import { gameFile, type Home } from './home.ts';
import type { Slot } from './running/slot.ts';
import { Player } from './shapes.ts';

/** The game on the board as stored between two runs; `app/records` validates `record`. */
const File = v.strictObject({
  version: v.literal(1),
  record: v.unknown(),
  players: v.tuple([Player, Player]),
});

export type KeptGame = v.InferOutput<typeof File>;

/**
 * The game of one Plywire, in the file of its slot on the home. If no slot could be taken at the start because the home
 * cannot be written, the store shows the game of the first slot, and each change tries again to take one.
 */
export class GameStore {
  readonly #home: Home;
  readonly #take: () => Promise<Slot>;
  readonly #keeping: Keeping;
  #path: string;
  #kept: Kept<KeptGame | null>;
  #slot: Slot | null;
  #taking: Promise<void> | null = null;

  private constructor(
    home: Home,
    take: () => Promise<Slot>,
    keeping: Keeping,
    slot: Slot | null,
    kept: Kept<KeptGame | null>,
  ) {
    this.#home = home;
    this.#take = take;
    this.#keeping = keeping;
    this.#slot = slot;
    this.#path = gameFile(home, slot?.number ?? 1);
    this.#kept = kept;
  }

  /** @param take reserves a slot, or throws the file system's own error */
  static async open(
    home: Home,
    take: () => Promise<Slot>,
    keeping: Keeping,
  ): Promise<{ store: GameStore; trouble: string | null }> {
    const slot = await take().catch((error: Error) => {
      keeping.onWritten?.(error);
      return null;
    });
    const { kept, trouble } = await openGame(gameFile(home, slot?.number ?? 1), keeping);
    return { store: new GameStore(home, take, keeping, slot, kept), trouble };
  }

  get path(): string {
    return this.#path;
  }

  get slot(): Slot | null {
    return this.#slot;
  }

  /** The stored game; null if there is none. */
  get value(): KeptGame | null {
    return this.#kept.value;
  }

  /**
   * Resolves when the game is on disk.
   * @throws the file system's own errors; the value has changed all the same, unless no slot could be taken
   */
  async set(game: KeptGame): Promise<void> {
    if (this.#slot === null) await (this.#taking ??= this.#settle().finally(() => (this.#taking = null)));
    await this.#kept.set(game);
  }

  save(): Promise<void> {
    return this.#kept.save();
  }

  async #settle(): Promise<void> {
    try {
      this.#slot = await this.#take();
    } catch (error) {
      this.#keeping.onWritten?.(error as Error);
      throw error;
    }
    this.#path = gameFile(this.#home, this.#slot.number);
    this.#kept = (await openGame(this.#path, this.#keeping)).kept;
  }
}

/** Reads one game. An invalid file is put aside; `trouble` is then a sentence for the user. */
export const openGame = (
  path: string,
  keeping?: Keeping,
): Promise<{ kept: Kept<KeptGame | null>; trouble: string | null }> =>
  Kept.open<KeptGame | null>(path, File, null, keeping);
