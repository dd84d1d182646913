/**
 * Thirty engines printing at once, in a built host with a window: the console of all sessions in front, without and
 * with filters, by direction and by text, that let nearly everything through; compared with the console of a single
 * engine that prints as much as all thirty. Finally each of the thirty prints more than a window keeps of a session.
 *
 * Today's Plywire never runs that many sessions: two engines play, one analyses, one looks ahead, and four are tested
 * in parallel. So this host is a copy that tests thirty. Headless Chromium draws at 60 frames per second, without a
 * graphics card.
 */
import { copyFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Browser } from 'playwright';
import { launchChromium } from '../support/chromium.ts';
import { median, percentile, type BenchRow } from './harness.ts';
import { BenchHost } from './host.ts';
import { mebibyte, mostResidentBytes, residentBytes } from './memory.ts';
import { BenchWindow } from './window.ts';

const crowd = 30;
/** Lines of 90 bytes per second, of all engines together. */
const rate = 6000;
const seconds = 8;
const runs = 3;

/** Lines that each of them prints at the end. */
const poured = 60_000;
/** Milliseconds in which a page receives what the host keeps of that. */
const pouring = 20_000;

type View = 'one' | 'all' | 'filtered';
const views: readonly View[] = ['one', 'all', 'filtered'];

interface Watched {
  readonly frames: readonly number[];
  /** Milliseconds of processor time of each task of the page. */
  readonly tasks: readonly number[];
  /** Milliseconds that the page waited for a processor. */
  readonly waited: number;
  /** Bytes of the page's heap afterwards. */
  readonly heap: number;
}

interface Run {
  readonly talk: Watched;
  /** Only for all sessions without filters. */
  readonly pour: (Watched & { readonly leftOut: number; readonly host: number }) | null;
}

const pause = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));

/** Starts this many engines that never open a conversation, and returns their sessions. */
async function gather(house: BenchHost, count: number): Promise<string[]> {
  const { client } = house;
  copyFileSync(resolve('tests/bench/babbler.cjs'), join(house.folder, 'babbler.cjs'));
  const { settings } = await house.state();
  await client.settings.change({ deadlines: { ...settings.deadlines, handshake: 600_000 } });
  const { text } = await client.config.export({ environment: false });
  const config = JSON.parse(text) as { engines: { name: string }[] };
  const model = config.engines.find(({ name }) => name === 'model')!;
  const engines = Array.from({ length: count }, (_, at) => ({
    ...model,
    file: join(house.folder, 'babbler.cjs'),
    name: `babbler ${at + 1}`,
    args: [String(at)],
  }));
  await client.config.import({
    text: JSON.stringify({ ...config, engines }),
    engines: engines.map((_, at) => at),
    settings: false,
    sandbox: false,
  });
  for (const { id, name } of (await house.state()).engines) {
    if (name.startsWith('babbler ')) client.engines.check({ engine: id }).catch(() => undefined);
  }
  const { sessions } = await house.until(
    ({ sessions: all }) => all.filter(({ state }) => state === 'handshake').length === count,
  );
  return sessions.map(({ id }) => id);
}

/** Measures the window while each engine is given this command, for this long. */
async function watch(
  house: BenchHost,
  window: BenchWindow,
  sessions: readonly string[],
  line: string,
  milliseconds: number,
): Promise<Watched> {
  const before = await window.waited();
  const endTasks = await window.watchTasks();
  await window.watchFrames();
  for (const session of sessions) await house.client.sessions.send({ session, line });
  await pause(milliseconds);
  const frames = await window.allFrames();
  const waited = (await window.waited()) - before;
  const tasks = await endTasks();
  return { frames, tasks, waited, heap: await window.heapBytes() };
}

async function once(browser: Browser, view: View): Promise<Run> {
  const house = await BenchHost.open(
    { model: { file: resolve('tests/bench/babbler.cjs'), protocol: 'cfp' } },
    { app: { code: 'checksAtOnce = 4', instead: `checksAtOnce = ${crowd}` } },
  );
  try {
    const count = view === 'one' ? 1 : crowd;
    const window = await BenchWindow.open(browser, house.host.url);
    const sessions = await gather(house, count);
    if (view !== 'one') await window.page.getByRole('tab', { name: 'All', exact: true }).click();
    if (view === 'filtered') await window.filter('Heard', 'SCORE');
    const each = rate / count;
    const talk = await watch(house, window, sessions, `talk ${each} ${each * seconds}`, seconds * 1000);
    let pour: Run['pour'] = null;
    if (view === 'all') {
      const watched = await watch(house, window, sessions, `talk 0 ${poured}`, pouring);
      const host = mostResidentBytes(house.host.pid) ?? residentBytes(house.host.pid);
      pour = { ...watched, leftOut: await window.leftOut(), host };
    }
    await window.close();
    return { talk, pour };
  } finally {
    await house.close();
  }
}

const sum = (figures: readonly number[]): number => figures.reduce((all, figure) => all + figure, 0);

/** The figures of each view: name, unit, how to compute it, and the target. */
const figures: readonly [string, string, (all: readonly Watched[]) => number, BenchRow['target']][] = [
  [
    'frame, 50th of 100',
    'ms',
    (all) =>
      percentile(
        all.flatMap(({ frames }) => frames),
        0.5,
      ),
    null,
  ],
  [
    'frame, 99th of 100',
    'ms',
    (all) =>
      percentile(
        all.flatMap(({ frames }) => frames),
        0.99,
      ),
    { of: 'ours', atMost: 50 },
  ],
  ['longest frame of a run', 'ms', (all) => median(all.map(({ frames }) => Math.max(...frames))), null],
  [
    "page's longest task, processor time",
    'ms',
    (all) => median(all.map(({ tasks }) => Math.max(...tasks))),
    { of: 'ours', atMost: 50 },
  ],
  [
    "page's processor time of a second",
    'ms',
    (all) => median(all.map(({ tasks }) => sum(tasks) / seconds)),
    null,
  ],
  [
    "page's waiting for a processor of a second",
    'ms',
    (all) => median(all.map(({ waited }) => waited / seconds)),
    null,
  ],
  ["page's heap after it", 'MiB', (all) => median(all.map(({ heap }) => heap)) / mebibyte, null],
];

const inWords: Readonly<Record<Exclude<View, 'one'>, string>> = {
  all: 'console of all',
  filtered: 'console of all with filters on',
};

function rowsOf(view: Exclude<View, 'one'>, all: readonly Run[], single: readonly Run[]): BenchRow[] {
  return figures.map(([name, unit, of, target]) => ({
    work: `${crowd} engines say ${rate} lines/s, ${inWords[view]}: ${name}`,
    unit,
    ours: of(all.map(({ talk }) => talk)),
    reference: { name: 'one engine, its console', value: of(single.map(({ talk }) => talk)) },
    target,
  }));
}

function rowsOfPour(all: readonly Run[]): BenchRow[] {
  const pours = all.flatMap(({ pour }) => pour ?? []);
  const work = `${crowd} engines pour ${poured} lines each, console of all`;
  const row = (name: string, unit: string, ours: number, target: BenchRow['target'] = null): BenchRow => ({
    work: `${work}: ${name}`,
    unit,
    ours,
    reference: null,
    target,
  });
  const tasks = median(pours.map((pour) => Math.max(...pour.tasks)));
  return [
    row(
      'frame, 99th of 100',
      'ms',
      percentile(
        pours.flatMap(({ frames }) => frames),
        0.99,
      ),
    ),
    row("page's longest task, processor time", 'ms', tasks),
    row("page's heap after it", 'MiB', median(pours.map(({ heap }) => heap)) / mebibyte, {
      of: 'ours',
      atMost: 250,
    }),
    row("host's most memory", 'MiB', median(pours.map(({ host }) => host)) / mebibyte),
    {
      ...row('lines left out', 'lines', median(pours.map(({ leftOut }) => leftOut))),
      reference: { name: 'lines said', value: crowd * (poured + (rate * seconds) / crowd) },
    },
  ];
}

export async function run(): Promise<BenchRow[]> {
  const browser = await launchChromium();
  try {
    const all: Record<View, Run[]> = { one: [], all: [], filtered: [] };
    for (let count = 0; count < runs; count++) {
      for (const view of views) {
        const { talk, pour } = await once(browser, view);
        all[view].push({ talk, pour });
        console.log(
          `  ${view}: ${talk.frames.length} frames, 99th of 100 ${percentile(talk.frames, 0.99).toFixed(0)} ms, ` +
            `longest task ${Math.max(...talk.tasks).toFixed(0)} ms of processor time` +
            (pour === null ? '' : `; pouring ${percentile(pour.frames, 0.99).toFixed(0)} ms`),
        );
      }
    }
    return [
      ...rowsOf('all', all.all, all.one),
      ...rowsOf('filtered', all.filtered, all.one),
      ...rowsOfPour(all.all),
    ];
  } finally {
    await browser.close();
  }
}
