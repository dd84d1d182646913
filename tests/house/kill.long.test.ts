import { it } from 'vitest';
import { loseNothingIn } from './kills.ts';
import { loseNoEditIn } from './tree-kills.ts';

it('loses nothing that was confirmed in 30 kills', async ({ annotate }) => {
  await annotate(await loseNothingIn(30));
});

it('loses no edit of a game that was confirmed in 40 kills', async ({ annotate }) => {
  await annotate(await loseNoEditIn(40));
});
