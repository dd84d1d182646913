/** What engines said about positions, as clients see it: real engines, a home that outlives its host. */
import { appendFileSync, copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { long } from '../../tests/support/long.ts';
import { openHouse, type House } from './testing/house.ts';
import { checkLinks } from './testing/said.ts';

let house: House;
beforeEach(async () => void (house = await openHouse()));
afterEach(async () => expect(await house.close()).toEqual([]));

const wait = { timeout: 30_000, interval: 20 };
const shown = () => house.core.publisher.snapshot().evaluations;

describe('the links of figures', () => {
  it('open the very line that the driver made them from, over all five protocols', long, async () => {
    const checked = await checkLinks(house, 5, 20);
    expect(new Set(checked.map(({ protocol }) => protocol)).size).toBe(5);
    expect(checked.length).toBeGreaterThanOrEqual(25);
    for (const { line, expected, shown: text, received } of checked) {
      expect({ line, text }).toEqual({ line: expected, text: received });
    }
  });

  it('say that a journal was deleted', async () => {
    const { client, core } = house;
    for await (const _ of await client.jobs.analyse({
      ...{ game: 'connect4', moves: '44', engine: 'connect4' },
      limit: { kind: 'depth', plies: 4 },
    }));
    const { evaluations } = await client.evaluations.of({ game: 'connect4', moves: '44' });
    const source = evaluations[0]!.source!;
    expect(await client.evaluations.source(source)).toMatchObject({ isListed: true });
    await expect(client.evaluations.source({ ...source, text: 'bestmove 6' })).rejects.toThrow(
      /another line/,
    );
    rmSync(core.sessionRegistry.get(source.session)!.session.journalPath!);
    await expect(client.evaluations.source(source)).rejects.toThrow(/was deleted; the line was: bestmove/);
  });
});

describe('what is shown', () => {
  it('is of the place and of nodes, and is known after a restart and of a mirror image', async () => {
    const { client } = house;
    // To a depth, since one that is stopped may have answered in another way last.
    for await (const _ of await client.jobs.analyse({
      ...{ game: 'connect4', moves: '1726', engine: 'connect4' },
      limit: { kind: 'depth', plies: 6 },
    }));
    await client.games.create({ game: 'connect4', text: '1726' });
    await expect.poll(shown, wait).toMatchObject({
      place: house.core.games.place,
      here: [{ measure: { kind: 'depth', amount: 6 }, isMirrored: false, quietPlies: null }],
      tellers: [{ name: 'Plywire Connect Four', protocol: 'cfsi', engine: 'connect4' }],
      nodes: [{ node: 4, figures: [{ isMirrored: false }] }],
    });
    house = await house.restart();
    await expect.poll(() => shown().here.length, wait).toBe(1);
    const { report, source } = shown().here[0]!;
    await house.client.games.create({ game: 'connect4', text: '7162' });
    await expect
      .poll(() => shown().here, wait)
      .toMatchObject([
        { isMirrored: true, source, report: { bestmove: String(8 - Number(report.bestmove)) } },
      ]);
    await house.client.games.create({ game: 'connect4', text: '1276' });
    await expect.poll(() => shown(), wait).toMatchObject({ place: { node: 4 }, here: [] });
    // The same position by other moves.
    await house.client.games.create({ game: 'connect4', text: '2617' });
    await expect.poll(() => shown().here, wait).toMatchObject([{ isMirrored: false, report }]);
  });

  it('comes while an engine analyses', async () => {
    const { client } = house;
    await client.games.create({ game: 'connect4', text: '1726' });
    await client.analysis.start({ engine: 'connect4', protocol: 'cfsi' });
    const depths = () => shown().here.map(({ measure }) => measure.amount);
    await expect.poll(() => Math.max(0, ...depths()), wait).toBeGreaterThan(3);
    await client.analysis.stop({});
  });

  it('is of the teller: another option is another one, and a rebuilt program', async () => {
    const { client, core, folder } = house;
    const ask = async (engine: string, options = {}): Promise<void> => {
      const limit = { kind: 'time', seconds: 0.1 } as const;
      const asked = { game: 'connect4', moves: '1', engine, protocol: 'cfp', options, limit };
      for await (const _ of await client.jobs.analyse(asked));
    };
    const known = async () => (await client.evaluations.of({ game: 'connect4', moves: '1' })).tellers;
    await ask('connect4');
    await ask('connect4');
    expect(await known()).toHaveLength(1);
    await ask('connect4', { Level: '3' });
    const [one, other] = await known();
    expect(one!.id).not.toBe(other!.id);
    expect(one!.files).toEqual(other!.files);
    const file = join(folder, 'mine.cjs');
    const { record: bundled } = core.engines.get('connect4');
    copyFileSync(bundled.file, file);
    const record = { ...bundled, name: 'Mine', protocol: 'cfp', file: process.execPath, args: [file] };
    const { id } = (await core.engines.add(record)).record;
    await ask(id);
    const mine = async () => (await known()).filter(({ name }) => name === 'Mine');
    // The program is hashed first.
    await expect.poll(mine, wait).toHaveLength(1);
    const [built] = await mine();
    expect(built).toMatchObject({ engine: id, files: [{ name: 'node' }, { name: 'mine.cjs' }] });
    appendFileSync(file, '// Built anew.\n');
    await ask(id);
    await expect.poll(mine, wait).toHaveLength(2);
    const both = await mine();
    expect(both.map(({ files }) => files[0])).toEqual([built!.files[0], built!.files[0]]);
    expect(new Set(both.map(({ files }) => files[1]!.sha256)).size).toBe(2);
  });
});

describe('what is kept', () => {
  const ask = async (moves: string, plies: number, { client }: House = house): Promise<void> => {
    const limit = { kind: 'depth', plies } as const;
    for await (const _ of await client.jobs.analyse({ game: 'connect4', moves, engine: 'connect4', limit }));
  };
  const known = async (moves: string, { client }: House = house): Promise<number[]> =>
    (await client.evaluations.of({ game: 'connect4', moves })).evaluations.map(
      ({ measure }) => measure.amount,
    );

  it('is cleared by engine, build and age, and comes back for a minute', async () => {
    const { client, core } = house;
    await client.games.create({ game: 'connect4', text: '12' });
    await ask('12', 4);
    await expect.poll(() => shown().here.length, wait).toBe(1);
    const { bytes, tellers } = await client.evaluations.kept();
    expect(bytes).toBeGreaterThan(500);
    expect(tellers).toMatchObject([{ evaluations: 1, teller: { engine: 'connect4' } }]);
    expect(await client.evaluations.clear({ engine: 'quoridor' })).toMatchObject({
      evaluations: 0,
      undo: null,
    });
    expect(await client.evaluations.clear({ days: 1 })).toMatchObject({ evaluations: 0 });
    expect(await known('12')).toEqual([4]);
    const { undo, isPartly } = await client.evaluations.clear({ teller: tellers[0]!.teller.id });
    expect(isPartly).toBe(false);
    expect(await known('12')).toEqual([]);
    await expect.poll(() => shown().here, wait).toEqual([]);
    expect((await client.evaluations.kept()).tellers).toEqual([]);
    await client.storage.restore({ undo: undo! });
    expect(await known('12')).toEqual([4]);
    await expect.poll(() => shown().here.length, wait).toBe(1);
    expect(await client.evaluations.clear({})).toMatchObject({ evaluations: 1 });
    expect(core.evaluations.counts().size).toBe(0);
  });

  it('is read by another host on the same home, and shown there by itself', long, async () => {
    const other = await openHouse(house.folder);
    try {
      await other.client.games.create({ game: 'connect4', text: '31' });
      await ask('31', 5);
      const shownThere = () => other.core.publisher.snapshot().evaluations;
      await expect.poll(() => shownThere().here, wait).toMatchObject([{ measure: { amount: 5 } }]);
      await ask('31', 4, other);
      await ask('13', 6, other);
      expect(await known('31')).toEqual([5]);
      // The other host writes what it was told within a second.
      await expect.poll(() => known('13'), wait).toEqual([6]);
      // What the other host has written stays.
      expect(await house.client.evaluations.clear({})).toMatchObject({ evaluations: 1, isPartly: true });
      expect(await known('13')).toEqual([6]);
    } finally {
      await other.core.close();
    }
  });
});
