/** Tests the fuzzer: in a driver with one fault it must find that fault, and shrink it. */
import { describe, expect, it } from 'vitest';
import { long } from '../support/long.ts';
import { cfsi } from '../../app/protocols/cfsi/index.ts';
import { sample } from '../../app/protocols/cfsi/sample.fixture.ts';
import { defaultDeadlines, type Driver, type DriverEvent } from '../../app/protocols/protocol.ts';
import type { Responder } from '../../app/protocols/responder.ts';
import { fuzz, type FuzzOutcome } from './fuzz.ts';
import { growth, MOST_GROWTH } from './memory.ts';

type Fault = Partial<Record<keyof Driver, (this: Driver, ...words: never[]) => unknown>>;

const subject = { protocol: cfsi, sample, recordings: [] };

/** A sound driver, with a part replaced by the fault. */
function faulty(fault: (sound: Driver) => Fault): Driver {
  const sound = cfsi.createDriver(defaultDeadlines);
  const own = fault(sound);
  return new Proxy(sound, {
    get(_, key) {
      const value = (key in own ? own[key as keyof Driver] : Reflect.get(sound, key)) as unknown;
      return typeof value === 'function' ? (value as () => unknown).bind(sound) : value;
    },
  });
}

const found = (fault: (sound: Driver) => Fault): FuzzOutcome =>
  fuzz(subject, 'driver', { inputs: 20_000, seed: 1 }, () => faulty(fault));

const without = (events: readonly DriverEvent[], drop: (event: DriverEvent) => boolean): DriverEvent[] =>
  events.filter((event) => !drop(event));

describe('the fuzzer finds', () => {
  it.each<[string, (sound: Driver) => Fault, RegExp]>([
    [
      'a throw',
      (sound) => ({
        receive(line: string, now: number) {
          if (/--score -/.test(line)) throw new RangeError('no minus');
          return sound.receive(line, now);
        },
      }),
      /no minus/,
    ],
    [
      'a line without an event',
      (sound) => ({
        receive: (line: string, now: number) =>
          without(sound.receive(line, now), ({ kind }) => kind === 'oddity'),
      }),
      /no event for/,
    ],
    [
      'a lost bestmove',
      (sound) => ({
        receive: (line: string, now: number) =>
          without(sound.receive(line, now), (event) => event.kind === 'report' && event.final).concat({
            kind: 'understood',
            what: line.slice(0, 9),
          }),
      }),
      /search [\d, ]+ never ended/,
    ],
    [
      'an answer told twice',
      (sound) => ({
        receive: (line: string, now: number) =>
          sound
            .receive(line, now)
            .flatMap((event): DriverEvent[] => (event.kind === 'report' ? [event, event] : [event])),
      }),
      /which had ended/,
    ],
    [
      'a line that is two',
      (sound) => ({
        request: (...words: Parameters<Driver['request']>) =>
          sound
            .request(...words)
            .map((event) => (event.kind === 'send' ? { ...event, line: `${event.line}\n` } : event)),
      }),
      /unfit to be sent/,
    ],
    ['a time that is none', () => ({ nextWake: () => Number.NaN }), /nextWake is NaN/],
    ['ticks without end', () => ({ nextWake: () => 0, tick: () => [] }), /2000 ticks within/],
    [
      'a state that was not told',
      (sound) => ({
        receive: (line: string, now: number) =>
          without(sound.receive(line, now), ({ kind }) => kind === 'state'),
      }),
      /the state is idle/,
    ],
  ])('%s', (_, fault, words) => {
    const { failure } = found(fault);
    expect(failure).toMatch(words);
    expect(failure).toMatch(/^seed \d+/m);
    expect(failure!.split('\n').length).toBeLessThan(14);
  });

  it('the same again from the same seed', () => {
    const fault = (): Fault => ({ nextWake: () => Number.NaN });
    expect(found(fault)).toEqual(found(fault));
  });

  it('an engine that forgets an answer', () => {
    const forgetful = (): Responder => {
      const sound = sample.responder();
      let answers = 0;
      return {
        receive: (line) => sound.receive(line),
        progress: (id, finding) => sound.progress(id, finding),
        answer(id, finding) {
          const events = sound.answer(id, finding);
          return ++answers % 2 === 0 ? events.filter(({ kind }) => kind !== 'send') : events;
        },
      };
    };
    const forgetting = { ...subject, sample: { ...sample, responder: forgetful } };
    const { failure } = fuzz(forgetting, 'responder', { inputs: 20_000, seed: 1 });
    expect(failure).toMatch(/was never answered|still waits|before \d+ was answered/);
  });

  it('a driver that keeps what it hears', long, () => {
    const kept: string[] = [];
    const createDriver = (): Driver =>
      faulty((sound) => ({
        receive(line: string, now: number) {
          kept.push(line);
          return sound.receive(line, now);
        },
      }));
    const hoarder = { ...subject, protocol: { ...cfsi, createDriver } };
    expect(growth(hoarder, 'driver', 1000, 16_384)).toBeGreaterThan(MOST_GROWTH);
    expect(kept.length).toBeGreaterThan(1000);
  });
});
