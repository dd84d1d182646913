import { describe, expect, it } from 'vitest';
import type { HostEvent, HostState } from '../../app/api/contract.ts';
import { follow } from './watch.ts';

const state = (trouble: string | null): HostState => ({ trouble }) as HostState;
const snapshot = (seq: number, trouble: string | null): HostEvent => ({
  kind: 'snapshot',
  seq,
  state: state(trouble),
});
const changed = (seq: number, trouble: string): HostEvent => ({ kind: 'changed', seq, changes: { trouble } });

describe('follow', () => {
  it('asks for a new snapshot after a gap and after a broken stream', async () => {
    const ended: number[] = [];
    const streams = [
      [snapshot(0, 'a'), changed(1, 'b'), changed(3, 'lost')],
      [snapshot(5, 'c'), new Error('broken')],
      [snapshot(9, 'd')],
    ];
    const stop = new AbortController();
    const seen: (string | null)[] = [];
    let asked = 0;
    await follow(
      (signal) => {
        const number = asked++;
        const events = streams[number] ?? [];
        signal.addEventListener('abort', () => ended.push(number));
        return Promise.resolve(
          (async function* () {
            for (const event of events) {
              await Promise.resolve();
              if (event instanceof Error) throw event;
              yield event;
            }
          })(),
        );
      },
      (next) => {
        seen.push(next.trouble);
        if (next.trouble === 'd') stop.abort();
      },
      stop.signal,
    );
    expect(seen).toEqual(['a', 'b', 'c', 'd']);
    expect(ended).toEqual([0, 1, 2]);
  });

  it('rejects with an error of the code that takes a state, and does not watch again', async () => {
    let asked = 0;
    const followed = follow(
      () => {
        asked++;
        return Promise.resolve(
          (async function* () {
            await Promise.resolve();
            yield snapshot(0, 'a');
          })(),
        );
      },
      () => {
        throw new TypeError('a defect of ours');
      },
      new AbortController().signal,
    );
    await expect(followed).rejects.toThrow('a defect of ours');
    expect(asked).toBe(1);
  });
});
