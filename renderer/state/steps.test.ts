import { describe, expect, it } from 'vitest';
import type { GameRecord } from '../../app/records/record.ts';
import { makeStepper } from './steps.ts';

const state = (moves: string[], more: Partial<GameRecord> = {}): GameRecord => ({
  key: 'g1',
  gameId: 'connect4',
  setup: { width: 7, height: 6 },
  start: null,
  moves,
  cursor: moves.length,
  ...more,
});

describe('makeStepper', () => {
  it('plays the record through by the rules', () => {
    const { game, steps } = makeStepper()(state(['4', '4', '5']));
    expect(steps).toHaveLength(4);
    expect(steps.map(({ move }) => move?.text ?? null)).toEqual(['4', '4', '5', null]);
    expect(game.positionText(steps[3]!.position)).toBe(
      game.positionText(
        game.parseMoves(game.initial(), '445').reduce((at, move) => game.play(at, move), game.initial()),
      ),
    );
  });

  it('keeps the positions that both records share', () => {
    const stepper = makeStepper();
    const before = stepper(state(['4', '4', '5']));
    const after = stepper(state(['4', '4', '3', '5']));
    expect(after.steps[2]!.position).toBe(before.steps[2]!.position);
    expect(after.steps[3]!.position).not.toBe(before.steps[3]!.position);
    expect(after.steps.at(-1)!.position).toEqual(
      makeStepper()(state(['4', '4', '3', '5'])).steps.at(-1)!.position,
    );
  });

  it('gives the very same answer while only the cursor moves', () => {
    const stepper = makeStepper();
    expect(stepper(state(['4', '4'], { cursor: 1 }))).toBe(stepper(state(['4', '4'])));
  });

  it('keeps nothing over from another game or another start', () => {
    const stepper = makeStepper();
    const before = stepper(state(['4']));
    expect(stepper(state(['4'], { key: 'g2' })).steps[0]!.position).not.toBe(before.steps[0]!.position);
  });
});
