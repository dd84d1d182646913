import { describe, it } from 'vitest';
import type { Desk } from '../support/desk.ts';
import { eventually } from '../support/eventually.ts';
import { useStages } from '../support/stage.ts';

const stage = useStages();

/** More lines than a window keeps: 80 bytes each. */
const bytes = 6_000_000;

/** A session that printed all that in answer to the first move. */
async function flooded(...more: readonly string[]): Promise<Desk> {
  const on = await stage({
    registered: {
      flooder: {
        fixture: 'misbehave',
        protocol: 'cfp',
        args: ['--flood', String(bytes), '--early', ...more],
      },
    },
  });
  const desk = await on.open();
  await desk.seatEngine(2, 'flooder', { seconds: 600 });
  await desk.clickColumn(1);
  await eventually(async () => (await desk.moves()).length).toBe(2);
  await eventually(() => desk.consoleText()).toMatch(/<-\s+~?bestmove/);
  return desk;
}

const search = (desk: Desk): Promise<string> =>
  desk.dock
    .getByRole('search')
    .textContent()
    .then((text) => text ?? '');

describe('a session of more lines than a window keeps', { timeout: 180_000 }, () => {
  it('is searched as a whole, by text and by expression, shown around what was found, and filtered', async () => {
    const desk = await flooded();
    await desk.press('Control+f');
    const field = desk.dock.getByRole('textbox', { name: 'Search these lines' });
    await field.fill('INFO DEPTH 9');
    await eventually(() => search(desk)).toMatch(/(\d\d\s\d{3}) of \1 in the journal/);
    await field.fill('id author');
    await eventually(() => search(desk)).toContain('1 of 1 in the journal');
    await eventually(() => desk.consoleText()).toMatch(/<-\s+id author tester/);
    await desk.dock.getByRole('button', { name: /^In the journal, line \d+/ }).waitFor();
    await field.press('Alt+r');
    await field.fill('^(cfp|readyok)$');
    await eventually(() => search(desk)).toMatch(/(\d) of \1 in the journal/);
    await field.fill('^(cfp');
    await desk.dock.getByRole('alert').filter({ hasText: 'unterminated group' }).waitFor();
    await field.fill('cfpok|^go');
    await eventually(() => search(desk)).toMatch(/(\d) of \1 in the journal/);
    await field.press('Enter');
    await eventually(() => search(desk)).toMatch(/1 of \d in the journal/);
    await eventually(() => desk.consoleText()).toMatch(/<-\s+cfpok/);
    await desk.dock.getByRole('button', { name: /^In the journal/ }).click();
    await eventually(() => desk.consoleText()).toMatch(/<-\s+~?bestmove/);

    // Filtered, with the hidden lines counted.
    await field.press('Alt+f');
    const filters = desk.dock.getByRole('group', { name: 'Filters' });
    await filters.getByRole('button', { name: 'Answers' }).click();
    await eventually(() => filters.textContent()).toMatch(/\d\d\s\d{3} lines hidden/);
    await eventually(() => desk.consoleText()).toMatch(/<-\s+~?bestmove/);
    await eventually(() => desk.consoleText()).not.toContain('info depth');
    await filters.getByRole('button', { name: 'Show all' }).click();
    await eventually(() => desk.consoleText()).toContain('info depth');
  });

  it('says where its view ends at the first oddity of it, and is left there for the very first in the replay', async () => {
    const desk = await flooded('--garbage');
    await desk.dock
      .getByText(/lines? left out/)
      .first()
      .waitFor();
    const replay = desk.page.getByRole('region', { name: 'Replay' });
    const chosen = replay.getByRole('listbox').getByRole('option', { selected: true });
    const openReplay = async (): Promise<void> => {
      await desk.messages.getByRole('button', { name: 'Open in replay' }).first().click();
      // Invalid bytes come before the flood.
      await eventually(() => chosen.textContent()).toMatch(/^\d /);
    };
    await desk.press('F8');
    await desk.messages
      .getByText(/The view has no later|This is the first oddity/)
      .first()
      .waitFor();
    await openReplay();
    await desk.press('Escape');
    await replay.waitFor({ state: 'hidden' });
    await desk.dismissMessages();

    // At the one before, which the view no longer has.
    const message = desk.messages.getByText('The view has no earlier oddity or error', { exact: false });
    await eventually(async () => {
      await desk.press('Shift+F8');
      return message.count();
    }).toBeGreaterThan(0);
    await openReplay();
  });
});
