import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { apply, type Watched } from '../../app/api/changes.ts';
import { readJournal } from '../../app/sessions/journal/reader.ts';
import { connect } from '../support/contract-client.ts';
import type { Desk } from '../support/desk.ts';
import { eventually } from '../support/eventually.ts';
import { useStages, type Stage } from '../support/stage.ts';

const stage = useStages();

const mebibyte = 1024 * 1024;

/** Bytes of which the console keeps a few thousand lines; keeping all of them would show. */
const flood = 80 * mebibyte;

/**
 * What may be added to a host's memory: its bounded views, bytes on their way to disk and garbage. All lines of such a
 * flood as objects take three times as much.
 */
const mostAdded = 160 * mebibyte;

/** An engine at the second seat that prints lines of this many bytes. */
async function onStage(bytes: number): Promise<{ on: Stage; desk: Desk }> {
  const on = await stage({
    registered: { flooder: { fixture: 'misbehave', protocol: 'cfp', args: ['--stream', String(bytes)] } },
  });
  const desk = await on.open();
  await desk.seatEngine(2, 'flooder', { seconds: 600 });
  return { on, desk };
}

function residentBytes(pid: number): number {
  return Number(/^VmRSS:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
}

/** What the journal of the flooded session holds: the largest one, since the connection test has its own. */
async function journalled(on: Stage): Promise<{ heard: string; lines: number }> {
  const folder = join(on.home, 'plywire', 'journals');
  const paths = readdirSync(folder).map((name) => join(folder, name));
  const [path] = paths.toSorted((a, b) => statSync(b).size - statSync(a).size);
  const heard: string[] = [];
  let lines = 0;
  for await (const { mark, bytes } of readJournal(path!)) {
    const text = bytes.toString('latin1');
    lines += mark === '###' ? 1 : text.split('\n').length - 1;
    if (mark === '<--') heard.push(text);
  }
  return { heard: heard.join(''), lines };
}

/** The same once the answer is on disk, where lines arrive a little later than in the window. */
async function written(on: Stage): Promise<{ heard: string; lines: number }> {
  let found = { heard: '', lines: 0 };
  await eventually(async () => (found = await journalled(on)).heard.endsWith('bestmove 3\n'), 60_000).toBe(
    true,
  );
  return found;
}

/** A flood without a gap, and otherwise only the protocol's own lines and signs of life. */
function expectWhole(all: string, bytes: number): void {
  const line = `info ${'x'.repeat(bytes - 6)}\n`;
  const heard = all.replaceAll(/^readyok\n/gm, '');
  const start = heard.indexOf(line);
  const end = heard.lastIndexOf(line) + line.length;
  expect(heard.slice(0, start)).toMatch(/^id name [^]*cfpok\n$/);
  expect(heard.slice(end)).toBe('bestmove 3\n');
  expect(heard.slice(start, end) === line.repeat((end - start) / line.length)).toBe(true);
}

const facts = async (desk: Desk): Promise<string> => (await desk.dock.locator('.facts').textContent()) ?? '';

async function leftOut(desk: Desk): Promise<number> {
  return Number(/([\d\s]+) lines? left out/.exec(await facts(desk))?.[1]?.replaceAll(/\s/g, '') ?? 0);
}

describe('a flood', { timeout: 180_000 }, () => {
  it('leaves the window in use, the journal whole and the memory bounded', async () => {
    const { on, desk } = await onStage(100);
    const before = residentBytes(on.host.pid);
    await desk.clickColumn(1);
    await eventually(() => leftOut(desk)).toBeGreaterThan(0);
    // It prints until it is told to stop, so all of this happens meanwhile.
    await desk.bar.getByRole('button', { name: 'New', exact: true }).click();
    await desk.dialog.waitFor();
    await desk.press('Escape');
    await desk.dialog.waitFor({ state: 'hidden' });
    await expect
      .poll(async () => Number(/journal ([\d.]+) MiB/.exec(await facts(desk))?.[1] ?? 0), {
        timeout: 120_000,
      })
      .toBeGreaterThan(flood / 1024 ** 2);
    expect(residentBytes(on.host.pid) - before).toBeLessThan(mostAdded);
    expect(await desk.moves()).toEqual(['1']);
    await desk.press('m');
    await eventually(() => desk.moves()).toEqual(['1', '4']);
    await eventually(() => desk.consoleText()).toMatch(/<-\s+bestmove 3/);

    const kept = await desk.consoleLines();
    const { heard, lines } = await written(on);
    expectWhole(heard, 100);
    expect(heard.length).toBeGreaterThan(flood);
    await eventually(async () => kept.length + (await leftOut(desk))).toBe(lines);
  });

  it('goes on while those who look at it stand still', async () => {
    const { on, desk } = await onStage(16_000);
    const { client, close } = await connect(on.host.url);
    let moves: readonly string[] = [];
    let key = '';
    let session = '';
    let journalBytes = 0;
    let known: Watched | null = null;
    const watched = (async () => {
      for await (const event of await client.host.watch()) {
        known = apply(known, event);
        const { game, sessions } = known!.state;
        key = game.key;
        moves = game.nodes.slice(1).map(({ move }) => move!);
        session = sessions.at(-1)?.id ?? session;
        journalBytes = sessions.at(-1)?.journalBytes ?? journalBytes;
      }
    })().catch(() => 'closed');
    await desk.clickColumn(1);
    await eventually(() => leftOut(desk)).toBeGreaterThan(0);
    const view = await connect(on.host.url);
    const batches = await view.client.sessions.lines({ session, from: 0 });
    await batches.next();
    view.stall();
    const renderers = await on.renderers();
    expect(renderers).not.toEqual([]);
    for (const pid of renderers) process.kill(pid, 'SIGSTOP');
    try {
      // More than the system buffers for sockets that are not read: with lines this long a view receives them all.
      const wanted = journalBytes + 64 * mebibyte;
      await expect.poll(() => journalBytes, { timeout: 120_000 }).toBeGreaterThan(wanted);
      await client.game.moveNow({ game: key });
      await eventually(() => moves).toEqual(['1', '4']);
    } finally {
      for (const pid of renderers) process.kill(pid, 'SIGCONT');
    }
    expectWhole((await written(on)).heard, 16_000);
    await eventually(() => desk.moves()).toEqual(['1', '4']);
    await eventually(() => desk.consoleText()).toMatch(/<-\s+bestmove 3/);
    view.close();
    close();
    expect(await watched).toBe('closed');
  });
});
