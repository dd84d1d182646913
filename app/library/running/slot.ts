/**
 * The place of a Plywire's game among those that run on the same home: the first keeps `game.json`, the
 * second `game-2.json`, and so on. A place is held for as long as its holder runs.
 */
import { stillRunning } from './birth.ts';
import { exclusively } from './exclusive.ts';
import type { Host, Register } from './register.ts';

export interface Slot {
  /** 1 is the first. */
  readonly number: number;
  /** Pids of the others that hold a place. */
  readonly beside: readonly number[];
}

/**
 * @param others reads what the other Plywires of this home say, those that run no more included
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
