/**
 * 100 MB printed by one engine into a built host: with its console open in a window, with filters by direction and by
 * text that let everything through, with the console collapsed, and without a window. Headless Chromium draws at 60
 * frames per second, without a graphics card.
 */
import type { Browser } from 'playwright';
import { launchChromium } from '../support/chromium.ts';
import { flooding, journalledFlood, type Pour } from './flood.ts';
import { median, percentile, type BenchRow } from './harness.ts';
import { BenchHost } from './host.ts';
import { mebibyte, mostResidentBytes, residentBytes } from './memory.ts';
import { BenchWindow } from './window.ts';

const bytes = 100_000_000;
const runs = 5;

/** Milliseconds after the engine's answer in which a view catches up. */
const catchUp = 4000;

type View = 'open' | 'filtered' | 'folded' | 'none';

interface Run extends Pour {
  readonly frames: readonly number[];
  /** Milliseconds of processor time of each task of the page. */
  readonly tasks: readonly number[];
  readonly leftOut: number;
  /** Bytes. */
  readonly heapBefore: number;
  readonly heapAfter: number;
  readonly hostBefore: number;
  readonly hostMost: number;
}

const pause = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));

/** Asks the engine for the first move of a game; it floods before it answers. */
async function flood(browser: Browser, view: View): Promise<Run> {
  const house = await BenchHost.open({ flood: flooding(bytes) });
  const { client } = house;
  try {
    const { settings, game } = await house.state();
    const of = { game: game.key };
    await client.settings.change({ layout: { ...settings.layout, dockOpen: view !== 'folded' } });
    const engine = await house.engine('flood');
    const limit = { kind: 'time', seconds: 600 } as const;
    await client.game.setPlayer({
      ...of,
      seat: 0,
      player: { kind: 'engine', engine, protocol: 'cfp', limit, options: {} },
    });
    const window = view === 'none' ? null : await BenchWindow.open(browser, house.host.url);
    const heapBefore = (await window?.heapBytes()) ?? 0;
    const hostBefore = residentBytes(house.host.pid);
    const endTasks = await window?.watchTasks();
    if (view !== 'filtered') await window?.watchFrames();
    await client.game.start(of);
    if (window !== null && view === 'filtered') {
      // A session has its own filters, so they are chosen while it is already printing; the frames this takes do not
      // belong to the flood.
      await window.filter('Heard', 'SCORE');
      await window.watchFrames();
    }
    const { sessions } = await house.until(({ game: { nodes } }) => nodes.length === 2);
    await pause(catchUp);
    const frames = (await window?.frames()) ?? [];
    const tasks = (await endTasks?.()) ?? [];
    const leftOut = (await window?.leftOut()) ?? 0;
    const heapAfter = (await window?.heapBytes()) ?? 0;
    const session = sessions[0]!.id;
    await client.sessions.close({ session });
    const hostMost = mostResidentBytes(house.host.pid) ?? residentBytes(house.host.pid);
    const pour = await journalledFlood(house.journalOf(session), bytes);
    await window?.close();
    return { ...pour, frames, tasks, leftOut, heapBefore, heapAfter, hostBefore, hostMost };
  } finally {
    await house.close();
  }
}

const inMebibytes = (all: readonly number[]): number => median(all) / mebibyte;

function rowsOf(view: 'open' | 'filtered' | 'folded', all: readonly Run[], bare: readonly Run[]): BenchRow[] {
  const work = `100 MB from one engine, console ${view === 'filtered' ? 'open with filters on' : view}`;
  const alone = { reference: null, target: null };
  const before = (name: string, figures: readonly number[]): BenchRow['reference'] => ({
    name,
    value: inMebibytes(figures),
  });
  return [
    {
      work: `${work}: frame, 99th of 100`,
      unit: 'ms',
      ours: percentile(
        all.flatMap(({ frames }) => frames),
        0.99,
      ),
      reference: null,
      target: { of: 'ours', atMost: 50 },
    },
    {
      work: `${work}: longest frame of a run`,
      unit: 'ms',
      ours: median(all.map(({ frames }) => Math.max(...frames))),
      ...alone,
    },
    {
      work: `${work}: page's longest task, processor time`,
      unit: 'ms',
      ours: median(all.map(({ tasks }) => Math.max(...tasks))),
      reference: null,
      target: { of: 'ours', atMost: 50 },
    },
    {
      work: `${work}: time to pour`,
      unit: 's',
      ours: median(all.map(({ seconds }) => seconds)),
      reference: { name: 'no window', value: median(bare.map(({ seconds }) => seconds)) },
      target: null,
    },
    {
      work: `${work}: lines left out`,
      unit: 'lines',
      ours: median(all.map(({ leftOut }) => leftOut)),
      reference: { name: 'lines in the journal', value: median(all.map(({ lines }) => lines)) },
      target: null,
    },
    {
      work: `${work}: host's most memory`,
      unit: 'MiB',
      ours: inMebibytes(all.map(({ hostMost }) => hostMost)),
      reference: before(
        'before it',
        all.map(({ hostBefore }) => hostBefore),
      ),
      target: null,
    },
    {
      work: `${work}: page's heap after it`,
      unit: 'MiB',
      ours: inMebibytes(all.map(({ heapAfter }) => heapAfter)),
      reference: before(
        'before it',
        all.map(({ heapBefore }) => heapBefore),
      ),
      target: null,
    },
  ];
}

export async function run(): Promise<BenchRow[]> {
  const browser = await launchChromium();
  try {
    const all: Record<View, Run[]> = { open: [], filtered: [], folded: [], none: [] };
    for (let count = 0; count < runs; count++) {
      for (const view of ['open', 'filtered', 'folded', 'none'] as const) {
        const one = await flood(browser, view);
        all[view].push(one);
        console.log(
          `  ${view}: ${one.seconds.toFixed(2)} s, ${one.frames.length} frames, 99th of 100 ` +
            `${percentile(one.frames, 0.99).toFixed(0)} ms, longest ${Math.max(0, ...one.frames).toFixed(0)} ms, ` +
            `longest task ${Math.max(0, ...one.tasks).toFixed(0)} ms of processor time, ` +
            `${one.leftOut} of ${one.lines} lines left out`,
        );
      }
    }
    return (['open', 'filtered', 'folded'] as const).flatMap((view) => rowsOf(view, all[view], all.none));
  } finally {
    await browser.close();
  }
}
