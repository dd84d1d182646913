/**
 * Opens and closes sessions through the core as a window does, and reports what is left. A program of its own, so that
 * nothing else is on its heap: `node --expose-gc soak.cjs HOME ENGINE ROUNDS`.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createCore } from '../../app/api/create-core.ts';
import { homeFor } from '../../app/library/home.ts';
import { whenReady } from '../../app/play/ask.ts';
import type { Session } from '../../app/sessions/session.ts';

export interface SoakFigures {
  /** Rounds completed. */
  readonly round: number;
  /** Bytes after a full collection. */
  readonly heap: number;
  readonly descriptors: number;
  readonly children: number;
  /** Timers, pipes and other handles that keep the process alive. */
  readonly resources: number;
  /** Subscriptions to ended sessions that still exist. */
  readonly listeners: number;
}

const [home = '', engine = '', rounds = '200'] = process.argv.slice(2);
const collect = (globalThis as { gc?: () => void }).gc;
if (collect === undefined) throw new Error('start it with --expose-gc');

const core = await createCore({
  home: homeFor({ PLYWIRE_HOME: home }),
  version: '0.0.0-test',
  bundledEngines: home,
  searchThread: join(home, 'none'),
  truthThread: join(home, 'none'),
  indexThread: join(home, 'none'),
  pickerRoots: [home],
  keepsGame: true,
});
const { record } = await core.engines.add({
  name: 'Quick',
  protocol: 'cfp',
  args: [],
  environment: {},
  sandbox: false,
  file: engine,
  folder: null,
  interpreter: null,
  interpreterArgs: [],
});
await core.engines.settled();

function measure(round: number): SoakFigures {
  for (let time = 0; time < 3; time++) collect!();
  return {
    round,
    heap: process.memoryUsage().heapUsed,
    descriptors: readdirSync('/proc/self/fd').length,
    children: process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length,
    resources: process.getActiveResourcesInfo().length,
    listeners: core.sessionRegistry.list().reduce((sum, { session }) => sum + session.listenerCount, 0),
  };
}

async function analysing(): Promise<Session> {
  await core.analysts.start(record.id, 'cfp');
  return core.analysts.sessions[0]!;
}

const uses = ['analysis', 'first player', 'contact', 'command line'] as const;
for (let round = 1; round <= Number(rounds); round++) {
  const use = uses[round % uses.length]!;
  const session = use === 'analysis' ? await analysing() : core.launcher.open(record.id, 'cfp', use).session;
  const ended = await whenReady(session);
  if (ended) throw new Error(ended.reason);
  await session.close();
  if (round % (Number(rounds) / 4) === 0) {
    // Deferred work, such as frequent state changes, is not a leak.
    await new Promise((resolve) => setTimeout(resolve, 600));
    process.stdout.write(`${JSON.stringify(measure(round))}\n`);
  }
}
await core.close();
