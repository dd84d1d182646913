/** Recordings in the window: opened from a file or from a session, browsed by keyboard and pointer. */
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright';
import { describe, expect, it } from 'vitest';
import type { Desk } from '../support/desk.ts';
import { eventually } from '../support/eventually.ts';
import { useStages, type Stage } from '../support/stage.ts';
import { long } from '../support/long.ts';

const stage = useStages();

class Replay {
  readonly desk: Desk;
  readonly view: Locator;
  readonly list: Locator;
  readonly time: Locator;

  constructor(desk: Desk) {
    this.desk = desk;
    this.view = desk.page.getByRole('region', { name: 'Replay' });
    this.list = this.view.getByRole('listbox');
    this.time = this.view.getByRole('slider', { name: 'Time' });
  }

  /** The number of the focused line. */
  async line(): Promise<number> {
    const words = await this.view.getByRole('heading', { name: /^Line / }).textContent();
    return Number(words?.replaceAll(/\D/g, ''));
  }

  async seconds(): Promise<number> {
    return Number(await this.time.getAttribute('aria-valuenow'));
  }

  chosen(): Locator {
    return this.list.getByRole('option', { selected: true });
  }
}

function put(here: Stage, name: string): void {
  copyFileSync(join('tests', 'transcripts', name), join(here.folder, name));
}

/** With the keyboard only. */
async function openFile(desk: Desk, name: string): Promise<Replay> {
  await desk.press('Control+o');
  await desk.page.getByRole('combobox', { name: 'Filter files' }).fill(name);
  await desk.page.getByRole('option', { name }).waitFor();
  await desk.press('Enter');
  const replay = new Replay(desk);
  await replay.chosen().waitFor();
  return replay;
}

it('opens the journal of a real session, and the board follows to its last position', async () => {
  const here = await stage({ registered: { teller: { fixture: 'teller', protocol: 'cfsi' } } });
  const desk = await here.open();
  await desk.newGame({ text: '4434' });
  await desk.analyseWith('teller over CFSI');
  await desk.board.locator('.chip').first().waitFor();
  await desk.dock.getByRole('button', { name: 'Open in replay' }).click();
  const replay = new Replay(desk);
  await replay.chosen().waitFor();
  await eventually(() => replay.line()).toBe(1);
  await eventually(() => desk.discs()).toBe(0);
  await replay.view.getByText('no position sent yet', { exact: false }).waitFor();
  await desk.press('End');
  await eventually(() => desk.discs()).toBeGreaterThanOrEqual(4);
  await desk.press('Escape');
  await eventually(() => desk.discs()).toBe(4);
  await desk.dock.getByRole('tab', { name: /teller/ }).waitFor();
});

describe('of a file', () => {
  it('by keys alone: lines, positions, what is notable, pairs, and back to the board', long, async () => {
    const here = await stage();
    put(here, 'cfsi_quit.txt');
    const desk = await here.open();
    const replay = await openFile(desk, 'cfsi_quit.txt');
    await eventually(() => replay.line()).toBe(1);
    await desk.press('ArrowRight', 'ArrowDown');
    await eventually(() => replay.line()).toBeGreaterThan(1);
    await desk.press('End');
    await eventually(() => replay.line()).toBe(18);
    await desk.press('Home');
    await eventually(() => replay.line()).toBe(1);
    await desk.press('n');
    await eventually(() => replay.line()).toBe(3);
    await eventually(() => replay.chosen().textContent()).toContain('noise-line');
    await desk.press('.');
    await eventually(() => replay.line()).toBe(6);
    await replay.view.getByText('Player 1 is to move').first().waitFor();
    await eventually(() => desk.discs()).toBe(0);
    // From the request to its answer, which makes a move.
    await desk.press('Enter');
    await eventually(() => replay.line()).toBe(11);
    await eventually(() => desk.discs()).toBe(1);
    await replay.view.getByText('legal', { exact: true }).waitFor();
    await desk.press('Enter');
    await eventually(() => replay.line()).toBe(6);
    await desk.press('p');
    await eventually(() => replay.line()).toBe(4);
    await desk.press('Escape');
    await desk.moveList.waitFor();
    await eventually(() => replay.view.count()).toBe(0);
  });

  it('by pointer: a line, a time, the lines of one oddity alone', long, async () => {
    const here = await stage();
    put(here, 'qtp_misas_ref.txt');
    const desk = await here.open();
    const replay = await openFile(desk, 'qtp_misas_ref.txt');
    await replay.list.getByRole('option').nth(4).click();
    await eventually(() => replay.line()).toBe(5);
    const { width } = (await replay.time.boundingBox())!;
    await replay.time.click({ position: { x: width / 2, y: 20 } });
    await eventually(() => replay.seconds()).toBeGreaterThan(5);
    const half = await replay.seconds();
    expect(half).toBeLessThan(15);
    await replay.time.click({ position: { x: width - 1, y: 20 } });
    await eventually(() => replay.seconds()).toBeGreaterThan(half);
    // A wall and its absence: the board is that of the line.
    const chip = replay.view.getByRole('button', { name: /^blank-line-in-answer/ });
    await chip.click();
    await eventually(() => replay.list.getByRole('option').count()).toBe(5);
    await eventually(async () => {
      const texts = await replay.list.getByRole('option').allTextContents();
      return texts.every((text) => text.includes('blank-line-in-answer'));
    }).toBe(true);
    await chip.click();
    await eventually(() => replay.list.getByRole('option').count()).toBeGreaterThan(10);
  });

  it('says of a move why it is illegal, and takes a position to the board', long, async () => {
    const here = await stage();
    put(here, 'qtp_misas_ref.txt');
    const desk = await here.open();
    const replay = await openFile(desk, 'qtp_misas_ref.txt');
    await replay.view.getByRole('button', { name: /^illegal moves/ }).click();
    await replay.view.getByText(/^illegal: /).waitFor();
    await desk.press('b');
    await desk.moveList.waitFor();
    await eventually(() => desk.page.title()).toContain('Quoridor');
    await desk.messages.getByText('The position of the recording is on the board.').waitFor();
  });

  it('plays at the recorded pace, and at another one', long, async () => {
    const here = await stage();
    put(here, 'cfsi_quit.txt');
    const desk = await here.open();
    const replay = await openFile(desk, 'cfsi_quit.txt');
    await replay.view.getByRole('combobox', { name: 'Pace' }).selectOption('64');
    await replay.list.focus();
    await desk.press('Space');
    await eventually(() => replay.line()).toBe(18);
    await replay.view.getByRole('button', { name: 'Play at the recorded pace' }).waitFor();
  });

  it('copies a line in a form that opens again when it is dropped', long, async () => {
    const here = await stage();
    put(here, 'cfsi_quit.txt');
    const desk = await here.open();
    const replay = await openFile(desk, 'cfsi_quit.txt');
    await desk.press('n');
    await eventually(() => replay.line()).toBe(3);
    await desk.press('Control+c');
    await eventually(() => desk.clipboard()).toMatch(/^ +0\.012 <-- Instantiated server$/);
    const text = readFileSync(join('tests', 'transcripts', 'cfsi_quit.txt'), 'utf8');
    await desk.press('Escape');
    await desk.moveList.waitFor();
    await desk.page.evaluate((content) => {
      const carried = new DataTransfer();
      carried.items.add(new File([content], 'dropped.txt', { type: 'text/plain' }));
      window.dispatchEvent(new DragEvent('drop', { dataTransfer: carried, bubbles: true, cancelable: true }));
    }, text);
    await replay.chosen().waitFor();
    await replay.view.getByRole('heading', { name: 'dropped.txt' }).waitFor();
  });

  it('copies several lines, and leaves the game behind it alone', long, async () => {
    const here = await stage();
    put(here, 'cfsi_quit.txt');
    const desk = await here.open();
    await desk.page.getByRole('button', { name: 'Play', exact: true }).waitFor();
    const replay = await openFile(desk, 'cfsi_quit.txt');
    await desk.page.getByText('The game and its controls wait in the background').waitFor();
    for (const name of ['Play', 'New', 'Analyse']) {
      await eventually(() => desk.page.getByRole('button', { name, exact: true }).count()).toBe(0);
    }
    await desk.press('Shift+ArrowDown');
    await eventually(() => replay.line()).toBe(2);
    await desk.press('Shift+ArrowDown');
    await eventually(() => replay.line()).toBe(3);
    await desk.press('Control+c');
    await desk.messages.getByText('Copied 3 lines.').waitFor();
    const all = readFileSync(join('tests', 'transcripts', 'cfsi_quit.txt'), 'utf8')
      .trimEnd()
      .split('\n');
    const texts = (lines: readonly string[]): string[] =>
      lines.map((line) => line.trim().split(/ +/).slice(1).join(' '));
    expect(texts((await desk.clipboard()).split('\n'))).toEqual(texts(all.slice(0, 3)));
    await desk.press('Control+a', 'Control+c');
    await desk.messages.getByText('Copied 18 lines.').waitFor();
    expect(texts((await desk.clipboard()).split('\n'))).toEqual(texts(all.slice(0, 18)));
    await desk.press('Escape');
    await desk.page.getByRole('button', { name: 'Play', exact: true }).waitFor();
  });

  it(
    'is refused in words where it is none, and read as another protocol where that is chosen',
    long,
    async () => {
      const here = await stage();
      put(here, 'cfsi_quit.txt');
      here.put('notes.journal', 'Dear diary\n');
      const desk = await here.open();
      await desk.press('Control+o');
      await desk.page.getByRole('combobox', { name: 'Filter files' }).fill('notes');
      await desk.page.getByRole('option', { name: 'notes.journal' }).waitFor();
      await desk.press('Enter');
      await desk.page.getByText('This recording cannot be shown').waitFor();
      await desk.page
        .getByText(/notes\.journal is neither a journal, nor a bundle, nor a transcript/)
        .waitFor();
      await desk.press('Escape');
      const replay = await openFile(desk, 'cfsi_quit.txt');
      await desk.press('End');
      await eventually(() => replay.line()).toBe(18);
      await replay.view.getByRole('combobox', { name: 'Protocol' }).selectOption('qtp');
      await replay.view.getByText('QTP: chosen by the user').waitFor();
      await eventually(() => replay.line()).toBe(18);
      await replay.view.getByRole('group', { name: 'Quoridor board' }).waitFor();
    },
  );
});
