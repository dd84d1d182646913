import { describe, expect, it } from 'vitest';
import { connect4 } from '../../app/games/connect4/index.ts';
import type { Desk } from '../support/desk.ts';
import { eventually } from '../support/eventually.ts';
import { useStages } from '../support/stage.ts';

const stage = useStages();

/** Player 2 has just let Player 1 take column 2, which wins by a double threat. */
const NEAR = '444444332';
/** About twenty plies before a four in any line of best play. */
const LONG = '7663241317511457734552';

const ghosts = (desk: Desk) => desk.board.locator('.line-ghost:not(.spare)');
const words = async (desk: Desk): Promise<string> =>
  (await desk.panel.locator('[data-line]').allTextContents()).join('').replaceAll(/\s+/g, ' ').trim();

/** The moves of the line in words, by the column's number. */
async function movesTold(desk: Desk): Promise<string[]> {
  return ((await desk.panel.locator('[data-line] .moves').textContent()) ?? '').trim().split(' ');
}

async function analysed(text: string): Promise<Desk> {
  const desk = await (await stage()).open();
  await desk.newGame({ text });
  await desk.press('a');
  await eventually(() => desk.board.locator('.chip').count()).toBeGreaterThan(4);
  return desk;
}

describe('the line behind a move', { timeout: 150_000 }, () => {
  it('is drawn ply by ply to its four while a column is hovered, and goes with the pointer', async () => {
    const desk = await analysed(LONG);
    await desk.column(3).hover();
    // Proving it takes time, which depends on the machine.
    await eventually(() => words(desk), 90_000).toMatch(
      /^Best play \(extended\) 3 [\d ]+ Player [12] wins in \d+$/,
    );
    const line = await movesTold(desk);
    // The line is legal, and ends as it says.
    const start = connect4.initial();
    const all = connect4.parseMoves(start, LONG + line.join(''));
    const end = all.reduce<ReturnType<typeof connect4.initial>>((at, move) => connect4.play(at, move), start);
    const result = connect4.result(end);
    expect(result?.kind).toBe('win');
    await eventually(() => words(desk)).toContain(
      `Player ${result?.kind === 'win' ? result.winner + 1 : 0} wins in ${line.length}`,
    );
    // Every ply is on the board once, in the colour of its side, and the four is marked.
    await eventually(() =>
      ghosts(desk).evaluateAll((all) =>
        all.map((ghost) => [Number(ghost.getAttribute('data-ply')), ghost.classList.contains('seat-0')]),
      ),
    ).toEqual(line.map((_, index) => [index + 1, (LONG.length + index) % 2 === 0]));
    await eventually(() => desk.board.locator('.line-ghosts .end:not(.spare)').count()).toBe(4);

    await desk.bar.hover();
    await eventually(() => ghosts(desk).count()).toBe(0);
    await eventually(() => desk.panel.locator('[data-line]').count()).toBe(0);
  });

  it('is shown at keyboard focus too, and is spoken when it is whole', async () => {
    const desk = await analysed(NEAR);
    await desk.column(1).focus();
    await desk.press('ArrowRight');
    await eventually(() => words(desk)).toMatch(/^Best play \(extended\) 2 \d Player [12] wins in 2$/);
    await eventually(() => desk.panel.locator('> [aria-live]').first().textContent()).toMatch(
      /^Best play: 2 \d, Player [12] wins in 2$/,
    );
    await desk.press('ArrowRight');
    await eventually(() => movesTold(desk).then(([first]) => first)).toBe('3');
  });

  it('is given up with the pointer, the place and the analysis', async () => {
    const here = await stage({ registered: { teller: { fixture: 'teller', protocol: 'cfsi' } } });
    const desk = await here.open();
    await desk.newGame({ text: '4' });
    await desk.analyseWith('teller over CFSI');
    await eventually(() => desk.board.locator('.chip').count()).toBe(7);
    await desk.column(5).hover();
    // It never proves anything, so its own line is shown and not best play.
    await eventually(() => ghosts(desk).count()).toBeGreaterThan(1);
    await eventually(() => words(desk)).toMatch(/^The engine’s line \(extended\) 5 /);
    // Independent of other text around each of them.
    await eventually(() =>
      here.engines().filter((command) => command.includes('teller') && !command.includes('bwrap')),
    ).toHaveLength(2);
    await desk.bar.hover();
    await eventually(() => ghosts(desk).count()).toBe(0);
    // Behind another place the pointer rests on a move of the other side.
    const first = (seat: 0 | 1) => desk.board.locator(`.line-ghost:not(.spare).seat-${seat}[data-ply="1"]`);
    await desk.column(6).hover();
    await eventually(() => first(1).count()).toBe(1);
    await desk.press('ArrowLeft');
    await eventually(() => first(0).count()).toBe(1);
    await eventually(() => first(1).count()).toBe(0);
    await desk.press('a');
    await eventually(() => ghosts(desk).count()).toBe(0);
    await eventually(() => here.engines().filter((command) => command.includes('teller'))).toEqual([]);
  });

  it('stays beside what the analysing engine has to say of its crash', async () => {
    const args = (folder: string) => ['--crash-on-cue', folder];
    const here = await stage({ registered: { crasher: { fixture: 'misbehave', protocol: 'cfp', args } } });
    const desk = await here.open();
    await desk.newGame({ text: '4' });
    await desk.analyseWith('crasher');
    await desk.column(3).hover();
    await eventually(() => ghosts(desk).count()).toBeGreaterThan(0);
    here.put('cue', '');
    await eventually(() => desk.analysis.textContent()).toMatch(/crashed again after 3 restarts in 60 s/i);
    await eventually(() => ghosts(desk).count()).toBeGreaterThan(0);
  });
});
