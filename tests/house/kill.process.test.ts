import { it } from 'vitest';
import { loseNothingIn } from './kills.ts';
import { loseNoEditIn } from './tree-kills.ts';

it('loses nothing that was confirmed in four kills', { timeout: 120_000 }, async ({ annotate }) => {
  await annotate(await loseNothingIn(4));
});

it('loses no edit of a game that was confirmed in five kills', { timeout: 120_000 }, async ({ annotate }) => {
  await annotate(await loseNoEditIn(5));
});
