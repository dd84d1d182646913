/** The provers, by game. */
import { Connect4Prover } from './connect4/prover.ts';
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

/** A prover, which keeps what it has found out for the next question. @throws Error if the game has none */
export function makeProver(game: string): Prover {
  const make = makers[game];
  if (make === undefined) throw new Error(`there is no prover for ${game}`);
  return make() as Prover;
}
