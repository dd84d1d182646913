/** The tree of moves in the window: variations, comments, glyphs and marks, and the games that are open. */
import { describe, expect, it } from 'vitest';
import { connect4 } from '../../app/games/connect4/index.ts';
import { stones } from '../../app/games/stones/index.ts';
import type { Desk } from '../support/desk.ts';
import { eventually } from '../support/eventually.ts';
import { long } from '../support/long.ts';
import { useStages } from '../support/stage.ts';

const stage = useStages();

/** The texts of the variation rows, from the top: `1… 3 5`. */
const variations = (desk: Desk): Promise<string[]> =>
  desk.moveList
    .locator('.variation[role=listitem]')
    .evaluateAll((rows) =>
      rows.map((row) =>
        [...row.querySelectorAll('.label, [data-node]')].map((part) => part.textContent.trim()).join(' '),
      ),
    );

/** The moves that continue the position, and the chosen one in brackets. */
const choices = (desk: Desk): Promise<string[]> =>
  desk.moveList
    .getByRole('group', { name: /^Next move/ })
    .getByRole('button')
    .evaluateAll((buttons) =>
      buttons.map((button) =>
        button.hasAttribute('aria-current') ? `[${button.textContent}]` : button.textContent,
      ),
    );

/** The move shown; empty at the start. */
const shownMove = async (desk: Desk): Promise<string> =>
  (await desk.moveList.locator('[aria-current=step]').allTextContents()).join();

const comment = (desk: Desk) => desk.moveList.getByRole('textbox', { name: /^Comment on/ });

/** Each game with two moves, another second move, and one after that. */
const games = [
  { game: 'Connect Four', text: '4 4', main: ['4', '4'], other: ['5', '3'] },
  { game: 'Quoridor', text: 'e8 e2', main: ['e8', 'e2'], other: ['d1', 'e7'] },
  { game: "Nine Men's Morris", text: 'd6 f4', main: ['d6', 'f4'], other: ['d2', 'b4'] },
] as const;

const areaOf = (game: string, move: string): string => (game === 'Connect Four' ? `column-${move}` : move);

describe.each(games)('a variation in $game', ({ game, text, main, other }) => {
  it('is made by mouse, keys and touch, promoted and undone', game === 'Quoridor' ? {} : long, async () => {
    const desk = await (await stage({ hasTouch: true })).open();
    await desk.newGame({ game, text });
    await eventually(() => desk.moves()).toEqual([...main]);
    await desk.press('ArrowLeft');
    await eventually(() => desk.ply()).toBe('ply 1 of 2');
    await desk.pointAt(areaOf(game, other[0]), 'click');
    await eventually(() => variations(desk)).toEqual([`1… ${other[0]}`]);
    await eventually(() => desk.moveList.locator('.in-variation').count()).toBe(1);
    await desk.pointAt(areaOf(game, other[1]), 'tap');
    if (game === 'Quoridor') await desk.pointAt(areaOf(game, other[1]), 'tap');
    await eventually(() => shownMove(desk)).toBe(other[1]);
    expect(await desk.moves()).toEqual([...main]);

    await desk.press('Control+ArrowUp');
    await eventually(() => desk.moves()).toEqual([main[0], ...other]);
    await eventually(() => variations(desk)).toEqual([`1… ${main[1]}`]);
    await desk.press('Control+z');
    await eventually(() => desk.moves()).toEqual([...main]);
  });
});

describe('variations', () => {
  it('of Stones begin beside an action, and within a turn', long, async () => {
    const desk = await (await stage()).open();
    await desk.newGame({ game: 'Game of Stones' });
    const [first, second, third] = stonesActions();
    await desk.page.evaluate((text) => navigator.clipboard.writeText(text), `${first} ${second}`);
    await desk.press('Control+v');
    await eventually(() => desk.moves()).toEqual([first, second]);
    await desk.press('ArrowLeft');
    await eventually(() => desk.ply()).toBe('ply 1 of 2');
    for (const area of stonesPath(first!, third!)) await desk.pointAt(area, 'click');
    await eventually(() => variations(desk)).toEqual([`1… ${third}`]);
  });

  it('are walked by keys: between them, to the next choice, and by a choice at a fork', long, async () => {
    const desk = await (await stage()).open();
    await desk.newGame({ text: '4435' });
    await desk.press('Home', 'ArrowRight');
    await eventually(() => desk.ply()).toBe('ply 1 of 4');
    for (const column of ['5', '6']) {
      await desk.press(column);
      await eventually(() => shownMove(desk)).toBe(column);
      await desk.press('ArrowLeft');
      await eventually(() => desk.ply()).toBe('ply 1 of 4');
    }
    await eventually(() => variations(desk)).toEqual(['1… 5', '1… 6']);
    await eventually(() => choices(desk)).toEqual(['[4]', '5', '6']);
    await desk.press('ArrowDown');
    await eventually(() => choices(desk)).toEqual(['4', '[5]', '6']);
    await desk.press('ArrowUp', 'ArrowUp');
    await eventually(() => choices(desk)).toEqual(['4', '5', '[6]']);
    await desk.press('ArrowRight');
    await eventually(() => shownMove(desk)).toBe('6');
    await desk.press('ArrowDown');
    await eventually(() => shownMove(desk)).toBe('4');
    await desk.press('Shift+ArrowRight');
    await eventually(() => desk.ply()).toBe('ply 4 of 4');
    await desk.press('Shift+ArrowLeft');
    await eventually(() => desk.ply()).toBe('ply 1 of 4');
    await desk.press('Shift+ArrowLeft');
    await eventually(() => desk.ply()).toBe('ply 0 of 4');
  });

  it('are folded, copied, made the main line and deleted by their menu', long, async () => {
    const desk = await (await stage()).open();
    await desk.newGame({ text: '44' });
    await desk.press('ArrowLeft');
    await eventually(() => desk.ply()).toBe('ply 1 of 2');
    for (const column of ['5', '3', '2']) {
      await desk.press(column);
      await eventually(() => shownMove(desk)).toBe(column);
    }
    await eventually(() => variations(desk)).toEqual(['1… 5 2. 3 2']);
    const menu = async (move: string, item: string): Promise<void> => {
      await desk.moveList
        .locator('.variation')
        .getByRole('button', { name: move, exact: true })
        .click({ button: 'right' });
      await desk.page.getByRole('menuitem', { name: item }).click();
    };
    await menu('3', 'Fold the variation');
    await eventually(() => variations(desk)).toEqual(['1… 5 … 2']);
    await desk.moveList.getByRole('button', { name: 'Show 2 more moves' }).click();
    await eventually(() => variations(desk)).toEqual(['1… 5 2. 3 2']);
    await menu('3', 'Copy the line up to here');
    await eventually(() => desk.clipboard()).toBe('453');
    await menu('2', 'Delete from here');
    await eventually(() => variations(desk)).toEqual(['1… 5 2. 3']);
    await menu('3', 'Make this line the main line');
    await eventually(() => desk.moves()).toEqual(['4', '5', '3']);
    await desk.press('Control+z', 'Control+z');
    await eventually(() => variations(desk)).toEqual(['1… 5 2. 3 2']);
  });

  it('keep the moves of a game in which engines play on elsewhere', long, async () => {
    const desk = await (await stage()).open();
    await desk.seatEngine(2, 'Plywire Connect Four', { seconds: 0.2 });
    await desk.column(4).click();
    await eventually(async () => (await desk.moves()).length).toBe(2);
    await desk.press('Home');
    await eventually(() => desk.ply()).toBe('ply 0 of 2');
    await desk.column(1).click();
    await eventually(() => shownMove(desk)).toBe('1');
    expect((await desk.moves()).length).toBe(2);
  });
});

describe('notes', () => {
  it('are typed, drawn and kept over a restart', long, async () => {
    const theStage = await stage();
    const desk = await theStage.open();
    await desk.newGame({ text: '44' });
    await desk.press('ArrowLeft');
    await eventually(() => shownMove(desk)).toBe('4');
    await comment(desk).fill('the centre');
    await comment(desk).blur();
    await desk.press('Alt+1');
    await eventually(() => shownMove(desk)).toBe('4!');
    await eventually(() => desk.moveList.locator('.comment').allTextContents()).toEqual(['the centre']);

    await drag(desk, '4-1', '6-3');
    await eventually(() => marks(desk)).toEqual(['green']);
    await desk.column(4).focus();
    await desk.press('Control+Enter', 'Control+Enter');
    await eventually(() => marks(desk)).toEqual(['green', 'red']);
    await eventually(() => drawnWords(desk)).toBe('Drawn: green arrow from 4-1 to 6-3, red ring on 4-2.');
    await desk.press('Escape');
    await desk.page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await desk.press('Control+z');
    await eventually(() => marks(desk)).toEqual(['green']);

    theStage.expectProblem(/ERR_|WebSocket|disconnected/);
    await theStage.restart('SIGKILL');
    const again = await theStage.open();
    await eventually(() => shownMove(again)).toBe('4!');
    await eventually(() => marks(again)).toEqual(['green']);
    await eventually(() => again.moveList.locator('.comment').allTextContents()).toEqual(['the centre']);
    await eventually(() => comment(again).inputValue()).toBe('the centre');
  });
});

describe('the games', () => {
  it('stay open beside a new one, are found, closed and opened again', long, async () => {
    const desk = await (await stage()).open();
    await desk.newGame({ text: '4435' });
    await desk.newGame({ game: 'Quoridor', text: 'e8 e2' });
    await desk.newGame({ text: '1' });
    await desk.press('Control+g');
    const open = desk.dialog.getByRole('list', { name: 'Open games' });
    const titles = () => open.locator('.title').allTextContents();
    await eventually(async () => (await titles()).toSorted()).toEqual(
      ['Connect Four', 'Connect Four', 'Game of Stones', "Nine Men's Morris", 'Quoridor'].toSorted(),
    );
    await desk.dialog.getByRole('textbox').fill('quor');
    await eventually(titles).toEqual(['Quoridor']);
    await desk.dialog.getByRole('textbox').fill('');
    const longer = open.getByRole('listitem').filter({ hasText: '4 plies' });
    await longer.getByRole('button', { name: 'Close Connect Four' }).click();
    const recent = desk.dialog.getByRole('list', { name: 'Recent games' });
    await eventually(() => recent.getByRole('listitem').count()).toBe(1);
    await recent.getByRole('button').first().click();
    await desk.dialog.waitFor({ state: 'hidden' });
    await desk.press('End');
    await eventually(() => desk.moves()).toEqual(['4', '4', '3', '5']);
  });
});

const marks = (desk: Desk): Promise<(string | null)[]> =>
  desk.board.locator('[data-mark]').evaluateAll((all) => all.map((mark) => mark.getAttribute('data-mark')));

const drawnWords = (desk: Desk): Promise<string> =>
  desk.board.evaluate((board) => {
    const ids = board.getAttribute('aria-describedby')!.split(' ');
    return document.getElementById(ids.at(-1)!)!.textContent;
  });

/** Draws with the right button from one spot of the usual board of Connect Four to another. */
async function drag(desk: Desk, from: string, to: string): Promise<void> {
  const { spots, width } = connect4.geometry(connect4.setupOf(connect4.initial()));
  const box = (await desk.board.locator('svg').first().boundingBox())!;
  const middle = (name: string) => {
    const { x, y } = spots.find((spot) => spot.name === name)!;
    return [box.x + (x / width) * box.width, box.y + (y / width) * box.width] as const;
  };
  await desk.page.mouse.move(...middle(from));
  await desk.page.mouse.down({ button: 'right' });
  await desk.page.mouse.move(...middle(to), { steps: 4 });
  await desk.page.mouse.up({ button: 'right' });
}

/** Two actions of White from the start, and another second one. */
function stonesActions(): readonly string[] {
  let position = stones.initial();
  const [first] = stones.choices(position);
  const text = stones.moveText(position, first!.move);
  position = stones.play(position, first!.move);
  const [second, third] = stones.choices(position).filter(({ path }) => path.length > 1);
  return [text, stones.moveText(position, second!.move), stones.moveText(position, third!.move)];
}

/** The areas to pick for an action after the first. */
function stonesPath(first: string, action: string): readonly string[] {
  const start = stones.initial();
  const position = stones.play(start, stones.parseMove(start, first));
  return stones.choices(position).find(({ move }) => stones.moveText(position, move) === action)!.path;
}
