/** The provers of the games that have one of their own. */
import { gameById } from '../games/registry.ts';
import { Connect4Prover } from './connect4/prover.ts';
import { GeneralProver } from './general-prover.ts';
import { MorrisProver } from './morris/prover.ts';
import type { Prover } from './prover.ts';
import { QuoridorProver } from './quoridor/prover.ts';
import { StonesProver } from './stones/prover.ts';

const makers: Readonly<Record<string, () => Prover<never>>> = {
  connect4: () => new Connect4Prover(),
  quoridor: () => new QuoridorProver(),
  morris: () => new MorrisProver(),
  stones: () => new StonesProver(),
};

/** A prover, which keeps what it has found out for the next question. @throws Error if there is no such game */
export function makeProver(game: string): Prover {
  const make = makers[game];
  return make === undefined ? new GeneralProver(gameById(game)) : (make() as Prover);
}
