/** The keyboard belongs to the board: no control that a pointer pressed keeps the keys. */
import type { Locator } from 'playwright';
import { expect, it } from 'vitest';
import type { Desk } from '../support/desk.ts';
import { eventually } from '../support/eventually.ts';
import { useStages } from '../support/stage.ts';

const stage = useStages();

/** Controls that a pointer can press, other than text fields and the board. */
const controls = ['button', '[role=tab]', '[role=option]', '[role=separator]', 'summary', 'select', 'a[href]']
  .map((selector) => `${selector}:visible`)
  .join(', ');

/** The names of all controls, each with its region. */
const namesOf = (all: Locator): Promise<string[]> =>
  all.evaluateAll((elements) =>
    elements.map((element) => {
      const region = element.closest('[aria-label]:not(button)')?.getAttribute('aria-label') ?? 'window';
      return `${region}: ${element.getAttribute('aria-label') ?? element.textContent.trim()}`;
    }),
  );

/** What Escape closes: dialogs, menus, cards, a search field, the replay. */
const layers = (desk: Desk): Locator =>
  desk.page.locator(
    '[role=dialog], [role=menu], [role=listbox]:visible, [role=search]:visible, [aria-label=Replay]:visible',
  );

/** The ply shown, once a step that the press has caused is done. */
async function settledPly(desk: Desk): Promise<number> {
  for (let ply = await plyOf(desk); ;) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    const now = await plyOf(desk);
    if (now === ply) return ply;
    ply = now;
  }
}

const plyOf = async (desk: Desk): Promise<number> => Number(/^ply (\d+)/.exec(await desk.ply())?.[1] ?? 0);

/** Whether Left and Right step through the game right after the press of a control. */
async function keepsKeys(desk: Desk): Promise<boolean> {
  await eventually(async () => {
    if ((await layers(desk).count()) > 0) await desk.press('Escape');
    return layers(desk).count();
  }).toBe(0);
  const before = await settledPly(desk);
  const [key, after] = before > 0 ? ['ArrowLeft', before - 1] : ['ArrowRight', 1];
  await desk.press(key!);
  return eventually(() => plyOf(desk), 3_000)
    .toBe(after)
    .then(
      () => true,
      () => false,
    );
}

it('steps by the arrows after a press of any control', async () => {
  const on = await stage();
  const desk = await on.open();
  await desk.newGame({ text: '4433' });
  // With an engine there are its card, its tab and its lines, too.
  await desk.press('a');
  await desk.analysing();
  await eventually(() => desk.dock.getByRole('tab').count()).toBeGreaterThan(0);
  await desk.press('a');
  const all = desk.page.locator(controls);
  const names = await namesOf(all);
  expect(names.length).toBeGreaterThan(30);
  const swallowed: string[] = [];
  for (const [at, name] of names.entries()) {
    // The presses before may have changed the window.
    const current = await namesOf(all);
    const control = all.nth(current[at] === name ? at : Math.max(current.indexOf(name), 0));
    if (!current.includes(name) || (await control.isDisabled())) continue;
    if (/ board:|: End this engine|: Restart|: Move now|: Rematch|: Undo/.test(name)) continue;
    await control.click({ force: true });
    // The list of a select is not part of the page.
    if (name === 'Game: Game') await desk.press('Escape');
    if (!(await keepsKeys(desk))) swallowed.push(name);
  }
  expect(swallowed).toEqual([]);
});
