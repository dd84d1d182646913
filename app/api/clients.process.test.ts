/** What a host leaves while no window is connected, over each transport that windows use. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ManualClock } from '../sessions/testing.ts';
import { transports } from './testing/clients.ts';
import { openHouse, type House } from './testing/house.ts';
import { long } from '../../tests/support/long.ts';

const wait = { timeout: 30_000, interval: 20 };
/** Far longer than a page takes to load again. */
const absence = 60_000;
let clock: ManualClock;
let house: House;
let pages: string;

beforeEach(async () => {
  clock = new ManualClock();
  house = await openHouse(undefined, clock);
  pages = mkdtempSync(join(tmpdir(), 'plywire-page-'));
  writeFileSync(join(pages, 'index.html'), '<!doctype html>');
});
afterEach(async () => {
  rmSync(pages, { recursive: true });
  expect(await house.close()).toEqual([]);
});

describe.each(['over a socket', 'over a message port'])('without a window %s', (name) => {
  it('no engine analyses, until a window connects again', long, async () => {
    const transport = await transports[name]!(house.core, pages);
    const window = await transport.connect();
    await window.client.games.create({ game: 'morris' });
    const engine = house.core.engines.list().find(({ record }) => record.id.includes('morris'))!;
    await window.client.analysis.start({ engine: engine.record.id, protocol: 'nmm' });
    const session = () => house.analysis.session!;
    await expect.poll(() => session().state, wait).toBe('thinking');
    await expect.poll(() => house.analysis.assessment.report, wait).not.toBeNull();
    window.close();
    await expect.poll(() => clock.timers, wait).toBe(1);
    clock.advance(absence);
    await expect.poll(() => session().state, wait).toBe('idle');
    // The board is moved on by what needs no window.
    await house.client.game.play({ at: house.core.games.place, move: 'd6' });
    // An engine that follows the board is asked within the call.
    expect([session().state, session().ending]).toEqual(['idle', null]);
    // A report waits for it no longer.
    expect(house.core.analysts.isBusy).toBe(false);
    const again = await transport.connect();
    await again.client.host.watch();
    await expect
      .poll(() => house.analysis.assessment, wait)
      .toMatchObject({
        state: 'thinking',
        place: house.core.games.place,
        report: { fault: null },
      });
    again.close();
    await transport.close();
  });
});

it('callers in the same process are no windows, and an analysis for them goes on', async () => {
  const engine = house.core.engines.list().find(({ record }) => record.id.includes('morris'))!;
  await house.client.games.create({ game: 'morris' });
  await house.client.analysis.start({ engine: engine.record.id, protocol: 'nmm' });
  await expect.poll(() => house.analysis.assessment.report, wait).not.toBeNull();
  // A client that has left is waited for with a timer.
  expect(clock.timers).toBe(0);
  clock.advance(absence);
  expect(house.analysis.assessment.state).toBe('thinking');
});
