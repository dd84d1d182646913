/** The keyboard belongs to the board: no control that a pointer pressed keeps the keys. */
import type { Locator, Page } from 'playwright';
import { expect, it } from 'vitest';
import type { Desk } from '../support/desk.ts';
import { eventually } from '../support/eventually.ts';
import { useStages } from '../support/stage.ts';

const stage = useStages();

/** Controls that a pointer can press, other than text fields and the board. */
const controls = ['button', '[role=tab]', '[role=option]', '[role=separator]', 'summary', 'select', 'a[href]']
  .map((selector) => `${selector}:visible`)
  .join(', ');

/** The controls shown, each named with its region. Marks the one of this name, preferably at this place. */
const namesOf = (page: Page, mark?: { readonly name: string; readonly at: number }): Promise<string[]> =>
  page.locator(controls).evaluateAll((elements, wanted) => {
    const names = elements.map((element) => {
      const region = element.closest('[aria-label]:not(button)')?.getAttribute('aria-label') ?? 'window';
      return `${region}: ${element.getAttribute('aria-label') ?? element.textContent.trim()}`;
    });
    for (const marked of document.querySelectorAll('[data-marked]')) marked.removeAttribute('data-marked');
    if (wanted) {
      const at = names[wanted.at] === wanted.name ? wanted.at : names.indexOf(wanted.name);
      elements[at]?.setAttribute('data-marked', '');
    }
    return names;
  }, mark);

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
  if (await steps(desk)) return true;
  // A dialog whose contents come from the core may have opened late.
  return (await layers(desk).count()) > 0 && steps(desk);
}

async function steps(desk: Desk): Promise<boolean> {
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
  const names = await namesOf(desk.page);
  expect(names.length).toBeGreaterThan(30);
  const swallowed: string[] = [];
  for (const [at, name] of names.entries()) {
    if (/ board:|: End this engine|: Restart|: Move now|: Rematch|: Undo/.test(name)) continue;
    // The presses before may have changed the window.
    await namesOf(desk.page, { name, at });
    const control = desk.page.locator('[data-marked]');
    if ((await control.count()) === 0 || (await control.isDisabled())) continue;
    await control.click({ force: true });
    // The list of a select is not part of the page.
    if (name === 'Game: Game') await desk.press('Escape');
    if (!(await keepsKeys(desk))) swallowed.push(name);
  }
  expect(swallowed.join('; ')).toBe('');
});
