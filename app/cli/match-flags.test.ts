import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { Refused } from '../shapes/refused.ts';
import { planOf, type MatchFlags } from './match-flags.ts';

const plan = (flags: Partial<MatchFlags>) =>
  planOf(
    [],
    { swap: true, ratingInterval: 10, arg: [], setting: [], ...flags },
    new AbortController().signal,
  );

it.each([
  ['true', true],
  ['yes', true],
  ['1', true],
  ['ON', true],
  ['False', false],
  ['no', false],
  ['0', false],
  ['off', false],
])('reads twosided=%s of a resignation', async (word, twosided) => {
  expect((await plan({ resign: `score=0.9 twosided=${word}` })).resign).toEqual({ score: 0.9, twosided });
});

it.each(['maybe', '', '2'])('refuses twosided=%s', async (word) => {
  await expect(plan({ resign: `score=0.9 twosided=${word}` })).rejects.toThrow(/neither true nor false/);
});

it('refuses a configuration file of an unknown game, and names those that are known', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'plywire-flags-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const config = join(folder, 'match.toml');
  writeFileSync(config, 'game = "chess"\n');
  await expect(plan({ config })).rejects.toThrow(Refused);
  await expect(plan({ config })).rejects.toThrow(/no game "chess"; known games: .*connect4/);
  writeFileSync(config, 'game = "connect4"\n');
  expect((await plan({ config })).game).toBe('connect4');
});
