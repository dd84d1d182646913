import { describe, expect, it } from 'vitest';
import { nim } from '../../tests/examples/nim/index.ts';
import { connect4 } from '../games/connect4/index.ts';
import type { Game } from '../games/game.ts';
import { morris } from '../games/morris/index.ts';
import { GeneralProver } from './general-prover.ts';
import { plainWhole } from './testing/plain.ts';

const never = (): boolean => false;

describe('the prover of a game without one of its own', () => {
  it('solves a small game: the multiples of four of Nim are lost', () => {
    const prover = new GeneralProver(nim);
    for (let stones = 1; stones <= 20; stones++) {
      const position = nim.initial({ stones });
      const { verdict, moves } = prover.prove(position, never);
      expect(verdict).toMatchObject({ value: stones % 4 === 0 ? 'loss' : 'win', to: 'end' });
      const winning = moves.flatMap(({ move, verdict: { value } }) => (value === 'win' ? [move] : []));
      expect(winning).toEqual(stones % 4 === 0 ? [] : [stones % 4]);
    }
  });

  it('finds wins with their distances, and draws', () => {
    const prover = new GeneralProver(connect4);
    for (const moves of ['123412', '12312312', '1122334']) {
      const start = connect4.initial({ width: 4, height: 4 });
      const position = connect4.parseMoves(start, moves).reduce(connect4.play, start);
      const { value, plies } = plainWhole(connect4, position, 1_000_000)!;
      expect(prover.prove(position, never).verdict).toMatchObject({ value, plies });
    }
  });

  it('stops when told to, and knows then what the next move ends', () => {
    const start = connect4.initial();
    const position = connect4.parseMoves(start, '112233').reduce(connect4.play, start);
    const { verdict } = new GeneralProver(connect4).prove(position, () => true);
    expect(verdict).toEqual({ value: 'win', how: 'rules', plies: 1, to: 'end' });
    expect(new GeneralProver(connect4).prove(start, () => true).verdict.value).toBe('unknown');
  });

  it('searches no game whose rules count earlier moves, and says so', () => {
    const { verdict, moves, note } = new GeneralProver(morris).prove(morris.initial(), never);
    expect(verdict.value).toBe('unknown');
    expect(moves).toHaveLength(morris.moves(morris.initial()).length);
    expect(note).toBe('Not proven: the rules count earlier moves.');
    const { endingsByHistory: _, ...counted } = morris as Game;
    expect(new GeneralProver(counted).prove(morris.initial(), never).note).toBe(note);
  });
});
