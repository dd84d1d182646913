/** Engines and sessions for tests of components, and streams that a test pushes into. */
import type {
  AnalysisState,
  EngineState,
  HostState,
  SessionEnding,
  SessionState,
  TrafficLine,
} from '../../app/api/contract.ts';

export const ending = (part: Partial<SessionEnding> = {}): SessionEnding => ({
  word: 'crashed',
  reason: 'mine exited with code 1 before cfpok.',
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
  sandbox: false,
  writesFolder: false,
  dialect: {},
  scale: null,
  learned: {},
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

/** The engine `mine` as one that analyses. */
export const analysis = (part: Partial<AnalysisState> = {}): AnalysisState => ({
  ...{ id: 'a1', number: 0, engine: 'mine', protocol: 'cfp', limit: { kind: 'none' }, options: {} },
  ...{ candidates: 3, session: 's1', state: 'thinking', place: { game: 'g1', node: 0 } },
  ...{ report: null, nodes: null, score: null, reason: null, restarts: null },
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
  drawing: false,
};

export const session = (part: Partial<SessionState> = {}): SessionState => ({
  id: 's1',
  engine: 'mine',
  title: 'mine',
  protocol: 'cfp',
  purpose: 'analysis',
  followsPlace: true,
  state: 'idle',
  identity: { name: null, author: null },
  capabilities,
  ending: null,
  disturbed: false,
  rebuilt: false,
  successor: null,
  startedAt: '2026-03-01T12:00:00.000Z',
  journalBytes: 3_140_000,
  ...part,
});

/** Some of the table, enough for what a field does with one. */
const cfpCommands: HostState['about']['protocols'][number]['commands'] = [
  {
    word: 'debug',
    args: [{ name: 'on or off', choices: ['on', 'off'] }],
    help: 'makes the engine report more',
    clause: 'CFP, GUI to Engine, debug',
    example: 'debug on',
    harmless: true,
  },
  {
    word: 'isready',
    args: [],
    help: 'checks that the engine is alive',
    clause: 'CFP, GUI to Engine, isready',
    example: 'isready',
    harmless: true,
  },
  {
    word: 'position',
    args: [{ name: 'position', choices: ['startpos'] }],
    help: 'sets up a board',
    clause: 'CFP, GUI to Engine, position',
    example: 'position startpos',
    when: { states: ['idle'], otherwise: 'sent only while the engine is idle' },
  },
  {
    word: 'setoption',
    args: [
      { name: 'name', keyword: 'name', takes: 'option' },
      { name: 'value', keyword: 'value', takes: 'value', optional: true },
    ],
    help: 'changes an option of the engine',
    clause: 'CFP, GUI to Engine, setoption',
    example: 'setoption name Play Style value Normal',
  },
  {
    word: 'stop',
    args: [],
    help: 'ends the search',
    clause: 'CFP, GUI to Engine, stop',
    example: 'stop',
    when: { states: ['thinking'], otherwise: 'the engine is not thinking and ignores it' },
    harmless: true,
  },
];

export const about: HostState['about'] = {
  version: '0.1.0',
  platform: 'linux',
  home: '/home/me',
  sandbox: null,
  protocols: [
    {
      id: 'cfp',
      name: 'CFP (Connect Four Protocol)',
      shortName: 'CFP',
      games: ['connect4'],
      capabilities,
      settings: [],
      commands: cfpCommands,
    },
    {
      id: 'cfsi',
      name: 'CFSI (Connect Four Server Interface)',
      shortName: 'CFSI',
      games: ['connect4'],
      capabilities,
      settings: [],
      commands: [],
    },
  ],
};

export const line = (seq: number, text: string, part: Partial<TrafficLine> = {}): TrafficLine => ({
  seq,
  at: seq / 10,
  direction: 'heard',
  text,
  byHand: false,
  cut: 0,
  oddities: [],
  asks: false,
  answers: [],
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

/** The transform of the place that something drawn by hand was moved to, as its rule says it; null for none. */
export function placed(element: Element): string | null {
  for (const sheet of document.adoptedStyleSheets) {
    for (const rule of sheet.cssRules) {
      if (!(rule instanceof CSSStyleRule) || !element.matches(rule.selectorText)) continue;
      return rule.style.transform;
    }
  }
  return null;
}
