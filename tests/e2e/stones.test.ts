/** The Game of Stones in the window: turns of two actions by mouse, by keyboard and by touch, to the end. */
import { describe, expect, it } from 'vitest';
import { stones, visible, type StonesPosition } from '../../app/games/stones/index.ts';
import { wayTo } from '../support/arrows.ts';
import type { Desk } from '../support/desk.ts';
import { eventually } from '../support/eventually.ts';
import { long } from '../support/long.ts';
import { useStages, type StageOptions } from '../support/stage.ts';

const stage = useStages();
/** A bot that makes its first possible attack and then passes. */
const bot: StageOptions = { registered: { bot: { fixture: 'gos', protocol: 'gos' } } };
/** The bundled bot as a beginner, which makes the same moves on every machine. */
const beginner: StageOptions = {
  registered: {
    beginner: { fixture: 'stones', protocol: 'gos', args: ['--level=1', '--nodes=500', '--seed=1'] },
  },
};
const places = stones.geometry({}).areas.filter(({ button }) => button === undefined);

async function positionOn(desk: Desk): Promise<StonesPosition> {
  const texts = await desk.moves();
  return texts.reduce(
    (position, text) => stones.play(position, stones.parseMove(position, text)),
    stones.initial(),
  );
}

/** The fewest visible stones that a side has of a type. */
const scarcest = (position: StonesPosition, seat: 0 | 1): number =>
  Math.min(...([1, 2, 3] as const).map((type) => visible(position, seat, type)));

/** The areas of the move that leaves the other side the fewest of its scarcest type; a pass if none helps. */
function goodPath(position: StonesPosition): readonly string[] {
  const { mover } = position;
  const worth = (move: number): number => {
    const next = stones.play(position, move);
    return 10 * scarcest(next, mover) - 11 * scarcest(next, mover === 0 ? 1 : 0);
  };
  const choices = stones.choices(position);
  const passes = choices.find(({ path }) => path[0] === 'pass');
  const [best] = choices.toSorted((one, other) => worth(other.move) - worth(one.move));
  return passes !== undefined && worth(passes.move) >= worth(best!.move) ? passes.path : best!.path;
}

const over = async (desk: Desk): Promise<boolean> => (await desk.news()).includes(' has won: ');

/** The moves of the user's sides, all but that of `bot`, until the game is over. */
async function playOut(
  desk: Desk,
  pick: (area: string) => Promise<void>,
  bot: 0 | 1 | null = null,
): Promise<StonesPosition> {
  for (let action = 0; action < 200; action++) {
    await eventually(async () => {
      if (await over(desk)) return true;
      const { mover } = await positionOn(desk);
      return mover !== bot && !(await desk.news()).endsWith('is thinking.');
    }).toBe(true);
    if (await over(desk)) break;
    const before = (await desk.moves()).length;
    for (const area of goodPath(await positionOn(desk))) await pick(area);
    await eventually(async () => (await desk.moves()).length).toBeGreaterThan(before);
  }
  return positionOn(desk);
}

const pass = (desk: Desk) => desk.panel.getByRole('button', { name: /^Pass/ });
const byMouse =
  (desk: Desk) =>
  (area: string): Promise<void> =>
    area === 'pass' ? pass(desk).click() : desk.pointAt(area, 'click');

const focused = (desk: Desk): Promise<string> =>
  desk.page.evaluate(() => document.activeElement?.getAttribute('data-area') ?? '');

const byKeys =
  (desk: Desk) =>
  async (area: string): Promise<void> => {
    if (area === 'pass') return desk.press('0');
    await desk.press(...wayTo(places, await focused(desk), area));
    await eventually(() => focused(desk)).toBe(area);
    await desk.press('Enter');
  };

/** The areas that continue the picks, with their descriptions. */
const open = (desk: Desk): Promise<string[]> =>
  desk.board
    .locator('.area[aria-disabled="false"]')
    .evaluateAll((areas) => areas.map((area) => area.getAttribute('aria-label') ?? ''));
const rows = (desk: Desk): Promise<string[]> => desk.moveList.getByRole('listitem').allTextContents();
const tight = (texts: readonly string[]): string[] => texts.map((text) => text.replaceAll(/\s+/g, ''));

/** The moves that the bot has received, as `colour type`, in order. */
const heard = async (desk: Desk): Promise<string[]> =>
  (await desk.consoleLines()).flatMap((line) => {
    const told = /->\s+({"Player".*)$/.exec(line);
    if (told === null) return [];
    const { Player, Move } = JSON.parse(told[1]!) as { Player: string; Move: { Type: string } };
    return [`${Player} ${Move.Type}`];
  });

async function expectEnd(desk: Desk, end: StonesPosition): Promise<void> {
  const result = stones.result(end);
  if (result?.kind !== 'win') throw new Error('the game is not over');
  await eventually(() => desk.moveList.textContent()).toContain(result.winner === 0 ? '1-0' : '0-1');
  await eventually(() => desk.news()).toContain(
    `${stones.seats[result.winner].name} has won: ${result.reason}.`,
  );
}

describe('the Game of Stones', { timeout: 180_000 }, () => {
  it('is played by mouse, targets and all, with a first action taken back', async () => {
    const desk = await (await stage()).open();
    await desk.newGame({ game: 'Game of Stones' });
    await eventually(() => desk.discs()).toBe(60);
    await eventually(() => desk.news()).toBe('White: pick the stone that attacks.');
    await eventually(() => pass(desk).count()).toBe(0);

    await desk.pointAt('D4', 'click');
    await eventually(() => open(desk)).toEqual([
      "C4, Black's C: attack",
      "E4, Black's A: attack",
      "D5, Black's A: attack",
    ]);
    await eventually(() => desk.panel.textContent()).toContain('White: pick the stone that D4 attacks');
    await desk.pointAt('C4', 'hover');
    await eventually(() => desk.panel.textContent()).toContain('D4C4: attack');
    await desk.pointAt('C4', 'click');
    await eventually(() => desk.news()).toBe('White played D4C4. Black: pick the stone that attacks.');
    // A pass is not allowed now, and trying it says so.
    await desk.press('0');
    await eventually(() => desk.page.getByRole('alert').allTextContents()).toContain(
      'Black must attack and cannot pass',
    );

    await desk.pointAt('E4', 'click');
    await desk.pointAt('C4', 'click');
    await eventually(() => desk.news()).toContain('Black: attack again, strengthen or pass.');
    await desk.pointAt('G9', 'click');
    await eventually(() => open(desk)).toContain("G8, Black's B: strengthen to 2 high");
    await desk.press('Escape', 'Backspace');
    await eventually(() => desk.news()).toContain('Black: pick the stone that attacks.');
    await eventually(() => pass(desk).count()).toBe(0);

    await desk.pointAt('E4', 'click');
    await desk.pointAt('C4', 'click');
    await pass(desk).click();
    await eventually(() => desk.news()).toBe('Black played pass. White: pick the stone that attacks.');
    await eventually(async () => tight(await rows(desk))).toEqual(['1.D4C4E4C4pass']);

    await expectEnd(desk, await playOut(desk, byMouse(desk)));
    expect(await desk.panel.getByTitle(/^[01] of \d+ visible [ABC] stones/).count()).toBeGreaterThan(0);
  });

  it('is played by keyboard alone to the end, a stack and a pass in it', long, async () => {
    const desk = await (await stage()).open();
    await desk.newGame({ game: 'Game of Stones', text: 'D4C4 E4C4' });
    for (let tab = 0; tab < 60 && (await focused(desk)) === ''; tab++) await desk.press('Tab');
    // Keyboard focus starts on a stone that can move.
    const home = stones.view(await positionOn(desk), null).home!;
    await eventually(() => focused(desk)).toBe(home);

    await byKeys(desk)('G9');
    await byKeys(desk)('G8');
    await eventually(() => desk.area('G8').getAttribute('aria-label')).toBe("G8, Black's A, 2 high");
    await eventually(() => desk.board.locator('.count:not(.spare)').allTextContents()).toEqual(['2']);
    for (const area of ['D1', 'E1']) await byKeys(desk)(area);
    await eventually(() => desk.news()).toContain('White: attack again, strengthen or pass.');
    await desk.press('0');
    await eventually(() => desk.news()).toBe('White played pass. Black: pick the stone that attacks.');
    // The focus stays: a pass is not a place of the board.
    expect(await focused(desk)).toBe('E1');
    await eventually(async () => tight(await rows(desk))).toEqual(['1.D4C4E4C4G9G8', '2.D1E1pass']);
    await expectEnd(desk, await playOut(desk, byKeys(desk)));
  });

  it('is played by touch, on a board that is turned', long, async () => {
    const desk = await (await stage({ hasTouch: true })).open();
    await desk.newGame({ game: 'Game of Stones', text: 'D4C4' });
    await desk.press('f');
    await desk.pointAt('E4', 'tap');
    await desk.pointAt('C4', 'tap');
    await eventually(() => pass(desk).count()).toBe(1);
    const button = (await pass(desk).boundingBox())!;
    expect(Math.min(button.width, button.height)).toBeGreaterThanOrEqual(24);
    await pass(desk).tap();
    await eventually(() => desk.moves()).toEqual(['D4C4', 'E4C4', 'pass']);
  });

  it('lets a bot hear of a turn once it is whole', long, async () => {
    const desk = await (await stage(bot)).open();
    await desk.newGame({ game: 'Game of Stones' });
    await desk.seatEngine('Black', 'bot', { free: true });
    const mouse = byMouse(desk);
    for (const area of ['D4', 'C4']) await mouse(area);
    await eventually(() => desk.moves()).toHaveLength(3);
    await eventually(() => heard(desk)).toEqual(['1 1', '-1 1', '-1 0']);

    const first = goodPath(await positionOn(desk));
    for (const area of first) await mouse(area);
    await eventually(() => desk.moves()).toHaveLength(4);
    await desk.press('Backspace');
    await eventually(() => desk.ply()).toBe('ply 3 of 4');
    for (const area of first) await mouse(area);
    await eventually(() => desk.ply()).toBe('ply 4 of 4');
    expect(await heard(desk)).toHaveLength(3);
    await mouse('pass');
    await eventually(() => desk.moves()).toHaveLength(7);
    await eventually(() => heard(desk)).toEqual(['1 1', '-1 1', '-1 0', '1 1', '1 0', '-1 1', '-1 0']);
  });

  it('is played to the end by mouse against the bundled bot', long, async () => {
    const desk = await (await stage(beginner)).open();
    await desk.newGame({ game: 'Game of Stones' });
    await desk.seatEngine('Black', 'beginner', { free: true });
    await expectEnd(desk, await playOut(desk, byMouse(desk), 1));
    // Each side has made turns of two actions.
    expect((await rows(desk)).length).toBeGreaterThan(2);
  });

  it('is played to the end by keyboard against the bundled bot, which moves first', long, async () => {
    const desk = await (await stage(beginner)).open();
    await desk.newGame({ game: 'Game of Stones' });
    await desk.seatEngine('White', 'beginner', { free: true });
    await eventually(() => desk.moves()).toHaveLength(1);
    for (let tab = 0; tab < 60 && (await focused(desk)) === ''; tab++) await desk.press('Tab');
    await expectEnd(desk, await playOut(desk, byKeys(desk), 0));
  });
});
