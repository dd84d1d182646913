/** Which engines of a match run between their tests and their games. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { makeLine } from '../games/line.ts';
import { gameById } from '../games/registry.ts';
import { MatchEngines } from './match-engines.ts';
import { openHouse, type House } from './testing/house.ts';

vi.setConfig({ testTimeout: 120_000 });

let house: House;
beforeEach(async () => void (house = await openHouse()));
afterEach(async () => expect(await house.close()).toEqual([]));

it('ends those that do not play soon, says what they can do even so, and starts them again for their game', async () => {
  const ids = [await house.add('Soon'), await house.add('Later')];
  const wires = join(house.folder, 'wires');
  const asked = ids.map((engine) => ({ engine, protocol: 'cfp', options: {}, deadlines: {} }));
  const running = new MatchEngines(house.core, wires, asked, () => undefined);
  const { signal } = new AbortController();
  try {
    for (const at of [0, 1]) expect(await running.test(at, at === 0, signal)).toBeNull();
    const [soon, later] = [running.tested(0), running.tested(1)];
    expect([soon.serves, later.serves]).toEqual([true, false]);
    const connect4 = gameById('connect4');
    for (const { session } of [soon, later]) {
      expect(session.accepts(makeLine(connect4, 'match', connect4.initial(), []))).toBeNull();
      expect(session.capabilities.time).toBe(true);
    }
    expect(readdirSync(wires)).toEqual([expect.stringContaining(soon.session.id)]);
    expect(running.open(0)).toBe(soon);
    expect(running.open(1).serves).toBe(true);
  } finally {
    await running.close();
  }
});
