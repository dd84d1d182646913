/**
 * Eight engines that print without end, in a built host, and what waits for them: another call of a client, a deadline,
 * the signal that ends the host. Each kind of output alone, and all at once. Those ended as `limit` are restarted at
 * once.
 *
 * Today's Plywire tests four engines in parallel. So this host is a copy that starts eight.
 */
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readJournal } from '../../app/sessions/journal/reader.ts';
import { percentile, type BenchRow } from './harness.ts';
import { BenchHost } from './host.ts';

const kinds = ['blank', 'pairs', 'long', 'endless', 'stderr'] as const;
type Kind = (typeof kinds)[number] | 'silent';

const engines = 8;
/** Milliseconds during which calls are made, and between two of them. */
const calling = 4000;
const between = 10;
/**
 * Milliseconds: the handshake's deadline while it is measured; before it, none of the eight exceeds the flood limit.
 */
const deadline = 3000;

/** A host with these engines registered, and the connection tests of all of them. */
async function pouring(
  wanted: readonly Kind[],
  handshake: number,
): Promise<{
  readonly house: BenchHost;
  readonly begin: (again: boolean) => void;
  readonly stop: () => void;
}> {
  const house = await BenchHost.open(
    { model: { file: resolve('tests/bench/pour.sh'), protocol: 'cfp', args: ['silent'] } },
    { app: { code: 'checksAtOnce = 4', instead: `checksAtOnce = ${engines}` } },
  );
  const { client } = house;
  const file = join(house.folder, 'pour.sh');
  copyFileSync(resolve('tests/bench/pour.sh'), file);
  const { settings } = await house.state();
  await client.settings.change({
    deadlines: { ...settings.deadlines, handshake },
    enginesAtOnce: engines + 4,
  });
  const { text } = await client.config.export({ environment: false });
  const config = JSON.parse(text) as { engines: { name: string }[] };
  const model = config.engines.find(({ name }) => name === 'model')!;
  const made = wanted.map((kind, at) => ({ ...model, file, name: `pour ${at + 1}`, args: [kind] }));
  await client.config.import({
    text: JSON.stringify({ ...config, engines: made }),
    engines: made.map((_, at) => at),
    settings: false,
    sandbox: false,
  });
  const state = await house.state();
  const ids = state.engines.flatMap(({ id, name }) => (name.startsWith('pour ') ? [id] : []));
  let going = true;
  const contact = async (engine: string, again: boolean): Promise<void> => {
    do await client.engines.check({ engine });
    while (again && going);
  };
  return {
    house,
    begin: (again) => ids.forEach((id) => void contact(id, again).catch(() => undefined)),
    stop: () => (going = false),
  };
}

const rotated = (of: readonly Kind[]): Kind[] =>
  Array.from({ length: engines }, (_, at) => of[at % of.length]!);

/** A client's call, in milliseconds. */
interface Call {
  readonly took: number;
  /** How long the host's main thread ran, and waited for a processor, if the system reports it. */
  readonly ran: number;
  readonly queued: number;
}

/** Milliseconds that the main thread of a process has run and has waited for a processor. */
function scheduled(pid: number): readonly [ran: number, queued: number] {
  const path = `/proc/${pid}/task/${pid}/schedstat`;
  if (!existsSync(path)) return [0, 0];
  const [ran = 0, queued = 0] = readFileSync(path, 'utf8').split(' ').map(Number);
  return [ran / 1e6, queued / 1e6];
}

/** How long a client's calls take. */
async function calls(wanted: readonly Kind[]): Promise<Call[]> {
  const { house, begin, stop } = await pouring(wanted, 60_000);
  try {
    begin(true);
    await house.until(({ sessions }) => sessions.filter(({ ending }) => ending === null).length === engines);
    const made: Call[] = [];
    for (const end = performance.now() + calling; performance.now() < end;) {
      const [ran, queued] = scheduled(house.host.pid);
      const asked = performance.now();
      await house.client.files.roots();
      const took = performance.now() - asked;
      const since = scheduled(house.host.pid);
      made.push({ took, ran: since[0] - ran, queued: since[1] - queued });
      await pause(between);
    }
    return made;
  } finally {
    stop();
    await house.close();
  }
}

/**
 * Milliseconds by which each engine missed the handshake's deadline, by the clock of its journal. Engines that were
 * ended earlier, at the flood limit, have none.
 */
async function lateness(wanted: readonly Kind[]): Promise<number[]> {
  const { house, begin } = await pouring(wanted, deadline);
  try {
    begin(false);
    const { sessions } = await house.until(
      ({ sessions: all }) => all.filter(({ ending }) => ending !== null).length === engines,
    );
    const figures: number[] = [];
    for (const { id } of sessions) {
      let asked: number | null = null;
      let over: number | null = null;
      for await (const { mark, micros, bytes } of readJournal(house.journalOf(id))) {
        if (mark === '-->') asked ??= micros;
        if (mark === '###' && bytes.toString().startsWith('handshake:')) over ??= micros;
      }
      if (asked !== null && over !== null) figures.push((over - asked) / 1000 - deadline);
    }
    if (figures.length === 0) throw new Error('no session ended at its deadline');
    return figures;
  } finally {
    await house.close();
  }
}

/** Milliseconds from TERM until the first engine is told to quit, and until the host has ended. */
async function ending(wanted: readonly Kind[]): Promise<{ readonly heard: number; readonly over: number }> {
  const { house, begin } = await pouring(wanted, 60_000);
  begin(false);
  const { sessions } = await house.until(
    ({ sessions: all }) => all.filter(({ state }) => state === 'handshake').length === engines,
  );
  await pause(1000);
  const wall = Date.now();
  const began = performance.now();
  await house.host.end('SIGTERM');
  const over = performance.now() - began;
  const heard: number[] = [];
  for (const { id } of sessions) {
    const journal = readJournal(house.journalOf(id));
    for await (const { mark, micros, bytes } of journal) {
      if (mark !== '-->' || bytes.toString() !== 'quit\n') continue;
      heard.push(Date.parse(journal.facts['startedAt'] as string) + micros / 1000 - wall);
      break;
    }
  }
  await house.close();
  return { heard: Math.min(...heard), over };
}

export async function run(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  const row = (work: string, ours: number, target: BenchRow['target'] = null, silent?: number): void => {
    const reference = silent === undefined ? null : { name: 'eight that are silent', value: silent };
    rows.push({ work, unit: 'ms', ours, reference, target });
    console.log(`  ${work}: ${ours.toFixed(1)} ms`);
  };
  const slowest = (made: readonly Call[], of: keyof Call): number =>
    percentile(
      made.map((call) => call[of]),
      0.99,
    );
  // The cost of other load and of the round trip to the host.
  const alone = slowest(await calls(rotated(['silent'])), 'took');
  for (const kind of [...kinds, 'all'] as const) {
    const made = await calls(rotated(kind === 'all' ? kinds : [kind]));
    const work = `${engines} engines pour (${kind}): another call, 99th of 100`;
    row(work, slowest(made, 'took'), { of: 'ours', atMost: 50 }, alone);
    row(`${work}, the host ran meanwhile`, slowest(made, 'ran'), { of: 'ours', atMost: 50 });
    row(`${work}, the host stood in the queue for a processor`, slowest(made, 'queued'));
  }
  const beside = await lateness([
    ...Array<Kind>(4).fill('pairs'),
    ...Array<Kind>(3).fill('stderr'),
    'silent',
  ]);
  row(`${engines} engines pour: deadline of ${deadline / 1000} s, latest`, Math.max(...beside), {
    of: 'ours',
    atMost: 200,
  });
  const term = await ending(rotated(kinds));
  row(`${engines} engines pour: TERM, until engines are told to leave`, term.heard, {
    of: 'ours',
    atMost: 1000,
  });
  row(`${engines} engines pour: TERM, until the host has ended`, term.over);
  return rows;
}
