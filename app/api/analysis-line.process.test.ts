/** The line behind a move, as clients ask for it. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BestLineEvent } from './contract.ts';
import { openHouse, type House } from './testing/house.ts';

let house: House;
beforeEach(async () => void (house = await openHouse()));
afterEach(async () => expect(await house.close()).toEqual([]));

const wait = { timeout: 30_000, interval: 10 };
const place = () => house.core.games.place;
const purposes = () => house.core.sessionRegistry.list().map(({ purpose }) => purpose);

async function lineBehind(move: string): Promise<BestLineEvent[]> {
  const told: BestLineEvent[] = [];
  for await (const event of await house.client.analysis.line({ at: place(), move })) told.push(event);
  return told;
}

describe('analysis.line', () => {
  it('is told by the engine that analyses, in a session of its own that ends with the analysis', async () => {
    const { client } = house;
    await client.games.create({ game: 'connect4', text: '444444332' });
    await expect(client.analysis.line({ at: place(), move: '2' })).rejects.toThrow(/No engine is analysing/);
    await client.analysis.start({ engine: 'connect4', protocol: 'cfsi' });
    const told = await lineBehind('2');
    expect(told.map((event) => (event.kind === 'move' ? event.move : event))).toEqual([
      '2',
      '5',
      { kind: 'end', over: true, winner: 0, reason: 'four in a row', proven: true },
    ]);
    expect(purposes()).toEqual(['analysis', 'best line']);
    await lineBehind('3');
    expect(purposes()).toEqual(['analysis', 'best line']);
    await client.analysis.stop({});
    await expect.poll(purposes, wait).not.toContain('best line');
  });

  it('is refused for another place and for what is not a move', async () => {
    const { client } = house;
    await client.analysis.start({ engine: 'connect4', protocol: 'cfsi' });
    const before = place();
    await client.game.play({ at: before, move: '4' });
    await expect(client.analysis.line({ at: before, move: '4' })).rejects.toThrow(/no longer shown/);
    await expect(client.analysis.line({ at: place(), move: 'x' })).rejects.toThrow(/not a move/);
    await expect(lineBehind('9')).rejects.toThrow(/no column 9/);
  });

  it('goes on in the session that was started anew by hand', async () => {
    const { client, core } = house;
    await client.games.create({ game: 'connect4', text: '444444332' });
    await client.analysis.start({ engine: 'connect4', protocol: 'cfsi' });
    await lineBehind('2');
    const session = core.sessionRegistry.list().find(({ purpose }) => purpose === 'best line')!.session.id;
    await client.sessions.restart({ session });
    expect((await lineBehind('2')).at(-1)).toMatchObject({ over: true });
    expect(purposes()).toEqual(['analysis', 'best line']);
  });
});
