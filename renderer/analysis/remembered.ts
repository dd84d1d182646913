import type { BestLine } from './line.ts';

/** Lines that are remembered: those of some positions with all their moves. */
export const rememberedLimit = 200;

/** Whole lines by what they are about; past the limit the one that was learned first goes. */
export class RememberedLines {
  readonly #lines = new Map<string, BestLine>();

  get(about: string): BestLine | null {
    return this.#lines.get(about) ?? null;
  }

  add(about: string, line: BestLine): void {
    this.#lines.set(about, line);
    if (this.#lines.size <= rememberedLimit) return;
    const [first] = this.#lines.keys();
    this.#lines.delete(first!);
  }
}
