import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { writeOpening } from '../../app/cli/browser.ts';
import { processesOf } from '../support/host.ts';
import { eventually } from '../support/eventually.ts';
import { long } from '../support/long.ts';
import { useStages } from '../support/stage.ts';

const stage = useStages();
const BUNDLED = 'Plywire Connect Four';

describe('the host', () => {
  it('has the same game and console after a reload, and in a second window', async () => {
    const on = await stage();
    const desk = await on.open();
    await desk.openConsole();
    await desk.seatEngine(2, BUNDLED, { plies: 1 });
    await desk.playColumn(4);
    await eventually(async () => (await desk.moves()).length).toBe(2);
    await eventually(() => desk.consoleText()).toMatch(/<-\s+bestmove/);
    const [moves, lines] = [await desk.moves(), await desk.consoleLines()];
    expect(new URL(desk.page.url()).hash).toBe('');

    await desk.page.reload();
    await desk.board.waitFor();
    await eventually(() => desk.moves()).toEqual(moves);
    await eventually(() => desk.discs()).toBe(2);
    await eventually(() => desk.consoleText()).toMatch(/<-\s+bestmove/);
    await eventually(() => desk.consoleLines()).toEqual(lines);

    const second = await on.open();
    await eventually(() => second.moves()).toEqual(moves);
    await desk.playColumn(1);
    await eventually(async () => (await second.moves()).length).toBe(4);
    await eventually(async () => (await desk.moves()).length).toBe(4);
    expect(await second.moves()).toEqual(await desk.moves());
    await eventually(async () => (await second.consoleText()).match(/<-\s+bestmove/g)?.length).toBe(2);
  });

  it('is reached from the file that a browser is started on', long, async () => {
    const on = await stage();
    const { path } = await writeOpening(on.host.url, join(on.home, 'plywire', 'open'));
    const desk = await on.open(pathToFileURL(path).href);
    expect(desk.page.url()).toBe(`http://127.0.0.1:${on.port}/`);
    // The file is not a place to go back to: the page's history has no address with the token.
    await desk.page.reload();
    await desk.board.waitFor();
  });

  it('is said to be gone when it is; another start brings everything back', long, async () => {
    const on = await stage();
    on.expectProblem(/WebSocket connection to|ERR_CONNECTION|401|403/);
    on.putFixture('mine.mjs', 'misbehave');
    const desk = await on.open();
    await desk.engines.getByRole('button', { name: 'Add an engine' }).first().click();
    await desk.dialog.getByRole('option', { name: /mine\.mjs/ }).click();
    await desk.dialog.getByRole('button', { name: 'Add and test' }).click();
    await desk.dialog.getByRole('button', { name: 'Done' }).click();
    await desk.newGame({ width: 8, height: 7, text: '8 8 1' });
    await desk.command('Use the dark theme');
    await eventually(() => on.kept('settings.json')).toMatch(/"theme":\s*"dark"/);

    await on.host.end('SIGKILL');
    await desk.page.getByRole('alert').filter({ hasText: 'The host disconnected.' }).waitFor();
    await desk.clickColumn(3);
    await eventually(() => desk.board.textContent()).toMatch(/the host disconnected/i);
    expect(await desk.moves()).toEqual(['8', '8', '1']);

    await on.restart('SIGKILL');
    // The old page has the old token: it is told so, and shows no other run's state.
    await desk.page.getByRole('button', { name: 'Try now' }).click();
    await desk.page.getByRole('alert').filter({ hasText: 'does not accept this page' }).waitFor();

    const again = await on.open();
    await eventually(() => again.moves()).toEqual(['8', '8', '1']);
    await again.column(8).waitFor();
    await eventually(() => again.card('mine').count()).toBe(1);
    await eventually(() => again.page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark');
    await again.playColumn(2);
  });

  it('ends every engine when it is told to end in the middle of a game', long, async () => {
    const on = await stage({
      registered: {
        stubborn: {
          fixture: 'misbehave',
          protocol: 'cfp',
          args: ['--ignore-quit', '--ignore-term', '--grandchild'],
        },
      },
    });
    on.expectProblem(/WebSocket connection to|ERR_CONNECTION/);
    const desk = await on.open();
    await desk.seatEngine(2, 'stubborn', { seconds: 60 });
    await desk.playColumn(4);
    await eventually(() => desk.panel.textContent()).toContain('thinking');
    await desk.analyseWith(`${BUNDLED} over CFSI`);
    // The stubborn one, its child, and the analyst.
    await eventually(() => on.engines().length).toBeGreaterThanOrEqual(3);
    const { code } = await on.host.end('SIGTERM');
    expect(code).toBe(0);
    // A killed process may take a moment to disappear.
    await eventually(() => processesOf(on.home)).toEqual([]);
  });
});
