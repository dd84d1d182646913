/** How many engines may run at once, and what of them waits for its turn. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openHouse, type House } from './testing/house.ts';

let house: House;
beforeEach(async () => void (house = await openHouse()));
afterEach(async () => expect(await house.close()).toEqual([]));

it('refuses an engine too many, in words that name the setting, until there is room', async () => {
  const { client, core } = house;
  await client.settings.change({ enginesAtOnce: 1 });
  const mine = await house.add('Mine');
  const { session } = core.crew.open(mine, 'cfp', 'first player');
  await expect(client.analysis.start({ engine: mine, protocol: 'cfp' })).rejects.toMatchObject({
    message: 'Mine was not started: one engine runs already, as many as the settings allow.',
    data: { advice: 'End one, or raise "Engines at once" in the settings.' },
  });
  expect(core.roster.running).toBe(1);
  await session.close();
  await client.analysis.start({ engine: mine, protocol: 'cfp' });
  expect(core.roster.running).toBe(1);
});
