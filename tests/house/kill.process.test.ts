import { it } from 'vitest';
import { long } from '../support/long.ts';
import { loseNoEvaluationIn } from './evaluation-kills.ts';
import { loseNothingIn } from './kills.ts';
import { loseNoEditIn } from './tree-kills.ts';

it('loses nothing that was confirmed in two kills', long, async ({ annotate }) => {
  await annotate(await loseNothingIn(2));
});

it('loses no edit of a game that was confirmed in two kills', long, async ({ annotate }) => {
  await annotate(await loseNoEditIn(2));
});

it('loses no evaluation that was written in three kills', long, async ({ annotate }) => {
  await annotate(await loseNoEvaluationIn(3));
});
