import { describe, expect, it } from 'vitest';
import { protocols } from '../../app/protocols/registry.ts';
import { addAndTest, pick } from '../support/adding.ts';
import type { Desk } from '../support/desk.ts';
import { eventually } from '../support/eventually.ts';
import { long } from '../support/long.ts';
import { useStages } from '../support/stage.ts';

const stage = useStages();

/** The same over CFP, for any engine. */
async function addOverCfp(desk: Desk): Promise<void> {
  await desk.dialog.getByLabel('Protocol').selectOption('cfp');
  await addAndTest(desk);
}

describe('adding an engine', () => {
  it('explains why a program that exits is refused, in the dialog and on its card', long, async () => {
    const on = await stage();
    on.put('broken', '#!/bin/sh\necho "cannot open book.bin" >&2\nexit 1\n', 0o755);
    const desk = await on.open();
    await pick(desk, 'broken');
    await addOverCfp(desk);
    await eventually(() => desk.dialog.textContent()).toContain('xited with code 1 before cfpok');
    const words = await desk.dialog.textContent();
    expect(words).toContain('last line on stderr: cannot open book.bin');

    await desk.dialog.getByRole('button', { name: 'Keep engine' }).click();
    await eventually(() => desk.card('broken').textContent()).toContain('xited with code 1 before');
    await eventually(() => desk.card('broken').textContent()).toContain('cannot open book.bin');
    // Its output can be viewed.
    await desk.card('broken').getByRole('button', { name: 'Show its console' }).click();
    await eventually(() => desk.consoleText()).toMatch(/! +cannot open book\.bin/);
  });

  it('explains why a file that cannot be run is refused', long, async () => {
    const on = await stage();
    on.put('sources', '#!/bin/sh\nexit 0\n');
    on.put('notes.txt', 'not an engine at all\n', 0o755);
    const desk = await on.open();

    await pick(desk, 'sources');
    await eventually(() => desk.dialog.textContent()).toContain('chmod +x');
    await addOverCfp(desk);
    await eventually(() => desk.dialog.textContent()).toContain('is not executable');
    await desk.dialog.getByRole('button', { name: 'Remove engine' }).click();
    await desk.dialog.waitFor({ state: 'hidden' });
    await eventually(() => desk.card('sources').count()).toBe(0);

    await pick(desk, 'notes.txt');
    await addOverCfp(desk);
    await eventually(() => desk.dialog.textContent()).toContain('is text that does not begin with a #! line');
    await desk.dialog.getByRole('button', { name: 'Keep engine' }).click();
    await eventually(() => desk.card('notes').textContent()).toContain('could not be started');
  });

  it('explains a program that speaks something else', long, async () => {
    const on = await stage({ handshake: 3000 });
    on.put('parrot', '#!/bin/sh\nwhile read line; do echo "you said $line"; done\n', 0o755);
    const desk = await on.open();
    await pick(desk, 'parrot');
    await addOverCfp(desk);
    await eventually(() => desk.dialog.textContent()).toMatch(/cfpok/);
    await eventually(() => desk.dialog.textContent()).toContain('you said cfp');
  });

  it('is done by keyboard, with the interpreter proposed; it plays; removing it can be undone', async () => {
    const on = await stage();
    on.putFixture('mine.mjs', 'misbehave');
    on.put('zebra.txt', 'nothing\n');
    const desk = await on.open();
    const button = desk.engines.getByRole('button', { name: 'Add an engine' }).first();
    await button.focus();
    await desk.press('Enter');
    const entry = desk.dialog.getByRole('option', { name: /mine\.mjs/ });
    await entry.waitFor();
    expect(await entry.textContent()).toContain('runs with node');
    // Executables come before other files.
    expect(await desk.dialog.getByRole('option').first().textContent()).toContain('mine.mjs');
    await desk.press('Enter');
    await desk.page.getByRole('dialog', { name: 'Launch settings' }).waitFor();
    expect(await desk.dialog.textContent()).toContain('chosen by its extension');
    const confirm = desk.dialog.getByRole('button', { name: 'Add and test' });
    for (let steps = 0; steps < 15; steps++) {
      if (await confirm.evaluate((element) => element === document.activeElement)) break;
      await desk.press('Tab');
    }
    await desk.press('Enter');
    await eventually(() => desk.dialog.textContent()).toContain('as Misbehave 1.0 by tester');
    await eventually(() => desk.dialog.textContent()).toContain('It offers 1 option.');
    await desk.dialog.getByRole('button', { name: 'Done' }).focus();
    await desk.press('Enter');
    await desk.dialog.waitFor({ state: 'hidden' });
    await eventually(() => desk.card('mine').textContent()).toContain('ready');

    await desk.seatEngine(2, 'mine', { seconds: 0.05 });
    await desk.playColumn(1);
    await eventually(() => desk.moves()).toEqual(['1', '4']);

    await desk.seatHuman(2);
    await desk.choose('mine', 'Remove');
    await eventually(() => desk.card('mine').count()).toBe(0);
    await desk.messages.getByRole('button', { name: 'Undo' }).click();
    await eventually(() => desk.card('mine').count()).toBe(1);
  });
});

/** Opens two conversations, and never moves. */
const polyglot = `#!/bin/sh
while read -r word rest; do case $word in
  cfp) echo 'id name Polyglot'; echo 'id author me'; echo cfpok ;; isready) echo readyok ;;
  start) echo started ;; ping) echo pong ;; quit) exit 0 ;;
esac; done
`;

describe('a protocol that was not given', () => {
  it('is asked for where the engine speaks several, the best first', long, async () => {
    const on = await stage();
    on.put('polyglot', polyglot, 0o755);
    const desk = await on.open();
    await pick(desk, 'polyglot');
    expect(await desk.dialog.getByLabel('Protocol').inputValue()).toBe('auto');
    await addAndTest(desk);
    const dialog = desk.page.getByRole('dialog', { name: 'Detecting protocol' });
    await dialog.getByRole('progressbar').waitFor();
    await eventually(() => dialog.getByRole('radio').count()).toBe(protocols.size);
    await eventually(async () => (await dialog.locator('label').allTextContents()).slice(0, 2)).toEqual([
      'CFSI (Connect Four Server Interface)',
      'CFP (Connect Four Protocol)',
    ]);
    await eventually(() => dialog.getByRole('radio', { name: /^CFSI/ }).isChecked()).toBe(true);
    await eventually(() => dialog.textContent()).toContain(
      'It answered cfp by cfpok and isready by readyok.',
    );
    await dialog.getByRole('radio', { name: /^CFP/ }).check();
    await addAndTest(desk);
    await eventually(() => desk.dialog.textContent()).toContain('It answered in CFP');
    await eventually(() => desk.dialog.textContent()).toContain('as Polyglot by me');
  });

  it('need not be waited for: every process ends at once, and it is chosen by hand', long, async () => {
    const on = await stage();
    on.put('sleeper', '#!/bin/sh\nexec sleep 1000\n', 0o755);
    const desk = await on.open();
    const sleepers = (): number => on.engines().filter((command) => command.includes('sleep 1000')).length;
    await pick(desk, 'sleeper');
    await addAndTest(desk);
    await eventually(sleepers).toBeGreaterThanOrEqual(5);
    await desk.dialog.getByRole('button', { name: 'Stop' }).click();
    await desk.dialog.getByText(/Detection was cancelled/).waitFor();
    await eventually(sleepers).toBe(0);
    await desk.dialog.getByRole('button', { name: 'Try again' }).click();
    await eventually(sleepers).toBeGreaterThanOrEqual(5);
    await desk.press('Escape');
    await desk.dialog.waitFor({ state: 'hidden' });
    await eventually(sleepers).toBe(0);
    expect(await desk.card('sleeper').count()).toBe(0);
  });

  it('is found out of each engine in a folder', long, async () => {
    const on = await stage();
    on.put('polyglot', polyglot, 0o755);
    on.put('greeter', '#!/bin/sh\necho hello\n', 0o755);
    const desk = await on.open();
    await desk.engines.getByRole('button', { name: 'Add an engine' }).first().click();
    await desk.dialog.getByRole('button', { name: 'Add all engines from this folder' }).click();
    await desk.dialog.getByRole('button', { name: 'Add 2 engines' }).click();
    await desk.dialog.getByText('2 of 2: detecting the protocol of polyglot').waitFor();
    await desk.dialog.getByText('Skipped, because they answered in no protocol: greeter.').waitFor();
    await eventually(() => desk.dialog.textContent()).toContain('1 of 1 tested: 1 ready, 0 failed');
    await desk.dialog.getByRole('button', { name: 'Done' }).click();
    await eventually(() => desk.card('polyglot').textContent()).toContain('CFSI');
  });

  it('cannot be found out of what cannot be started', long, async () => {
    const on = await stage();
    on.put('sources', '#!/bin/sh\nexit 0\n');
    const desk = await on.open();
    await pick(desk, 'sources');
    await addAndTest(desk);
    await eventually(() => desk.dialog.textContent()).toContain('is not executable');
    await desk.dialog.getByRole('button', { name: 'Change settings' }).click();
    await desk.page.getByRole('dialog', { name: 'Launch settings' }).waitFor();
  });
});

describe("an engine's options", () => {
  it('are sent where they changed, before the next search', long, async () => {
    const desk = await (await stage()).open();
    await desk.openConsole();
    await desk.analyseWith('Plywire Connect Four over CFP');
    await eventually(() => desk.consoleText()).toMatch(/->\s+go/);

    // In mid-search.
    await desk.card('Plywire Connect Four').getByRole('button', { name: 'Options' }).click();
    const dialog = desk.page.getByRole('dialog', { name: /^Options of/ });
    await dialog.getByLabel('Level').fill('3');
    await dialog.getByLabel('Style').selectOption('Solid');
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await dialog.waitFor({ state: 'hidden' });

    const talk = async (): Promise<string[]> =>
      (await desk.consoleLines())
        .map((line) =>
          line
            .replace(/^\s*[\d.]+ /, '')
            .replace(/\s+/g, ' ')
            .trim(),
        )
        .filter((line) => !/^(<- (info|id|option)|#|~)/.test(line));
    await eventually(async () => {
      const lines = await talk();
      const at = lines.indexOf('-> setoption name Level value 3');
      return at !== -1 && lines.slice(at).some((line) => line.startsWith('-> go'));
    }).toBe(true);
    const lines = await talk();
    const at = lines.indexOf('-> setoption name Level value 3');
    expect(lines[at - 2]).toBe('-> stop');
    expect(lines[at - 1]).toMatch(/^<- bestmove \d/);
    const after = lines.slice(at);
    const ready = after.indexOf('-> isready');
    const go = after.findIndex((line) => line.startsWith('-> go'));
    expect(ready).toBeGreaterThan(0);
    expect(go).toBeGreaterThan(after.indexOf('<- readyok'));
    expect(after.indexOf('<- readyok')).toBeGreaterThan(ready);
    // Nothing that is unchanged.
    expect(lines.filter((line) => line.startsWith('-> setoption')).length).toBeLessThanOrEqual(2);
    await eventually(() =>
      desk
        .card('Plywire Connect Four')
        .getByRole('button', { name: /^Options \(\d changed\)/ })
        .count(),
    ).toBe(1);

    // The console's own words for it: the engine still shows as changed after a reload.
    await desk.page.reload();
    await desk.board.waitFor();
    await desk
      .card('Plywire Connect Four')
      .getByRole('button', { name: /^Options \(\d changed\)/ })
      .waitFor();
  });

  it('hold for one side where they are set for it, and a button is pressed at once', long, async () => {
    const desk = await (await stage()).open();
    // The engine reports its options when they are first opened.
    await desk.card('Plywire Connect Four').getByRole('button', { name: 'Options' }).click();
    await desk.dialog.getByLabel('Level').waitFor();
    await desk.dialog.getByRole('button', { name: 'Cancel' }).click();
    await desk.dialog.waitFor({ state: 'hidden' });

    await desk.openConsole();
    await desk.seatEngine(2, 'Plywire Connect Four', { protocol: 'cfp', seconds: 0.05 });
    await desk.seat(2).click();
    await desk.dialog.getByRole('button', { name: 'Options for this side' }).click();
    const dialog = desk.page.getByRole('dialog', { name: /^Options of .* as Player 2$/ });
    await dialog.getByLabel('Level').fill('2');
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await desk.playColumn(4);
    await eventually(async () => (await desk.moves()).length).toBe(2);
    let player: string[] = [];
    const goes = (): number => player.findIndex((line) => /-> +go\b/.test(line));
    await eventually(async () => {
      player = await desk.consoleLines();
      return goes();
    }).toBeGreaterThan(0);
    const at = player.findIndex((line) => line.endsWith('setoption name Level value 2'));
    expect(at).toBeGreaterThan(0);
    expect(at).toBeLessThan(goes());
    // The engine's own options are unchanged.
    await desk.card('Plywire Connect Four').getByRole('button', { name: 'Options', exact: true }).click();
    const own = desk.page.getByRole('dialog', { name: /^Options of/ });
    await eventually(() => own.getByLabel('Level').inputValue()).toBe('10');
    await own.getByRole('button', { name: 'Clear Hash' }).click();
    await own.getByRole('button', { name: 'Cancel' }).click();
    await own.waitFor({ state: 'hidden' });
    await eventually(async () => (await desk.consoleLines()).join('\n')).toMatch(
      /-> +setoption name Clear Hash$/m,
    );
  });
});
