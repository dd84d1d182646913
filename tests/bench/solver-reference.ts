/** A plain version of the published solver, see `solver-reference/index.ts`, with the same interface as ours. */
import { EMPTY, stoneOf, type Connect4Position } from '../../app/games/connect4/index.ts';
import core from './solver-reference/index.ts?assembly';

interface Core {
  initialise(): void;
  reset(): void;
  solve(stonesLow: number, stonesHigh: number, maskLow: number, maskHigh: number): number;
  nodeCount(): number;
}

export class ReferenceSolver {
  nodes = 0;
  private readonly core: Core;

  /** Takes 80 MiB. */
  constructor() {
    const bytes = Uint8Array.from(atob(core), (character) => character.charCodeAt(0));
    this.core = new WebAssembly.Instance(new WebAssembly.Module(bytes), {}).exports as unknown as Core;
    this.core.initialise();
  }

  clear(): void {
    this.core.reset();
  }

  /** @param position of 7x6, without a four */
  solve({ cells, width, mover }: Connect4Position): number {
    let stones = 0n;
    let mask = 0n;
    cells.forEach((cell, index) => {
      if (cell === EMPTY) return;
      const bit = 1n << BigInt((index % width) * 7 + Math.floor(index / width));
      mask |= bit;
      if (cell === stoneOf(mover)) stones |= bit;
    });
    const low = (bits: bigint): number => Number(bits & 0xffffffffn);
    const high = (bits: bigint): number => Number(bits >> 32n);
    const score = this.core.solve(low(stones), high(stones), low(mask), high(mask));
    this.nodes = this.core.nodeCount();
    return score;
  }
}
