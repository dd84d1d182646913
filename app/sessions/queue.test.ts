import { expect, it } from 'vitest';
import { Queue } from './queue.ts';

/** A piece of work that ends by hand. */
function piece(log: string[], name: string) {
  let end = (): void => undefined;
  let fail = (): void => undefined;
  const promise = new Promise<string>((resolve, reject) => {
    end = () => resolve(name);
    fail = () => reject(new Error(name));
  });
  const work = (): Promise<string> => {
    log.push(`${name} begins`);
    return promise.finally(() => log.push(`${name} ends`));
  };
  return { work, end, fail };
}

it('runs one piece at a time, in order, and gives each caller its own result', async () => {
  const queue = new Queue();
  const log: string[] = [];
  const [one, two] = [piece(log, 'one'), piece(log, 'two')];
  const results = Promise.all([queue.run(one.work), queue.run(two.work)]);
  two.end();
  one.end();
  expect(await results).toEqual(['one', 'two']);
  expect(log).toEqual(['one begins', 'one ends', 'two begins', 'two ends']);
});

it('goes on after a piece that failed', async () => {
  const queue = new Queue();
  const log: string[] = [];
  const bad = piece(log, 'bad');
  const failed = queue.run(bad.work);
  const thrown = queue.run(() => {
    throw new Error('at once');
  });
  const after = queue.run(() => 'after');
  bad.fail();
  await expect(failed).rejects.toThrow('bad');
  await expect(thrown).rejects.toThrow('at once');
  expect(await after).toBe('after');
});

it('is idle once nothing runs or waits, and never rejects', async () => {
  const queue = new Queue();
  await queue.idle();
  const log: string[] = [];
  const [one, late] = [piece(log, 'one'), piece(log, 'late')];
  const first = queue.run(one.work);
  first.catch(() => queue.run(late.work));
  const idle = queue.idle().then(() => log.push('idle'));
  one.fail();
  await expect(first).rejects.toThrow('one');
  late.end();
  await idle;
  expect(log).toEqual(['one begins', 'one ends', 'late begins', 'late ends', 'idle']);
});
