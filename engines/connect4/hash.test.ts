import { expect, it } from 'vitest';
import { collectGarbage } from '../../tests/support/heap.ts';
import { Connect4Brain } from './brain.ts';

/** Kept alive: memory freed later would distort the measurement. */
const minds: Connect4Brain[] = [];

/** In MiB. The test runner allocates and frees memory at any time, which is included. */
function memoryOf(size: number): readonly [ofTheOption: number, ofTheTable: number] {
  const mind = new Connect4Brain(
    'move',
    () => 0,
    () => 0.5,
  );
  minds.push(mind);
  const held = (): number => (process.memoryUsage().arrayBuffers + mind.solverBytes) / 1_048_576;
  collectGarbage();
  const before = held();
  if (size !== 16) mind.option('Hash', String(size));
  const ofTheOption = held() - before;
  mind.prepare();
  return [ofTheOption, held() - before];
}

it.each([16, 200, 50, 1])(
  'takes %i MiB if the option Hash says so, and only when it is asked to prepare',
  (size) => {
    const isRight = ([ofTheOption, ofTheTable]: readonly [number, number]): boolean =>
      Math.abs(ofTheOption) < 0.1 && ofTheTable > size - 1 && ofTheTable <= size + 0.1;
    const measured = [memoryOf(size)];
    // A fault of the table shows up every time.
    while (measured.length < 5 && !isRight(measured.at(-1)!)) measured.push(memoryOf(size));
    expect(measured).toSatisfy((all: typeof measured) => isRight(all.at(-1)!));
  },
);
