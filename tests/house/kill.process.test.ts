import { it } from 'vitest';
import { loseNoEditIn } from './kill-edits.ts';
import { loseNothingIn } from './kills.ts';

it('loses nothing that was confirmed in four kills', { timeout: 120_000 }, async ({ annotate }) => {
  await annotate(await loseNothingIn(4));
});

it('loses no confirmed edit of a game in four kills', { timeout: 120_000 }, async ({ annotate }) => {
  await annotate(await loseNoEditIn(4));
});
