import { it } from 'vitest';
import { loseNoEvaluationIn } from './evaluation-kills.ts';
import { loseNothingIn } from './kills.ts';
import { loseNoEditIn } from './tree-kills.ts';

it('loses nothing that was confirmed in 30 kills', async ({ annotate }) => {
  await annotate(await loseNothingIn(30));
});

it('loses no edit of a game that was confirmed in 40 kills', async ({ annotate }) => {
  await annotate(await loseNoEditIn(40));
});

it('loses no evaluation that was written in 100 kills', async ({ annotate }) => {
  await annotate(await loseNoEvaluationIn(100));
});
