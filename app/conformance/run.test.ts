import { describe, expect, it } from 'vitest';
import { Breach, notOffered, pass, type Check } from '../protocols/conformance.ts';
import { runChecks } from './run.ts';
import { Unstartable, type RunningWire } from './running-wire.ts';
import type { CheckEvent, CheckLevel } from '../shapes/checks.ts';

type Script = Check['run'];

const rule = (id: string, run: Script, needs: readonly string[] = [], level: CheckLevel = 'must'): Check => ({
  ...{ id, level, sentence: `keeps ${id}`, clause: 'Here', needs, advice: 'Mend it.', run },
});

const holds: Script = async () => pass;
const breaks: Script = async () => {
  throw new Breach('this', 'that');
};

/** Silent wires; counts the open ones. */
class SilentWires {
  count = 0;
  most = 0;
  readonly open = async (): Promise<RunningWire> => {
    this.most = Math.max(this.most, ++this.count);
    let isOpen = true;
    let end = (): void => {};
    const ended = new Promise<void>((resolve) => (end = resolve));
    return {
      now: 0,
      exchange: [],
      send: () => {},
      end: () => {},
      next: () => ended.then(() => ({ kind: 'ended', exitCode: null, signal: null })),
      unaskedLines: async () => [],
      close: async () => {
        if (isOpen) this.count--;
        isOpen = false;
        end();
      },
    };
  };
}

async function eventsOf(
  checks: readonly Check[],
  options: {
    jobs?: number;
    level?: CheckLevel;
    only?: string[];
    signal?: AbortSignal;
    wires?: SilentWires;
  } = {},
): Promise<CheckEvent[]> {
  const { jobs = 2, level = 'beyond', only, signal, wires = new SilentWires() } = options;
  const events: CheckEvent[] = [];
  for await (const event of runChecks(checks, wires.open, { jobs, level, only, now: () => 0, signal })) {
    events.push(event);
  }
  return events;
}

const verdicts = (events: readonly CheckEvent[]): string[] =>
  events.flatMap((event) => (event.kind === 'checked' ? [`${event.result.id} ${event.result.verdict}`] : []));

describe('a run of checks', () => {
  it('tells results in the order of the checks, whichever is over first', async () => {
    let release = (): void => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const checks = [
      rule('slow', () => held.then(() => pass)),
      rule('quick', async () => {
        release();
        return pass;
      }),
    ];
    expect(verdicts(await eventsOf(checks))).toEqual(['slow pass', 'quick pass']);
  });

  it('runs nothing that stands on a failure, and names its roots', async () => {
    const checks = [
      rule('a', breaks),
      rule('b', holds, ['a']),
      rule('c', breaks),
      rule('d', holds, ['b', 'c']),
      rule('e', holds),
    ];
    const events = await eventsOf(checks);
    expect(verdicts(events)).toEqual(['a fail', 'b not run', 'c fail', 'd not run', 'e pass']);
    const last = events.findLast((event) => event.kind === 'checked' && event.result.id === 'd');
    expect(last).toMatchObject({ result: { needs: ['a', 'c'], failure: null } });
    expect(events[events.length - 1]).toMatchObject({ kind: 'summary', holds: false });
  });

  it('counts what another failure explains as not run, unless the process ended', async () => {
    const ends: Script = async () => {
      throw new Breach('an answer', 'the end', { kind: 'ended', exitCode: 3, signal: null });
    };
    const explained = (id: string, run: Script): Check => ({ ...rule(id, run), explainedBy: ['a'] });
    const checks = [
      rule('a', breaks),
      explained('b', breaks),
      explained('c', holds),
      explained('d', ends),
      rule('e', holds, ['b']),
    ];
    const events = await eventsOf(checks, { jobs: 8 });
    expect(verdicts(events)).toEqual(['a fail', 'b not run', 'c pass', 'd fail', 'e not run']);
    for (const event of events) {
      if (event.kind !== 'checked' || event.result.verdict !== 'not run') continue;
      expect(event.result.needs).toEqual(['a']);
    }
    // Wanted alone, a check brings along what may explain it.
    expect(verdicts(await eventsOf(checks, { only: ['b'] }))).toEqual(['a fail', 'b not run']);
    const sound = [rule('a', holds), explained('b', breaks)];
    expect(verdicts(await eventsOf(sound))).toEqual(['a pass', 'b fail']);
  });

  it('offers nothing that stands on what is not offered', async () => {
    const checks = [rule('option', async () => notOffered), rule('value', holds, ['option'])];
    const events = await eventsOf(checks);
    expect(verdicts(events)).toEqual(['option not offered', 'value not offered']);
    expect(events.at(-1)).toMatchObject({ holds: true });
  });

  it('holds where only what should hold fails, and leaves out what binds less than asked', async () => {
    const checks = [rule('a', holds), rule('b', breaks, [], 'should'), rule('c', breaks, [], 'beyond')];
    const events = await eventsOf(checks, { level: 'should' });
    expect(verdicts(events)).toEqual(['a pass', 'b fail']);
    expect(events.at(-1)).toMatchObject({
      holds: true,
      levels: { should: { fail: 1 }, beyond: { fail: 0 } },
    });
  });

  it('runs only the wanted checks and those that they need, of any level', async () => {
    const checks = [
      rule('a', holds),
      rule('b', holds),
      rule('c', holds, ['a'], 'should'),
      rule('d', holds, ['c'], 'beyond'),
    ];
    expect(verdicts(await eventsOf(checks, { only: ['d'], level: 'must' }))).toEqual([
      'a pass',
      'c pass',
      'd pass',
    ]);
  });

  it('runs no more at a time than it may, and closes every wire', async () => {
    const wires = new SilentWires();
    const checks = Array.from({ length: 20 }, (_, at) => rule(`check-${at}`, holds));
    await eventsOf(checks, { jobs: 3, wires });
    expect([wires.most, wires.count]).toEqual([3, 0]);
  });

  it('ends at the signal with its processes, and tells no verdict of what was cut short', async () => {
    const wires = new SilentWires();
    const abort = new AbortController();
    const waits = rule('waits', async (wire) => {
      abort.abort();
      await wire.next(1_000_000);
      throw new Breach('an answer', 'the end');
    });
    const events = await eventsOf([waits, rule('later', holds, ['waits'])], { signal: abort.signal, wires });
    expect(verdicts(events)).toEqual([]);
    expect(events.some(({ kind }) => kind === 'summary')).toBe(false);
    expect(wires.count).toBe(0);
  });

  it('ends its processes when the caller leaves the loop', async () => {
    const wires = new SilentWires();
    const checks = [rule('waits', async (wire) => ((await wire.next(1_000_000)) ? pass : pass))];
    for await (const event of runChecks(checks, wires.open, { jobs: 1, level: 'must', now: () => 0 })) {
      if (event.kind === 'running') break;
    }
    expect(wires.count).toBe(0);
  });

  it('says why the program cannot be started', async () => {
    const open = async (): Promise<RunningWire> => {
      throw new Unstartable('it is a folder', 'Choose the program inside it.');
    };
    const events: CheckEvent[] = [];
    for await (const event of runChecks([rule('a', holds)], open, { jobs: 1, level: 'must', now: () => 0 })) {
      events.push(event);
    }
    expect(events.at(-1)).toEqual({
      kind: 'unstartable',
      reason: 'it is a folder',
      advice: 'Choose the program inside it.',
    });
  });

  it("takes a script's own fault for no fault of the engine", async () => {
    const faulty = rule('faulty', async () => {
      throw new TypeError('a script is wrong');
    });
    await expect(eventsOf([faulty])).rejects.toThrow('a script is wrong');
  });
});
