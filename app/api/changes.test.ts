import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ManualClock } from '../sessions/testing.ts';
import { apply, type Watched } from './changes.ts';
import type { AuditedMove, GameState, HostChanges, HostEvent, HostState } from './contract.ts';
import { Publisher } from './publisher.ts';
import { hostSlices } from './slices.ts';

interface Listed {
  readonly id: string;
  readonly title: string;
}

/** A state of which only so much is filled in as its changes depend on. */
interface Small {
  readonly game: Pick<GameState, 'key' | 'moves' | 'cursor'>;
  readonly engines: readonly Listed[];
  readonly sessions: readonly Listed[];
  readonly audit: { readonly state: string; readonly moves: readonly Pick<AuditedMove, 'ply' | 'move'>[] };
  readonly trouble: string | null;
  readonly notices: readonly string[];
}

const empty: Small = {
  ...({ about: null, analysis: null, settings: null } as object),
  game: { key: 'g-1', moves: [], cursor: 0 },
  engines: [],
  sessions: [],
  audit: { state: 'off', moves: [] },
  trouble: null,
  notices: [],
};

const hostState = (small: Small): HostState => small as unknown as HostState;

/** Publishes what `state` gives. */
function publish(state: () => Small, clock: ManualClock): Publisher<HostState, HostChanges> {
  const make = (key: keyof HostState) => () => hostState(state())[key];
  const keys = Object.keys(empty) as (keyof HostState)[];
  const makes = Object.fromEntries(keys.map((key) => [key, make(key)]));
  return new Publisher(hostSlices(makes as never), clock);
}

const overTheWire = (event: unknown): HostEvent => JSON.parse(JSON.stringify(event)) as HostEvent;

/** Whatever can go on without time passing has gone on. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

const letters = ['a', 'b', 'c', 'd', 'e', 'f'] as const;
const listed = fc.uniqueArray(
  fc.record({ id: fc.constantFrom(...letters), title: fc.constantFrom('x', 'y') }),
  { selector: ({ id }) => id, maxLength: 5 },
);

/** What happens to the state, as a value to put in the place of a slice. */
const change: fc.Arbitrary<Partial<Small>> = fc.oneof(
  fc.record({
    game: fc.record({
      key: fc.constantFrom('g-1', 'g-2'),
      moves: fc.array(fc.constantFrom('1', '2'), { maxLength: 6 }),
      cursor: fc.nat(6),
    }),
  }),
  fc.record({
    audit: fc.record({
      state: fc.constantFrom('running', 'done'),
      moves: fc.array(fc.record({ ply: fc.nat(3), move: fc.constantFrom('1', '2') }), { maxLength: 6 }),
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

describe('what a client knows', () => {
  it('is told by as little as has changed', async () => {
    let state: Small = {
      ...empty,
      game: { key: 'g-1', moves: ['1', '2', '3'], cursor: 3 },
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
    const game = (moves: readonly string[], cursor = moves.length): Partial<Small> => ({
      game: { key: 'g-1', moves, cursor },
    });
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
    expect(await changesOf(game(['1', '2', '3', '4']))).toEqual(
      told({ game: { key: 'g-1', cursor: 4, tail: { from: 3, moves: ['4'] } } }),
    );
    expect(await changesOf(game(['1', '2', '3', '4'], 2))).toEqual(told({ game: { key: 'g-1', cursor: 2 } }));
    expect(await changesOf(game(['1', '5']))).toEqual(
      told({ game: { key: 'g-1', cursor: 2, tail: { from: 1, moves: ['5'] } } }),
    );
    expect(await changesOf(game(['1']))).toEqual(
      told({ game: { key: 'g-1', cursor: 1, tail: { from: 1, moves: [] } } }),
    );
    const audited = [1, 2, 3].map((ply) => ({ ply, move: '4' }));
    const audit = (moves: Small['audit']['moves'], state = 'running'): Partial<Small> => ({
      audit: { state, moves },
    });
    await changesOf(audit(audited.slice(0, 2)));
    expect(await changesOf(audit(audited))).toEqual(
      told({ audit: { state: 'running', tail: { from: 2, moves: [{ ply: 3, move: '4' }] } } }),
    );
    expect(await changesOf(audit(audited, 'done'))).toEqual(told({ audit: { state: 'done' } }));
    expect(await changesOf(audit([], 'off'))).toEqual(
      told({ audit: { state: 'off', tail: { from: 0, moves: [] } } }),
    );
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
            state = { ...state, ...what.change };
            publisher.touch(...(Object.keys(what.change) as (keyof Small)[]));
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
        for (const { watched } of clients) expect(watched?.state).toEqual(state);
        await Promise.all(clients.map((client) => client.leave()));
        expect(publisher.listenerCount).toBe(0);
        expect(clock.timers).toBe(0);
      }),
      { numRuns: 200 },
    );
  });
});

describe('an event', () => {
  const watched: Watched = {
    seq: 7,
    state: hostState({
      ...empty,
      game: { key: 'g-1', moves: ['1', '2'], cursor: 2 },
      engines: [{ id: 'a', title: 'x' }],
    }),
  };
  const changed = (seq: number, changes: object): HostEvent => ({ kind: 'changed', seq, changes });

  it('puts its slices in the place of those before, and leaves the others the same', () => {
    const after = apply(watched, changed(8, { trouble: 'disk full' }));
    expect(after).toEqual({ seq: 8, state: { ...watched.state, trouble: 'disk full' } });
    expect(after?.state.game).toBe(watched.state.game);
    expect(after?.state.engines).toBe(watched.state.engines);
    const other = apply(watched, changed(8, { engines: { order: ['b', 'a'], items: [{ id: 'b' }] } }));
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
    ['with moves after some that are not known', 8, { game: { key: 'g-1', tail: { from: 3, moves: [] } } }],
    ['with audited moves after some that are not known', 8, { audit: { tail: { from: 1, moves: [] } } }],
    ['with an order of what is not known', 8, { engines: { order: ['a', 'b'], items: [] } }],
    ['with an item that has no place', 8, { sessions: { items: [{ id: 's' }] } }],
  ])('is not taken %s', (_, seq, changes) => {
    expect(apply(watched, changed(seq, changes))).toBeNull();
  });

  it('is not taken before a snapshot', () => {
    expect(apply(null, changed(1, { trouble: 'early' }))).toBeNull();
  });
});
