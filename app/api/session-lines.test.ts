import { beforeEach, expect, it } from 'vitest';
import { Recorder } from '../sessions/journal/recorder.ts';
import { ManualClock } from '../sessions/testing.ts';
import type { TrafficLine } from '../shapes/sessions.ts';
import { linesOf } from './session-lines.ts';

let recorder: Recorder;
beforeEach(() => {
  recorder = new Recorder(new ManualClock(), undefined);
});

function linesFrom(beat: boolean, signal?: AbortSignal): ReturnType<typeof linesOf> {
  const { traffic, latencies, elapsed } = recorder;
  const subscribe = recorder.subscribe.bind(recorder);
  return linesOf({ traffic, latencies, elapsed, subscribe, ending: null }, 0, beat, signal);
}

it('tells at once of a line that came while the reader was busy', async () => {
  const lines = linesFrom(true);
  expect((await lines.next()).value).toMatchObject({ lines: [] });
  recorder.note('one');
  expect((await lines.next()).value).toMatchObject({ lines: [{ text: 'one' }] });
  await lines.return(undefined);
});

it('tells of lines that were read at once, one by one', async () => {
  recorder.lines(['info 1', 'info 22'], 0);
  recorder.lines(['info 3'], 0);
  const { value } = await linesFrom(true).next();
  expect(value!.lines.map(({ text: each, direction }: TrafficLine) => [each, direction])).toEqual(
    ['info 1', 'info 22', 'info 3'].map((each) => [each, 'heard']),
  );
});

it('goes on saying that all has been told, to a reader that asked for it', async () => {
  const lines = linesFrom(true);
  recorder.note('one');
  expect((await lines.next()).value).toMatchObject({ lines: [{ text: 'one' }] });
  expect((await lines.next()).value).toMatchObject({ lines: [], until: 0 });
  expect((await lines.next()).value).toMatchObject({ lines: [], until: 0 });
  await lines.return(undefined);
});

it('sends few batches of lines that come faster than a user reads', async () => {
  const abort = new AbortController();
  const lines = linesFrom(false, abort.signal);
  const writing = setInterval(() => recorder.note('x'), 5);
  const began = performance.now();
  let taken = 0;
  let batches = 0;
  while (taken < 100) {
    taken += (await lines.next()).value!.lines.length;
    batches++;
  }
  clearInterval(writing);
  expect(batches).toBeLessThanOrEqual(3 + (performance.now() - began) / 180);
  abort.abort();
  await lines.return(undefined);
});

it('ends where it is called off while it waits, and listens no longer', async () => {
  const abort = new AbortController();
  const lines = linesFrom(false, abort.signal);
  const next = lines.next();
  expect(recorder.listenerCount).toBe(1);
  abort.abort();
  expect((await next).done).toBe(true);
  expect(recorder.listenerCount).toBe(0);
});
