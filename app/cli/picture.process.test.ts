import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { expectRefused, freshPlace } from './testing/expecting.ts';

vi.setConfig({ testTimeout: 90_000 });

const place = freshPlace();

it('draws a position to stdout, or into a file that it creates', async () => {
  const args = ['picture', '--game', 'quoridor', '--position', '9 e8 e2 9 10 d7h - w'];
  const { code, stdout, stderr } = await place().run(...args);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="480"[^]*<\/svg>\n$/);
  const out = join(place().folder, 'a.svg');
  expect((await place().run(...args, '--out', out)).code).toBe(0);
  expect(readFileSync(out, 'utf8')).toBe(stdout);
  await expectRefused(place(), [...args, '--out', out], 'already exists');
});

it('leaves no file that a full disk has cut short', async () => {
  const args = ['picture', '--game', 'quoridor', '--out', 'a.svg'];
  const { code, stderr } = await place().shell('ulimit -f 2; "$@"', ...args);
  expect(code).toBe(2);
  expect(stderr).toMatch(/^plywire: The file .*a\.svg cannot be read or written \(EFBIG, write\)/);
  expect(existsSync(join(place().folder, 'a.svg'))).toBe(false);
});

it('draws a node of a record, with what is asked for', async () => {
  const file = join(place().folder, 'a.pgn');
  writeFileSync(file, '[Variant "Connect Four"]\n\n1. 4 4 (1... 3) *\n');
  const args = ['picture', '--record', file, '--node', '1/2.1', '--theme', 'dark', '--width', '200'];
  const { code, stdout } = await place().run(
    ...args,
    '--mark',
    '4-1',
    '--mark',
    '4-1:3-1',
    '--no-coordinates',
    '--flip',
  );
  expect(code).toBe(0);
  expect(stdout).toContain('width="200"');
  const moves = ['picture', '--game', 'connect4', '--moves', '43', '--theme', 'dark', '--width', '200'];
  expect(
    (await place().run(...moves, '--mark', '4-1', '--mark', '4-1:3-1', '--no-coordinates', '--flip')).stdout,
  ).toBe(stdout);
});

it.each<[readonly string[], string | RegExp]>([
  [[], 'Name the game'],
  [['--game', 'chess'], 'There is no game'],
  [['--game', 'quoridor', '--mark', 'z9'], 'has no spot "z9"; spots are named like'],
  [['--game', 'quoridor', '--mark', 'a1:'], '--mark takes a spot'],
  [['--game', 'quoridor', '--width', '0'], 'from 16 to 16384'],
  [['--game', 'quoridor', '--position', '9 e8'], '8 words'],
])('refuses %j', async (args, words) => {
  await expectRefused(place(), ['picture', ...args], words);
});
