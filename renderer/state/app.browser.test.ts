/** What the window does about a defect of its own: it says so, and does not stand still without a word. */
import { afterEach, expect, it, vi } from 'vitest';
import type { HostEvent } from '../../app/api/contract.ts';
import { fakeHost, hostState } from '../testing/fake-host.ts';

const snapshot: HostEvent = { kind: 'snapshot', seq: 0, state: hostState() };
const mended: HostEvent = { kind: 'snapshot', seq: 0, state: hostState({ trouble: 'mended' }) };
/** A change that the window cannot apply. */
const broken = {
  kind: 'changed',
  seq: 1,
  changes: {
    get trouble(): never {
      throw new TypeError('a defect of ours');
    },
  },
} as unknown as HostEvent;

afterEach(() => void vi.restoreAllMocks());

/** A host whose watches have these events, one list for each; the last one then stays open. */
function watched(...streams: readonly (readonly HostEvent[])[]) {
  const reported = vi.spyOn(globalThis, 'reportError').mockImplementation(() => undefined);
  let asked = 0;
  const host = fakeHost(hostState(), {
    'host.watch': async function* () {
      const events = streams[asked++] ?? [];
      for (const event of events) {
        await Promise.resolve();
        yield event;
      }
      await new Promise(() => undefined);
    },
  });
  host.app.handleConnection({ state: 'open' });
  return { app: host.app, reported, asked: () => asked };
}

it('begins with a new snapshot after a defect', async () => {
  const { app, reported } = watched([snapshot, broken], [mended]);
  await expect.poll(() => app.state?.trouble).toBe('mended');
  expect(reported).toHaveBeenCalledTimes(1);
  expect(app.toasts).toEqual([]);
});

it('says so after a second defect, for as long as the user leaves it', async () => {
  const { app, reported, asked } = watched([snapshot, broken], [snapshot, broken]);
  await expect
    .poll(() => app.toasts)
    .toMatchObject([{ text: 'The window has a fault.', advice: 'Reload it.' }]);
  expect([asked(), reported.mock.calls.length]).toEqual([2, 2]);
  vi.useFakeTimers();
  app.release(app.toasts[0]!.id);
  for (const text of ['one', 'two', 'three']) app.toast({ text });
  expect(app.toasts.map(({ text }) => text)).toEqual(['The window has a fault.', 'two', 'three']);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(app.toasts.map(({ text }) => text)).toEqual(['The window has a fault.']);
  vi.useRealTimers();
});
