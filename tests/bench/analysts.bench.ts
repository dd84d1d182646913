/**
 * Eight engines that analyse, each with a hundred reports a second, in a built host with a window; compared with one
 * engine. The board has 144 places, so that a search has as many rounds; another position is shown every second, as if
 * a user stepped, and its searches begin. Headless Chromium draws at 60 frames per second, without a graphics card.
 */
import { resolve } from 'node:path';
import type { Browser } from 'playwright';
import { launchChromium } from '../support/chromium.ts';
import { median, percentile, type BenchRow } from './harness.ts';
import { BenchHost } from './host.ts';
import { BenchWindow } from './window.ts';

const crowd = 8;
const seconds = 10;
const runs = 3;

const pause = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));

interface Watched {
  readonly frames: readonly number[];
  /** Milliseconds of processor time of the page's main thread, in a second. */
  readonly main: number;
  /** The same of its whole process. */
  readonly whole: number;
  /** Of all engines, in a second. */
  readonly reports: number;
}

async function once(browser: Browser, count: number): Promise<Watched> {
  const names = Array.from({ length: count }, (_, at) => `reporter ${at + 1}`);
  const engines = Object.fromEntries(
    names.map((name, at) => [
      name,
      { file: resolve('tests/bench/reporter.cjs'), protocol: 'cfsi' as const, args: [String(at)] },
    ]),
  );
  const house = await BenchHost.open(engines);
  try {
    const { client } = house;
    const window = await BenchWindow.open(browser, house.host.url);
    const text = '1 2 3 4 5 6 7 8 9 10 11 12';
    const { game } = await client.games.create({ game: 'connect4', setup: { width: 12, height: 12 }, text });
    for (const name of names) {
      await client.analysis.start({ engine: await house.engine(name), protocol: 'cfsi' });
    }
    await house.until(({ analyses }) => analyses.every(({ report }) => report !== null));
    const heard = async (): Promise<number> => {
      const { sessions } = await house.state();
      return sessions.reduce((sum, { journalBytes }) => sum + journalBytes, 0);
    };
    const before = await heard();
    const began = await window.processorTime();
    const endTasks = await window.watchTasks();
    await window.watchFrames();
    for (let second = 0; second < seconds; second++) {
      await client.game.goTo({ game, node: 12 - (second % 12) });
      await pause(1000);
    }
    const frames = await window.allFrames();
    const whole = (await window.processorTime()) - began;
    const tasks = await endTasks();
    const bytes = (await heard()) - before;
    await window.close();
    return {
      frames,
      main: tasks.reduce((sum, task) => sum + task, 0) / seconds,
      whole: whole / seconds,
      // A round takes about 400 bytes of a journal: its play, and its answer with twelve scores.
      reports: bytes / seconds / 400,
    };
  } finally {
    await house.close();
  }
}

export async function run(): Promise<BenchRow[]> {
  const browser = await launchChromium();
  try {
    const all: Record<'one' | 'crowd', Watched[]> = { one: [], crowd: [] };
    for (let done = 0; done < runs; done++) {
      all.one.push(await once(browser, 1));
      all.crowd.push(await once(browser, crowd));
      const { frames, main, whole, reports } = all.crowd.at(-1)!;
      console.log(
        `  ${frames.length} frames, 99th of 100 ${percentile(frames, 0.99).toFixed(0)} ms, main thread ` +
          `${main.toFixed(0)} ms/s, process ${whole.toFixed(0)} ms/s, about ${reports.toFixed(0)} reports/s`,
      );
    }
    const figures: readonly [string, string, (all: readonly Watched[]) => number, BenchRow['target']][] = [
      [
        'frame, 99th of 100',
        'ms',
        (each) =>
          percentile(
            each.flatMap(({ frames }) => frames),
            0.99,
          ),
        { of: 'ours', atMost: 33 },
      ],
      [
        "page's main thread, processor time of a second",
        'ms',
        (each) => median(each.map(({ main }) => main)),
        { of: 'ours', atMost: 300 },
      ],
      [
        "page's process, processor time of a second",
        'ms',
        (each) => median(each.map(({ whole }) => whole)),
        null,
      ],
      ['reports of all engines', '1/s', (each) => median(each.map(({ reports }) => reports)), null],
    ];
    return figures.map(([name, unit, of, target]) => ({
      work: `${crowd} engines analyse with 100 reports/s each: ${name}`,
      unit,
      ours: of(all.crowd),
      reference: { name: 'one engine', value: of(all.one) },
      target,
    }));
  } finally {
    await browser.close();
  }
}
