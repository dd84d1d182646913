import { describe, expect, it } from 'vitest';
import type { Locator } from 'playwright';
import type { Desk } from '../support/desk.ts';
import { eventually } from '../support/eventually.ts';
import { long } from '../support/long.ts';
import { useStages } from '../support/stage.ts';

const stage = useStages();
const LEAST_BOARD = 360;
/** Pixels by which neighbours may share a hairline. */
const HAIR = 1;

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const overlap = (a: Box, b: Box): boolean =>
  Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x) > HAIR &&
  Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y) > HAIR;

/** Runs in the page: the visible part of each element within its scroll containers; null if none. */
function visibleBoxes(elements: Element[]): (Box | null)[] {
  return elements.map((element) => {
    let { left, top, right, bottom } = element.getBoundingClientRect();
    for (let around = element.parentElement; around !== null; around = around.parentElement) {
      if (getComputedStyle(around).overflow === 'visible') continue;
      const edge = around.getBoundingClientRect();
      left = Math.max(left, edge.left);
      top = Math.max(top, edge.top);
      right = Math.min(right, edge.right);
      bottom = Math.min(bottom, edge.bottom);
    }
    const [width, height] = [right - left, bottom - top];
    return width > 0 && height > 0 ? { x: left, y: top, width, height } : null;
  });
}

/** The visible area of these parts, by name. In a narrow window one of the panels is behind the other's tab. */
async function boxes(parts: Readonly<Record<string, Locator>>): Promise<Record<string, Box>> {
  const found: Record<string, Box> = {};
  for (const [name, part] of Object.entries(parts)) {
    const all = await part.evaluateAll(visibleBoxes);
    for (const [index, box] of all.entries()) {
      if (box !== null) found[all.length === 1 ? name : `${name} ${index}`] = box;
    }
  }
  return found;
}

function overlaps(all: Readonly<Record<string, Box>>): string[] {
  const named = Object.entries(all);
  return named.flatMap(([one, a], index) =>
    named.slice(index + 1).flatMap(([other, b]) => (overlap(a, b) ? [`${one} and ${other}`] : [])),
  );
}

/** Those that are not wholly in the window. */
function outside(
  all: Readonly<Record<string, Box>>,
  { width, height }: Pick<Box, 'width' | 'height'>,
): string[] {
  return Object.entries(all).flatMap(([name, box]) =>
    Math.min(box.x, box.y) >= -HAIR &&
    box.x + box.width <= width + HAIR &&
    box.y + box.height <= height + HAIR
      ? []
      : [`${name} out of the window`],
  );
}

async function expectSound(desk: Desk): Promise<void> {
  const { page } = desk;
  const { width, height } = page.viewportSize()!;
  await eventually(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
    width,
  );
  await eventually(() => page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(
    height,
  );

  const parts = {
    bar: desk.bar,
    board: desk.panel,
    engines: desk.engines,
    moves: desk.moveList,
    dock: desk.dock,
    status: desk.statusLine,
  };
  // They are read in sequence: one that moves meanwhile appears in two places.
  await eventually(async () => {
    const regions = await boxes(parts);
    return [...overlaps(regions), ...outside(regions, { width, height })];
  }).toEqual([]);

  await eventually(async () => {
    const board = (await desk.board.boundingBox())!;
    return Math.min(board.width, board.height);
  }).toBeGreaterThanOrEqual(LEAST_BOARD);

  // Contents of the bar and around the board, each by itself.
  await eventually(async () => {
    const bar = await boxes({
      'button of the bar': desk.bar.getByRole('button'),
      'field of the bar': desk.bar.getByRole('combobox'),
    });
    const { board } = await boxes({ board: desk.panel });
    const below = Object.entries(bar).flatMap(([name, box]) =>
      overlap(box, board!) ? [`${name} on the board`] : [],
    );
    return [...overlaps(bar), ...outside(bar, { width, height }), ...below];
  }).toEqual([]);
  // A button on the board stands beside what is drawn there.
  const buttons = desk.panel.locator('button:not([role="group"] button)');
  await eventually(async () => overlaps(await boxes({ board: desk.board, button: buttons }))).toEqual([]);
}

const registered = {
  'an engine with a name that is longer than any space there is for it': {
    fixture: 'teller',
    protocol: 'cfsi',
  },
} as const;
const LONG = Object.keys(registered)[0]!;

/** One visible stone of each type per side, so that each is warned about. */
const LAST_STONES = `[[5,6,7,0,0,0,0,0,0],${'[0,0,0,0,0,0,0,0,0],'.repeat(7)}[0,0,0,0,0,0,-5,-6,-7]] white any`;

/** Names, counts and captions of a side stand beside one another, with counts not cut off. */
async function expectPlayers(desk: Desk, count: number): Promise<void> {
  const players = desk.panel.locator('.player');
  await eventually(async () => overlaps(await boxes({ part: players.locator('> *') }))).toEqual([]);
  await eventually(async () => {
    const counts = await boxes({ count: players.locator('.tally') });
    return Object.values(counts).filter(({ width }) => width > 28);
  }).toHaveLength(count);
}

type Theme = 'light' | 'dark';

/** Checks the window in each of these themes. */
async function inEachOf(themes: readonly Theme[], desk: Desk, look: () => Promise<void>): Promise<void> {
  for (const colorScheme of themes) {
    await desk.page.emulateMedia({ colorScheme });
    const dark = await desk.page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
    expect(dark).toBe(colorScheme === 'dark');
    await look();
  }
}

it('rings what is chosen where the system replaces all colours', long, async () => {
  const on = await stage({ forcedColors: 'active' });
  const desk = await on.open();
  const ring = (chosen: Locator) => chosen.evaluate((element) => getComputedStyle(element).outlineStyle);
  await desk.newGame({ text: '44' });
  await eventually(() => ring(desk.moveList.getByRole('button', { name: '4' }).last())).toBe('solid');
  expect(await ring(desk.moveList.getByRole('button', { name: '4' }).first())).toBe('none');
  await desk.press('e');
  const tool = desk.dialog.getByRole('button', { name: "Player 2's disc", exact: true });
  expect(await ring(tool)).toBe('none');
  await desk.press('2');
  await eventually(() => ring(tool)).toBe('solid');
  expect(await ring(desk.dialog.getByRole('button', { name: 'Player 1 to move' }))).toBe('solid');
});

describe('the window', () => {
  /** With everything that can be shown, in each theme. */
  const fits = async (width: number, height: number, themes: readonly Theme[]): Promise<void> => {
    const inEach = (look: () => Promise<void>): Promise<void> => inEachOf(themes, desk, look);
    const on = await stage({ registered, viewport: { width, height } });
    const desk = await on.open();
    const sound = (): Promise<void> => expectSound(desk);
    await inEach(sound);

    // With everything that can be shown: names, analysis, a game in progress, a console.
    await desk.newGame({ text: '443322' });
    await desk.seatEngine(1, LONG, { plies: 2 });
    await desk.analyseWith(`${LONG} over CFSI`);
    await eventually(() => desk.board.locator('.chip').count()).toBeGreaterThan(3);
    await inEach(sound);

    // With the console open, and collapsed.
    for (let times = 0; times < 2; times++) {
      await desk.press('Control+`');
      await inEach(sound);
    }

    // A game with many counts, in the middle of a turn.
    await desk.newGame({ game: 'Game of Stones', text: LAST_STONES });
    await desk.panel.getByRole('button', { name: /^Pass/ }).waitFor();
    await inEach(async () => {
      await expectSound(desk);
      await expectPlayers(desk, 6);
    });

    await desk.press('n');
    await desk.dialog.waitFor();
    await inEach(() =>
      eventually(async () =>
        outside({ dialog: (await desk.dialog.boundingBox())! }, { width, height }),
      ).toEqual([]),
    );
  };

  // The narrowest in both themes.
  it('fits 900x700, light and dark', long, () => fits(900, 700, ['light', 'dark']));

  it.each<[width: number, height: number, themes: readonly Theme[]]>([
    [1280, 800, ['light']],
    [1440, 900, ['dark']],
  ])('fits %ix%i, %j', long, fits);

  it.each([
    [1280, 800, 0.3],
    [1920, 1080, 0.34],
    [900, 700, 0.25],
  ])('gives the board its share of %ix%i while idle, in each game', long, async (width, height, share) => {
    const desk = await (await stage({ viewport: { width, height } })).open();
    for (const game of ['Connect Four', 'Quoridor', "Nine Men's Morris", 'Game of Stones']) {
      await desk.newGame({ game });
      await eventually(async () => {
        const board = (await desk.board.boundingBox())!;
        return (board.width * board.height) / (width * height);
      }).toBeGreaterThanOrEqual(share);
    }
  });

  it(
    'keeps the names of players in a narrow bar, and the tools of the moves in a narrow column',
    long,
    async () => {
      const desk = await (await stage({ viewport: { width: 640, height: 700 } })).open();
      const short = () =>
        desk.bar
          .locator('button .name')
          .evaluateAll((names) => names.map((name) => name.scrollWidth - name.clientWidth));
      await eventually(short).toEqual([0, 0]);

      await desk.page.setViewportSize({ width: 900, height: 600 });
      const shuffle = 'e8 e2 e9 e1 '.repeat(26).trim();
      await desk.newGame({ game: 'Quoridor', text: shuffle });
      await eventually(() => desk.ply()).toBe('ply 104 of 104');
      const cut = () =>
        desk.moveList
          .getByRole('button', { name: /^(Undo|Redo|Analyse|Copy|Paste)/ })
          .evaluateAll((buttons) => {
            const edge = buttons[0]!.closest('section')!.getBoundingClientRect().right;
            return buttons.filter((button) => button.getBoundingClientRect().right > edge).length;
          });
      expect(await cut()).toBe(0);
      await desk.press('ArrowLeft');
      await desk.pointAt('d2', 'click');
      await eventually(() => desk.moveList.locator('.in-variation').count()).toBe(1);
      expect(await cut()).toBe(0);
      // The first engine is seen whole above what the list may scroll.
      const card = desk.card('Plywire Quoridor');
      const [whole, seen] = [(await card.boundingBox())!, (await boxes({ card }))['card']!];
      expect(whole.height - seen.height).toBeLessThanOrEqual(HAIR);
    },
  );

  it('folds the console until an engine speaks, and then as the user chooses', long, async () => {
    const on = await stage({ registered, viewport: { width: 1280, height: 800 } });
    const desk = await on.open();
    const height = async (): Promise<number> => (await desk.dock.boundingBox())!.height;
    await eventually(height).toBeLessThan(40);
    await desk.analyseWith(`${LONG} over CFSI`);
    await eventually(height).toBeGreaterThan(200);
    await desk.press('a', 'Control+`');
    await eventually(height).toBeLessThan(40);
    await eventually(() => on.kept('settings.json')).toMatch(/"dockOpen":\s*false/);
    await desk.page.reload();
    await desk.board.waitFor();
    await desk.press('a');
    await desk.analysing();
    expect(await height()).toBeLessThan(40);
  });

  it('keeps the board whole above an open console while the host is gone', long, async () => {
    const on = await stage({ viewport: { width: 1280, height: 800 } });
    const desk = await on.open();
    await desk.dock.getByText('No engine is running').waitFor();
    on.expectProblem(/WebSocket connection to|ERR_CONNECTION|401|403/);
    await on.host.end('SIGKILL');
    await desk.page.getByRole('alert').filter({ hasText: 'The host disconnected.' }).waitFor();
    await expectSound(desk);
    const cut = async () =>
      (await desk.panel.boundingBox())!.height - (await boxes({ panel: desk.panel }))['panel']!.height;
    await eventually(cut).toBeLessThanOrEqual(HAIR);
  });

  it('keeps the sizes of its regions', long, async () => {
    const on = await stage();
    const desk = await on.open();
    const splitter = desk.page.getByRole('separator', { name: 'Width of the right column' });
    await splitter.focus();
    const before = (await desk.engines.boundingBox())!.width;
    await desk.press('ArrowLeft', 'ArrowLeft');
    await eventually(async () => (await desk.engines.boundingBox())!.width).toBeGreaterThan(before + 20);
    const wide = (await desk.engines.boundingBox())!.width;
    await eventually(() => on.kept('settings.json')).toMatch(/"columnWidth":\s*454/);
    await desk.page.reload();
    await desk.board.waitFor();
    await eventually(async () => Math.abs((await desk.engines.boundingBox())!.width - wide)).toBeLessThan(2);
  });
});
