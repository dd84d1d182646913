/** Two clients of one host that edit a game at the same time. */
import { resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { savedNode } from '../records/tree.ts';
import type { Edit } from '../shapes/tree.ts';
import { apply, type Watched } from './changes.ts';
import type { GameState } from './contract.ts';
import { transports, type Client, type Connected, type Transport } from './testing/clients.ts';
import { openHouse, type House } from './testing/house.ts';

let house: House;
beforeEach(async () => void (house = await openHouse()));
afterEach(async () => expect(await house.close()).toEqual([]));

/** What a client knows of the host by what it is told. */
class Page {
  #watched: Watched | null = null;
  readonly #leave = new AbortController();
  readonly client: Client;

  constructor({ client }: Connected) {
    this.client = client;
    void this.#watch().catch(() => undefined);
  }

  get game(): GameState | undefined {
    return this.#watched?.state.game;
  }

  leave(): void {
    this.#leave.abort();
  }

  async #watch(): Promise<void> {
    for await (const event of await this.client.host.watch(undefined, { signal: this.#leave.signal })) {
      this.#watched = apply(this.#watched, event);
      if (this.#watched === null) throw new Error('a change does not follow the state');
    }
  }
}

const stored = () => {
  const { tree, open } = house.shown;
  const nodes = Array.from({ length: tree.nodes.length }, (_, id) => savedNode(tree.nodes.get(id)!));
  return { key: tree.key, nodes, headers: tree.headers, shown: open.shown };
};

const wait = { timeout: 30_000, interval: 10 };
const overWires = Object.entries(transports).filter(([name]) => name !== 'in process');

describe.each(overWires)('two clients %s', (_, open) => {
  let transport: Transport;
  let pages: readonly [Page, Page];
  beforeEach(async () => {
    transport = await open(house.core, resolve('dist/renderer'));
    pages = [new Page(await transport.connect()), new Page(await transport.connect())];
  });
  afterEach(async () => {
    for (const page of pages) page.leave();
    await transport.close();
  });

  const edit = (page: Page, ...change: Edit[]) => page.client.game.edit({ ...house.of, change });

  it('that edit at once end with the tree of the host', async () => {
    const [one, other] = pages;
    const all: Promise<unknown>[] = [];
    for (let round = 0; round < 20; round++) {
      const moves = ['1', '2', '3', '4', '5', '6', '7'].slice(round % 7);
      all.push(
        one.client.game.play({ at: { ...house.of, node: 0 }, move: String(1 + (round % 7)) }),
        edit(other, { kind: 'annotate', node: 0, to: { comment: `${round}` } }),
        edit(other, { kind: 'play', at: 1, moves }),
        edit(one, { kind: 'header', name: 'event', text: `${round}` }),
        edit(one, { kind: 'order', node: 2, index: round % 2 }),
        other.client.game.undo(house.of),
      );
    }
    await Promise.allSettled(all);
    // The start and each first move at least; what came of the rest depends on the order of arrival.
    expect(stored().nodes.length).toBeGreaterThan(7);
    for (const page of pages) await expect.poll(() => page.game, wait).toMatchObject(stored());
    // And so it is after a restart.
    const before = stored();
    house = await house.restart();
    expect(stored()).toEqual(before);
  });

  it('are refused in words what is about a move that the other has deleted', async () => {
    const [one, other] = pages;
    await edit(one, { kind: 'play', at: 0, moves: ['4', '4'] });
    await expect.poll(() => other.game?.nodes.length, wait).toBe(3);
    await edit(one, { kind: 'delete', node: 1 });
    const before = stored();
    const gone = 'That move is no longer in the game.';
    await expect(edit(other, { kind: 'annotate', node: 2, to: { comment: 'late' } })).rejects.toThrow(gone);
    await expect(edit(other, { kind: 'delete', node: 1 })).rejects.toThrow(gone);
    await expect(edit(other, { kind: 'play', at: 2, moves: ['1'] })).rejects.toThrow(gone);
    const at = { ...house.of, node: 2 };
    await expect(other.client.game.play({ at, move: '1' })).rejects.toThrow(gone);
    await expect(other.client.game.goTo(at)).rejects.toThrow(gone);
    // Of a change whose last edit is refused nothing holds.
    const header = { kind: 'header', name: 'event', text: 'x' } as const;
    await expect(edit(other, header, { kind: 'delete', node: 2 })).rejects.toThrow(gone);
    expect(stored()).toEqual(before);
    await other.client.game.undo(house.of);
    await edit(other, { kind: 'annotate', node: 2, to: { comment: 'in time' } });
    for (const page of pages) await expect.poll(() => page.game?.nodes[2]?.comment, wait).toBe('in time');
  });

  it('that open the same closed game at once have it open once', async () => {
    const [one, other] = pages;
    const { game } = house.of;
    await edit(one, { kind: 'play', at: 0, moves: ['4', '4'] });
    await one.client.games.close({ game });
    const both = await Promise.allSettled(pages.map(({ client }) => client.games.reopen({ game })));
    expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
    await edit(other, { kind: 'annotate', node: 2, to: { comment: 'after' } });
    house = await house.restart();
    await house.client.games.show({ game });
    expect(stored().nodes[2]).toMatchObject({ comment: 'after' });
  });
});
