/** An engine that answers in no protocol: each is waited for. */
import { it } from 'vitest';
import { addAndTest, pick } from '../support/adding.ts';
import { eventually } from '../support/eventually.ts';
import { useStages } from '../support/stage.ts';

const stage = useStages();

it('what an engine said in no protocol is shown, and one is chosen by hand', async () => {
  const on = await stage({ handshake: 3000 });
  on.put('parrot', '#!/bin/sh\nwhile read line; do echo "you said $line"; done\n', 0o755);
  const desk = await on.open();
  await pick(desk, 'parrot');
  await addAndTest(desk);
  const dialog = desk.page.getByRole('dialog', { name: 'Detecting protocol' });
  await dialog.getByText(/The engine answered in none of these protocols/).waitFor();
  await eventually(() => dialog.textContent()).toContain('only other lines, the last "you said cfp".');
  const anyway = dialog.getByRole('button', { name: 'Add anyway' });
  await eventually(() => anyway.isDisabled()).toBe(true);
  await dialog.getByRole('radio', { name: /^CFP/ }).check();
  await anyway.click();
  await eventually(() => desk.dialog.textContent()).toContain('you said cfp');
  await desk.dialog.getByRole('button', { name: 'Remove engine' }).click();
});
