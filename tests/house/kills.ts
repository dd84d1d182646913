/**
 * The host is killed at random moments while it writes everything that it writes. What it has confirmed is there at the
 * next start, what it was about to write is there whole or not at all, and a journal lacks at most its last moments.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import type { HostState } from '../../app/api/contract.ts';
import { readJournal } from '../../app/sessions/journal/reader.ts';
import { eventually } from '../support/eventually.ts';
import type { Connection } from '../support/contract-client.ts';
import { addTicker, SharedHome } from './shared-home.ts';

/** Milliseconds of work before a kill, at most; the first kills come while the first files are written. */
const longest = 300;

/** What a journal may lose (milliseconds), and what a busy machine may add before we call it lost. */
const journalMilliseconds = 50;
const busyMilliseconds = 1000;

/** A number in [0, 1) that follows from the seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A value that is changed repeatedly: the last confirmed one, and the one requested after that. */
class Claim<T> {
  confirmed: T;
  asked: T | null = null;
  count = 0;

  constructor(first: T) {
    this.confirmed = first;
  }

  /** Requests changes until the host is gone. */
  async drive(next: () => T | Promise<T>, ask: (value: T) => Promise<unknown>): Promise<void> {
    for (;;) {
      const value = await next();
      this.asked = value;
      await ask(value);
      this.confirmed = value;
      this.asked = null;
      this.count++;
    }
  }

  /** The stored value must be the confirmed one, or the one requested when the end came. */
  settle(found: T, where: string): void {
    const possible = this.asked === null ? [this.confirmed] : [this.confirmed, this.asked];
    expect(possible, where).toContainEqual(found);
    this.confirmed = found;
    this.asked = null;
  }
}

/** Lines of the engine as a client has received them: their numbers, and their times on the session's clock. */
interface HeardLines {
  readonly session: string;
  readonly ticks: { readonly tick: number; readonly at: number }[];
  /** The session's clock is ahead of `performance.now()` by at most this, in milliseconds. */
  ahead: number;
}

async function listen(client: Connection['client'], heard: HeardLines): Promise<void> {
  for await (const { lines } of await client.sessions.lines({ session: heard.session, from: 0 })) {
    const now = performance.now();
    for (const { text, at, direction } of lines) {
      heard.ahead = Math.max(heard.ahead, at * 1000 - now);
      const tick = direction === 'heard' ? /^info tick (\d+)$/.exec(text)?.[1] : undefined;
      if (tick !== undefined) heard.ticks.push({ tick: Number(tick), at: at * 1000 });
    }
  }
}

/** The numbers in a session's journal; it must be sound up to its last whole entry. */
async function journalled(folder: string, session: string): Promise<number[]> {
  const name = readdirSync(folder).find((name) => name.includes(session))!;
  let text = '';
  for await (const { mark, bytes } of readJournal(join(folder, name)))
    if (mark === '<--') text += bytes.toString();
  return [...text.matchAll(/^info tick (\d+)\n/gm)].map(([, tick]) => Number(tick));
}

/** Wide enough for no four: both sides fill the columns in turn, two rows at a time. */
const columns = ['1', '2', '3', '4', '5', '6', '7', '1', '2', '3', '4', '5', '6', '7'];

/** Of a game without variations. */
const movesOf = ({ game }: HostState): readonly string[] => game.nodes.slice(1).map(({ move }) => move!);

/** @returns what was done and lost, in a sentence */
export async function loseNothingIn(kills: number): Promise<string> {
  const seed = Math.floor(Math.random() * 1e6);
  const random = randomFrom(seed);
  const house = new SharedHome();
  const settings = new Claim(10_000);
  const names = new Claim('Ticker');
  const engines = new Claim<readonly string[]>([]);
  const moves = new Claim<readonly string[]>([]);
  const claims = [settings, names, engines, moves];
  const leastConfirmed = (): number => Math.min(...claims.map(({ count }) => count));
  let ticker: string | null = null;
  let worst = 0;
  let left: readonly string[];
  try {
    for (let kill = 1; kill <= kills; kill++) {
      const where = `seed ${seed}, kill ${kill}`;
      const running = await house.start();
      const { client } = running;
      const state = await running.state();
      expect(state.trouble, where).toBeNull();
      settings.settle(state.settings.deadlines.handshake, where);
      moves.settle(movesOf(state), where);
      ticker ??= await addTicker(client);
      names.settle(nameOf(await running.state(), ticker) ?? 'none', where);
      engines.settle(othersIn(await running.state()), where);

      await client.analysis.start({ engine: ticker, protocol: 'cfp' });
      const session = (await running.state()).analyses[0]!.session!;
      const heard: HeardLines = { session, ticks: [], ahead: -Infinity };
      const work = [
        listen(client, heard),
        settings.drive(
          () => settings.confirmed + 1,
          (handshake) => client.settings.change({ deadlines: { handshake, ready: 10_000, stop: 5_000 } }),
        ),
        names.drive(
          () => `Ticker ${names.count + 1}`,
          (name) =>
            client.engines.change({
              engine: ticker!,
              settings: { name, protocol: 'cfp', args: [], environment: {}, sandbox: false },
            }),
        ),
        engines.drive(
          // Each is tested at once in a process, so this is not as fast as possible.
          async () => {
            await pause(100);
            return [...engines.confirmed, `Other ${kill}-${engines.count + 1}`];
          },
          (all) => addTicker(client, all.at(-1)),
        ),
        moves.drive(
          () => columns.slice(0, (moves.confirmed.length % columns.length) + 1),
          async (all) => {
            if (all.length === 1) return client.games.create({ game: 'connect4', text: all[0]! });
            const { key, shown } = (await running.state()).game;
            return client.game.play({ at: { game: key, node: shown }, move: all.at(-1)! });
          },
        ),
      ];
      const over = Promise.allSettled(work);
      await eventually(() => heard.ticks.length).toBeGreaterThan(0);
      // However slow the machine is, everything is really in use.
      if (kill === 1) await eventually(leastConfirmed).toBeGreaterThan(0);
      await pause(random() * longest);
      const killedAt = performance.now() + heard.ahead;
      await running.host.end('SIGKILL');
      running.close();
      await over;

      const kept = await journalled(join(house.kept, 'journals'), session);
      expect(kept, where).toEqual(kept.map((_, index) => index + 1));
      const lost = heard.ticks.filter(({ tick }) => tick > kept.length);
      const oldest = lost[0] === undefined ? 0 : killedAt - lost[0].at;
      worst = Math.max(worst, oldest);
      expect(oldest, where).toBeLessThan(journalMilliseconds + busyMilliseconds);
    }
    const last = await house.start();
    const state = await last.state();
    const where = `seed ${seed}, after the last kill`;
    settings.settle(state.settings.deadlines.handshake, where);
    names.settle(nameOf(state, ticker!) ?? 'none', where);
    engines.settle(othersIn(state), where);
    moves.settle(movesOf(state), where);
    await eventually(() => house.tickers()).toEqual([]);
    await eventually(() => readdirSync(house.kept).filter((name) => /part|unreadable/.test(name))).toEqual(
      [],
    );
    await eventually(() => readdirSync(join(house.kept, 'running')).length).toBe(1);
  } finally {
    left = await house.close();
  }
  expect(left).toEqual([]);
  const [set, renamed, added, moved] = claims.map(({ count }) => count);
  return `${kills} kills (seed ${seed}): ${set} settings, ${renamed} changes of an engine, ${added} engines added and ${moved} moves confirmed, none lost; the journal lacked at most ${Math.round(worst)} ms`;
}

const nameOf = (state: HostState, engine: string): string | undefined =>
  state.engines.find(({ id }) => id === engine)?.name;

const othersIn = (state: HostState): string[] =>
  state.engines.map(({ name }) => name).filter((name) => name.startsWith('Other '));
