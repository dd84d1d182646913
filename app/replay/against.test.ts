import { describe, expect, it } from 'vitest';
import type { CheckWire, WireEvent } from '../protocols/conformance.ts';
import { protocols } from '../protocols/registry.ts';
import type { Protocol } from '../protocols/protocol.ts';
import { readEntry } from '../protocols/text.ts';
import { holds, patience, runAgainst, type AgainstEvent } from './against.ts';
import { difference } from './words.ts';
import type { RecordedEntry } from './recording.ts';
import type { AgainstSummary, Pace } from '../shapes/recordings.ts';

/** An engine on a fake clock: its reply to each line, and the delay in milliseconds. */
class Engine implements CheckWire {
  now = 0;
  readonly received: (readonly [number, string])[] = [];
  readonly #answer: (line: string) => readonly (readonly [number, string])[];
  #said: { readonly at: number; readonly heard: WireEvent; readonly isUnended: boolean }[] = [];
  isUnended = false;
  /** A line that it has begun: with …, at the end of its output. */
  #begun = '';

  constructor(answer: (line: string) => readonly (readonly [number, string])[]) {
    this.#answer = answer;
    this.#say(answer(''));
  }

  /** Lines of stderr that have not been fetched yet. */
  readonly stderr: string[] = [];

  send(line: string): void {
    this.received.push([this.now, line]);
    this.#say(this.#answer(line));
  }

  end(): void {}

  complaints(): readonly string[] {
    return this.stderr.splice(0);
  }

  async unaskedLines(): Promise<readonly string[]> {
    return [];
  }

  next(milliseconds: number): Promise<WireEvent> {
    const [first] = this.#said;
    if (first && first.at <= this.now + milliseconds) {
      this.now = Math.max(this.now, first.at);
      this.#said.shift();
      this.isUnended = first.isUnended;
      return Promise.resolve(first.heard);
    }
    this.now += milliseconds;
    return Promise.resolve({ kind: 'silence' });
  }

  #say(lines: readonly (readonly [number, string])[]): void {
    for (const [delay, text] of lines) {
      const at = this.now + delay;
      const isExit = text === 'dies' || text === 'leaves';
      if (text.endsWith('…')) {
        this.#begun = text.slice(0, -1);
        continue;
      }
      if (isExit && this.#begun !== '') {
        this.#said.push({ at, heard: { kind: 'line', text: this.#begun }, isUnended: true });
      }
      const exitCode = text === 'dies' ? 7 : 0;
      const heard: WireEvent = isExit ? { kind: 'ended', exitCode, signal: null } : { kind: 'line', text };
      this.#said.push({ at, heard, isUnended: false });
    }
    this.#said.sort((one, other) => one.at - other.at);
  }
}

const recorded = [
  '0.0 --> cfp',
  '0.1 <-- id name a',
  '0.1 <-- id author b',
  '0.1 <-- cfpok',
  '5.0 --> position startpos',
  '5.0 --> go',
  '5.0 <-- info thinking',
  '7.0 --> stop',
  '7.1 <-- bestmove 3',
  '8.0 --> isready',
  '8.1 <-- readyok',
];

/** Runs lines, of which … ends one without a line end. */
async function run(
  engine: Engine,
  pace: Pace,
  lines = recorded,
  protocol = 'cfp',
): Promise<readonly AgainstEvent[]> {
  const entries = lines.map((text, index): RecordedEntry => {
    const { seconds, mark, text: said } = readEntry(text.replace('…', ''))!;
    const direction = mark === '-->' ? 'sent' : 'heard';
    const end = text.endsWith('…') ? { end: 'none' as const } : {};
    return { line: index + 1, seconds, direction, text: said, typed: false, cut: 0, ...end };
  });
  const pieces = (async function* () {
    yield entries;
  })();
  const events: AgainstEvent[] = [];
  for await (const event of runAgainst(pieces, engine, protocols.get(protocol)!, { pace }))
    events.push(event);
  return events;
}

const script: Readonly<Record<string, readonly (readonly [number, string])[]>> = {
  cfp: [
    [50, 'id name a'],
    [50, 'id author b'],
    [300, 'cfpok'],
  ],
  go: [[5, 'info otherwise']],
  stop: [[20, 'bestmove 3']],
  isready: [[1, 'readyok']],
};

const like = (changed: Partial<typeof script> = {}) =>
  new Engine((line) => changed[line] ?? script[line] ?? []);

const verdicts = (events: readonly AgainstEvent[]) =>
  events.flatMap((event) => (event.kind === 'answer' ? [[event.request, event.verdict]] : []));

describe('a recording against an engine', () => {
  it('shows each driver the error stream of its own side', async () => {
    const told: string[][] = [];
    const cfp = protocols.get('cfp')!;
    const listening: Protocol = {
      ...cfp,
      createDriver: (deadlines, settings) => {
        const own: string[] = [];
        told.push(own);
        const driver = cfp.createDriver(deadlines, settings);
        return Object.assign(driver, { complained: (text: string) => (own.push(text), []) });
      },
    };
    const engine = like();
    engine.stderr.push('live');
    const said = (text: string, direction: RecordedEntry['direction'], line: number): RecordedEntry => ({
      line,
      seconds: line,
      direction,
      text,
      typed: false,
      cut: 0,
    });
    const pieces = (async function* () {
      yield [said('cfp', 'sent', 1), said('recorded', 'stderr', 2), said('cfpok', 'heard', 3)];
    })();
    for await (const _ of runAgainst(pieces, engine, listening, { pace: 'fast' })) continue;
    expect(told).toEqual([['recorded'], ['live']]);
  });

  it('sends each line as soon as what was answered before it is answered again, but lets it think as long', async () => {
    const engine = like();
    const events = await run(engine, 'fast');
    expect(engine.received).toEqual([
      [0, 'cfp'],
      [300, 'position startpos'],
      [300, 'go'],
      [2300, 'stop'],
      [2320, 'isready'],
    ]);
    expect(events.at(-1)).toEqual({
      kind: 'summary',
      requests: 3,
      same: 3,
      differs: 0,
      missing: 0,
      new: 0,
      unanswered: 0,
      illegal: 0,
      ending: null,
    });
  });

  it('keeps the recorded times where it is asked to', async () => {
    const engine = like();
    await run(engine, 'recorded');
    expect(engine.received.map(([at]) => at)).toEqual([0, 5000, 5000, 7000, 8000]);
  });

  it('shows what differs, both times, and leaves aside what is said on the way', async () => {
    const events = await run(like({ stop: [[20, 'bestmove 4']] }), 'fast');
    expect(events[1]).toEqual({
      kind: 'answer',
      request: 6,
      line: 9,
      asked: 'go',
      verdict: 'differs',
      recorded: ['bestmove 3'],
      live: ['bestmove 4'],
      took: { recorded: 2100, live: 2020 },
      fault: null,
    });
    // A search is one request, whether or not its answer was held until the stop.
    expect(verdicts(events)).toEqual([
      [1, 'same'],
      [6, 'differs'],
      [10, 'same'],
    ]);
    const hasty = like({ go: [[5, 'bestmove 3']], stop: [] });
    const early = await run(hasty, 'fast');
    expect(verdicts(early)).toEqual([
      [1, 'same'],
      [6, 'same'],
      [10, 'same'],
    ]);
    // It was not waited for the time of the stop.
    expect(hasty.received.at(-1)).toEqual([305, 'isready']);
  });

  it.each(['fast', 'recorded'] as const)(
    'finds the fault of an engine that errs only once it has thought, at the pace %s',
    async (pace) => {
      let asked = 0;
      const engine: Engine = new Engine((line) => {
        if (line === 'go') asked = engine.now;
        if (line === 'stop') return [[1, engine.now - asked < 2000 ? 'bestmove 3' : 'bestmove 9']];
        return script[line] ?? [];
      });
      const events = await run(engine, pace);
      expect(summaryOf(events)).toMatchObject({ differs: 1, illegal: 1 });
      expect(required(events)).toEqual([false, false]);
    },
  );

  it.each([
    ['cfsi', ['0.0 --> start', '0.1 <-- started', '0.2 --> play 0000000 20', '20.2 --> quit']],
    ['nmm', ['0.0 --> ready', '0.1 <-- init', '0.2 --> go', '20.2 --> stop', '20.3 <-- bestmove a1']],
  ])('lets an engine of %s think as long before it is stopped', async (protocol, lines) => {
    const [ready, asks, stops] = protocol === 'nmm' ? ['init', 'go', 'stop'] : ['started', 'play', 'quit'];
    const engine = new Engine((line) => (/^(ready|start)$/.test(line) ? [[0, ready!]] : []));
    await run(engine, 'fast', lines, protocol);
    const at = (word: string) => engine.received.find(([, line]) => line.startsWith(word))![0];
    expect(at(stops!) - at(asks!)).toBe(20_000);
  });

  it('waits for a missing answer so long and goes on', async () => {
    const engine = like({ stop: [] });
    const events = await run(engine, 'fast');
    expect(verdicts(events)).toEqual([
      [1, 'same'],
      [6, 'missing'],
      [10, 'same'],
    ]);
    expect(engine.received.at(-1)).toEqual([300 + patience.least, 'isready']);
  });

  it('takes no answer that comes three times for one to the next request, fast as it may be', async () => {
    const lines = [
      ...[
        '0.0 --> genmove black',
        '0.5 <-- =E8',
        '0.5 <-- #playmove black E8=',
        '0.5 <-- =E8',
        '0.5 <-- =E8',
      ],
      ...[
        '1.0 --> playmove white E2',
        '1.0 <-- =',
        '1.0 <-- ',
        '1.1 --> genmove black',
        '1.2 <-- =E7',
        '1.2 <-- ',
      ],
      ...['1.3 --> playmove white E3', '1.3 <-- =', '1.3 <-- '],
    ];
    const moves = [
      ['=E8', '#playmove black E8=', '=E8', '=E8'],
      ['=E7', ''],
    ];
    const engine = new Engine((line) =>
      (line.startsWith('genmove') ? moves.shift()! : ['=', '']).map((text, at) => [at * 3, text] as const),
    );
    const events = await run(engine, 'fast', lines, 'qtp');
    expect(events.at(-1)).toMatchObject({ requests: 4, same: 4, differs: 0, missing: 0, new: 0 });
  });

  it('waits for nothing once the engine has left', async () => {
    const engine = like({ go: [[5, 'dies']] });
    const events = await run(engine, 'fast');
    expect(events.at(-1)).toMatchObject({ same: 1, missing: 2, ending: 'exit code 7' });
    expect(engine.now).toBeLessThan(1000);
  });

  it('sees that an engine answers now what was not answered then', async () => {
    const events = await run(like(), 'fast', recorded.slice(0, -1));
    expect(verdicts(events).at(-1)).toEqual([10, 'new']);
  });
});

const summaryOf = (events: readonly AgainstEvent[]): AgainstSummary => {
  const last = events.at(-1)!;
  if (last.kind !== 'summary') throw new Error('no summary');
  return last;
};
const required = (events: readonly AgainstEvent[]) =>
  (['same', 'legal'] as const).map((what) => holds(summaryOf(events), what));

describe('a recording of an engine that failed', () => {
  const crashed = recorded.slice(0, 6);
  const stalled = [...recorded.slice(0, 8), '12.5 --> quit', '7.1 <-- bestmove 3…'];

  it('is not kept to by an engine that exits at the same line', async () => {
    const events = await run(like({ go: [[5, 'dies']] }), 'fast', crashed);
    expect(verdicts(events)).toEqual([
      [1, 'same'],
      [6, 'unanswered'],
    ]);
    expect(summaryOf(events)).toMatchObject({ requests: 2, same: 1, unanswered: 1, ending: 'exit code 7' });
    expect(required(events)).toEqual([false, false]);
  });

  it('is not kept to by an engine that exits at a last line that asks nothing', async () => {
    const events = await run(like({ 'position startpos': [[50, 'dies']] }), 'fast', recorded.slice(0, 5));
    expect(summaryOf(events)).toMatchObject({ requests: 1, same: 1, ending: 'exit code 7' });
    expect(required(events)).toEqual([false, false]);
  });

  it('is answered anew by a mended one', async () => {
    const events = await run(like({ go: [[5, 'bestmove 3']] }), 'fast', crashed);
    expect(verdicts(events).at(-1)).toEqual([6, 'new']);
    expect(required(events)).toEqual([false, true]);
  });

  it.each([
    ['says nothing', []],
    ['omits its line end again', [[1, 'bestmove 3…']]],
  ] as const)('is unanswered again by an engine that %s', async (_, stop) => {
    const engine = like({ stop, quit: [[5, 'leaves']] });
    const events = await run(engine, 'fast', stalled);
    expect(verdicts(events)).toEqual([
      [1, 'same'],
      [8, 'unanswered'],
    ]);
    expect(summaryOf(events).ending).toBeNull();
    // It has as much time as the recorded engine had.
    expect(engine.received.at(-1)).toEqual([300 + 7500, 'quit']);
    expect(required(events)).toEqual([false, false]);
  });

  it('asks for no answer that was not due when the engine was told to quit', async () => {
    const engine = like({ stop: [], quit: [[5, 'leaves']] });
    const events = await run(engine, 'fast', [...recorded.slice(0, 6), '5.2 --> quit']);
    expect(summaryOf(events)).toMatchObject({ requests: 1, same: 1, unanswered: 0, ending: null });
    expect(required(events)).toEqual([true, true]);
  });

  it('is kept to by legal moves alone where only that is required', async () => {
    const [illegal, legal] = [
      await run(like({ stop: [[1, 'bestmove 9']] }), 'fast'),
      await run(like({ stop: [[1, 'bestmove 4']] }), 'fast'),
    ];
    expect(illegal[1]).toMatchObject({ request: 6, verdict: 'differs', fault: expect.any(String) });
    expect(summaryOf(illegal).illegal).toBe(1);
    expect([required(illegal), required(legal)]).toEqual([
      [false, false],
      [false, true],
    ]);
  });
});

describe('a difference', () => {
  it('keeps what both have and marks the rest', () => {
    expect(difference(['a', 'b', 'c'], ['a', 'x', 'c', 'd']).map((line) => line.trim())).toEqual([
      ...['a', '- b', '+ x', 'c', '+ d'],
    ]);
  });
});
