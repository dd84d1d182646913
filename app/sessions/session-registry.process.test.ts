import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { cfp } from '../protocols/cfp/index.ts';
import { defaultDeadlines } from '../protocols/protocol.ts';
import { defaultProcessLimits, defaultQuota } from './watch/limits.ts';
import { endedLimit, SessionRegistry, type SessionEntry } from './session-registry.ts';

let folder: string;

let sessionRegistry: SessionRegistry;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plywire-registry-'));
  sessionRegistry = new SessionRegistry(folder, () => undefined);
});
afterEach(async () => {
  await sessionRegistry.closeAll();
  rmSync(folder, { recursive: true, force: true });
});

const waits = ['-e', 'process.stdin.on("data", (text) => /quit/.test(text) && process.exit())'];

/** A program that waits for `quit`, or another one; or, for a file that is not there, a session that ends at once. */
const open = (
  title: string,
  file = join(folder, 'missing'),
  among = sessionRegistry,
  args: readonly string[] = waits,
): SessionEntry =>
  among.open({
    engine: 'e-test',
    title,
    purpose: 'contact',
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
    protocol: cfp,
    deadlines: defaultDeadlines,
    limits: { ...defaultProcessLimits, journalBytes: defaultQuota },
    values: {},
  });

const titles = (): string[] => sessionRegistry.list().map(({ opening }) => opening.title);

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
  const flooded = new SessionRegistry(folder, () => changes++);
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
