import { it } from 'vitest';
import { loseNoEditIn } from './kill-edits.ts';
import { loseNothingIn } from './kills.ts';

it('loses nothing that was confirmed in 30 kills', async ({ annotate }) => {
  await annotate(await loseNothingIn(30));
});

it('loses no confirmed edit of a game in 30 kills', async ({ annotate }) => {
  await annotate(await loseNoEditIn(30));
});
