/** What the contract promises, over each of its transports. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { long } from '../../../tests/support/long.ts';
import { apply } from '../changes.ts';
import type { HostEvent } from '../contract.ts';
import { transports, type Client, type Transport } from '../testing/clients.ts';
import { openHouse, type House } from '../testing/house.ts';

const wait = { timeout: 30_000, interval: 10 };

describe.each(Object.entries(transports))('the contract %s', (name, open) => {
  let house: House;
  let transport: Transport;
  let pages: string;

  beforeAll(async () => {
    house = await openHouse();
    pages = mkdtempSync(join(tmpdir(), 'plywire-page-'));
    writeFileSync(join(pages, 'index.html'), '<!doctype html>');
    transport = await open(house.core, pages);
  });
  afterAll(async () => {
    await transport.close();
    rmSync(pages, { recursive: true });
    expect(await house.close()).toEqual([]);
  });

  interface Watch {
    readonly event: HostEvent;
    next(): Promise<HostEvent>;
    leave(): Promise<unknown>;
  }

  async function first(client: Client): Promise<Watch> {
    const events = (await client.host.watch())[Symbol.asyncIterator]();
    const next = async () => (await events.next()).value as HostEvent;
    return { event: await next(), next, leave: async () => events.return?.() };
  }

  it('tells the state, then its changes, and a second caller sees the same', async () => {
    const one = await transport.connect();
    const watched = await first(one.client);
    if (watched.event.kind !== 'snapshot') throw new Error('no snapshot');
    const { key } = watched.event.state.game;
    await one.client.game.play({ at: { game: key, node: 0 }, move: '4' });
    const change = await watched.next();
    expect(change).toMatchObject({ kind: 'changed', seq: 1 });
    expect(apply(watched.event, change)?.state.game).toMatchObject({
      nodes: [{ children: [1] }, { move: '4' }],
      shown: 1,
    });
    await watched.leave();
    one.close();

    const two = await transport.connect();
    const again = await first(two.client);
    expect(again.event).toMatchObject({
      kind: 'snapshot',
      seq: 0,
      state: { game: { key, nodes: [{}, { move: '4' }] } },
    });
    await again.leave();
    two.close();
  });

  it('lets go of a listener that leaves, with a word or without', async () => {
    const listeners = () => house.core.publisher.listenerCount;
    await expect.poll(listeners, wait).toBe(0);
    const { client, close } = await transport.connect();
    const { leave } = await first(client);
    expect(listeners()).toBe(1);
    await leave();
    await expect.poll(listeners, wait).toBe(0);
    if (name === 'in process') return;
    await first(client);
    expect(listeners()).toBe(1);
    close();
    await expect.poll(listeners, wait).toBe(0);
  });

  it('tells a refusal with what to do next', async () => {
    const { client } = await transport.connect();
    await expect(client.game.play({ at: { game: 'g-gone', node: 0 }, move: '4' })).rejects.toMatchObject({
      code: 'REFUSED',
      message: 'That game is no longer open.',
      data: { advice: 'Open it from the list of games.' },
    });
  });

  it('takes no field and no id that is not the contract’s', async () => {
    const { client } = await transport.connect();
    const settings = { name: 'x', protocol: 'cfp', args: [], environment: {}, sandbox: false };
    await expect(client.engines.add({ file: 'f-0123456789abcdef01', settings })).rejects.toMatchObject({
      code: 'REFUSED',
    });
    await expect(
      client.engines.add({ file: 'f-1', settings, path: '/bin/sh' } as never),
    ).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await expect(client.engines.check({ engine: '../engine' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
  });

  it('tells the traffic of an engine to its end', async () => {
    const { client } = await transport.connect();
    const engine = await house.add('Good');
    await client.analysis.start({ engine, protocol: 'cfp' });
    const { session } = house.core.sessionRegistry.list().at(-1)!;
    const texts: string[] = [];
    const reading = (async () => {
      for await (const { lines } of await client.sessions.lines({ session: session.id, from: 0 })) {
        texts.push(...lines.map(({ text }) => text));
      }
    })();
    await expect.poll(() => texts, wait).toContain('cfpok');
    expect((await client.sessions.close({ session: session.id })).word).toBe('quit');
    await reading;
    expect(texts).toContain('quit');
  });

  it('cancels long work', async () => {
    const { client } = await transport.connect();
    const cancel = new AbortController();
    const counted: number[] = [];
    const work = (async () => {
      const perft = await client.jobs.perft({ game: 'connect4', depth: 30 }, { signal: cancel.signal });
      for await (const event of perft) {
        if (event.kind === 'progress') counted.push(event.nodes);
      }
    })();
    await expect.poll(() => counted.length, wait).toBeGreaterThan(1);
    cancel.abort();
    // A call that is cancelled breaks off; in process its stream just ends.
    await work.catch(() => undefined);
    const then = counted.length;
    expect(await client.files.roots()).toHaveLength(1);
    expect(counted.length).toBe(then);
  });

  it('makes nothing for a caller that does not read, and the newest when it does', long, async () => {
    const { record } = await house.core.engines.add({
      name: 'Large',
      protocol: 'cfp',
      args: [],
      environment: Object.fromEntries(
        Array.from({ length: 60 }, (_, index) => [`V${index}`, 'x'.repeat(32_000)]),
      ),
      sandbox: false,
      file: '/no/such/engine',
      folder: null,
      interpreter: null,
      interpreterArgs: [],
    });
    const { client, stall, resume, close } = await transport.connect();
    const watched = await first(client);
    stall();
    const made = vi.spyOn(house.core.engines, 'list');
    const { args, environment, protocol, sandbox } = record;
    const settings = { args, environment, protocol, sandbox };
    for (let count = 0; count < 30; count++) {
      await house.core.engines.change(record.id, { ...settings, name: `Large ${count}` });
      house.core.publisher.touch('engines');
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
    // What may be under way, of events of two megabytes.
    expect(made.mock.calls.length).toBeLessThan(12);
    made.mockRestore();
    resume();
    for (;;) {
      const event = await watched.next();
      const engines = event.kind === 'changed' ? event.changes.engines?.items : undefined;
      if (engines?.some(({ name: told }) => told === 'Large 29')) break;
    }
    await house.core.engines.remove(record.id);
    await watched.leave();
    close();
  });
});
