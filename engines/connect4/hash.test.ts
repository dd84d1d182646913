import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { Brain } from './brain.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** In MiB. The runner of the tests uses memory too, at any time: what others take in between is in these figures. */
function memoryOf(size: number): { readonly ofTheOption: number; readonly ofTheTable: number } {
  const mind = new Brain(
    'move',
    () => 0,
    () => 0.5,
  );
  const held = (): number => {
    collectGarbage();
    return (process.memoryUsage().arrayBuffers + mind.solverBytes) / 1_048_576;
  };
  const before = held();
  if (size !== 16) mind.option('Hash', String(size));
  const ofTheOption = held() - before;
  mind.prepare();
  return { ofTheOption, ofTheTable: held() - before };
}

it.each([16, 200, 50, 1])(
  'takes %i MiB if the option Hash says so, and only when it is asked to prepare',
  (size) => {
    const measured = Array.from({ length: 5 }, () => memoryOf(size));
    expect(measured).toContainEqual({
      ofTheOption: expect.closeTo(0, 1) as number,
      ofTheTable: expect.closeTo(size, 0) as number,
    });
  },
);
