/** Adding an engine by the dialogs of the window. */
import type { Desk } from './desk.ts';
import { eventually } from './eventually.ts';

/** Picks a file with the keyboard, and waits for the proposed settings. */
export async function pick(desk: Desk, name: string): Promise<void> {
  await desk.engines.getByRole('button', { name: 'Add an engine' }).first().click();
  await desk.dialog.getByRole('option', { name }).waitFor();
  // The filter has the focus.
  await desk.inFocus(desk.dialog.getByRole('combobox', { name: 'Filter files' }));
  await desk.page.keyboard.type(name);
  await eventually(() => desk.dialog.getByRole('option').count()).toBe(1);
  await desk.press('Enter');
  await desk.page.getByRole('dialog', { name: 'Launch settings' }).waitFor();
}

/** Keeps the settings as they are. */
export const addAndTest = (desk: Desk): Promise<void> =>
  desk.dialog.getByRole('button', { name: 'Add and test' }).click();
