import { getEventListeners } from 'node:events';
import { beforeEach, describe, expect, it } from 'vitest';
import { ManualClock } from './testing.ts';
import { Wakeup } from './wakeup.ts';

let clock: ManualClock;
let wakeup: Wakeup;
beforeEach(() => {
  clock = new ManualClock();
  wakeup = new Wakeup(clock);
});

/** What a sleep came to by now: null while it lasts. */
function watched(sleep: Promise<boolean>): { woken: boolean | null } {
  const state: { woken: boolean | null } = { woken: null };
  void sleep.then((woken) => (state.woken = woken));
  return state;
}
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a loop that sleeps', () => {
  it('is woken, once for each sleep', async () => {
    const first = watched(wakeup.sleep());
    await settled();
    expect(first.woken).toBeNull();
    wakeup.wake();
    await settled();
    expect(first.woken).toBe(true);
    const second = watched(wakeup.sleep());
    await settled();
    expect(second.woken).toBeNull();
  });

  it('loses no wake-up that came while it was awake, and keeps no more than one', async () => {
    wakeup.wake();
    wakeup.wake();
    expect(await wakeup.sleep()).toBe(true);
    const next = watched(wakeup.sleep());
    await settled();
    expect(next.woken).toBeNull();
  });

  it('looks again at nothing that it has seen', async () => {
    wakeup.wake();
    wakeup.clear();
    const sleep = watched(wakeup.sleep());
    await settled();
    expect(sleep.woken).toBeNull();
  });

  it('is told that its time has passed, and leaves no timer where it was woken before', async () => {
    const late = wakeup.sleep(50);
    clock.advance(50);
    expect(await late).toBe(false);
    const woken = wakeup.sleep(50);
    wakeup.wake();
    expect(await woken).toBe(true);
    expect(clock.timers).toBe(0);
  });

  it('is woken by a signal, also by one that was aborted before, and leaves no listener', async () => {
    const { signal, abort } = wiring();
    const cancelled = wakeup.sleep(50, signal);
    abort();
    expect(await cancelled).toBe(true);
    expect(clock.timers).toBe(0);
    expect(await wakeup.sleep(50, signal)).toBe(true);

    const kept = wiring().signal;
    for (let count = 0; count < 100; count++) {
      const sleep = wakeup.sleep(50, kept);
      wakeup.wake();
      await sleep;
    }
    expect(getEventListeners(kept, 'abort')).toHaveLength(0);
  });

  it('is alone', () => {
    void wakeup.sleep();
    expect(() => wakeup.sleep()).toThrow('one loop sleeps');
  });
});

function wiring(): { signal: AbortSignal; abort: () => void } {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}
