/** When the process of an engine is replaced, over sessions that have no process. */
import { expect, it } from 'vitest';
import type { Again } from '../protocols/protocol.ts';
import type { Session } from '../sessions/session.ts';
import { EngineHandle } from './engine-handle.ts';

const sessionWith = (again: Again | null = null): Session =>
  ({ ...{ ending: null, state: 'idle', again }, fits: () => true }) as Partial<Session> as Session;

const way: Again = { settings: {}, reason: 'it left at the first request' };
const doubtful: Again = { ...way, doubtsKnown: true };

it('is addressed in no other way that doubts what is known where the result of a game depends on it', async () => {
  const handle = new EngineHandle(sessionWith(doubtful), () => Promise.resolve(sessionWith()));
  expect(handle.takeOtherWay(true)).toBeNull();
  expect(await handle.tryAgain('crashed', () => expect.unreachable('in a game'))).toBeNull();
  expect(handle.takeOtherWay()).toBe(doubtful);
});

it('is addressed in another way a few times for one question', async () => {
  let renewed = 0;
  const handle = new EngineHandle(sessionWith(way), () => {
    renewed++;
    return Promise.resolve(sessionWith(way));
  });
  while ((await handle.tryAgain('crashed')) !== null);
  expect(renewed).toBe(4);
  expect(handle.takeOtherWay()).toBeNull();
});

it('serves while the next process is being started, until a restart by hand has come first', async () => {
  const [before, fresh] = [sessionWith(), sessionWith()];
  let refuse = (_: Error): void => undefined;
  const handle = new EngineHandle(before, () => new Promise((_, reject) => void (refuse = reject)));
  const renewing = handle.renew({ reason: 'it cannot be brought there' });
  expect([handle.isRenewing, handle.serves]).toEqual([true, true]);
  await handle.restart(() => Promise.resolve(fresh));
  expect([handle.isRenewing, handle.session]).toEqual([false, fresh]);
  refuse(new Error('That engine was already restarted.'));
  await expect(renewing).rejects.toThrow('already restarted');
  expect(handle.session).toBe(fresh);
});
