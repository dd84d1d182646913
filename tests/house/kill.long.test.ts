import { it } from 'vitest';
import { loseNothingIn } from './kills.ts';

it('loses nothing that was confirmed in 30 kills', async ({ annotate }) => {
  await annotate(await loseNothingIn(30));
});
