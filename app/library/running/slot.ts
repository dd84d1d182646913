/**
 * Numbers the Plywires that run on the same home, so that each has a file for its game: the first has `game.json`, the
 * second `game-2.json`, and so on. A slot is taken for as long as its holder runs.
 */
import { stillRunning } from './birth.ts';
import { exclusively } from './exclusive.ts';
import type { Host, Register } from './register.ts';

export interface Slot {
  /** Counted from 1. */
  readonly number: number;
  /** The pids of the other Plywires that hold a slot. */
  readonly beside: readonly number[];
}

/**
 * Takes the first free slot.
 * @param others reads the register files of the other Plywires of this home, including those left by a crash
 * @throws as `exclusively`
 */
export function takeSlot(
  register: Pick<Register, 'wants' | 'done' | 'holds'>,
  others: () => Promise<readonly Host[]>,
): Promise<Slot> {
  return exclusively(register, others, 'places', async () => {
    const holders = (await others()).filter(({ holds }) => holds !== null);
    const running = await stillRunning(holders.map(({ being }) => being));
    const held = holders.filter(({ being }) => running.has(being.pid));
    const taken = new Set(held.map(({ holds }) => holds));
    let number = 1;
    while (taken.has(number)) number++;
    register.holds(number);
    return { number, beside: held.map(({ being }) => being.pid) };
  });
}
