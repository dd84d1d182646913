/** A host small enough for component tests: a state that the test sets and calls that are written down. */
import type {
  EngineState,
  HostState,
  LineBatch,
  SessionEnding,
  SessionState,
} from '../../app/api/contract.ts';
import type { HostClient } from '../host/client.ts';
import { App, useApp } from '../state/app.svelte.ts';

export const ending = (part: Partial<SessionEnding> = {}): SessionEnding => ({
  word: 'crashed',
  reason: 'mine exited with 1 before cfpok.',
  advice: 'Run it by hand and type cfp to see what it says.',
  exitCode: 1,
  signal: null,
  lastHeard: 'hello',
  stderrTail: ['Traceback:', 'ImportError: no module named solver'],
  rung: 'by itself',
  ...part,
});

export const engine = (part: Partial<EngineState> = {}): EngineState => ({
  id: 'mine',
  name: 'mine',
  protocol: 'cfp',
  args: [],
  environment: {},
  bundled: false,
  protocols: ['cfp'],
  games: ['connect4'],
  location: '/home/me/engines/mine',
  folder: null,
  interpreter: null,
  contact: { state: 'ok' },
  identity: { name: 'Mine', author: 'me' },
  options: [],
  values: {},
  ...part,
});

const capabilities: SessionState['capabilities'] = {
  stop: true,
  analyse: true,
  time: true,
  depth: false,
  setPosition: 'replay',
  score: false,
  scoresPerMove: false,
  options: true,
  debug: true,
  ping: false,
};

export const session = (part: Partial<SessionState> = {}): SessionState => ({
  id: 's1',
  engine: 'mine',
  title: 'mine',
  protocol: 'cfp',
  purpose: 'analysis',
  state: 'idle',
  identity: { name: null, author: null },
  capabilities,
  ending: null,
  startedAt: '2026-03-01T12:00:00.000Z',
  journalBytes: 3_140_000,
  ...part,
});

export const hostState = (part: Partial<HostState> = {}): HostState => ({
  about: {
    version: '0.0.0',
    platform: 'linux',
    home: '/home/me/.plywire',
    protocols: [
      { id: 'cfp', name: 'Connect Four Protocol', games: ['connect4'], capabilities },
      { id: 'cfsi', name: 'Connect Four Solver Interface', games: ['connect4'], capabilities },
    ],
  },
  game: {
    key: 'g1',
    gameId: 'connect4',
    setup: { columns: 7, rows: 6 },
    start: null,
    moves: [],
    cursor: 0,
    players: [{ kind: 'human' }, { kind: 'human' }],
    running: false,
    thinking: null,
    ending: null,
    canUndo: false,
    canRedo: false,
  },
  engines: [engine()],
  sessions: [],
  analysis: {
    engine: null,
    protocol: null,
    session: null,
    state: 'off',
    place: null,
    report: null,
    nodes: null,
    reason: null,
  },
  settings: {
    theme: 'system',
    flipped: false,
    deadlines: { handshake: 10_000, ready: 10_000, stop: 5_000 },
    layout: { columnWidth: 380, dockHeight: 240, dockOpen: true },
  },
  trouble: null,
  ...part,
});

/** A stream that a test pushes into. */
export class Stream<T> {
  #waiting: ((result: IteratorResult<T>) => void) | null = null;
  #queue: T[] = [];
  #done = false;

  push(value: T): void {
    if (this.#waiting) {
      this.#waiting({ done: false, value });
      this.#waiting = null;
    } else this.#queue.push(value);
  }

  end(): void {
    this.#done = true;
    this.#waiting?.({ done: true, value: undefined });
    this.#waiting = null;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    for (;;) {
      const queued = this.#queue.shift();
      if (queued !== undefined) {
        yield queued;
        continue;
      }
      if (this.#done) return;
      const next = await new Promise<IteratorResult<T>>((resolve) => (this.#waiting = resolve));
      if (next.done) return;
      yield next.value;
    }
  }
}

export interface Call {
  readonly name: string;
  readonly input: unknown;
}

export interface FakeHost {
  readonly app: App;
  readonly calls: readonly Call[];
  /** Lines of sessions by id; the first listener gets all of them. */
  lines(session: string): Stream<LineBatch>;
  /** Answers of calls by name (`files.list`); a call without one is answered by nothing. */
  readonly answers: Map<string, (input: unknown) => unknown>;
  change(part: Partial<HostState>): void;
}

export function fakeHost(state: HostState): FakeHost {
  const calls: Call[] = [];
  const answers = new Map<string, (input: unknown) => unknown>();
  const streams = new Map<string, Stream<LineBatch>>();
  const lines = (session: string): Stream<LineBatch> => {
    const stream = streams.get(session) ?? new Stream<LineBatch>();
    streams.set(session, stream);
    return stream;
  };
  answers.set('sessions.lines', (input) => lines((input as { session: string }).session));
  const area = (name: string): unknown =>
    new Proxy(
      {},
      {
        get: (_target, call) => (input: unknown) => {
          const full = `${name}.${String(call)}`;
          calls.push({ name: full, input });
          return Promise.resolve().then(() => answers.get(full)?.(input));
        },
      },
    );
  const client = new Proxy({}, { get: (_target, name) => area(String(name)) }) as HostClient;
  const app = useApp(new App(client, () => undefined));
  app.connection = 'open';
  app.state = state;
  return {
    app,
    calls,
    lines,
    answers,
    change(part) {
      app.state = { ...(app.state ?? state), ...part };
    },
  };
}
