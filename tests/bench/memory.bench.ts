/**
 * The memory of a host whose eight engines have printed a million lines together, and of the window that has shown each
 * console. The lines go to stderr, which only the consoles read.
 */
import { resolve } from 'node:path';
import { launchChromium } from '../support/chromium.ts';
import type { BenchRow } from './harness.ts';
import { BenchHost } from './host.ts';
import { mebibyte, residentBytes } from './memory.ts';
import { BenchWindow } from './window.ts';

const engines = 8;
const linesEach = 125_000;
const lineBytes = 80;

const file = resolve('tests/bench/talker.cjs');
const names = Array.from({ length: engines }, (_, index) => `talker ${index + 1}`);

const pause = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));

/** Lets each engine think, and print, until the host ends. */
async function letTalk(house: BenchHost): Promise<void> {
  for (const name of names) {
    const engine = await house.engine(name);
    const limit = { kind: 'time', seconds: 3600 } as const;
    const events = await house.client.jobs.analyse({ game: 'connect4', engine, protocol: 'cfp', limit });
    // Ends with the connection; there is no answer before.
    void events.next().catch(() => undefined);
  }
  const said = async (): Promise<number> =>
    (await house.state()).sessions.filter(({ journalBytes }) => journalBytes > linesEach * lineBytes).length;
  while ((await said()) < engines) await pause(200);
}

export async function run(): Promise<BenchRow[]> {
  const talker = { file, protocol: 'cfp', args: [String(linesEach)] } as const;
  const house = await BenchHost.open(Object.fromEntries(names.map((name) => [name, talker])));
  const browser = await launchChromium();
  try {
    const window = await BenchWindow.open(browser, house.host.url);
    const idle = { host: residentBytes(house.host.pid), heap: await window.heapBytes() };
    await letTalk(house);
    for (const name of names) {
      await window.page.getByRole('tab', { name: new RegExp(name) }).click();
      await window.page.locator('.xterm-rows', { hasText: 'that is all' }).waitFor({ timeout: 60_000 });
    }
    const [host, heap] = [residentBytes(house.host.pid), await window.heapBytes()];
    const row = (what: string, now: number, before: number): BenchRow => ({
      work: `eight engines, a million lines: ${what}`,
      unit: 'MiB',
      ours: now / mebibyte,
      reference: { name: 'before', value: before / mebibyte },
      target: null,
    });
    return [
      row('host, resident', host, idle.host),
      row("page's heap", heap, idle.heap),
      { ...row('both', host + heap, idle.host + idle.heap), target: { of: 'ours', atMost: 250 } },
    ];
  } finally {
    await browser.close();
    await house.close();
  }
}
