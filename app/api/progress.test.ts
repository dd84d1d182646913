import { setTimeout as later } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { withProgress } from './progress.ts';

describe('work that takes its time', () => {
  it('tells how far it is until it is done, and gives what came of it', async () => {
    let finish = (_: string): void => {};
    const work = new Promise<string>((resolve) => (finish = resolve));
    const told: number[] = [];
    const stream = withProgress(work, () => told.length, 1);
    for (;;) {
      const next = await stream.next();
      if (next.done === true) {
        expect(next.value).toBe('done');
        break;
      }
      told.push(next.value);
      if (told.length === 3) finish('done');
    }
    expect(told.slice(0, 3)).toEqual([0, 1, 2]);
  });

  it('throws what the work throws', async () => {
    const stream = withProgress(Promise.reject(new Error('broken')), () => 0);
    await expect(stream.next()).rejects.toThrow('broken');
  });

  it('leaves no failure unhandled when its reader has left', async () => {
    let fail = (_: Error): void => {};
    const work = new Promise<never>((_, reject) => (fail = reject));
    const heard: unknown[] = [];
    const listen = (reason: unknown): void => void heard.push(reason);
    process.on('unhandledRejection', listen);
    try {
      const stream = withProgress(work, () => 0, 1);
      await stream.next();
      await stream.return(undefined as never);
      fail(new Error('broken'));
      await later(20);
    } finally {
      process.off('unhandledRejection', listen);
    }
    expect(heard).toEqual([]);
  });
});
