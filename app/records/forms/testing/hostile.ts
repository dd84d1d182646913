/** What every reader promises for any text: it ends, throws nothing, and says where it stopped. */
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../games/random.ts';
import { heapInUse } from '../../../../tests/support/heap.ts';
import { gameById } from '../../../games/registry.ts';
import { mostFaults } from '../reading.ts';
import { CannotWrite } from '../reading.ts';
import { forms, type Form } from '../registry.ts';
import { splitterOf } from '../units.ts';
import { examples } from './examples.ts';
import { mutant, realTexts } from './mutants.ts';

export interface Outcome {
  readonly inputs: number;
  /** Texts that were still read without a fault. */
  readonly sound: number;
  /** Milliseconds for the slowest text. */
  readonly slowest: number;
  /** Bytes that are still held after the last text. */
  readonly kept: number;
}

/** @param repeated as `mutant` has it @throws Error with the text that broke a promise */
export function attack(form: Form, inputs: number, seed: number, repeated?: number): Outcome {
  const random = seededRandom(seed);
  const own = examples.filter((each) => each.form === form.id);
  let sound = 0;
  let slowest = 0;
  const before = heapInUse();
  for (let input = 0; input < inputs; input++) {
    const { game: id, text: real } = own[input % own.length]!;
    const text = mutant(real, realTexts, random, repeated);
    const began = performance.now();
    try {
      if (readAll(form, id, text, random)) sound++;
    } catch (error) {
      throw new Error(`${form.id}, seed ${seed}, input ${input}: ${JSON.stringify(text.slice(0, 2000))}`, {
        cause: error,
      });
    }
    slowest = Math.max(slowest, performance.now() - began);
  }
  return { inputs, sound, slowest, kept: heapInUse() - before };
}

function readAll(form: Form, id: string, text: string, random: () => number): boolean {
  const game = gameById(id);
  const splitter = splitterOf(form.layout);
  const cut = Math.floor(random() * (text.length + 1));
  const units = [...splitter.push(text.slice(0, cut)), ...splitter.push(text.slice(cut)), ...splitter.end()];
  let isSound = units.length > 0;
  for (const unit of units) {
    const { whole, faults } = form.read(game, unit);
    isSound &&= faults.length === 0;
    if (whole === null && faults.length === 0) throw new Error('nothing was read, and no fault was told');
    if (faults.length > mostFaults + 1) throw new Error(`${faults.length} faults were told`);
    for (const { line, column, why } of faults) {
      if (line < 1 || column < 1 || why === '')
        throw new Error(`a fault is nowhere: ${line}:${column} ${why}`);
    }
    if (whole === null || form.write === null || faults.length > 0) continue;
    try {
      const written = form.write(whole).text;
      const again = splitterOf(form.layout);
      const back = [...again.push(written), ...again.end()].map((each) => form.read(game, each));
      if (back.some((reading) => reading.faults.length > 0)) {
        throw new Error(
          `what was written cannot be read: ${written.slice(0, 1000)} (${back[0]!.faults[0]?.why})`,
        );
      }
    } catch (error) {
      if (!(error instanceof CannotWrite)) throw error;
    }
  }
  return isSound;
}

/** The inputs of each reader, always the same ones, so that a failure comes again. */
const manyInputs = 1_000_000;

const seed = 19961125;

/** Several hundred texts of each reader repeat something: with more, they would take nearly all of the time. */
const repeated = 0.002;

/** The number of files of long tests in which the readers are attacked, each of some minutes. */
const shares = 3;

/** Describes the attack on a share of the readers, counted from 1. */
export function describeAttack(share: 1 | 2 | 3): void {
  const readers = [...forms.values()].filter((_, at) => at % shares === share - 1);
  describe.each(readers)('$id, given anything', { timeout: 3_600_000 }, (form) => {
    it('ends, throws nothing, and reads what it writes', () => {
      expectPromises(attack(form, manyInputs, seed, repeated));
    });
  });
}

/** In bytes: the most that a reader may hold of all texts together, be it one or a million. */
const mostKept = 64 * 1024 * 1024;

/** Enough texts are still read that the writers are attacked too. */
export function expectPromises({ inputs, sound, slowest, kept }: Outcome): void {
  expect(sound).toBeGreaterThan(inputs / 1000);
  expect(slowest).toBeLessThan(5000);
  expect(kept).toBeLessThan(mostKept);
}
