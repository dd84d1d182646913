/**
 * The throughput of the contract over each transport, compared with the same calls in process: single events (an
 * engine's `info` lines in an analysis) and bytes in pieces (a journal as text). Both ends are in this process, which
 * pays for both.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Core } from '../../app/api/core.ts';
import { createCore } from '../../app/api/create-core.ts';
import { transports, type Client } from '../../app/api/testing/clients.ts';
import { homeFor } from '../../app/library/home.ts';
import type { Session } from '../../app/sessions/session.ts';
import { compare, type BenchRow } from './harness.ts';

const reference = 'in process';
const bytes = { events: 4_000_000, journal: 20_000_000 } as const;
const rounds = 5;

async function addFlooder(core: Core, amount: number): Promise<string> {
  const { record } = await core.engines.add({
    name: `Floods ${amount}`,
    protocol: 'cfp',
    args: ['--flood', String(amount)],
    environment: {},
    sandbox: false,
    file: resolve('tests/engines/misbehave.mjs'),
    folder: null,
    interpreter: process.execPath,
    interpreterArgs: [],
  });
  return record.id;
}

/** Events of one analysis per second, from its first to its last. @throws Error if there were hardly any */
async function eventsPerSecond(client: Client, engine: string): Promise<number> {
  const limit = { kind: 'time', seconds: 0.2 } as const;
  let count = 0;
  let began = 0;
  for await (const { kind } of await client.jobs.analyse({
    game: 'connect4',
    engine,
    protocol: 'cfp',
    limit,
  })) {
    if (kind === 'info' && count++ === 0) began = performance.now();
  }
  if (count < 1000) throw new Error(`the analysis told ${count} lines`);
  return (count * 1000) / (performance.now() - began);
}

async function megabytesPerSecond(client: Client, session: string): Promise<number> {
  const began = performance.now();
  let characters = 0;
  for await (const piece of await client.sessions.journal({ session })) characters += piece.length;
  return characters / 1000 / (performance.now() - began);
}

/** A session that has filled its journal and ended. */
async function pour(core: Core, engine: string): Promise<string> {
  await core.analysts.start(engine, 'cfp');
  const [session] = core.analysts.sessions as [Session];
  await new Promise<void>((done) => {
    session.subscribe(() => {
      if (session.journalBytes > bytes.journal) done();
    });
  });
  core.analysts.stop();
  await session.ended;
  return session.id;
}

export async function run(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'plywire-bench-'));
  const core = await createCore({
    home: homeFor({ PLYWIRE_HOME: join(folder, 'home') }),
    version: '0.0.0-bench',
    bundledEngines: resolve('dist/engines'),
    searchThread: resolve('dist/app/search-thread.cjs'),
    truthThread: resolve('dist/app/truth-thread.cjs'),
    indexThread: resolve('dist/app/index-thread.cjs'),
    pickerRoots: [folder],
    keepsGame: false,
  });
  const open = await Promise.all(
    Object.entries(transports).map(async ([name, make]) => {
      const transport = await make(core, resolve('dist/renderer'));
      return { name, transport, client: (await transport.connect()).client };
    }),
  );
  try {
    const engine = await addFlooder(core, bytes.events);
    const pourer = await addFlooder(core, bytes.journal);
    const inProcess = open.find(({ name }) => name === reference)!.client;
    const rows: BenchRow[] = [];
    for (const { name, client } of open.filter((other) => other.name !== reference)) {
      // Again, since only the last few ended sessions are remembered.
      const session = await pour(core, pourer);
      rows.push(
        await compare({
          work: `Contract ${name}, a journal`,
          unit: 'MB/s',
          rounds,
          ours: () => megabytesPerSecond(client, session),
          reference: { name: reference, measure: () => megabytesPerSecond(inProcess, session) },
          target: null,
        }),
        await compare({
          work: `Contract ${name}, events`,
          unit: 'events/s',
          rounds,
          ours: () => eventsPerSecond(client, engine),
          reference: { name: reference, measure: () => eventsPerSecond(inProcess, engine) },
          target: null,
        }),
      );
    }
    return rows;
  } finally {
    for (const { transport } of open) await transport.close();
    await core.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
