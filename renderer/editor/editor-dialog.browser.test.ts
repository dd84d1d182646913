import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import '../styles/tokens.css';
import '../styles/base.css';
import { fakeHost, hostState } from '../testing/fake-host.ts';
import EditorDialog from './EditorDialog.svelte';
import { long } from '../../tests/support/long.ts';

// A draft outlives a reload of the tab, and the tests run in one.
beforeEach(() => sessionStorage.clear());

async function opened(gameId = 'connect4', setup: Record<string, number> = { width: 7, height: 6 }) {
  await page.viewport(1280, 800);
  const { game } = hostState();
  const host = fakeHost(hostState({ game: { ...game, gameId, setup } }));
  const screen = await render(EditorDialog, { open: true });
  const dialog = screen.getByRole('dialog', { name: 'Set up a position' });
  await expect.element(dialog).toBeVisible();
  const text = () => (document.querySelector('textarea') as HTMLTextAreaElement).value;
  const area = (name: string | RegExp) =>
    dialog.getByRole('button', { name, exact: typeof name === 'string' });
  return { host, dialog, text, area, screen };
}

/** The middle of an area, in pixels of the page. */
function middleOf(id: string): { x: number; y: number } {
  const { left, top, width, height } = document.querySelector(`[data-area="${id}"]`)!.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

function drag(from: { x: number; y: number }, to: { x: number; y: number }): void {
  const at = ({ x, y }: { x: number; y: number }) => ({
    ...{ clientX: x, clientY: y, bubbles: true, cancelable: true, isPrimary: true, pointerId: 1 },
    ...{ pointerType: 'mouse', button: 0, buttons: 1 },
  });
  const target = document.elementFromPoint(from.x, from.y)!;
  target.dispatchEvent(new PointerEvent('pointerdown', at(from)));
  for (const part of [0.3, 0.7, 1]) {
    const point = { x: from.x + part * (to.x - from.x), y: from.y + part * (to.y - from.y) };
    window.dispatchEvent(new PointerEvent('pointermove', at(point)));
  }
  window.dispatchEvent(new PointerEvent('pointerup', { ...at(to), buttons: 0 }));
}

describe('setting up a position', () => {
  it('by pointer places, moves and removes, and undo takes each back', async () => {
    const { dialog, text, area } = await opened();
    await area('column 4, row 1').click();
    expect(text()).toBe('3x3/7/7/7/7/7 x');
    // A drag moves what stands there, also while the palette places pieces.
    drag(middleOf('cell-4-1'), middleOf('cell-2-1'));
    await expect.poll(text).toBe('1x5/7/7/7/7/7 x');
    drag(middleOf('cell-2-1'), { x: 4, y: middleOf('cell-2-1').y });
    await expect.poll(text).toBe('7/7/7/7/7/7 x');
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.poll(text).toBe('1x5/7/7/7/7/7 x');
    await dialog.getByRole('button', { name: 'Move pieces', exact: true }).click();
    await area(/^column 2, row 1/).click();
    await area('column 1, row 1').click();
    expect(text()).toBe('x6/7/7/7/7/7 x');
    await area(/^column 1, row 1/).click({ button: 'right' });
    expect(text()).toBe('7/7/7/7/7/7 x');
    for (const before of ['x6/7/7/7/7/7 x', '1x5/7/7/7/7/7 x', '3x3/7/7/7/7/7 x', '7/7/7/7/7/7 x']) {
      await userEvent.keyboard('{Control>}z{/Control}');
      await expect.poll(text).toBe(before);
    }
  });

  it('by keys goes on after a press beside the controls', async () => {
    const { dialog, text, area } = await opened();
    await area('column 4, row 1').click();
    await dialog.getByRole('heading', { name: 'Set up a position' }).click();
    await userEvent.keyboard('{Control>}z{/Control}');
    expect(text()).toBe('7/7/7/7/7/7 x');
  });

  it('takes pieces that are dragged from the palette', async () => {
    const { dialog, text } = await opened('morris', {});
    const { left, top } = dialog
      .getByRole('button', { name: "Black's man", exact: true })
      .element()
      .getBoundingClientRect();
    drag({ x: left + 10, y: top + 10 }, middleOf('d6'));
    await expect.poll(text).toBe('w:;b:d6;w;0;0');
    drag({ x: left + 10, y: top + 10 }, { x: left + 12, y: top + 12 });
    expect(text()).toBe('w:;b:d6;w;0;0');
  });

  it('by keys alone chooses tools, places, removes, and changes the side', async () => {
    const { text, area, dialog } = await opened('morris', {});
    (area('d6').element() as SVGElement).focus();
    await userEvent.keyboard('2{Enter}{ArrowDown}1{Enter}s');
    expect(text()).toBe('w:d5;b:d6;b;1;0');
    await userEvent.keyboard('{Delete}');
    expect(text()).toBe('w:;b:d6;b;1;0');
    await userEvent.keyboard('m{ArrowUp}{Enter}');
    await expect.element(area(/^d6/)).toHaveAttribute('aria-pressed', 'true');
    // Escape gives the piece up before it closes the dialog.
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).toBeVisible();
    await userEvent.keyboard('{Enter}{ArrowUp}{Enter}');
    expect(text()).toBe('w:;b:d7;b;1;0');
    await userEvent.keyboard('{Control>}z{/Control}{Control>}y{/Control}');
    expect(text()).toBe('w:;b:d7;b;1;0');
  });

  it('tells each fault where it is, and only a position can be started from', async () => {
    const { dialog, text, area } = await opened('quoridor', { size: 9, walls: 10 });
    await area('a9').click();
    await userEvent.keyboard('4');
    await area(/^horizontal wall a9h/).click({ position: { x: 3, y: 8 } });
    await area(/^vertical wall b9v/).click({ position: { x: 8, y: 3 } });
    expect(text()).toBe('9 a9 e1 10 8 - a9h,b9v b');
    const faults = dialog.getByRole('list', { name: 'What is wrong' });
    await expect
      .element(faults)
      .toHaveTextContent("Black's pawn on a9 has no path to rank 1: walls close it.");
    expect(document.querySelector('.fault path')?.getAttribute('d')).not.toBe('');
    await expect.element(dialog.getByRole('button', { name: 'Start from here' })).toBeDisabled();
    await dialog.getByRole('button', { name: 'Undo' }).click();
    await expect.element(dialog.getByRole('button', { name: 'Start from here' })).toBeEnabled();
  });

  it('as text changes the board, and says what cannot be read', async () => {
    const { dialog, area } = await opened();
    const field = dialog.getByRole('textbox', { name: 'Position as text' });
    await field.fill('3x3/3o3/7/7/7/7');
    await expect.element(dialog.getByText(/side to move is missing/)).toBeVisible();
    await field.fill('3x3/3o3/7/7/7/7 x');
    await expect.element(area("column 4, row 2, Player 2's disc")).toBeVisible();
    // Undo takes back what cannot be read before what the board shows.
    await field.fill('garbage');
    await dialog.getByRole('button', { name: 'Undo' }).click();
    await expect.element(field).toHaveValue('3x3/3o3/7/7/7/7 x');
    await dialog.getByRole('button', { name: 'Undo' }).click();
    await expect.element(field).toHaveValue('7/7/7/7/7/7 x');
    await field.fill('9 e8 e2 9 10 d7h - w');
    await expect.element(dialog.getByRole('combobox', { name: 'Game' })).toHaveValue('quoridor');
  });

  it('keeps its keys after a remedy, and after the last step that can be undone', async () => {
    const { dialog, text } = await opened('morris', {});
    await dialog.getByRole('textbox', { name: 'Position as text' }).fill('w:a1,d1,g1;b:a7;b;1;1');
    const remedy = dialog.getByRole('button', { name: /^Leave 6 men/ }).first();
    (remedy.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(text).toBe('w:a1,d1,g1;b:a7;b;7;1');
    await userEvent.keyboard('s');
    expect(text()).toMatch(/^w:a1,d1,g1;b:a7;w;/);
    await userEvent.keyboard('{Control>}z{/Control}{Control>}z{/Control}');
    await expect.poll(text).toBe('w:a1,d1,g1;b:a7;b;1;1');
    // Undoing the text takes the remedy away while it has the focus.
    (remedy.element() as HTMLElement).focus();
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.element(remedy).not.toBeInTheDocument();
    await userEvent.keyboard('{Control>}y{/Control}');
    await expect.poll(text).toBe('w:a1,d1,g1;b:a7;b;1;1');
    const undo = dialog.getByRole('button', { name: 'Undo' });
    (undo.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}{Enter}');
    await expect.element(undo).toHaveAttribute('aria-disabled', 'true');
    await expect.element(undo).toHaveFocus();
    (dialog.getByRole('button', { name: 'Close' }).element() as HTMLElement).focus();
    const before = text();
    await userEvent.keyboard('s');
    expect(text()).not.toBe(before);
  });

  it('starts a game from it, with the setup of its board', async () => {
    const { host, dialog, area } = await opened();
    await dialog.getByRole('spinbutton', { name: 'Columns' }).fill('5');
    await area('column 5, row 1').click();
    await dialog.getByRole('button', { name: /^Player 2 to move/ }).click();
    await dialog.getByRole('button', { name: 'Start from here' }).click();
    const created = () => host.calls.filter(([name]) => name === 'games.create').map(([, input]) => input);
    await expect
      .poll(created)
      .toEqual([{ game: 'connect4', setup: { width: 5, height: 6 }, text: '4x/5/5/5/5/5 o' }]);
    await expect.element(dialog).not.toBeInTheDocument();
  });

  it(
    'goes on with a draft that was left, while the board has the position that it began with',
    long,
    async () => {
      const { host, dialog, text, area, screen } = await opened();
      const reopened = async (): Promise<void> => {
        await screen.rerender({ open: false });
        await expect.element(dialog).not.toBeInTheDocument();
        await screen.rerender({ open: true });
        await expect.element(dialog).toBeVisible();
      };
      await area('column 4, row 1').click();
      await reopened();
      expect(text()).toBe('3x3/7/7/7/7/7 x');
      await expect.element(dialog).toHaveTextContent('This is the position that you left without using it.');
      await userEvent.keyboard('{Control>}z{/Control}{Control>}y{/Control}');
      await expect.poll(text).toBe('3x3/7/7/7/7/7 x');
      await dialog.getByRole('button', { name: 'Start over' }).click();
      expect(text()).toBe('7/7/7/7/7/7 x');
      await expect.element(dialog).not.toHaveTextContent('that you left');

      // Not once the board has another position, or a game was started from it.
      await area('column 4, row 1').click();
      await host.app.client.game.play({ at: { game: 'g1', node: 0 }, move: '1' });
      await expect.poll(() => host.app.game.line?.moves).toEqual(['1']);
      await reopened();
      expect(text()).toBe('x6/7/7/7/7/7 o');
      await area('column 4, row 1').click();
      await dialog.getByRole('button', { name: 'Start from here' }).click();
      await expect.element(dialog).not.toBeInTheDocument();
      await reopened();
      await expect.element(dialog).not.toHaveTextContent('that you left');
    },
  );

  it('goes on with a draft after a reload', long, async () => {
    const before = await opened();
    await before.area('column 4, row 1').click();
    await before.area('column 4, row 2').click();
    await before.screen.unmount();

    const { dialog, text, area, screen } = await opened();
    expect(text()).toBe('3x3/3x3/7/7/7/7 x');
    await expect.element(dialog).toHaveTextContent('This is the position that you left without using it.');
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.poll(text).toBe('7/7/7/7/7/7 x');
    await area('column 1, row 1').click();
    await dialog.getByRole('button', { name: 'Start from here' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    await screen.unmount();

    // Not once a game was started from it.
    await expect.element((await opened()).dialog).not.toHaveTextContent('that you left');
  });

  it('changes heights and types by the palette', long, async () => {
    const { dialog, text, area } = await opened('stones', {});
    // Keys reach the palette from the beginning.
    await userEvent.keyboard('3');
    await dialog.getByRole('button', { name: 'Clear' }).click();
    await area('D4').click();
    await dialog.getByRole('button', { name: 'One storey higher' }).click();
    await area(/^D4/).click();
    await area(/^D4/).click();
    expect(text()).toContain('[0,0,0,15,0,0,0,0,0]');
    await dialog.getByRole('button', { name: 'One storey lower' }).click();
    await area(/^D4/).click();
    expect(text()).toContain('[0,0,0,11,0,0,0,0,0]');
    await dialog
      .getByRole('combobox', { name: 'The next action' })
      .selectOptions('the second of a turn: any');
    expect(text()).toMatch(/ white any$/);
  });
});
