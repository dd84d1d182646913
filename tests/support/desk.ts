/** The window as a user operates it: by roles, names and keys. */
import type { Locator, Page } from 'playwright';
import { eventually } from './eventually.ts';

export type SeatNumber = 1 | 2;
/** The game's own name, or the number of Connect Four's players. */
export type SeatName = SeatNumber | 'Black' | 'White';

const seatName = (seat: SeatName): string => (typeof seat === 'number' ? `Player ${seat}` : seat);

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

export class Desk {
  readonly page: Page;
  readonly bar: Locator;
  /** The board with its players and the status beside it. */
  readonly panel: Locator;
  readonly board: Locator;
  /** The engines that analyse, beside the board. */
  readonly analysis: Locator;
  readonly moveList: Locator;
  readonly engines: Locator;
  readonly dock: Locator;
  readonly statusLine: Locator;
  readonly dialog: Locator;
  readonly messages: Locator;

  constructor(page: Page) {
    this.page = page;
    this.bar = page.getByRole('banner');
    const board = page.getByRole('group', { name: / board$/ });
    this.panel = page.getByRole('region').filter({ has: board });
    this.board = board;
    this.analysis = page.getByRole('region', { name: 'Analysis' });
    this.moveList = page.getByRole('region', { name: 'Moves' });
    this.engines = page.getByRole('region', { name: 'Engines' });
    this.dock = page.getByRole('region', { name: 'Console', exact: true });
    this.statusLine = page.getByRole('contentinfo', { name: 'Status' });
    this.dialog = page.getByRole('dialog');
    this.messages = page.getByRole('region', { name: 'Messages' });
  }

  press(...keys: readonly string[]): Promise<void> {
    return keys.reduce((before, key) => before.then(() => this.page.keyboard.press(key)), Promise.resolve());
  }

  /** Keys go to the focus: resolves once it is there. */
  async inFocus(place: Locator): Promise<void> {
    await eventually(() => place.evaluate((element) => element === document.activeElement)).toBe(true);
  }

  // --- the board ---------------------------------------------------------------------------------

  column(column: number): Locator {
    return this.board.getByRole('button', { name: new RegExp(`^column ${column}(:|$)`) });
  }

  /** By mouse, whether or not the move is legal. */
  clickColumn(column: number): Promise<void> {
    return this.column(column).click({ force: true });
  }

  /** By mouse; resolves when the move is on the list. */
  async playColumn(column: number): Promise<void> {
    const before = (await this.moves()).length;
    await this.column(column).click();
    await eventually(async () => (await this.moves()).length).toBeGreaterThan(before);
  }

  area(id: string): Locator {
    return this.board.locator(`[data-area="${id}"]`);
  }

  /** By mouse, off centre, since a wall shares its middle with the wall across it. */
  async pointAt(id: string, act: 'hover' | 'click' | 'tap'): Promise<void> {
    const { width, height } = (await this.area(id).boundingBox())!;
    const long = width > 2 * height || height > 2 * width;
    const position = {
      x: width * (long && width > height ? 0.15 : 0.5),
      y: height * (long && height > width ? 0.15 : 0.5),
    };
    await this.area(id)[act]({ position, force: true });
  }

  /** The preview at the pointer: `allowed`, `refused`, or empty. */
  async foretold(): Promise<string> {
    const ghost = this.board.locator('.foretold');
    if ((await ghost.count()) === 0) return '';
    return /\ballowed\b/.test((await ghost.getAttribute('class')) ?? '') ? 'allowed' : 'refused';
  }

  /** The announcement of a new position: who moved, who is to move, how it ended. */
  async news(): Promise<string> {
    return (await this.panel.getByRole('status').last().textContent()) ?? '';
  }

  discs(): Promise<number> {
    return this.board.locator('.piece:not(.ghost, .spare)').count();
  }

  /** Translucent pieces at their destinations. */
  ghosts(): Promise<number> {
    return this.board.locator('.piece.ghost:not(.spare)').count();
  }

  /** Of the main line. Only the rows in sight are drawn: the list is scrolled through, and back. */
  async moves(): Promise<string[]> {
    return this.moveList.locator('.list').evaluate(async (list) => {
      const drawn = () =>
        new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))));
      const before = list.scrollTop;
      const found = new Map<number, string>();
      const isWhole = () => [...found.keys()].every((ply) => ply === 1 || found.has(ply - 1));
      // A busy page draws late.
      for (let tries = 0; tries < 20; tries++) {
        found.clear();
        for (let top = 0; top === 0 || top < list.scrollHeight; top += list.clientHeight / 2) {
          if (list.scrollHeight > list.clientHeight) {
            list.scrollTop = top;
            await drawn();
          }
          for (const move of list.querySelectorAll('.turns [data-node]')) {
            found.set(Number(move.getAttribute('data-ply')), move.textContent);
          }
        }
        if (isWhole()) break;
      }
      list.scrollTop = before;
      return [...found].toSorted(([one], [other]) => one - other).map(([, text]) => text);
    });
  }

  /** `ply 3 of 10`; empty before the first move. */
  async ply(): Promise<string> {
    return ((await this.moveList.locator('.count').textContent()) ?? '').trim();
  }

  // --- a new game --------------------------------------------------------------------------------

  /** Through the dialog. */
  async newGame(
    game: {
      game?: string;
      width?: number;
      height?: number;
      size?: number;
      walls?: number;
      text?: string;
    } = {},
  ): Promise<void> {
    await this.bar.getByRole('button', { name: 'New', exact: true }).click();
    const dialog = this.page.getByRole('dialog', { name: 'New game' });
    if (game.game !== undefined) await dialog.getByRole('radio', { name: game.game }).click();
    if (game.size !== undefined) await dialog.getByLabel('Size').fill(String(game.size));
    if (game.walls !== undefined) await dialog.getByLabel('Walls each').fill(String(game.walls));
    if (game.width !== undefined) await dialog.getByLabel('Columns').fill(String(game.width));
    if (game.height !== undefined) await dialog.getByLabel('Rows').fill(String(game.height));
    if (game.text !== undefined) await dialog.getByLabel('Moves or position').fill(game.text);
    await dialog.getByRole('button', { name: 'Start' }).click();
    await dialog.waitFor({ state: 'hidden' });
  }

  // --- who plays ---------------------------------------------------------------------------------

  seat(seat: SeatName): Locator {
    return this.bar.getByRole('button', { name: new RegExp(`^${seatName(seat)}:`) });
  }

  /** Seats an engine, with a time or a depth per move, or with neither if its protocol has none. */
  async seatEngine(
    seat: SeatName,
    engine: string,
    how: { protocol?: string; seconds?: number; plies?: number; free?: boolean } = {},
  ): Promise<void> {
    await this.seat(seat).click();
    const card = this.page.getByRole('dialog', { name: `Who plays ${seatName(seat)}` });
    await card.getByRole('option', { name: engine, exact: true }).click();
    // The card hides the seat, so its mark, which is not spoken, becomes part of the name.
    const named = new RegExp(`^${seatName(seat)}: (\\S )?${escaped(engine)}$`);
    await this.bar.getByRole('button', { name: named, includeHidden: true }).waitFor();
    if (how.protocol !== undefined) await card.getByLabel('Protocol').selectOption(how.protocol);
    if (how.seconds !== undefined) await card.getByLabel('Time').fill(String(how.seconds));
    if (how.plies !== undefined) {
      await card.getByLabel('Limit per move').selectOption('depth');
      await card.getByLabel('Depth').fill(String(how.plies));
    }
    const wanted = how.free
      ? 'no limit'
      : how.plies !== undefined
        ? `depth ${how.plies}`
        : `${how.seconds ?? 1} s per move`;
    // The value goes to the host when typing has paused.
    await eventually(() => this.seat(seat).getAttribute('title')).toMatch(new RegExp(`, ${wanted}$`));
    await this.#leave(card);
  }

  async seatHuman(seat: SeatName): Promise<void> {
    await this.seat(seat).click();
    const card = this.page.getByRole('dialog', { name: `Who plays ${seatName(seat)}` });
    await card.getByRole('option', { name: 'Human' }).click();
    await this.#leave(card);
    await this.bar.getByRole('button', { name: `${seatName(seat)}: Human` }).waitFor();
  }

  /** Closes the card of a seat that a pointer opened; keys belong to the window again once nothing has the focus. */
  async #leave(card: Locator): Promise<void> {
    await this.press('Escape');
    await card.waitFor({ state: 'hidden' });
    await this.inFocus(this.page.locator('body'));
  }

  // --- analysis ----------------------------------------------------------------------------------

  /**
   * Lets an engine analyse, for example `teller over CFSI`. By keys: a pointer would rest on the board behind the menu,
   * and request the line of a move.
   */
  async analyseWith(engine: string): Promise<void> {
    const button = this.bar.getByRole('button', { name: 'Choose the engines that analyse' });
    await button.press('Enter');
    await this.page.getByRole('menuitem', { name: engine }).press('Enter');
    await this.inFocus(button);
    // Arrow keys belong to the game again, not to the button.
    await button.evaluate((element) => element.blur());
  }

  /** Resolves when the window knows that an engine analyses, which the toggle depends on. */
  analysing(): Promise<void> {
    return this.#knowsAnalysis(true);
  }

  /** Resolves when the window knows that no engine analyses, for an engine that is chosen again is stopped otherwise. */
  resting(): Promise<void> {
    return this.#knowsAnalysis(false);
  }

  async #knowsAnalysis(runs: boolean): Promise<void> {
    const button = this.bar.getByRole('button', { name: 'Analyse', exact: true });
    await eventually(() => button.getAttribute('aria-pressed')).toBe(String(runs));
  }

  // --- engines -----------------------------------------------------------------------------------

  card(engine: string): Locator {
    return this.engines.getByRole('listitem').filter({ hasText: engine });
  }

  /** An entry of the menu of an engine's card. */
  async choose(engine: string, entry: string): Promise<void> {
    await this.card(engine)
      .getByRole('button', { name: `More about ${engine}` })
      .click();
    await this.page.getByRole('menuitem', { name: entry }).click();
  }

  // --- the console -------------------------------------------------------------------------------

  /** Unfolds the console, which stays folded while only bundled engines have spoken. */
  async openConsole(): Promise<void> {
    const height = async (): Promise<number> => (await this.dock.boundingBox())!.height;
    if ((await height()) < 100) await this.press('Control+`');
    await eventually(height).toBeGreaterThan(100);
  }

  consoleTab(name: string | RegExp): Locator {
    return this.dock.getByRole('tab', { name });
  }

  /** The visible rows, as painted. */
  async consoleText(): Promise<string> {
    const rows = await this.dock.locator('.xterm-rows > div').allTextContents();
    return rows.map((row) => row.replaceAll('\u00a0', ' ').trimEnd()).join('\n');
  }

  /** Resolves when earlier actions are on the screen: terminals paint once a frame. */
  async painted(): Promise<void> {
    await this.page.evaluate(
      () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
    );
  }

  /** Every line of the view, through the copy button. */
  async consoleLines(): Promise<string[]> {
    await this.page.evaluate(() => navigator.clipboard.writeText(''));
    let text = '';
    // A console that was only just opened has no lines to copy yet.
    await eventually(async () => {
      await this.dock.getByRole('button', { name: /^Copy every line/ }).click();
      return (text = await this.clipboard());
    }).not.toBe('');
    await this.dismissMessages();
    return text.split('\n');
  }

  /** An entry of the menu beside the console's tools. */
  async moreOfConsole(entry: string | RegExp): Promise<void> {
    await this.dock.getByRole('button', { name: 'More for these lines' }).click();
    await this.page.getByRole('menuitem', { name: entry }).click();
  }

  get consoleInput(): Locator {
    return this.dock.getByRole('combobox', { name: /^A line to send to/ });
  }

  /** Messages cover other things for a while. */
  async dismissMessages(): Promise<void> {
    const dismiss = this.messages.getByRole('button', { name: 'Dismiss' });
    await eventually(async () => {
      if ((await dismiss.count()) > 0) await dismiss.last().click();
      return dismiss.count();
    }).toBe(0);
  }

  clipboard(): Promise<string> {
    return this.page.evaluate(() => navigator.clipboard.readText());
  }

  // --- the rest ----------------------------------------------------------------------------------

  /** Runs a command by its title, through the palette. */
  async command(title: string): Promise<void> {
    const field = this.page.getByRole('combobox', { name: 'Command' });
    // On a busy page a dialog that is still closing may take the palette with it.
    await eventually(async () => {
      if ((await field.count()) === 0) await this.press('Control+k');
      await field.fill(title, { timeout: 2_000 }).catch(() => undefined);
      return (await field.count()) === 0 ? '' : field.inputValue();
    }).toBe(title);
    await this.press('Enter');
  }
}
