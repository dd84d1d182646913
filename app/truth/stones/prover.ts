/**
 * The Game of Stones: near ends by search. Every action but a pass takes a stack away, so that no position comes back; and
 * no game is drawn.
 */
import { stones, type StonesPosition } from '../../games/stones/index.ts';
import type { Prover } from '../prover.ts';
import { proveFar } from '../further.ts';
import type { Rules } from '../search.ts';
import type { PositionTruth } from '../verdict.ts';

/** Added to a stone, so that it is a character. */
const offset = 256;

const rules: Rules<StonesPosition, number> = {
  ...stones,
  // The trail would keep every position of the search in memory.
  play: (position, move) => ({ ...stones.play(position, move), trail: null }),
  key: ({ stones: board, mover, phase }) =>
    String.fromCharCode(mover + (phase === 'second' ? 2 : 0), ...board.map((value) => value + offset)),
};

export class StonesProver implements Prover<StonesPosition, number> {
  readonly looksASecond = 600;

  prove(position: StonesPosition, shouldStop: () => boolean): PositionTruth<number> {
    return proveFar(rules, position, shouldStop, { oneSideWins: true });
  }
}
