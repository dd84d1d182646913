/** The window where it is narrow or low: nothing is cut, covered or out of reach. */
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import App from '../App.svelte';
import '../styles/tokens.css';
import '../styles/base.css';
import { about, analysis, ending, engine, session } from '../testing/engines.ts';
import { fakeHost, type FakeHost } from '../testing/fake-host.ts';
import { long } from '../../tests/support/long.ts';

let host: FakeHost;

async function shownAt(width: number, height: number) {
  await page.viewport(width, height);
  const screen = await render(App);
  await expect.element(screen.getByRole('group', { name: 'Connect Four board' })).toBeInTheDocument();
  (document.activeElement as HTMLElement | null)?.blur();
  return screen;
}

const box = (selector: string) => document.querySelector(selector)!.getBoundingClientRect();

/** Controls of a region that leave the window or lie over one another, by name. */
function faults(region: string): string[] {
  const all = [...document.querySelectorAll(`${region} :is(button, select)`)]
    .filter((control) => control.checkVisibility())
    .map((control) => ({
      name: control.getAttribute('aria-label') ?? control.textContent.trim(),
      box: control.getBoundingClientRect(),
    }));
  return all.flatMap(({ name, box }, index) => [
    ...(box.left < 0 || box.right > innerWidth ? [`${name} out of the window`] : []),
    ...all
      .slice(index + 1)
      .filter((other) => other.box.left < box.right - 1 && box.left < other.box.right - 1)
      .filter((other) => other.box.top < box.bottom - 1 && box.top < other.box.bottom - 1)
      .map((other) => `${name} and ${other.name}`),
  ]);
}

beforeEach(() => {
  host = fakeHost();
});

it.each([320, 360, 390, 480, 600, 720])(
  'has the whole bar and status line at a width of %i',
  long,
  async (width) => {
    const screen = await shownAt(width, 800);
    await expect.element(screen.getByRole('button', { name: 'All commands' })).toBeVisible();
    await expect.poll(() => [...faults('header.bar'), ...faults('footer[aria-label=Status]')]).toEqual([]);
  },
);

it('has the whole board with its buttons at a width of 320, which is 1280 at 400 per cent', async () => {
  await shownAt(320, 640);
  await expect
    .poll(() => [box('.players').right, box('.below').right].every((right) => right <= 320))
    .toBe(true);
  expect(faults('.below')).toEqual([]);
});

it('cuts the names of players before that of the game', async () => {
  host.change({ about, engines: [engine({ name: 'Verbindungsviererweltmeisterschaftsprogramm' })] });
  await shownAt(640, 800);
  for (const seat of [0, 1] as const) {
    await host.app.game.setPlayer(seat, {
      ...{ kind: 'engine', engine: 'mine', protocol: 'cfp', options: {} },
      limit: { kind: 'time', seconds: 1 },
    });
  }
  await expect.poll(() => document.querySelector('.seat .name')?.textContent).toMatch(/^Verbindung/);
  const game = document.querySelector<HTMLSelectElement>('header.bar select')!;
  const whole = game.cloneNode(true) as HTMLSelectElement;
  whole.style.position = 'absolute';
  game.after(whole);
  await expect.poll(() => game.clientWidth).toBe(whole.clientWidth);
  whole.remove();
});

it.each(['connect4', 'stones'])(
  'cuts off no name of a player of %s in a narrow window',
  long,
  async (game) => {
    host.change({
      about,
      engines: [engine({ name: 'Plywire Connect Four', games: ['connect4', 'stones'] })],
    });
    const screen = await shownAt(390, 800);
    await host.app.client.games.create({ game });
    await host.app.game.setPlayer(1, {
      ...{ kind: 'engine', engine: 'mine', protocol: 'cfp', options: {} },
      limit: { kind: 'time', seconds: 1 },
    });
    const row = screen.container.querySelector('.players')!;
    await expect.poll(() => row.textContent).toContain('Plywire Connect Four');
    for (const width of [360, 390, 480, 560, 600, 619]) {
      await page.viewport(width, 800);
      await expect.poll(() => innerWidth).toBe(width);
      const cut = [...document.querySelectorAll('header.bar .seat .name, .players .name')].filter(
        ({ clientWidth, scrollWidth, clientHeight, scrollHeight }) =>
          clientWidth > 1 && (scrollWidth > clientWidth || scrollHeight > clientHeight + 2),
      );
      expect(cut.map(({ textContent }) => `${width}: ${textContent}`)).toEqual([]);
    }
    // With the console open the board is narrow, and its row has room for the words of the sides.
    await page.viewport(1280, 800);
    await expect.poll(() => box('.players .side').width).toBeGreaterThan(20);
  },
);

it.each([
  ...[360, 390, 480, 500, 560, 600, 720].map((width) => [width, null] as const),
  // The column leaves the board its least width.
  [1280, 2000] as const,
])(
  'has the result and the buttons under a finished game side by side at a width of %i, with a column of %s',
  long,
  async (width, columnWidth) => {
    host.change({
      settings: { ...host.app.settings!, layout: { ...host.app.settings!.layout, columnWidth } },
    });
    const screen = await shownAt(width, 800);
    const before = box('.board svg').height;
    await host.app.client.games.create({ game: 'connect4', text: '1212121' });
    await expect.element(screen.getByRole('button', { name: 'Rematch' })).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Analyse the game', exact: true })).toBeVisible();
    expect(faults('.below')).toEqual([]);
    const result = document.querySelector('.below .status')!;
    expect(result.textContent).toContain('Player 1 has won');
    expect(result.getBoundingClientRect().width).toBeGreaterThan(100);
    // The sentence is not cut, and the board keeps its size.
    expect(result.scrollHeight).toBeLessThanOrEqual(result.clientHeight + 1);
    expect(box('.board svg').height).toBe(before);
  },
);

it('leaves a short name whole beside a long one', long, async () => {
  const long = 'An engine with a very long name that does not end, version 2026.11.28';
  host.change({ about, engines: [engine({ name: long }), engine({ id: 'other', name: 'Plywire Four' })] });
  const screen = await shownAt(480, 800);
  for (const [seat, of] of [
    [0, 'mine'],
    [1, 'other'],
  ] as const) {
    await host.app.game.setPlayer(seat, {
      ...{ kind: 'engine', engine: of, protocol: 'cfp', options: {} },
      limit: { kind: 'time', seconds: 1 },
    });
  }
  const names = () => [...screen.container.querySelectorAll('.players .name')];
  await expect.poll(() => names().map(({ textContent }) => textContent)).toEqual([long, 'Plywire Four']);
  for (const width of [360, 480, 600, 820, 1280]) {
    await page.viewport(width, 800);
    await expect.poll(() => innerWidth).toBe(width);
    // A line of its own has this height.
    expect(names()[1]!.getBoundingClientRect().height).toBeLessThan(24);
  }
});

it('unfolds the console by a press on its row, and chooses the tab that was pressed', long, async () => {
  host.change({
    about,
    engines: [engine()],
    sessions: [session(), session({ id: 's2', title: 'other', purpose: 'first player' })],
  });
  const screen = await shownAt(1280, 700);
  const tabs = () =>
    [...document.querySelectorAll<HTMLElement>('.dock [role=tab]')].map((tab) => [
      tab.textContent.trim(),
      tab.getAttribute('aria-selected'),
    ]);
  await expect.poll(tabs).toHaveLength(3);
  await expect.poll(() => tabs()[1]![1]).toBe('true');
  expect(document.querySelectorAll('.dock .tools button')).toHaveLength(0);
  const unfold = screen.getByRole('button', { name: 'Show the console' });
  const dock = box('.dock');
  const tab = box('.dock [role=tab]');
  await unfold.click({
    position: { x: tab.left + tab.width / 2 - dock.left, y: tab.top + tab.height / 2 - dock.top },
  });
  await expect.poll(() => box('.dock').height).toBeGreaterThan(100);
  await expect.poll(() => tabs().map(([, selected]) => selected)).toEqual(['true', 'false', 'false']);
  await expect.poll(() => document.querySelectorAll('.dock .tools button').length).toBeGreaterThan(0);
});

describe('a low narrow window', () => {
  it('opens with the players and the board in sight', async () => {
    await shownAt(720, 450);
    await expect.poll(() => box('[role=tablist] [data-state=active]').width).toBeGreaterThan(0);
    expect(box('.players').top).toBeGreaterThanOrEqual(box('header.bar').bottom);
  });

  it('is scrolled by the wheel over the board, which steps only where nothing scrolls', async () => {
    await shownAt(720, 450);
    await userEvent.keyboard('445');
    await expect.poll(() => host.app.game.cursor).toBe(3);
    const turn = (): boolean =>
      document
        .querySelector('.table')!
        .dispatchEvent(new WheelEvent('wheel', { deltaY: -100, bubbles: true, cancelable: true }));
    expect(turn()).toBe(true);
    expect(host.app.game.cursor).toBe(3);
    await page.viewport(1280, 800);
    await expect.poll(turn).toBe(false);
    await expect.poll(() => host.app.game.cursor).toBeLessThan(3);
  });

  it('shows the panel of a tab that is chosen', async () => {
    const screen = await shownAt(720, 450);
    await screen.getByRole('tab', { name: 'Engines' }).click();
    await expect.poll(() => box('.side').bottom).toBeLessThanOrEqual(box('.dock').top + 1);
  });
});

describe('the analysis in a low column', () => {
  const whole = (selector: string): boolean => {
    const words = box(`.column ${selector}`);
    const panel = document.querySelector('.column > .panel')!.getBoundingClientRect();
    return words.height > 0 && words.top >= panel.top && words.bottom <= panel.bottom;
  };

  it('has the whole words about keys, and the whole legend while an engine analyses', async () => {
    await shownAt(1280, 420);
    await expect.poll(() => whole('.teach')).toBe(true);
    await page.viewport(800, 480);
    await expect.poll(() => whole('.teach')).toBe(true);
    host.change({ about, engines: [engine()], sessions: [session()], analyses: [analysis()] });
    for (const [width, height] of [
      [800, 480],
      [1280, 500],
      [1280, 800],
    ] as const) {
      await page.viewport(width, height);
      await expect.poll(() => whole('.legend')).toBe(true);
    }
  });

  it('keeps the proof and the legend, with the legend in reach at any width', async () => {
    const { state } = host.app;
    const verdict = { value: 'win', how: 'solver', plies: 37, to: null } as const;
    const place = { game: state!.game.key, node: state!.game.shown };
    const moves = { '1': verdict };
    const proofs = { ...state!.proofs, state: 'done', place, verdict, moves } as const;
    const screen = await shownAt(800, 400);
    host.change({ about, engines: [engine()], proofs });
    for (const analyses of [[], [analysis()]]) {
      host.change({ sessions: [session()], analyses });
      for (const [width, height] of [
        [800, 400],
        [1280, 400],
        [800, 470],
      ] as const) {
        await page.viewport(width, height);
        await expect.poll(() => whole('.figures') && whole('.legend')).toBe(true);
      }
    }
    await page.viewport(480, 400);
    await screen.getByRole('tab', { name: 'Analysis', exact: true }).click();
    const isInSight = (): boolean => {
      document.querySelector('.legend')!.scrollIntoView({ block: 'nearest' });
      const { top, bottom } = box('.legend');
      // The edges of lists lie between pixels.
      return bottom <= box('.dock').top + 1 && top >= box('.side [role=tablist]').bottom - 1;
    };
    await expect.poll(isInSight).toBe(true);
  });
});

it('scrolls what messages lie over clear of them, by hand or with the focus, and back as they go', async () => {
  const engines = Array.from({ length: 9 }, (_, at) => engine({ id: `e${at}`, name: `Engine ${at}` }));
  host.change({ about, engines });
  const screen = await shownAt(1280, 800);
  const more = screen.getByRole('button', { name: 'More about Engine 8' });
  const column = document.querySelector('.column')!;
  const heights = () => [...column.querySelectorAll('.panel')].map(({ clientHeight }) => clientHeight);
  const before = heights();
  for (const text of ['One', 'Two', 'Three']) host.app.toast({ text, advice: 'Advice.', tone: 'bad' });
  await expect.poll(() => document.querySelectorAll('.toast').length).toBe(3);
  const isClear = () => more.element().getBoundingClientRect().bottom <= box('.toasts').top;
  const scrollTo = (top: number): void => {
    for (const list of document.querySelectorAll('.column, .column *')) list.scrollTop = top;
  };
  const atEnd = () => (scrollTo(9999), isClear());
  await expect.poll(atEnd).toBe(true);
  expect(heights()).toEqual(before);
  scrollTo(0);
  expect(isClear()).toBe(false);
  (more.element() as HTMLElement).focus();
  await expect.poll(isClear).toBe(true);
  for (const { id } of host.app.toasts) host.app.dismiss(id);
  await expect.poll(() => column.scrollTop).toBe(0);
});

it('leaves the column where it is as an engine begins to think, and as one fails, beside a message', async () => {
  const engines = Array.from({ length: 9 }, (_, at) => engine({ id: `e${at}`, name: `Engine ${at}` }));
  host.change({ about, engines });
  await shownAt(1280, 800);
  host.app.toast({ text: 'One', advice: 'Advice.', tone: 'bad' });
  const column = document.querySelector('.column')!;
  await expect.poll(() => column.scrollHeight).toBeGreaterThan(column.clientHeight);
  const list = document.querySelector('section[aria-label="Engines"] .scroll')!;
  list.scrollTop = 999;
  host.change({ sessions: [session({ engine: 'e3', state: 'thinking' })] });
  await expect.poll(() => list.scrollTop).toBe(0);
  expect(column.scrollTop).toBe(0);
  host.change({ sessions: [session({ engine: 'e8', ending: ending() })] });
  await expect.poll(() => document.querySelector('.note')).not.toBeNull();
  await expect.poll(() => list.scrollTop).toBeGreaterThan(0);
  expect(column.scrollTop).toBe(0);
});

it('folds the graph where the column is low, so that the comment is whole', async () => {
  const screen = await shownAt(1280, 800);
  await userEvent.keyboard('4');
  await expect.poll(() => host.app.game.cursor).toBe(1);
  const unfold = screen.getByRole('button', { name: 'Show the graph' });
  await expect.element(unfold).toBeVisible();
  const comment = () => box('textarea[aria-label^="Comment on"]');
  const moves = () => document.querySelector('section.moves')!.parentElement!.getBoundingClientRect();
  expect(comment().bottom).toBeLessThanOrEqual(moves().bottom);
  await unfold.click();
  await expect.element(screen.getByRole('button', { name: 'Fold the graph' })).toBeVisible();
  expect(comment().bottom).toBeLessThanOrEqual(moves().bottom);
  expect(host.app.settings?.layout.graphOpen).toBe(true);
});

it('closes a dialog at the first Escape, though the tip of its button is shown', async () => {
  const screen = await shownAt(1280, 800);
  await userEvent.keyboard('?');
  const dialog = screen.getByRole('dialog', { name: 'Keys' });
  await expect.element(dialog).toBeVisible();
  const close = () => document.activeElement?.getAttribute('aria-label') === 'Close';
  for (let tabs = 0; tabs < 5 && !close(); tabs++) await userEvent.keyboard('{Tab}');
  await expect.poll(() => document.querySelector('.tip')).not.toBeNull();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
});
