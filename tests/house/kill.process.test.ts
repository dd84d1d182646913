import { it } from 'vitest';
import { loseNothingIn } from './kills.ts';

it('loses nothing that was confirmed in four kills', { timeout: 120_000 }, async ({ annotate }) => {
  await annotate(await loseNothingIn(4));
});
