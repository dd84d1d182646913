/** What the help and the palette say about keys; `keyboard.long.test.ts` presses every control. */
import { expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { useStages } from '../support/stage.ts';
import { long } from '../support/long.ts';

const stage = useStages();

it('lists every key of the commands in the help, and every command in the palette', long, async () => {
  const desk = await (await stage()).open();
  await desk.press('?');
  const help = desk.page.getByRole('dialog', { name: 'Keys' });
  await help.waitFor();
  const told = await help.locator('dt').allTextContents();
  await desk.press('Escape');
  await help.waitFor({ state: 'hidden' });
  await desk.press('Control+k');
  const options = desk.page.getByRole('option');
  await eventually(() => options.count()).toBeGreaterThan(40);
  const keyed = await options.evaluateAll((all) =>
    all
      .filter((option) => option.querySelector('kbd') !== null)
      .map((option) => option.querySelector('.title')!.textContent.trim()),
  );
  expect(keyed.length).toBeGreaterThan(30);
  expect(keyed.filter((title) => !told.some((one) => one.includes(title)))).toEqual([]);
});
