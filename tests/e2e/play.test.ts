import { describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { long } from '../support/long.ts';
import { useStages } from '../support/stage.ts';

const stage = useStages();
const BUNDLED = 'Plywire Connect Four';

describe('a game', () => {
  it('is played by mouse by two people to four in a row', async () => {
    const desk = await (await stage()).open();
    await eventually(() => desk.news()).toBe('Player 1 is to move.');
    for (const column of [1, 2, 1, 2, 1, 2]) await desk.playColumn(column);
    await eventually(() => desk.moves()).toEqual(['1', '2', '1', '2', '1', '2']);
    await eventually(() => desk.discs()).toBe(6);
    await desk.playColumn(1);

    await eventually(() => desk.news()).toBe('Player 1 played 1. Player 1 has won: four in a row.');
    const four = desk.board.locator('.mark.winning path');
    await eventually(async () => (await four.getAttribute('d'))?.match(/M/g)?.length).toBe(4);
    // They stand in the first column, one above the other.
    await eventually(async () => {
      const column = (await desk.column(1).boundingBox())!;
      const { x, width, height } = (await four.boundingBox())!;
      const aside = Math.abs(x + width / 2 - (column.x + column.width / 2));
      return aside < 2 && width < 1.5 * column.width && height > 3 * column.width;
    }).toBe(true);
    await eventually(() => desk.moveList.textContent()).toContain('1-0');

    // The game stays ended: the board says why.
    await desk.clickColumn(3);
    await eventually(() => desk.board.textContent()).toMatch(/the game is over: four in a row/i);
    expect(await desk.moves()).toHaveLength(7);
  });

  it('is shown where the pointer is before it is played', long, async () => {
    const desk = await (await stage()).open();
    await desk.column(3).hover();
    await eventually(() => desk.ghosts()).toBe(1);
    await desk.page.mouse.move(1, 1);
    await eventually(() => desk.ghosts()).toBe(0);
  });

  it('is played by touch', long, async () => {
    const desk = await (await stage({ hasTouch: true })).open();
    await desk.column(5).tap();
    await eventually(() => desk.moves()).toEqual(['5']);
  });

  it('is played by keyboard alone against the bundled engine to its end', long, async () => {
    const desk = await (await stage()).open();
    const { keyboard } = desk.page;

    // To the second seat by Tab, open it, choose by typing, and set a short time per move.
    for (let steps = 0; steps < 12; steps++) {
      await keyboard.press('Tab');
      if (await desk.seat(2).evaluate((seat) => seat === document.activeElement)) break;
    }
    await eventually(() => desk.seat(2).evaluate((seat) => seat === document.activeElement)).toBe(true);
    await keyboard.press('Enter');
    const card = desk.page.getByRole('dialog', { name: 'Who plays Player 2' });
    await card.waitFor();
    await desk.inFocus(card.getByRole('option', { name: 'Human' }));
    await keyboard.type('Ply');
    await desk.press('Enter');
    const time = card.getByLabel('Time');
    await time.waitFor();
    for (let steps = 0; steps < 6; steps++) {
      await keyboard.press('Tab');
      if (await time.evaluate((field) => field === document.activeElement)) break;
    }
    await keyboard.press('Control+a');
    await keyboard.type('0.05');
    await eventually(() => desk.seat(2).getAttribute('title')).toMatch(/, 0.05 s per move$/);
    await keyboard.press('Escape');
    await card.waitFor({ state: 'hidden' });
    await desk.inFocus(desk.seat(2));

    // The seat has the focus again; the board's arrows need it on the board.
    await desk.column(1).focus();
    const ended = async (): Promise<boolean> => /has won|Draw/.test(await desk.news());
    for (let turn = 0; turn < 21 && !(await ended()); turn++) {
      const before = (await desk.moves()).length;
      if (turn === 0) await desk.press('ArrowRight', 'ArrowRight', 'Enter');
      else if (turn === 1) await desk.press('ArrowLeft', ' ');
      else {
        // The lowest open column, by its digit.
        const texts = await desk.moves();
        const open = [1, 2, 3, 4, 5, 6, 7].find(
          (column) => texts.filter((text) => text === String(column)).length < 6,
        );
        await keyboard.press(String(open));
      }
      // Our move, and the reply unless it ended the game.
      await eventually(async () => (await ended()) || (await desk.moves()).length >= before + 2).toBe(true);
    }
    await eventually(() => desk.news()).toMatch(/(Player [12] has won: four in a row|Draw: .+)\.$/);
    const moves = await desk.moves();
    expect(moves[0]).toBe('3');
    expect(moves[2]).toBe('2');
    await eventually(() => desk.moveList.textContent()).toMatch(/1-0|0-1|1\/2-1\/2/);
  });

  it('is played by an engine against an engine, from Play to the result', async () => {
    const desk = await (await stage()).open();
    await desk.seatEngine(1, BUNDLED, { plies: 1 });
    // An engine seated against the user begins; for the other side it continues by itself.
    await desk.seatEngine(2, BUNDLED, { protocol: 'cfp', seconds: 0.02 });
    await eventually(() => desk.news()).toMatch(/has won: four in a row|Draw/);
    await eventually(() => desk.moveList.textContent()).toMatch(/1-0|0-1|1\/2-1\/2/);

    await desk.newGame();
    await eventually(() => desk.moves()).toEqual([]);
    await desk.bar.getByRole('button', { name: 'Play', exact: true }).click();
    await eventually(() => desk.news()).toMatch(/has won: four in a row|Draw/);
    await desk.bar.getByRole('button', { name: 'Play', exact: true }).waitFor();
    // Two engines a game, two consoles; the second one may have started with its default protocol.
    await desk
      .consoleTab(/Four CFSI/)
      .first()
      .waitFor();
    await desk
      .consoleTab(/Four CFP/)
      .first()
      .waitFor();
  });

  it('stops in the middle and goes on', long, async () => {
    const desk = await (await stage()).open();
    // Long enough that no machine finishes before the stop.
    await desk.seatEngine(1, BUNDLED, { seconds: 2 });
    await desk.seatEngine(2, BUNDLED, { seconds: 2 });
    await eventually(async () => (await desk.moves()).length).toBeGreaterThan(1);
    await desk.bar.getByRole('button', { name: 'Stop', exact: true }).click();
    await desk.bar.getByRole('button', { name: 'Play', exact: true }).waitFor();
    const stopped = await desk.moves();
    expect(stopped.length).toBeLessThan(42);
    await eventually(() => desk.engines.textContent()).not.toContain('thinking');
    expect(await desk.moves()).toEqual(stopped);
    await desk.bar.getByRole('button', { name: 'Play', exact: true }).click();
    await eventually(async () => (await desk.moves()).length).toBeGreaterThan(stopped.length);
  });

  it('ends when an engine crashes, with the reason and a way to its console', async () => {
    const desk = await (
      await stage({
        registered: { crasher: { fixture: 'misbehave', protocol: 'cfp', args: ['--crash-in-search'] } },
      })
    ).open();
    await desk.seatEngine(2, 'crasher');
    await desk.playColumn(4);
    await eventually(() => desk.panel.textContent()).toMatch(/exited unexpectedly with code 3/);
    const failure = desk.panel.getByText(/exited unexpectedly with code 3/).first();
    await eventually(() => failure.evaluate((words) => words.scrollHeight - words.clientHeight)).toBe(0);
    await eventually(() => desk.moves()).toEqual(['4']);
    await eventually(() => desk.moveList.textContent()).toContain('1-0');
    await eventually(() => desk.card('crasher').textContent()).toMatch(/crashed/);
    await eventually(() => desk.card('crasher').textContent()).toContain('division by zero');

    await desk.card('crasher').getByRole('button', { name: 'Show its console' }).click();
    // All lines: how many are visible depends on those before, such as the end of each pipe.
    await eventually(async () => (await desk.consoleLines()).join('\n')).toMatch(
      /<- +info about to divide by zero[^]*! +division by zero/,
    );
    await desk.dock.getByRole('button', { name: 'Restart' }).waitFor();
  });
});
