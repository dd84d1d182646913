/** Moving by dragging with mouse and finger, in each game, and stepping with the wheel. */
import { describe, expect, it } from 'vitest';
import type { Locator } from 'playwright';
import { stones } from '../../app/games/stones/index.ts';
import type { Desk } from '../support/desk.ts';
import { eventually } from '../support/eventually.ts';
import { useStages } from '../support/stage.ts';

const stage = useStages();

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Off centre, since a wall shares its middle with the wall across it. */
async function middle(place: Locator): Promise<Point> {
  const { x, y, width, height } = (await place.boundingBox())!;
  const isLong = width > 2 * height || height > 2 * width;
  const [across, down] = [isLong && width > height ? 0.15 : 0.5, isLong && height > width ? 0.15 : 0.5];
  return { x: x + across * width, y: y + down * height };
}

const mouse = async ({ page }: Desk, from: Point, to: Point, meanwhile?: () => Promise<void>) => {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 });
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await meanwhile?.();
  await page.mouse.up();
};

const finger = async ({ page }: Desk, from: Point, to: Point) => {
  const client = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: Point[]) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  await touch('touchStart', [from]);
  for (let step = 1; step <= 8; step++) {
    const part = step / 8;
    await touch('touchMove', [{ x: from.x + part * (to.x - from.x), y: from.y + part * (to.y - from.y) }]);
  }
  await touch('touchEnd', []);
  await client.detach();
};

const dragged = (desk: Desk): Promise<number> => desk.board.locator('.piece.dragged:not(.spare)').count();

/** A first turn of the Game of Stones: an attack, by its two areas. */
const [attack] = stones.choices(stones.initial({}));

const drags = [
  { game: 'Connect Four', from: 'column-2', to: 'column-4', move: '4' },
  { game: 'Quoridor', from: 'e9', to: 'e8', move: 'e8' },
  { game: 'Quoridor', from: 'stock', to: 'd3h', move: 'd3h' },
  { game: "Nine Men's Morris", from: 'tray', to: 'd6', move: 'd6' },
  {
    game: 'Game of Stones',
    from: attack!.path[0]!,
    to: attack!.path[1]!,
    move: stones.moveText(stones.initial({}), attack!.move),
  },
] as const;

async function begin(desk: Desk, from: string): Promise<Point> {
  if (from === 'stock') return middle(desk.panel.locator('[data-stock]').first());
  // The first man that is drawn stands in the tray of the side to move.
  if (from === 'tray') return middle(desk.board.locator('.piece.seat-0:not(.spare)').first());
  return middle(desk.area(from));
}

describe.each([
  ['mouse', mouse, false],
  ['finger', finger, true],
] as const)('with the %s', (_, drag, hasTouch) => {
  it('a disc, a pawn, a wall, a man and an attack are dragged', async () => {
    const desk = await (await stage({ hasTouch })).open();
    for (const { game, from, to, move } of drags) {
      await desk.newGame({ game });
      await drag(desk, await begin(desk, from), await middle(desk.area(to)));
      await eventually(() => desk.moves()).toEqual([move]);
      expect(await dragged(desk)).toBe(0);
    }
  });
});

it('a piece follows the pointer; Escape and a release elsewhere take it back', async () => {
  const desk = await (await stage()).open();
  await desk.newGame({ game: 'Quoridor' });
  const [pawn, cell] = [await middle(desk.area('e9')), await middle(desk.area('e8'))];
  await mouse(desk, pawn, cell, async () => {
    await eventually(() => dragged(desk)).toBe(1);
    // It is where the pointer is.
    const at = await middle(desk.board.locator('.dragged .piece'));
    expect(Math.hypot(at.x - cell.x, at.y - cell.y)).toBeLessThan(3);
    await desk.press('Escape');
    await eventually(() => dragged(desk)).toBe(0);
  });
  await mouse(desk, pawn, { x: 5, y: 300 });
  await mouse(desk, pawn, pawn);
  await desk.painted();
  expect(await desk.ply()).toBe('');
});

it('a drop that is refused says why, and leaves nothing picked', async () => {
  const desk = await (await stage()).open();
  await desk.newGame({ game: 'Quoridor' });
  await mouse(desk, await middle(desk.area('e9')), await middle(desk.area('e5')));
  await eventually(() => desk.board.locator('.bubble').count()).toBe(1);
  expect(await desk.ply()).toBe('');
  await desk.newGame({ game: "Nine Men's Morris", text: 'w:a7,d7,g4,b2;b:b6,c3,f2;w;18;0' });
  await mouse(desk, await middle(desk.area('d7')), await middle(desk.area('d1')));
  await eventually(() => desk.board.locator('.bubble').count()).toBe(1);
  expect(await desk.ply()).toBe('');
  expect(await desk.panel.locator('.prompt').count()).toBe(0);
});

it('the wheel steps a ply a notch', async () => {
  const desk = await (await stage()).open();
  await desk.newGame({ text: '4433' });
  await eventually(() => desk.ply()).toBe('ply 4 of 4');
  const { x, y } = await middle(desk.board);
  await desk.page.mouse.move(x, y);
  await desk.page.mouse.wheel(0, -100);
  await eventually(() => desk.ply()).toBe('ply 3 of 4');
  await desk.page.mouse.wheel(0, -120);
  await eventually(() => desk.ply()).toBe('ply 2 of 4');
  for (let part = 0; part < 4; part++) await desk.page.mouse.wheel(0, 12);
  await eventually(() => desk.ply()).toBe('ply 3 of 4');
});
