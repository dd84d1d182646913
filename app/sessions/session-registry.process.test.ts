import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defaultDeadlines } from '../protocols/protocol.ts';
import { defaultProcessLimits, defaultQuota } from './watch/limits.ts';
import { endedLimit, SessionRegistry, type EngineSpec, type SessionEntry } from './session-registry.ts';

let folder: string;

let sessionRegistry: SessionRegistry;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plywire-registry-'));
  sessionRegistry = new SessionRegistry({ journals: folder });
});
afterEach(async () => {
  await sessionRegistry.closeAll();
  rmSync(folder, { recursive: true, force: true });
});

const waits = ['-e', 'process.stdin.on("data", (text) => /quit/.test(text) && process.exit())'];

/** Of a program that waits for `quit`, or of another one. */
const specOf = (title: string, file: string, args: readonly string[] = waits): EngineSpec => ({
  engine: 'e-test',
  title,
  launch: {
    file,
    interpreter: null,
    interpreterArgs: [],
    args,
    folder,
    environment: {},
    sandbox: false,
    bundled: false,
  },
  protocol: 'cfp',
  deadlines: defaultDeadlines,
  limits: { ...defaultProcessLimits, journalBytes: defaultQuota },
  values: {},
});

/** For a file that is not there, a session that ends at once. */
const open = (
  title: string,
  file = join(folder, 'missing'),
  among = sessionRegistry,
  args: readonly string[] = waits,
): SessionEntry => among.open(specOf(title, file, args), 'contact');

const titles = (): string[] => sessionRegistry.list().map(({ spec }) => spec.title);

it('lets go of what ended first, however early the one was opened that ends last', async () => {
  const long = open('long', process.execPath);
  for (let count = 0; count < endedLimit; count++) await open(`short ${count}`).session.ended;
  expect(titles()).toHaveLength(endedLimit + 1);
  await long.session.close();
  expect(titles()).toHaveLength(endedLimit);
  expect(titles()[0]).toBe('long');
  expect(titles()).not.toContain('short 0');
});

it('takes an ended session off the list, and none that runs', async () => {
  const running = open('running', process.execPath);
  const ended = open('ended');
  await ended.session.ended;
  expect(sessionRegistry.dismiss(running.session.id)).toBe(false);
  expect(sessionRegistry.dismiss(ended.session.id)).toBe(true);
  expect(sessionRegistry.dismiss(ended.session.id)).toBe(false);
  expect(titles()).toEqual(['running']);
});

it('tells of a flood of lines now and then, and of what matters at once', async () => {
  let changes = 0;
  const flooded = new SessionRegistry({ journals: folder, onChange: () => changes++ });
  const program =
    'process.stdin.on("data", (text) => /quit/.test(text) ? process.exit() : process.stdout.write("cfpok\\n"));' +
    'process.stdout.write("info of no use\\n".repeat(20000));';
  const { session } = open('flood', process.execPath, flooded, ['-e', program]);
  await expect.poll(() => session.traffic.next > 20_000 && session.opened, { timeout: 30_000 }).toBe(true);
  const told = changes;
  expect(told).toBeGreaterThan(0);
  expect(told).toBeLessThan(2000);
  await flooded.closeAll();
  expect(changes).toBeGreaterThan(told);
});

it('starts nothing once it is closed', async () => {
  const { session } = open('first', process.execPath);
  const restarting = sessionRegistry.restart(session);
  const closing = sessionRegistry.closeAll();
  expect(() => open('second', process.execPath)).toThrow('second was not started: Plywire is closing.');
  await expect(restarting).rejects.toThrow('first was not started');
  expect(await closing).toMatchObject([{ word: 'quit' }]);
  expect(sessionRegistry.running).toBe(0);
});

describe('without a home', () => {
  const never = new AbortController().signal;

  it('opens an engine from what was read from JSON, and keeps no journal where none is wanted', async () => {
    const alone = new SessionRegistry({ journals: null });
    const spec = JSON.parse(JSON.stringify(specOf('alone', process.execPath))) as EngineSpec;
    const { session } = alone.open(spec, 'command line');
    await expect.poll(() => session.pid, { timeout: 30_000 }).not.toBeNull();
    expect(session).toMatchObject({ journalPath: null, unjournalled: null });
    expect(await alone.closeAll()).toMatchObject([{ word: 'quit' }]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('refuses at the limit, or waits there in the order of asking', async () => {
    const narrow = new SessionRegistry({ journals: null, most: () => 1 });
    const spec = specOf('one', process.execPath);
    const first = narrow.open(spec, 'contact');
    expect(() => narrow.open(spec, 'contact')).toThrow(/one engine is already running, which is the limit/);
    const begun: string[] = [];
    const waiting = ['second', 'third'].map((name) =>
      narrow.room.whenFree(() => {
        begun.push(name);
        return narrow.open(spec, 'contact');
      }, never),
    );
    const calledOff = new AbortController();
    const unstarted = narrow.room.whenFree(() => begun.push('called off'), calledOff.signal);
    calledOff.abort();
    expect(await unstarted).toBeNull();
    expect(begun).toEqual([]);
    await first.session.close();
    const second = (await waiting[0]!)!;
    expect(begun).toEqual(['second']);
    await second.session.close();
    await (await waiting[1]!)!.session.close();
    expect(begun).toEqual(['second', 'third']);
  });

  it('lets nothing that waits take the place of an engine that is restarted', async () => {
    const narrow = new SessionRegistry({ journals: null, most: () => 1 });
    const before = narrow.open(specOf('one', process.execPath), 'contact');
    const waiting = narrow.room.whenFree(() => narrow.running, never);
    const after = await narrow.restart(before.session, { reason: 'a test asked' });
    expect(after).toMatchObject({ spec: before.spec, purpose: 'contact' });
    // One that was ended for our own reason alone leaves the list.
    expect(narrow.list()).toEqual([after]);
    await expect(narrow.restart(before.session)).rejects.toThrow('That engine was already restarted.');
    await after.session.close();
    expect(await waiting).toBe(0);
  });
});
