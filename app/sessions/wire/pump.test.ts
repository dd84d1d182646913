import { describe, expect, it } from 'vitest';
import {
  bareReport,
  type Driver,
  type DriverEvent,
  type Report,
  type ShortWay,
  type Skimmed,
} from '../../protocols/protocol.ts';
import { hearingMilliseconds, Pump } from './pump.ts';
import { ManualClock } from '../testing.ts';
import type { Oddity } from '../../shapes/engines.ts';

const oddity: Oddity = { name: 'odd', clause: 'nowhere', text: 'This is odd.' };

/** A driver whose answers are written down: by `request <intent>`, `sent <line>`, `receive <line>`, `tick`. */
class ScriptedDriver implements Driver {
  readonly state = 'idle';
  readonly capabilities = {
    stop: true,
    analyse: true,
    time: true,
    depth: false,
    setPosition: 'any',
    score: false,
    scoresPerMove: false,
    options: false,
    debug: false,
    ping: false,
    drawing: false,
  } as const;
  readonly calls: string[] = [];
  wake: number | null = null;
  wants: ((line: string) => boolean) | undefined = undefined;
  shortWay: ShortWay = { ask: () => null, answer: () => null };
  readonly #script: Readonly<Record<string, readonly DriverEvent[]>>;

  constructor(script: Readonly<Record<string, readonly DriverEvent[]>>) {
    this.#script = script;
  }

  accepts = (): null => null;
  nextWake = (): number | null => this.wake;
  request = ({ kind }: { kind: string }, now: number) => this.#answer(`request ${kind}`, now);
  sent = (line: string, now: number) => this.#answer(`sent ${line}`, now);
  receive = (line: string, now: number, isUnended?: boolean) =>
    this.#answer(`receive ${line}${isUnended === true ? ', unended' : ''}`, now);
  complained = (line: string, now: number) => this.#answer(`complained ${line}`, now);
  tick = (now: number): readonly DriverEvent[] => {
    this.wake = null;
    return this.#answer('tick', now);
  };

  #answer(call: string, now: number): readonly DriverEvent[] {
    this.calls.push(`${now} ${call}`);
    if (call === 'receive throw') throw new Error('thrown by the driver');
    return this.#script[call] ?? [];
  }
}

function make(script: Readonly<Record<string, readonly DriverEvent[]>> = {}) {
  const clock = new ManualClock();
  const driver = new ScriptedDriver(script);
  const told: string[] = [];
  const pipe = { behind: false, endWhole: (): boolean => false };
  const pump: Pump = new Pump(driver, clock, {
    writable: () => true,
    write: (line) => told.push(`write ${line}`) > 0 && line !== 'unwritable',
    // In brackets if it is more than one line.
    together: (work) => {
      const from = told.length;
      work();
      if (told.slice(from).filter((what) => what.startsWith('write')).length < 2) return;
      told.splice(from, 0, '(');
      told.push(')');
    },
    sent: (line, byHand, oddities) => told.push(`${byHand ? 'typed' : 'sent'} ${line} ${oddities.length}`),
    skimmed: (texts) => told.push(`skimmed ${texts.join()}`),
    heard: (text, cut, oddities) => told.push(`heard ${text} ${cut} ${oddities.length}`),
    complained: (text, cut, oddities) => told.push(`complained ${text} ${cut} ${oddities.length}`),
    event: (event, said) => {
      told.push(said === null ? event.kind : `${event.kind} at ${said.at}, ${said.nth}: ${said.text}`);
      if (event.kind === 'ready') pump.request({ kind: 'ping' });
    },
    next: () => told.length,
    behind: () => pipe.behind,
    endWhole: () => pipe.endWhole(),
    answered: (request, milliseconds) => told.push(`answered ${request} ${milliseconds}`),
    broken: (error) => told.push(String(error)),
  });
  return { clock, driver, told, pump, pipe };
}

const send = (line: string): DriverEvent => ({ kind: 'send', line });
const info: DriverEvent = { kind: 'info', text: '' };

describe('Pump', () => {
  it('writes a line at once, and several in one piece where the request before had several', () => {
    const { told, pump } = make({
      'request start': [send('a')],
      'sent a': [send('b')],
      'request ping': [send('c')],
    });
    const both = ['write a', 'sent a 0', 'write b', 'sent b 0'];
    const heardOf = (kind: 'start' | 'ping'): string[] => {
      pump.request({ kind });
      return told.splice(0);
    };
    expect(heardOf('start')).toEqual(both);
    expect(heardOf('start')).toEqual(['(', ...both, ')']);
    expect(heardOf('ping')).toEqual(['write c', 'sent c 0']);
    expect(heardOf('start')).toEqual(both);
  });

  it('tells the driver of a line once it was written', () => {
    const { told, pump, driver } = make({ 'request start': [send('cfp')], 'sent cfp': [info] });
    pump.request({ kind: 'start' });
    expect(told).toEqual(['write cfp', 'sent cfp 0', 'info']);
    expect(driver.calls).toEqual(['0 request start', '0 sent cfp']);
  });

  it('writes the next line with its line where it is certain, before the driver is told of either', () => {
    const { told, pump, driver } = make({
      'request start': [{ kind: 'send', line: 'a', next: 'b' }],
      'sent a': [info, send('b')],
      'sent b': [info],
    });
    pump.request({ kind: 'start' });
    const written = ['(', 'write a', 'write b', ')'];
    expect(told).toEqual([...written, 'sent a 0', 'info', 'sent b 0', 'info']);
    expect(driver.calls).toEqual(['0 request start', '0 sent a', '0 sent b']);
    told.length = 0;
    pump.request({ kind: 'start' });
    expect(told.slice(0, 4)).toEqual(written);
  });

  it('tells the driver of a next line that was written, even if it proposes another one', () => {
    const { told, pump } = make({
      'request start': [{ kind: 'send', line: 'a', next: 'b' }],
      'sent a': [send('c')],
    });
    pump.request({ kind: 'start' });
    expect(told.filter((what) => what !== '(' && what !== ')')).toEqual([
      ...['write a', 'write b', 'sent a 0', 'sent b 0', 'write c', 'sent c 0'],
    ]);
  });

  it('writes several lines in one piece, each with what follows from it', () => {
    const { told, pump } = make({
      'request start': [send('a'), info, send('b')],
      'sent a': [send('c')],
    });
    pump.request({ kind: 'start' });
    const wanted = ['(', 'write a', 'sent a 0', 'write c', 'sent c 0', 'info', 'write b', 'sent b 0', ')'];
    expect(told).toEqual(wanted);
  });

  it('gives a line its oddities before it tells of them', () => {
    const { told, pump } = make({ 'receive x': [info, { kind: 'oddity', oddity }] });
    pump.heard('x\r', 7, 0);
    expect(told).toEqual(['heard x\r 7 1', 'info', 'oddity']);
  });

  it('finishes a batch before it takes what listeners ask for', () => {
    const { told, pump } = make({
      'receive ok': [{ kind: 'ready' }, send('go')],
      'request ping': [send('ping')],
    });
    pump.heard('ok', 0, 0);
    expect(told).toEqual(['heard ok 0 0', 'ready', 'write go', 'sent go 0', 'write ping', 'sent ping 0']);
  });

  it('shows stderr to the driver, without the return at its end, and gives it its oddities', () => {
    const { told, pump, driver } = make({ 'complained no': [{ kind: 'oddity', oddity }, send('other')] });
    pump.complained('no\r', 2, 3);
    expect(driver.calls).toEqual(['3 complained no', '3 sent other']);
    expect(told).toEqual(['complained no\r 2 1', 'oddity', 'write other', 'sent other 0']);
  });

  it('does not tell of a line that could not be written', () => {
    const { told, pump, driver } = make();
    pump.send('unwritable', true);
    pump.send('typed', true);
    expect(told).toEqual(['write unwritable', 'write typed', 'typed typed 0']);
    expect(driver.calls).toEqual(['0 sent typed']);
  });

  it('says which line a report was made from: not a blank one, and where it was said first', () => {
    const report = (name: string) => bareReport({ kind: 'none', text: name }, 0);
    const [held, other] = [report('held'), report('other')];
    const reported = (of: Report): DriverEvent => ({ kind: 'report', search: 1, report: of, final: false });
    const { told, pump, driver, clock } = make({
      'receive one': [reported(held)],
      'receive ': [info, reported(other)],
      tick: [reported(held)],
      'request stop': [reported(held)],
    });
    pump.heard('one\r', 0, 0, 100, 2);
    pump.heard('two', 0, 0, 100, 3);
    pump.heard('\r', 0, 0, 170, 0);
    driver.wake = 1;
    pump.request({ kind: 'stop' });
    clock.advance(5);
    expect(told.filter((word) => word.startsWith('report'))).toEqual([
      'report at 100, 2: one',
      'report at 100, 3: two',
      'report at 100, 2: one',
      'report at 100, 2: one',
    ]);
    const { told: unjournalled, pump: without } = make({ 'receive one': [reported(held)] });
    without.heard('one', 0, 0);
    expect(unjournalled.at(-1)).toBe('report');
  });

  it('lets the driver take lines at once, the last of which is the one said last', () => {
    const { told, pump, driver, clock } = make({
      tick: [
        { kind: 'report', search: 1, report: bareReport({ kind: 'none', text: 'none' }, 1), final: true },
      ],
    });
    const skimmed: Skimmed = { until: 8, event: { kind: 'progress', search: 1, nodes: 5, score: null } };
    expect(pump.skim('x\nyy\nzz\nother', 2, 0, 40, 1)).toBe(2);
    driver.shortWay = {
      ask: () => null,
      answer: () => null,
      skim: (text, from) => (text.startsWith('yy', from) ? skimmed : null),
    };
    expect(pump.skim('x\nyy\nzz\nother', 0, 0, 40, 0)).toBe(0);
    expect(pump.skim('x\nyy\nzz\nother', 2, 0, 40, 1)).toBe(8);
    expect(told).toEqual(['skimmed yy,zz', 'progress']);
    driver.wake = 5;
    pump.request({ kind: 'ping' });
    clock.advance(5);
    expect(told.at(-1)).toBe('report at 40, 2: zz');
  });

  it('wakes the driver when it wants to be woken, and no earlier', () => {
    const { clock, driver, pump } = make();
    driver.wake = 500;
    pump.heard('x', 0, 0);
    driver.wake = 1000;
    clock.advance(999);
    expect(driver.calls).toEqual(['0 receive x']);
    clock.advance(2);
    expect(driver.calls).toEqual(['0 receive x', '1000 tick']);
    expect(clock.timers).toBe(0);
  });

  it('arms an earlier timer when an earlier one is wanted', () => {
    const { clock, driver, pump } = make();
    driver.wake = 1000;
    pump.heard('x', 0, 0);
    driver.wake = 200;
    pump.heard('x', 0, 0);
    clock.advance(200);
    expect(driver.calls.at(-1)).toBe('200 tick');
  });

  it('lets what lies in the pipe be read before a late deadline counts', () => {
    const { clock, driver, pump } = make();
    driver.wake = 100;
    pump.heard('x', 0, 0);
    clock.stall(5000);
    clock.advance(0);
    expect(driver.calls).toHaveLength(1);
    driver.wake = null;
    pump.heard('answer', 0, clock.now());
    clock.advance(1000);
    expect(driver.calls).toEqual(['0 receive x', '5000 receive answer']);
  });

  it('counts a late deadline all the same when nothing came', () => {
    const { clock, driver, pump } = make();
    driver.wake = 100;
    pump.heard('x', 0, 0);
    clock.stall(5000);
    clock.advance(10);
    expect(driver.calls.at(-1)).toBe('5001 tick');
  });

  it('hears what lies in the pipe when the time is up, and for so long alone', () => {
    const { clock, driver, pump, pipe } = make();
    driver.wake = 100;
    pump.heard('x', 0, 0);
    pipe.behind = true;
    clock.advance(100 + hearingMilliseconds - 10);
    expect(driver.calls).toHaveLength(1);
    driver.wake = null;
    pump.heard('answer', 0, clock.now());
    clock.advance(50);
    // The next wait has all of that time again, and one who never comes to the answer has no more.
    driver.wake = 1000;
    pump.heard('y', 0, clock.now());
    clock.advance(1000 + hearingMilliseconds - 10 - clock.now());
    expect(driver.calls.at(-1)).toMatch(/receive y$/);
    clock.advance(20);
    expect(driver.calls.at(-1)).toBe(`${1000 + hearingMilliseconds} tick`);
  });

  it('counts a deadline as soon as nothing lies in the pipe', () => {
    const { clock, driver, pump, pipe } = make();
    driver.wake = 100;
    pump.heard('x', 0, 0);
    pipe.behind = true;
    clock.advance(130);
    pipe.behind = false;
    clock.advance(2);
    expect(driver.calls.at(-1)).toBe('131 tick');
  });

  it('hears a line that lacks only its end before a deadline counts', () => {
    const { clock, driver, pump, pipe } = make();
    driver.wake = 100;
    pipe.endWhole = () => {
      pipe.endWhole = () => false;
      driver.wake = 200;
      pump.piece(() => pump.heard('x', 0, 80, null, 0, true));
      return true;
    };
    pump.heard('before', 0, 0);
    clock.advance(300);
    expect(driver.calls).toEqual(['0 receive before', '80 receive x, unended', '200 tick']);
  });

  it('stands still for the driver while the engine is held', () => {
    const { clock, driver, pump } = make();
    driver.wake = 100;
    pump.heard('x', 0, 0);
    clock.advance(50);
    pump.hold(true);
    clock.advance(1000);
    pump.hold(false);
    clock.advance(49);
    expect(driver.calls).toEqual(['0 receive x']);
    clock.advance(2);
    expect(driver.calls.at(-1)).toBe('100 tick');
    pump.heard('y', 0, clock.now());
    expect(driver.calls.at(-1)).toBe('101 receive y');
  });

  it('sends nothing until all that was read in one piece has been shown', () => {
    const { told, pump, driver } = make({
      'receive one': [send('go'), info],
      'receive two': [{ kind: 'ready' }],
      'request ping': [send('ping')],
      'sent go': [send('more')],
    });
    pump.piece(() => {
      pump.heard('one', 0, 3);
      pump.heard('two', 0, 3);
      pump.send('typed', true);
    });
    expect(driver.calls).toEqual([
      ...['3 receive one', '3 receive two', '0 request ping'],
      ...['0 sent go', '0 sent more', '0 sent ping', '0 sent typed'],
    ]);
    expect(told.filter((each) => /^[(w)]/.test(each))).toEqual([
      ...['(', 'write go', 'write more', 'write ping', 'write typed', ')'],
    ]);
  });

  it('asks the driver only about a line that was held back, whether it still wants it', () => {
    const { told, pump, driver } = make({ 'receive one': [send('go'), send('stay')] });
    driver.wants = (line) => line === 'go';
    pump.piece(() => {
      pump.heard('one', 0, 0);
      pump.send('quit', false);
    });
    expect(told.filter((each) => each.startsWith('write'))).toEqual(['write go', 'write quit']);
    pump.heard('one', 0, 0);
    expect(told.filter((each) => each.startsWith('write')).slice(2)).toEqual(['write go', 'write stay']);
  });

  it('sends nothing of what was held back once it is silenced, but for what the driver did not propose', () => {
    const { told, pump } = make({ 'receive one': [send('go')] });
    pump.piece(() => {
      pump.heard('one', 0, 0);
      pump.silence();
      pump.send('quit', false);
    });
    expect(told.filter((each) => each.startsWith('write'))).toEqual(['write quit']);
  });

  it('only listens once it is silenced', () => {
    const { clock, driver, told, pump } = make({ 'receive x': [send('no'), info] });
    driver.wake = 100;
    pump.silence();
    pump.heard('x', 0, 0);
    pump.request({ kind: 'start' });
    pump.send('quit', false);
    clock.advance(1000);
    expect(told).toEqual(['heard x 0 0', 'info', 'write quit', 'sent quit 0']);
    expect(driver.calls).toEqual(['0 receive x', '0 sent quit']);
  });

  it('outlives a driver that throws', () => {
    const { told, pump, driver } = make();
    pump.heard('throw', 0, 0);
    pump.heard('x', 0, 0);
    expect(told).toEqual(['Error: thrown by the driver', 'heard x 0 0']);
    driver.shortWay.skim = () => {
      throw new Error('thrown while it skims');
    };
    expect(pump.skim('x\ny', 0, 0, null, 0)).toBe(0);
    expect(told.at(-1)).toBe('Error: thrown while it skims');
  });
});
