import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gameById } from '../games/registry.ts';
import {
  changed,
  livingAt,
  opened,
  playedAt,
  redoneShown,
  showing,
  undoneShown,
  type OpenTree,
} from '../records/open-tree.ts';
import { newTree, savedNode } from '../records/tree.ts';
import { ManualClock } from '../sessions/testing.ts';
import { apply, type Watched } from './changes.ts';
import type { HostChanges, HostEvent, HostState } from './contract.ts';
import { Publisher } from './publisher.ts';
import { hostSlices } from './slices.ts';
import { randomCases } from '../games/testing/effort.ts';

interface Listed {
  readonly id: string;
  readonly title: string;
}

/** A state of which only so much is filled in as its changes depend on. */
interface Small {
  readonly game: OpenTree;
  readonly games: readonly Listed[];
  readonly analyses: readonly Listed[];
  readonly engines: readonly Listed[];
  readonly sessions: readonly Listed[];
  readonly reportMoves: readonly Listed[];
  readonly evaluations: {
    readonly key: string | null;
    readonly figures: ReadonlyMap<number, readonly { readonly bestmove: string }[]>;
  };
  readonly trouble: string | null;
  readonly notices: readonly string[];
}

const kind = gameById('connect4');
const treeOf = (key: string): OpenTree => opened(newTree(kind, key));

const empty: Small = {
  ...({ about: null, report: null, proofs: null, settings: null } as object),
  game: treeOf('g-1'),
  games: [],
  analyses: [],
  engines: [],
  sessions: [],
  reportMoves: [],
  evaluations: { key: null, figures: new Map() },
  trouble: null,
  notices: [],
};

const rest = ({ tree, shown }: OpenTree): object => ({ key: tree.key, shown });
const nodesOf = ({ tree: { nodes } }: OpenTree) =>
  Array.from({ length: nodes.length }, (_, id) => savedNode(nodes.get(id)!));

/** The state as a client knows it. */
const hostState = (small: Small): HostState =>
  ({
    ...small,
    game: { ...rest(small.game), nodes: nodesOf(small.game) },
    evaluations: {
      key: small.evaluations.key,
      nodes: [...small.evaluations.figures]
        .map(([node, figures]) => ({ node, figures }))
        .toSorted((one, other) => one.node - other.node),
    },
  }) as unknown as HostState;

/** Publishes what `state` gives. */
function publish(state: () => Small, clock: ManualClock): Publisher<HostState, HostChanges> {
  const make = (key: keyof HostState) => () => {
    const { game, evaluations } = state();
    if (key === 'game') return { rest: rest(game), tree: game.tree };
    if (key === 'evaluations') return { rest: { key: evaluations.key }, figures: evaluations.figures };
    return (state() as unknown as HostState)[key];
  };
  const keys = Object.keys(empty) as (keyof HostState)[];
  const makes = Object.fromEntries(keys.map((key) => [key, make(key)]));
  return new Publisher(hostSlices(makes as never), [], clock);
}

const overTheWire = (event: unknown): HostEvent => JSON.parse(JSON.stringify(event)) as HostEvent;

/** Whatever can go on without time passing has gone on. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

const letters = ['a', 'b', 'c', 'd', 'e', 'f'] as const;
const listed = fc.uniqueArray(
  fc.record({ id: fc.constantFrom(...letters), title: fc.constantFrom('x', 'y') }),
  { selector: ({ id }) => id, maxLength: 5 },
);

/** What is done to the game shown: `at` picks one of its nodes. */
const editing = fc.record({
  kind: fc.constantFrom('play', 'play', 'play', 'delete', 'comment', 'undo', 'redo', 'show', 'other'),
  at: fc.nat(50),
  move: fc.constantFrom('1', '2', '3'),
});
type Editing = typeof editing extends fc.Arbitrary<infer T> ? T : never;

function edited(open: OpenTree, { kind: what, at, move }: Editing): OpenTree {
  const node = livingAt(open.tree, at % open.tree.nodes.length);
  switch (what) {
    case 'play':
      return playedAt(open, node, move).open;
    case 'delete':
      return node === 0 ? open : changed(open, [{ kind: 'delete', node }]);
    case 'comment':
      return changed(open, [{ kind: 'annotate', node, to: { comment: move } }]);
    case 'undo':
      return undoneShown(open) ?? open;
    case 'redo':
      return redoneShown(open) ?? open;
    case 'show':
      return showing(open, node);
    default:
      return treeOf(open.tree.key === 'g-1' ? 'g-2' : 'g-1');
  }
}

/** What happens to the state, as a value to put in the place of a slice. */
const change: fc.Arbitrary<Partial<Omit<Small, 'game'>> | { readonly edit: Editing }> = fc.oneof(
  fc.record({ edit: editing }),
  fc.record({ reportMoves: listed }),
  fc.record({
    evaluations: fc.record({
      key: fc.constantFrom('g-1', 'g-1', 'g-2'),
      figures: fc
        .uniqueArray(fc.nat(6), { maxLength: 5 })
        .map((nodes) => new Map(nodes.map((node) => [node, [{ bestmove: String(node % 3) }]]))),
    }),
  }),
  fc.record({ engines: listed }),
  fc.record({ sessions: listed }),
  fc.record({ trouble: fc.option(fc.constantFrom('disk full', 'read-only')) }),
  fc.record({ notices: fc.array(fc.constantFrom('swept', 'beside'), { maxLength: 3 }) }),
);

/** Changes among which time passes and listeners, told by numbers, come, go and take what they are told. */
const doing = fc.oneof(
  { weight: 4, arbitrary: fc.record({ change }) },
  { weight: 4, arbitrary: fc.record({ takes: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ comes: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.record({ passes: fc.integer({ min: 1, max: 60 }) }) },
);

class Client {
  readonly #events: AsyncGenerator<unknown, void>;
  readonly #stop = new AbortController();
  #taking: Promise<void> | null = null;
  watched: Watched | null = null;

  constructor(publisher: Publisher<HostState, HostChanges>) {
    this.#events = publisher.watch(this.#stop.signal);
    this.take();
  }

  /** Takes the next event, unless it still waits for one. */
  take(): void {
    this.#taking ??= this.#events.next().then(({ value }) => {
      this.#taking = null;
      if (value === undefined) return;
      this.watched = apply(this.watched, overTheWire(value));
      if (this.watched === null) throw new Error('the event does not follow');
    });
  }

  async leave(): Promise<void> {
    this.#stop.abort();
    await this.#taking;
    await this.#events.return();
  }
}

/** These moves one after the other, at what is shown. */
const played = (open: OpenTree, ...moves: string[]): OpenTree =>
  moves.reduce((before, move) => playedAt(before, before.shown, move).open, open);

describe('what a client knows', () => {
  it('is told by as little as has changed', async () => {
    let state: Small = {
      ...empty,
      game: played(treeOf('g-1'), '1', '2', '3'),
      sessions: ['a', 'b', 'c'].map((id) => ({ id, title: 'x' })),
    };
    const clock = new ManualClock();
    const publisher = publish(() => state, clock);
    const events = publisher.watch();
    await events.next();
    const changesOf = async (next: Partial<Small>): Promise<unknown> => {
      state = { ...state, ...next };
      const told = events.next();
      publisher.touch(...(Object.keys(next) as (keyof Small)[]));
      // The pause after the event before, then the one until what was touched is read.
      for (let pause = 0; pause < 2; pause++) {
        await settled();
        clock.advance(50);
      }
      const { value } = await told;
      return overTheWire(value);
    };
    const [a, b, c] = state.sessions as [Listed, Listed, Listed];
    const told = (changes: object): object => expect.objectContaining({ changes }) as object;
    expect(await changesOf({ sessions: [a, { ...b, title: 'y' }, c] })).toEqual(
      told({ sessions: { items: [{ id: 'b', title: 'y' }] } }),
    );
    expect(await changesOf({ sessions: [a, c] })).toEqual(
      told({ sessions: { order: ['a', 'c'], items: [] } }),
    );
    expect(await changesOf({ sessions: [c, a, b] })).toEqual(
      told({ sessions: { order: ['c', 'a', 'b'], items: [b] } }),
    );
    const { game } = state;
    const four = played(game, '4');
    expect(await changesOf({ game: four })).toEqual(
      told({
        game: {
          rest: { key: 'g-1', shown: 4 },
          nodes: [
            [3, { parent: 2, move: '3', children: [4] }],
            [4, { parent: 3, move: '4' }],
          ],
        },
      }),
    );
    expect(await changesOf({ game: showing(four, 2) })).toEqual(
      told({ game: { rest: { key: 'g-1', shown: 2 }, nodes: [] } }),
    );
    const noted = changed(showing(four, 2), [{ kind: 'annotate', node: 1, to: { comment: 'good' } }]);
    expect(await changesOf({ game: noted })).toEqual(
      told({
        game: {
          rest: { key: 'g-1', shown: 2 },
          nodes: [[1, { parent: 0, move: '1', children: [2], comment: 'good' }]],
        },
      }),
    );
    expect(await changesOf({ game: treeOf('g-2') })).toEqual(
      told({ game: { rest: { key: 'g-2', shown: 0 }, isWhole: true, nodes: [[0, {}]] } }),
    );
    const [first, second] = [[{ bestmove: '1' }], [{ bestmove: '2' }]];
    const evaluations = (figures: Small['evaluations']['figures'], key = 'g-1'): Partial<Small> => ({
      evaluations: { key, figures },
    });
    await changesOf(evaluations(new Map([[1, first]])));
    expect(
      await changesOf(
        evaluations(
          new Map([
            [1, first],
            [4, second],
          ]),
        ),
      ),
    ).toEqual(told({ evaluations: { nodes: [{ node: 4, figures: second }] } }));
    expect(await changesOf(evaluations(new Map([[4, second]])))).toEqual(
      told({ evaluations: { nodes: [{ node: 1, figures: [] }] } }),
    );
    expect(await changesOf(evaluations(new Map([[4, first]]), 'g-2'))).toEqual(
      told({ evaluations: { rest: { key: 'g-2' }, isWhole: true, nodes: [{ node: 4, figures: first }] } }),
    );
    const reported = ['n3', 'n2', 'n1'].map((id) => ({ id, title: 'x' }));
    await changesOf({ reportMoves: reported.slice(0, 2) });
    expect(await changesOf({ reportMoves: reported })).toEqual(
      told({ reportMoves: { order: ['n3', 'n2', 'n1'], items: [{ id: 'n1', title: 'x' }] } }),
    );
    expect(await changesOf({ reportMoves: [] })).toEqual(told({ reportMoves: { order: [], items: [] } }));
  });

  it('is the whole state, whatever changed and however slowly it took the changes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(doing, { maxLength: 60 }), async (doings) => {
        let state = empty;
        const clock = new ManualClock();
        const publisher = publish(() => state, clock);
        const clients = Array.from({ length: 4 }, () => new Client(publisher));
        await settled();
        for (const what of doings) {
          if ('change' in what) {
            const more = 'edit' in what.change ? { game: edited(state.game, what.change.edit) } : what.change;
            state = { ...state, ...more };
            publisher.touch(...(Object.keys(more) as (keyof Small)[]));
          } else if ('takes' in what) clients[what.takes]!.take();
          else if ('passes' in what) clock.advance(what.passes);
          else {
            await clients[what.comes]!.leave();
            clients[what.comes] = new Client(publisher);
          }
          await settled();
        }
        // What waits for each is one event and perhaps what was touched after that was made.
        for (let round = 0; round < 4; round++) {
          for (const client of clients) client.take();
          clock.advance(100);
          await settled();
        }
        for (const { watched } of clients) expect(watched?.state).toEqual(hostState(state));
        await Promise.all(clients.map((client) => client.leave()));
        expect(publisher.listenerCount).toBe(0);
        expect(clock.timers).toBe(0);
      }),
      { numRuns: randomCases(200) },
    );
  });
});

describe('an event', () => {
  const watched: Watched = {
    seq: 7,
    state: hostState({
      ...empty,
      game: played(treeOf('g-1'), '1', '2'),
      engines: [{ id: 'a', title: 'x' }],
    }),
  };
  const told = (seq: number, changes: object): HostEvent => ({ kind: 'changed', seq, changes });

  it('puts its slices in the place of those before, and leaves the others the same', () => {
    const after = apply(watched, told(8, { trouble: 'disk full' }));
    expect(after).toEqual({ seq: 8, state: { ...watched.state, trouble: 'disk full' } });
    expect(after?.state.game).toBe(watched.state.game);
    expect(after?.state.engines).toBe(watched.state.engines);
    const other = apply(watched, told(8, { engines: { order: ['b', 'a'], items: [{ id: 'b' }] } }));
    expect(other?.state.engines[1]).toBe(watched.state.engines[0]);
  });

  it('begins anew with a snapshot, whatever was known', () => {
    const { state } = watched;
    for (const known of [null, watched]) {
      expect(apply(known, { kind: 'snapshot', seq: 0, state })).toEqual({ seq: 0, state });
    }
  });

  it.each([
    ['out of turn', 9, { trouble: 'late' }],
    ['twice', 7, { trouble: 'twice' }],
    ['with a node after some that are not known', 8, { game: { rest: {}, nodes: [[4, {}]] } }],
    ['with a reported move that has no place', 8, { reportMoves: { items: [{ id: 'n1' }] } }],
    ['with an order of what is not known', 8, { engines: { order: ['a', 'b'], items: [] } }],
    ['with an item that has no place', 8, { sessions: { items: [{ id: 's' }] } }],
  ])('is not taken %s', (_, seq, changes) => {
    expect(apply(watched, told(seq, changes))).toBeNull();
  });

  it('is not taken before a snapshot', () => {
    expect(apply(null, told(1, { trouble: 'early' }))).toBeNull();
  });
});
