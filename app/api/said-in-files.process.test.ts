/** What files say of positions is known beside what engines said here, and told apart from it. */
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openHouse, type House } from './testing/house.ts';

let house: House;
beforeEach(async () => {
  house = await openHouse();
});
afterEach(async () => {
  await house.close();
});

it('takes evaluations from the files of the library, also of images of their positions', async () => {
  const records = join(house.folder, 'records');
  mkdirSync(records);
  const sgf = join(records, 'said.sgf');
  writeFileSync(sgf, '(;FF[4]PWG[connect4];W[4];B[3]PWE[win 9 an old engine][0.25 another]PWE[loss third])');
  writeFileSync(
    join(records, 'said.pgn'),
    '[White "a"]\n[Variant "Connect Four"]\n\n1. 4 4 2. 4 {[%eval -0.5]} *\n',
  );
  const written = new Date('2020-02-03T04:05:06Z');
  utimesSync(sgf, written, written);
  await house.core.library.add(records);
  await house.core.library.settled();
  const { client } = house;
  // The file has 43; column 5 is the image of column 3.
  const found = await client.evaluations.of({ game: 'connect4', moves: '45' });
  expect(found.tellers.map(({ name, origin, engine, files }) => ({ name, origin, engine, files }))).toEqual(
    expect.arrayContaining([
      { name: 'an old engine', origin: 'file', engine: null, files: [] },
      { name: 'another', origin: 'file', engine: null, files: [] },
    ]),
  );
  const old = found.tellers.find(({ name }) => name === 'an old engine')!;
  expect(found.evaluations.find(({ teller }) => teller === old.id)).toMatchObject({
    report: {
      bestmove: null,
      score: { type: 'decisive', winner: 'mover', plies: 9 },
      text: 'said.sgf: win 9 an old engine',
    },
    ...{ source: null, saidAt: written.getTime(), isMirrored: true },
  });
  // A loss of unknown length has no score.
  expect(found.evaluations).toHaveLength(2);
  // The side to move sees it: White is better by -0.5, so Black, who moves, by 0.5.
  const third = await client.evaluations.of({ game: 'connect4', moves: '444' });
  expect(third.evaluations).toMatchObject([{ report: { score: { type: 'static', value: 0.5 } } }]);
  expect(third.tellers).toMatchObject([{ name: 'Unnamed', origin: 'file' }]);
});

it('keeps them over a restart, and takes none for an answer of an engine', async () => {
  const records = join(house.folder, 'records');
  mkdirSync(records);
  writeFileSync(join(records, 'said.sgf'), '(;FF[4]PWG[connect4];W[4]PWE[win 9 Plywire Connect Four])');
  await house.core.library.add(records);
  await house.core.library.settled();
  house = await house.restart();
  const { client } = house;
  expect((await client.evaluations.of({ game: 'connect4', moves: '4' })).tellers).toMatchObject([
    { name: 'Plywire Connect Four', origin: 'file' },
  ]);
  const engine = { engine: 'connect4', protocol: 'cfsi', limit: { kind: 'depth', plies: 2 } as const };
  const options = { order: 'backward', onlyUnknown: true, truthSeconds: null } as const;
  const events = await client.jobs.report({ game: 'connect4', moves: '4', engines: [engine], options });
  for await (const event of events) {
    if (event.kind === 'summary') expect(event.engines).toMatchObject([{ known: 0, answered: 2 }]);
  }
  const after = await client.evaluations.of({ game: 'connect4', moves: '4' });
  expect(after.tellers.map(({ origin }) => origin ?? 'here').toSorted()).toEqual(['file', 'here']);
});
