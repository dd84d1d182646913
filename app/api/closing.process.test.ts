/** The end of a host while its engines are being started again. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runs } from '../../tests/support/processes.ts';
import { openHouse, type House } from './testing/house.ts';
import { long } from '../../tests/support/long.ts';

let house: House;
beforeEach(async () => void (house = await openHouse()));
afterEach(async () => expect(await house.close()).toEqual([]));

const wait = { timeout: 30_000, interval: 10 };
const deadlines = { handshake: 8000, ready: 8000, stop: 300, move: 8000 };

/** Engines that still run, and how many were ever started. */
const engines = () => {
  const sessions = house.core.sessionRegistry.list().map(({ session }) => session);
  return {
    started: sessions.length,
    running: sessions.filter(({ ending, pid }) => ending === null || (pid !== null && runs(pid))).length,
  };
};

it('starts no engine again that the user restarts at that moment', long, async () => {
  const { client, core } = house;
  await client.settings.change({ deadlines });
  const id = await house.add('Stays', '--ignore-quit', '--ignore-eof', '--ignore-term');
  await client.analysis.start({ engine: id, protocol: 'cfp' });
  await expect.poll(() => house.analysis.assessment.state, wait).toBe('thinking');
  const restarted = client.sessions.restart({ session: house.analysis.session!.id }).catch(String);
  await core.close();
  expect(engines()).toEqual({ started: 1, running: 0 });
  expect(await restarted).toContain('Stays was not started: Plywire is closing.');
});
