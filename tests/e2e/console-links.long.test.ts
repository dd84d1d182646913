import { describe, expect, it } from 'vitest';
import { markedRows, pointAtRow, rowLabel } from '../support/console-rows.ts';
import type { Desk } from '../support/desk.ts';
import { eventually } from '../support/eventually.ts';
import { useStages } from '../support/stage.ts';

const stage = useStages();

/** The marked lines, without times and continuation rows. */
const marked = async (desk: Desk): Promise<string[]> =>
  (await markedRows(desk))
    .map((text) => text.replace(/^\s*\d+\.\d{3} +/, ''))
    .filter((text) => /^(->|<-)/.test(text));

const timeOf = (row: string): number => Number(/^\s*(\d+\.\d{3})/.exec(row)?.[1]);

/** Answers with their times, of all lines of the view: the only ones of such a game. */
async function played(): Promise<{ desk: Desk; latencies: number[]; lines: string[] }> {
  const desk = await (await stage()).open();
  await desk.openConsole();
  await desk.seatEngine(2, 'Plywire Connect Four', { protocol: 'cfsi', plies: 4 });
  for (const moves of [2, 4, 6]) {
    await desk.playColumn(4 + (moves % 3) - 1);
    await eventually(async () => (await desk.moves()).length).toBe(moves);
  }
  let lines: string[] = [];
  await eventually(async () => {
    lines = await desk.consoleLines();
    return lines.filter((line) => /<- +bestmove/.test(line)).length;
  }).toBe(3);
  const latencies: number[] = [];
  // An engine that is busy with a move still answers a ping.
  const asked: Record<string, number[]> = { start: [], ping: [], play: [] };
  const requestOf: Readonly<Record<string, string>> = { started: 'start', pong: 'ping', bestmove: 'play' };
  for (const row of lines) {
    const [, sign, word = ''] = /(->|<-) +(\w+)/.exec(row) ?? [];
    if (sign === '->') asked[word]?.push(timeOf(row));
    else if (word in requestOf) latencies.push(timeOf(row) - asked[requestOf[word]!]!.shift()!);
  }
  return { desk, latencies, lines };
}

describe('the lines of a console', () => {
  it('show what they answer at the pointer, and by keys', async () => {
    const { desk } = await played();
    await pointAtRow(desk, /<- +bestmove/);
    await eventually(() => marked(desk)).toEqual([
      expect.stringMatching(/^-> +play /),
      expect.stringMatching(/^<- +bestmove /),
    ]);
    // A line that leaves no room shows only the time.
    await eventually(() => rowLabel(desk)).toMatch(/^[\d.]+ (µs|ms|s)$/);
    await pointAtRow(desk, /<- +started/);
    await eventually(() => rowLabel(desk)).toMatch(/^answers “start” after [\d.]+ (µs|ms|s)$/);
    await pointAtRow(desk, /-> +play/);
    await eventually(() => rowLabel(desk)).toMatch(/^answered after [\d.]+ (µs|ms|s): “bestmove \d.*”$/);
    await desk.bar.hover();
    await eventually(() => marked(desk)).toEqual([]);

    await desk.dock.locator('.xterm-helper-textarea').focus();
    await desk.press('Shift+ArrowUp');
    const spoken = desk.dock.locator('.spoken[role=status]');
    await eventually(() => spoken.textContent()).toMatch(/^(heard|sent): .*/);
    let words = await spoken.textContent();
    for (let at = 0; at < 10 && !/: bestmove/.test(words ?? ''); at++) {
      const before = words;
      await desk.press('Shift+ArrowUp');
      await eventually(async () => (words = await spoken.textContent())).not.toBe(before);
    }
    await eventually(() => spoken.textContent()).toMatch(/^heard: bestmove .*, answers “play .*” after /);
    await desk.press('Enter');
    await eventually(() => spoken.textContent()).toMatch(
      /^sent: play .*, answered after .*: “bestmove \d.*”$/,
    );
    await eventually(() => marked(desk)).toHaveLength(2);
    await desk.press('Escape');
    await eventually(() => marked(desk)).toEqual([]);
  });

  it('have their latencies counted, and the slowest is a click away', async () => {
    const { desk, latencies } = await played();
    await desk.dock.getByRole('button', { name: /^Latencies: / }).click();
    const card = desk.page.getByRole('dialog', { name: 'Latencies' });
    let figures: string[] = [];
    await eventually(async () => {
      figures = await card.locator('dd').allTextContents();
      return figures[0]?.trim();
    }).toBe(String(latencies.length));
    const inSeconds = (text: string): number => {
      const [, figure, unit] = /([\d.]+) (µs|ms|s)/.exec(text)!;
      return Number(figure) * { µs: 1e-6, ms: 1e-3, s: 1 }[unit as 'µs' | 'ms' | 's'];
    };
    // Lines show milliseconds.
    expect(inSeconds(figures[3]!)).toBeCloseTo(Math.max(...latencies), 2);
    expect(inSeconds(figures[1]!)).toBeLessThanOrEqual(inSeconds(figures[2]!));
    expect(inSeconds(figures[2]!)).toBeLessThanOrEqual(inSeconds(figures[3]!));
    const bars = await card
      .locator('.bar')
      .evaluateAll((all) => all.map((bar) => parseInt((bar as HTMLElement).title, 10)));
    expect(bars.reduce((sum, count) => sum + count, 0)).toBe(latencies.length);
    await card.getByRole('button').last().click();
    // Beside a line that leaves no room there is the time alone.
    await eventually(() => rowLabel(desk)).toMatch(new RegExp(`(^|after )${figures[3]!.trim()}$`));
  });

  it('of all sessions stand in one console in the order of time', async () => {
    const desk = await (await stage()).open();
    await desk.openConsole();
    await desk.seatEngine(1, 'Plywire Connect Four', { protocol: 'cfsi', plies: 6 });
    await desk.seatEngine(2, 'Plywire Connect Four', { protocol: 'cfp', seconds: 0.1 });
    // They play until the game is over; from then on the lines stay as they are.
    await eventually(async () => (await desk.moves()).length, 60_000).toBeGreaterThan(8);
    await eventually(() => desk.bar.getByRole('button', { name: 'Stop', exact: true }).count(), 60_000).toBe(
      0,
    );
    await eventually(() => desk.engines.textContent()).not.toContain('thinking');
    const one = /^(\d\d:\d\d:\d\d\.\d{3}) (Connect Four(?: \d)?) +(?:->|<-|#|!)/;
    await desk.consoleTab('All').click();
    const mine = async (): Promise<string[]> =>
      (await desk.consoleLines()).map((row) => one.exec(row)?.[0] ?? '').filter((row) => row !== '');
    const turns = (all: readonly string[]): number => {
      const names = all.map((row) => one.exec(row)![2]!);
      return names.filter((name, at) => name !== names[at - 1]).length;
    };
    let rows: string[] = [];
    // They take turns.
    await eventually(async () => turns((rows = await mine()))).toBeGreaterThan(6);
    // Parts of one chunk may stand after what was sent in the middle of it.
    const newest = new Map<string, string>();
    const times = rows.map((row) => {
      const [, time, name] = one.exec(row)!;
      const before = newest.get(name!) ?? '';
      newest.set(name!, time! > before ? time! : before);
      return newest.get(name!)!;
    });
    expect(times).toEqual(times.toSorted());
    expect(await desk.consoleInput.count()).toBe(0);

    // Everything that each of them has.
    const ofEach = async (): Promise<number> => {
      let all = 0;
      for (const tab of await desk.consoleTab(/^(?!All$)/).all()) {
        await tab.click();
        all += (await desk.consoleLines()).filter((row) => /^ *\d+\.\d{3} /.test(row)).length;
      }
      await desk.consoleTab('All').click();
      return all;
    };
    await eventually(async () => (await ofEach()) - (await mine()).length, 40_000).toBe(0);
  });
});
