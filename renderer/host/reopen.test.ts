import { describe, expect, it } from 'vitest';
import { pause, reopening } from './reopen.ts';

/** A stream of these items, which breaks at an error. */
async function* stream(...items: readonly (number | Error)[]): AsyncGenerator<number> {
  for (const item of items) {
    await Promise.resolve();
    if (item instanceof Error) throw item;
    yield item;
  }
}

describe('reopening', () => {
  it('opens a stream again that broke or could not be opened, until one ends', async () => {
    const answers = [stream(1, new Error('broken')), new Error('no host'), stream(2, 3), stream(4)];
    const ended: number[] = [];
    let asked = 0;
    const seen: number[] = [];
    const open = (signal: AbortSignal): Promise<AsyncIterable<number>> => {
      const number = asked++;
      signal.addEventListener('abort', () => ended.push(number));
      const answer = answers[number]!;
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    };
    for await (const item of reopening(open, 0, new AbortController().signal)) seen.push(item);
    expect(seen).toEqual([1, 2, 3]);
    expect(ended).toEqual([0, 1, 2]);
  });

  it('passes on an error of the loop, and ends the stream at the host', async () => {
    const ended: number[] = [];
    let asked = 0;
    const open = (signal: AbortSignal): Promise<AsyncIterable<number>> => {
      const number = asked++;
      signal.addEventListener('abort', () => ended.push(number));
      return Promise.resolve(stream(1, 2));
    };
    const read = async (): Promise<void> => {
      for await (const item of reopening(open, 0, new AbortController().signal)) {
        throw new TypeError(`a defect of ours at ${item}`);
      }
    };
    await expect(read()).rejects.toThrow('a defect of ours at 1');
    expect(asked).toBe(1);
    expect(ended).toEqual([0]);
  });

  it('yields nothing more and ends its pause once it is aborted', async () => {
    const stop = new AbortController();
    let asked = 0;
    const open = (): Promise<AsyncIterable<number>> => {
      asked++;
      setTimeout(() => stop.abort());
      return Promise.reject(new Error('no host'));
    };
    const seen: number[] = [];
    for await (const item of reopening(open, 3_600_000, stop.signal)) seen.push(item);
    expect([asked, seen]).toEqual([1, []]);

    const left = new AbortController();
    for await (const item of reopening(() => Promise.resolve(stream(1, 2)), 0, left.signal)) {
      seen.push(item);
      left.abort();
    }
    expect(seen).toEqual([1]);
  });
});

it('pause ends at once if it is aborted already', async () => {
  await pause(3_600_000, AbortSignal.abort());
});
