/** A search for a proof up to its limit of time. */
import { it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { useStages } from '../support/stage.ts';

const stage = useStages();

it('says what is not proven', async () => {
  const desk = await (await stage()).open();
  await desk.newGame({ game: 'Game of Stones' });
  await desk.press('t');
  const card = desk.page.getByRole('group', { name: 'Proof' });
  await eventually(() => card.textContent()).toContain('Not proven yet');
  await eventually(() => card.textContent()).toContain('Not proven within 10 s');
});
