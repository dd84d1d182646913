/** Every screen checked with axe: nothing serious, light and dark. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { faults } from '../support/axe.ts';
import type { Desk } from '../support/desk.ts';
import { eventually } from '../support/eventually.ts';
import { useStages } from '../support/stage.ts';

const stage = useStages();

/** One visible stone of each type per side. */
const LAST_STONES = `[[5,6,7,0,0,0,0,0,0],${'[0,0,0,0,0,0,0,0,0],'.repeat(7)}[0,0,0,0,0,0,-5,-6,-7]] white any`;

const registered = { spoilt: { fixture: 'mutant', protocol: 'cfp', args: ['s/^id author .*//'] } } as const;

type Screens = Readonly<Record<string, (desk: Desk) => Promise<void>>>;

const dialogs: Screens = {
  'the window at its start': () => Promise.resolve(),
  'the dialog of a new game': async (desk) => {
    await desk.bar.getByRole('button', { name: 'New', exact: true }).click();
    await desk.dialog.waitFor();
  },
  'a position that is set up': async (desk) => {
    await desk.press('e');
    await desk.dialog.waitFor();
  },
  'a picture of the board': async (desk) => {
    await desk.press('i');
    await desk.dialog.waitFor();
  },
  'who plays': async (desk) => {
    await desk.seat(2).click();
    await desk.dialog.waitFor();
  },
  'the file picker': async (desk) => {
    await desk.engines.getByRole('button', { name: 'Add an engine' }).first().click();
    await desk.dialog.waitFor();
  },
  'the choice of a file': async (desk) => {
    await desk.press('Control+o');
    await desk.dialog.waitFor();
  },
  'the name of a new file': async (desk) => {
    await desk.press('Control+Shift+S');
    await desk.dialog.getByRole('option').first().waitFor({ state: 'attached' });
  },
  'two ways to read a text': async (desk) => {
    await desk.page.evaluate(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', '1. e2 e8 2. e3h');
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
    });
    await desk.dialog.getByRole('img').first().waitFor();
  },
  'the analysis of a game': async (desk) => {
    await desk.board.getByRole('button', { name: 'column 4' }).press('Enter');
    await eventually(() => desk.moveList.locator('[data-ply]').count()).toBeGreaterThan(0);
    await desk.press('Shift+A');
    await desk.dialog.getByRole('checkbox', { name: /^Plywire Connect Four/ }).check();
  },
  'the settings': async (desk) => {
    await desk.press('Control+,');
    await desk.dialog.waitFor();
  },
  'the palette': async (desk) => {
    await desk.press('Control+k');
    await desk.page.getByRole('combobox', { name: 'Command' }).waitFor();
  },
  'the keys': async (desk) => {
    await desk.press('?');
    await desk.dialog.waitFor();
  },
};

const boards: Screens = {
  'a game of Quoridor, its paths shown and a wall refused': async (desk) => {
    await desk.newGame({ game: 'Quoridor', text: 'e8 e2 d7h' });
    await desk.press('s');
    await desk.board.locator('.overlays .path').first().waitFor();
    await desk.pointAt('e7h', 'hover');
    await desk.board.locator('.foretold').waitFor();
  },
  "nine men's morris, a man half taken": async (desk) => {
    await desk.newGame({ game: "Nine Men's Morris", text: 'w:a7,d7,g4,b2;b:b6,c3,d3,b4;w;18;0' });
    await desk.pointAt('g4', 'click');
    await desk.pointAt('g7', 'click');
    await desk.panel.getByText('A mill: pick one').first().waitFor();
  },
  'the Game of Stones, a turn half made and a stone picked': async (desk) => {
    await desk.newGame({ game: 'Game of Stones', text: 'D4C4 E4C4' });
    await desk.pointAt('G9', 'click');
    await desk.panel.getByText('pick the stone that G9 attacks or strengthens').first().waitFor();
    await desk.pointAt('G8', 'hover');
  },
  'the Game of Stones, down to the last stones': async (desk) => {
    await desk.newGame({ game: 'Game of Stones', text: LAST_STONES });
    await desk.panel.getByRole('button', { name: /^Pass/ }).waitFor();
  },
};

const analyses: Screens = {
  'a game under analysis': async (desk) => {
    await desk.newGame({ text: '4434' });
    await desk.command('Start or stop analysis');
    await desk.board.locator('.chip').first().waitFor();
    await desk.column(3).hover();
  },
  'the graph as a table': async (desk) => {
    await desk.page.mouse.move(0, 0);
    await desk.page.getByRole('button', { name: 'Show the graph as a table' }).click();
    await desk.page
      .getByRole('table', { name: 'The graph as a table' })
      .getByText(/best \d/)
      .first()
      .waitFor();
  },
  'the list of disagreements': async (desk) => {
    await desk.page.getByRole('button', { name: 'List the disagreements, and who was right' }).click();
    await desk.page.getByText('Nothing to compare yet').waitFor();
  },
  'a console searched and filtered': async (desk) => {
    await desk.openConsole();
    await eventually(() => desk.consoleText()).toContain('play');
    await desk.press('Control+f');
    await desk.dock.getByRole('textbox', { name: 'Search these lines' }).press('Alt+f');
    await desk.dock.getByRole('button', { name: 'Sent', exact: true }).click();
    await desk.dock.getByRole('textbox', { name: 'Only lines containing' }).press('Alt+r');
    await desk.dock.getByRole('textbox', { name: 'Only lines containing' }).fill('(');
    await desk.dock.getByRole('alert').waitFor();
  },
  'a command that is being typed, with a warning above it': async (desk) => {
    await desk.openConsole();
    await desk.analyseWith('Plywire Connect Four over CFP');
    await eventually(() => desk.consoleText()).toMatch(/<-\s+bestmove/);
    await desk.consoleInput.fill('cfpnewgame');
    await desk.press('Enter');
    await desk.dock.getByText(/can put the engine out of step/).waitFor();
    await desk.consoleInput.fill('setoption name ');
    await desk.dock.getByRole('option').first().waitFor();
    await desk.press('ArrowDown');
  },
};

const others: Screens = {
  'a check of an engine, under way and with a failure open': async (desk) => {
    await desk.choose('spoilt', 'Check against the protocol');
    await desk.dialog.getByRole('button', { name: 'Start' }).click();
    await desk.dialog.getByRole('region', { name: 'The exchange' }).waitFor();
  },
  'a recording with its board, a line in focus and a kind of line alone': async (desk) => {
    const text = readFileSync(join('tests', 'transcripts', 'cfsi_quit.txt'), 'utf8');
    await desk.page.evaluate((content) => {
      const carried = new DataTransfer();
      carried.items.add(new File([content], 'dropped.txt', { type: 'text/plain' }));
      window.dispatchEvent(new DragEvent('drop', { dataTransfer: carried, bubbles: true, cancelable: true }));
    }, text);
    await desk.page.getByRole('listbox').getByRole('option', { selected: true }).waitFor();
    await desk.press('End', 'p', 'Enter');
    await desk.page.getByRole('button', { name: /^noise-line/ }).click();
    await desk.page
      .getByRole('listbox', { name: 'Lines of this kind' })
      .getByRole('option')
      .first()
      .waitFor();
  },
};

const schemes = ['light', 'dark'] as const;

/** Closes overlays and their messages. */
async function leave(desk: Desk): Promise<void> {
  await desk.page.mouse.move(0, 0);
  if ((await desk.dialog.count()) > 0) await desk.press('Escape');
  await eventually(() => desk.dialog.count()).toBe(0);
  await desk.dismissMessages();
}

it.each<[string, Screens]>([
  ['the window and its dialogs', dialogs],
  ['the boards', boards],
  ['an analysis and its console', analyses],
  ['a check and a recording', others],
])('nothing serious is wrong with %s, light and dark', async (_, screens) => {
  const desk = await (await stage({ registered })).open();
  for (const [name, show] of Object.entries(screens)) {
    await show(desk);
    for (const colorScheme of schemes) {
      await desk.page.emulateMedia({ colorScheme });
      // The console redraws its lines.
      await desk.painted();
      expect(await faults(desk.page), `${name}, ${colorScheme}`).toEqual([]);
    }
    await leave(desk);
  }
});

it('sees what is wrong', async () => {
  const desk = await (await stage()).open();
  await desk.page.evaluate(() => document.body.append(document.createElement('button')));
  expect(await faults(desk.page)).toEqual([expect.stringMatching(/^button-name: /)]);
});
