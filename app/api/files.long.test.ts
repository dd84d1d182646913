/** Files of 200 MB in the window: of many games, any one is opened and saved; of one game, they are refused. */
import { closeSync, openSync, readSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openHouse, type House } from './testing/house.ts';

let house: House;
beforeEach(async () => void (house = await openHouse()));
afterEach(async () => expect(await house.close()).toEqual([]));

const megabytes = 200;

/** @returns the picker's id of the file */
async function large(name: string, line: (number: number) => string): Promise<string> {
  const file = openSync(join(house.folder, name), 'w');
  let number = 0;
  for (let written = 0; written < megabytes; written++) {
    let block = '';
    while (block.length < 1024 * 1024) block += line(++number);
    writeSync(file, block);
  }
  closeSync(file);
  const [root] = await house.client.files.roots();
  const { entries } = await house.client.files.list({ folder: root!.id });
  return entries.find((entry) => entry.name === name)!.id;
}

it('are opened at once and read game by game, and what else they have stays as it is', async () => {
  const note = 'note '.repeat(50);
  const game = (number: number): string =>
    `[White "P${number}"]\n[Variant "Connect Four"]\n\n1. 4 4 {${note}} 2. ${(number % 7) + 1} *\n\n`;
  const file = await large('many.pgn', game);
  const before = process.memoryUsage().rss;
  const opening = await house.client.files.open({ file });
  expect(opening).toMatchObject({ kind: 'games', form: 'pgn', isCut: false });
  const as = { form: 'pgn', game: 'connect4' };
  const [listed] = await house.client.files.games({ file, as, from: 500_000, count: 1 });
  expect(listed).toMatchObject({ number: 500_000, headers: { white: 'P500000' }, plies: 3 });
  await house.client.files.open({ file, number: 500_000, as });
  expect(process.memoryUsage().rss - before).toBeLessThan(400 * 1024 * 1024);

  const path = join(house.folder, 'many.pgn');
  const { size } = statSync(path);
  await house.client.game.play({ at: { game: house.of.game, node: 0 }, move: '1' });
  expect(await house.client.files.save(house.of)).toMatchObject({ kind: 'saved' });
  expect(Math.abs(statSync(path).size - size)).toBeLessThan(1000);
  const tail = Buffer.alloc(200);
  const read = openSync(path, 'r');
  readSync(read, tail, 0, 200, statSync(path).size - 200);
  closeSync(read);
  expect(tail.toString()).toMatch(/note {1,2}.* \*\n\n$/s);
  const [neighbour] = await house.client.files.games({ file, as, from: 500_001, count: 1 });
  expect(neighbour).toMatchObject({ headers: { white: 'P500001' } });
});

it('of one game are refused, with the size that would do', async () => {
  const file = await large('one.pgn', () => '1. 4 4 {a comment that goes on} ');
  await expect(house.client.files.open({ file })).rejects.toThrow('the text of one game has at most 16 MiB');
});
