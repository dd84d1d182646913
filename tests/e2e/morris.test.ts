/** Nine men's morris in the window: by mouse and by keyboard against the bundled engine, including captures. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  count,
  LINES,
  maskOf,
  menOf,
  morris,
  readMove,
  type MorrisPosition,
} from '../../app/games/morris/index.ts';
import { wayTo } from '../support/arrows.ts';
import type { Desk } from '../support/desk.ts';
import { eventually } from '../support/eventually.ts';
import { long } from '../support/long.ts';
import { useStages, type StageOptions } from '../support/stage.ts';

const stage = useStages();
/** The bundled engine as a beginner, which makes the same moves on every machine. */
const beginner: StageOptions = {
  registered: {
    beginner: { fixture: 'morris', protocol: 'nmm', args: ['--level=1', '--nodes=500', '--seed=1'] },
  },
};
/** White closes a mill by g4-g7 and captures one of four. */
const CLOSING = 'w:a7,d7,g4,b2;b:b6,c3,d3,b4;w;18;0';
const MILL = "A mill: pick one of Black's men to take";

const areas = morris.geometry({}).areas;
const placeOf = (id: string) => areas.find((area) => area.id === id)!;

async function positionOn(desk: Desk, from: string): Promise<MorrisPosition> {
  const texts = await desk.moves();
  return texts.reduce(
    (position, text) => morris.play(position, morris.parseMove(position, text)),
    morris.parsePosition(from),
  );
}

const takes = (move: number): boolean => readMove(move).taken !== null;

/**
 * The areas of a capturing move if there is one, else of a move that allows no capture, with as many men in lines as
 * possible.
 */
function goodPath(position: MorrisPosition): readonly string[] {
  const { mover } = position;
  const worth = (move: number): number => {
    const next = morris.play(position, move);
    const men = menOf(next, mover);
    const inLines = LINES.map((line) => count(maskOf(line) & men)).filter((together) => together === 2);
    return (takes(move) ? 100 : 0) - (morris.moves(next).some(takes) ? 20 : 0) + inLines.length;
  };
  const [best] = morris.choices(position).toSorted((one, other) => worth(other.move) - worth(one.move));
  return best!.path;
}

const over = async (desk: Desk): Promise<boolean> => / has won|is drawn/.test(await desk.news());
const whiteOrOver = (desk: Desk) =>
  eventually(async () => (await over(desk)) || (await desk.news()).endsWith('White is to move.')).toBe(true);

/** White's moves, until the game is over. */
async function playOut(desk: Desk, from: string, pick: (area: string) => Promise<void>): Promise<void> {
  for (let turn = 0; turn < 120; turn++) {
    await whiteOrOver(desk);
    if (await over(desk)) return;
    const before = (await desk.moves()).length;
    for (const area of goodPath(await positionOn(desk, from))) await pick(area);
    await eventually(async () => (await desk.moves()).length).toBeGreaterThan(before);
  }
}

/** The places of the pieces on the board, except ghosts, as `x, y` in board units. */
const standing = (desk: Desk): Promise<string[]> =>
  desk.board.locator('.piece:not(.ghost, .spare)').evaluateAll((pieces) =>
    pieces.map((piece) => {
      const { e, f } = new DOMMatrix(getComputedStyle(piece).transform);
      return [e, f].map((units) => `${Math.round(units * 1000) / 1000}px`).join(', ');
    }),
  );
const spotOf = (id: string): string => {
  const round = (value: number): number => Math.round(value * 1000) / 1000;
  return `${round(placeOf(id).x)}px, ${round(placeOf(id).y)}px`;
};

const focused = (desk: Desk): Promise<string> =>
  desk.page.evaluate(() => document.activeElement?.getAttribute('data-area') ?? '');

async function pickByKeys(desk: Desk, area: string): Promise<void> {
  await desk.press(...wayTo(areas, await focused(desk), area));
  await eventually(() => focused(desk)).toBe(area);
  await desk.press('Enter');
}

describe("nine men's morris", { timeout: 180_000 }, () => {
  it('is played by mouse from the first man placed to the end, with captures', long, async () => {
    const desk = await (await stage(beginner)).open();
    await desk.newGame({ game: "Nine Men's Morris" });
    await desk.seatEngine('Black', 'beginner');
    await eventually(() => desk.discs()).toBe(18);
    await playOut(desk, morris.positionText(morris.initial()), (area) => desk.pointAt(area, 'click'));
    const moves = await desk.moves();
    expect(moves.length).toBeGreaterThan(18);
    expect(moves.some((text, ply) => ply % 2 === 0 && text.includes('x'))).toBe(true);
    const end = await positionOn(desk, morris.positionText(morris.initial()));
    expect(morris.result(end)).not.toBeNull();
    await eventually(() => desk.moveList.textContent()).toMatch(/1-0|0-1|½-½/);
    // Captured men stand beside the board: none is lost.
    await eventually(() => desk.discs()).toBe(18);
  });

  it(
    'is played by keyboard alone, a man taken by the second pick, and the first taken back',
    long,
    async () => {
      const desk = await (await stage(beginner)).open();
      await desk.newGame({ game: "Nine Men's Morris", text: CLOSING });
      await desk.seat('Black').focus();
      await desk.press('Enter');
      const card = desk.page.getByRole('dialog', { name: 'Who plays Black' });
      await card.waitFor();
      await desk.inFocus(card.getByRole('option', { name: 'Human' }));
      await desk.page.keyboard.type('beginner');
      await desk.press('Enter');
      await desk.bar.getByRole('button', { name: /^Black: .*beginner$/, includeHidden: true }).waitFor();
      await desk.press('Escape');
      await card.waitFor({ state: 'hidden' });
      await desk.inFocus(desk.seat('Black'));
      for (let tab = 0; tab < 60 && (await focused(desk)) === ''; tab++) await desk.press('Tab');
      // Keyboard focus starts on a man that can move.
      const position = morris.parsePosition(CLOSING);
      await eventually(() => focused(desk)).toBe(morris.view(position, null).home);

      await pickByKeys(desk, 'g4');
      await eventually(() => desk.panel.textContent()).toContain('Pick where the man on g4 goes');
      await pickByKeys(desk, 'g7');
      await eventually(() => desk.panel.textContent()).toContain(MILL);
      // The man stands at its destination while the other one is still to be picked.
      await eventually(() => standing(desk)).toContain(spotOf('g7'));
      await eventually(() => standing(desk)).not.toContain(spotOf('g4'));
      expect(await desk.moves()).toEqual([]);
      await desk.press('Escape');
      await eventually(() => standing(desk)).toContain(spotOf('g4'));
      await eventually(() => standing(desk)).not.toContain(spotOf('g7'));
      await desk.press('Enter');
      await eventually(() => desk.panel.textContent()).toContain(MILL);
      // An empty point, which keeps the first pick.
      await pickByKeys(desk, 'c5');
      await eventually(() => desk.page.getByRole('alert').allTextContents()).toContain('No man stands on c5');
      expect(await desk.moves()).toEqual([]);
      await pickByKeys(desk, 'b6');
      await eventually(async () => (await desk.moves())[0]).toBe('g4-g7xb6');
      await eventually(() => desk.area('g7').getAttribute('aria-label')).toBe("g7, White's man in a mill");
      await playOut(desk, CLOSING, (area) => pickByKeys(desk, area));
      expect(morris.result(await positionOn(desk, CLOSING))).not.toBeNull();
    },
  );

  it('is played by touch, with another man begun half-way through a capture', long, async () => {
    const desk = await (await stage({ hasTouch: true })).open();
    await desk.newGame({ game: "Nine Men's Morris", text: CLOSING });
    const tap = async (...ids: readonly string[]): Promise<void> => {
      for (const id of ids) await desk.pointAt(id, 'tap');
    };
    const links = async (): Promise<number> =>
      (await desk.board.locator('.link path').getAttribute('d'))!.match(/M/g)?.length ?? 0;
    await tap('g4', 'g7');
    await eventually(() => desk.panel.textContent()).toContain(MILL);
    // The mill is joined before a man is captured.
    await eventually(links).toBe(2);
    await tap('b2');
    await eventually(() => desk.panel.textContent()).toContain('Pick where the man on b2 goes');
    await eventually(links).toBe(0);
    expect(await desk.moves()).toEqual([]);
    await tap('g4', 'g7', 'd3');
    await eventually(() => desk.moves()).toEqual(['g4-g7xd3']);
    await tap('b4', 'a4');
    await eventually(() => desk.moves()).toEqual(['g4-g7xd3', 'b4-a4']);
    await tap('g7', 'g4');
    await eventually(() => desk.moves()).toHaveLength(3);
  });

  it(
    'shows which man the best move moves and takes, in men, and turns the sides with the board',
    long,
    async () => {
      const desk = await (await stage()).open();
      // One mill can be closed, by one man, and wins: Black is left with two.
      await desk.newGame({ game: "Nine Men's Morris", text: 'w:a7,d7,g4,b2;b:b6,c3,f2;w;18;0' });
      await desk.bar.getByRole('button', { name: 'Analyse', exact: true }).click();
      await eventually(() => desk.board.locator('.cross').count()).toBe(1);
      await eventually(() => desk.board.locator('.arrow').count()).toBe(1);
      await eventually(() => desk.analysis.textContent()).toMatch(/eval \d[^]*g4-g7x\w\d/);
      const players = (): Promise<string[]> => desk.panel.locator('.player .side').allTextContents();
      await eventually(players).toEqual(['White', 'Black']);
      await desk.press('f');
      await eventually(players).toEqual(['Black', 'White']);
    },
  );

  it('has engines of two notations play to the end, and remembers how they write', long, async () => {
    const named = {
      fixture: 'nmm',
      protocol: 'nmm',
      args: ['--moves', 'name', '--positions', 'name'],
    } as const;
    const house = await stage({ registered: { numbered: { fixture: 'nmm', protocol: 'nmm' }, named } });
    const desk = await house.open();
    await desk.newGame({ game: "Nine Men's Morris", text: 'd2 f4 d6' });
    await desk.seatEngine('White', 'numbered');
    await desk.seatEngine('Black', 'named');
    await eventually(() => desk.news(), 120_000).toMatch(
      /(has won: |is drawn: )(two men left|no legal move|threefold)/,
    );
    const learned = (): unknown =>
      (
        JSON.parse(house.kept('engines.json')) as { engines: { name: string; learned: unknown }[] }
      ).engines.map(({ name, learned: found }) => [name, found]);
    await eventually(learned).toEqual([
      ['numbered', { moves: 'index' }],
      ['named', { moves: 'name' }],
    ]);

    // As if another program had replaced the second one.
    await desk.page.close();
    await house.host.end('SIGTERM');
    const file = join(house.home, 'plywire', 'engines.json');
    writeFileSync(
      file,
      house.kept('engines.json').replace('"moves":"name"', '"moves":"index","positions":"index"'),
    );
    await house.restart('SIGTERM');
    const later = await house.open();
    await later.newGame({ game: "Nine Men's Morris", text: CLOSING });
    await later.analyseWith('named');
    await eventually(() => later.analysis.textContent()).toContain('eval −1');
    await eventually(learned).toEqual([
      ['numbered', { moves: 'index' }],
      ['named', { moves: 'name', positions: 'name' }],
    ]);
  });
});
