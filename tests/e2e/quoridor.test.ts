/** Quoridor in the window: by mouse, by keyboard and by touch, by people and against the bundled engine. */
import { describe, expect, it } from 'vitest';
import { distance, quoridor, readMove, type QuoridorPosition } from '../../app/games/quoridor/index.ts';
import type { Desk } from '../support/desk.ts';
import { eventually } from '../support/eventually.ts';
import { long } from '../support/long.ts';
import { useStages, type StageOptions } from '../support/stage.ts';

const stage = useStages();
/** The bundled engine, with less time than by default. */
const quick: StageOptions = {
  registered: { quick: { fixture: 'quoridor', protocol: 'qtp', args: ['--time=0.05', '--seed=1'] } },
};

const over = async (desk: Desk): Promise<boolean> => / has won/.test(await desk.news());

async function positionOn(desk: Desk, setup: { size: number }): Promise<QuoridorPosition> {
  const texts = await desk.moves();
  return texts.reduce(
    (position, text) => quoridor.play(position, quoridor.parseMove(position, text)),
    quoridor.initial(setup),
  );
}

/** The pawn step that leaves the shortest path. */
function bestStep(position: QuoridorPosition): string {
  const { size, mover } = position;
  const steps = quoridor.moves(position).filter((move) => readMove(size, move)?.kind === 'pawn');
  const left = (move: number): number => distance(quoridor.play(position, move), mover);
  const [best] = steps.toSorted((one, other) => left(one) - left(other));
  return quoridor.moveText(position, best!);
}

/** Whether the user may move: it is their turn, or the game is over. */
const turnOf = (desk: Desk, seat: string) =>
  eventually(async () => (await over(desk)) || (await desk.news()).endsWith(`${seat} is to move.`)).toBe(
    true,
  );

describe('quoridor', () => {
  it('is played by mouse against the bundled engine to its end', long, async () => {
    const desk = await (await stage(quick)).open();
    await desk.newGame({ game: 'Quoridor', size: 5 });
    await desk.seatEngine('White', 'quick', { free: true });
    // A wall first; then the pawn runs.
    await desk.pointAt('b3h', 'hover');
    await eventually(() => desk.foretold()).toBe('allowed');
    await desk.pointAt('b3h', 'click');
    await eventually(async () => (await desk.moves())[0]).toBe('b3h');
    for (let turn = 0; turn < 60; turn++) {
      await turnOf(desk, 'Black');
      if (await over(desk)) break;
      const before = (await desk.moves()).length;
      await desk.pointAt(bestStep(await positionOn(desk, { size: 5 })), 'click');
      await eventually(async () => (await desk.moves()).length).toBeGreaterThan(before);
    }
    const moves = await desk.moves();
    expect(moves[0]).toBe('b3h');
    expect(quoridor.result(await positionOn(desk, { size: 5 }))).not.toBeNull();
    await eventually(() => desk.news()).toMatch(/(Black|White) has won: goal row reached\.$/);
    await eventually(() => desk.moveList.textContent()).toMatch(/1-0|0-1/);
    // Neither a pawn nor a wall moves after the end, and there is no preview.
    await desk.pointAt('d4v', 'hover');
    expect(await desk.foretold()).toBe('');
    expect(await desk.moves()).toEqual(moves);
  });

  it('is played by keyboard alone against the bundled engine to its end', long, async () => {
    const desk = await (await stage(quick)).open();
    const { keyboard } = desk.page;
    await desk.press('n');
    const games = desk.page.getByRole('dialog', { name: 'New game' });
    await desk.inFocus(games.getByRole('radio', { checked: true }));
    await desk.press('ArrowRight');
    await desk.page.getByLabel('Size').focus();
    await keyboard.press('Control+a');
    await keyboard.type('5');
    await desk.press('Enter');
    await desk.area('c5').waitFor();
    // Until then it keeps the focus.
    await games.waitFor({ state: 'hidden' });
    await desk.seat('White').focus();
    await desk.press('Enter');
    const card = desk.page.getByRole('dialog', { name: 'Who plays White' });
    await card.waitFor();
    await desk.inFocus(card.getByRole('option', { name: 'Human' }));
    await keyboard.type('quick');
    await desk.press('Enter');
    await card.getByText('This protocol sets neither time nor depth').waitFor();
    await desk.press('Escape');
    await card.waitFor({ state: 'hidden' });
    await desk.inFocus(desk.seat('White'));

    const focused = () => desk.page.evaluate(() => document.activeElement?.getAttribute('data-area') ?? '');
    // From anywhere to the wall at the pawn, down and aside, turned and turned back.
    await desk.press('h', 'ArrowDown', 'v', 'h', 'ArrowLeft');
    await eventually(focused).toBe('b4h');
    await eventually(() => desk.foretold()).toBe('allowed');
    await desk.press('Enter');
    await eventually(async () => (await desk.moves())[0]).toBe('b4h');
    const arrows = { up: 'ArrowUp', down: 'ArrowDown', left: 'ArrowLeft', right: 'ArrowRight' } as const;
    for (let turn = 0; turn < 60; turn++) {
      await turnOf(desk, 'Black');
      if (await over(desk)) break;
      const before = (await desk.moves()).length;
      const position = await positionOn(desk, { size: 5 });
      const to = bestStep(position);
      // Escape leads from a wall, or from the pawn's former cell, to the pawn.
      const pawn = quoridor.view(position, null).home!;
      if ((await focused()) !== pawn) await desk.press('Escape');
      await eventually(focused).toBe(pawn);
      const [across, up] = [
        to.charCodeAt(0) - pawn.charCodeAt(0),
        Number(to.slice(1)) - Number(pawn.slice(1)),
      ];
      for (let step = 0; step < Math.abs(up); step++) await desk.press(up > 0 ? arrows.up : arrows.down);
      for (let step = 0; step < Math.abs(across); step++)
        await desk.press(across > 0 ? arrows.right : arrows.left);
      await eventually(focused).toBe(to);
      await desk.press('Enter');
      await eventually(async () => (await desk.moves()).length).toBeGreaterThan(before);
    }
    await eventually(() => desk.news()).toMatch(/(Black|White) has won: goal row reached\.$/);
  });

  it(
    'says why a wall may not stand before it is picked, and lays one at the second touch',
    long,
    async () => {
      const desk = await (await stage({ hasTouch: true })).open();
      await desk.newGame({ game: 'Quoridor', text: 'e8 e2 d7h' });
      await eventually(() => desk.moves()).toEqual(['e8', 'e2', 'd7h']);
      await desk.pointAt('e7h', 'hover');
      await eventually(() => desk.foretold()).toBe('refused');
      await eventually(() => desk.board.textContent()).toContain('e7h overlaps the wall d7h');

      await desk.pointAt('c4v', 'tap');
      await eventually(() => desk.foretold()).toBe('allowed');
      expect(await desk.moves()).toHaveLength(3);
      await desk.pointAt('c4v', 'tap');
      await eventually(() => desk.moves()).toEqual(['e8', 'e2', 'd7h', 'c4v']);
      await desk.pointAt('e7', 'tap');
      await eventually(() => desk.moves()).toHaveLength(5);
    },
  );

  it('is analysed by the bundled engine, which gives a move and no score', long, async () => {
    const desk = await (await stage()).open();
    await desk.newGame({ game: 'Quoridor', text: '3 b3 b1 1 1 - - b' });
    await desk.bar.getByRole('button', { name: 'Analyse', exact: true }).click();
    await desk.analysis.getByText('No score: this protocol reports only a move.').waitFor();
    await eventually(() => desk.board.locator('.ring:not(.spare)').count()).toBe(1);
    // The analysis ends with the game of its engine.
    await desk.newGame({ game: 'Connect Four' });
    await eventually(() => desk.board.locator('.ring:not(.spare)').count()).toBe(0);
    await eventually(() =>
      desk.bar.getByRole('button', { name: 'Analyse', exact: true }).getAttribute('aria-pressed'),
    ).toBe('false');
  });

  it('is analysed from a position that play did not reach, or is refused in words', long, async () => {
    const desk = await (await stage(quick)).open();
    const paste = async (text: string): Promise<void> => {
      await desk.page.evaluate((words) => navigator.clipboard.writeText(words), text);
      await desk.press('Control+v');
    };
    await paste('5 c3 c4 0 1 a2h,c3v,a4h d4v,b5v w');
    await desk.area('c5').waitFor();
    await desk.analyseWith('quick');
    await eventually(() => desk.analysis.textContent()).toContain('c5');
    await paste('5 c3 c4 0 2 a2h,c3v,a4h d4v,b5v w');
    await eventually(() => desk.analysis.textContent()).toContain(
      'QTP gives both sides the same number of walls to begin with; here Black has 3 walls in all and White 4.',
    );
  });

  it('shows the shortest paths by a key, and remembers it and the game after a reload', long, async () => {
    const on = await stage();
    const desk = await on.open();
    await desk.newGame({ game: 'Quoridor', size: 7 });
    await desk.press('s');
    await eventually(() => desk.board.locator('.overlays .path').count()).toBe(2);
    await eventually(() => on.kept('settings.json')).toContain('quoridor/paths');
    await desk.page.reload();
    await desk.area('d7').waitFor();
    await eventually(() => desk.board.locator('.overlays .path').count()).toBe(2);
    await desk.command('Show or hide the shortest paths');
    await eventually(() => desk.board.locator('.overlays .path').count()).toBe(0);
  });

  it('takes a game of another kind from the clipboard', long, async () => {
    const desk = await (await stage()).open();
    await desk.page.evaluate(() => navigator.clipboard.writeText('5 c5 c1 3 3 - - b c4 c2 b3h'));
    await desk.press('Control+v');
    await eventually(() => desk.moves()).toEqual(['c4', 'c2', 'b3h']);
    await eventually(() => desk.messages.textContent()).toContain(
      'The pasted game is on the board: Quoridor.',
    );
    await desk.press('Control+c');
    await eventually(() => desk.clipboard()).toContain('c4 c2 b3h');
  });
});
