import { describe, expect, it } from 'vitest';
import type { DriverProbe } from '../testing/driver-probe.ts';
import { newProbe, NONE, oddNames, openProbe, reportsOf, searchOf, thinkingProbe } from './driver.fixture.ts';
import { defaultDeadlines } from '../protocol.ts';
import { cfp } from './index.ts';
import { MAX_PENDING } from './states.ts';

const misuses = (probe: DriverProbe): string[] => probe.of('misuse').map(({ text }) => text);

describe('lines typed by hand', () => {
  it('a typed game is understood and its answer is not a report', () => {
    const probe = openProbe();
    probe.type('cfpnewgame');
    probe.type('isready');
    probe.hear('readyok');
    probe.type('position startpos');
    probe.type('go movetime 1');
    expect(probe.driver.state).toBe('thinking');
    probe.type('stop');
    expect(probe.driver.state).toBe('stopping');
    probe.take();
    probe.hear('bestmove 3');
    expect(probe.take()).toEqual([
      { kind: 'understood', what: 'bestmove 3' },
      { kind: 'state', state: 'idle' },
    ]);
    expect(misuses(probe)).toEqual([]);
  });

  it('the answer to a typed go never becomes the answer to our own search', () => {
    const probe = openProbe();
    probe.type('position startpos');
    probe.type('go');
    expect(probe.request(searchOf(1))).toEqual(['stop']);
    expect(probe.hear('bestmove 6')).toEqual(['cfpnewgame', 'isready']);
    expect(reportsOf(probe.events)).toEqual([]);
    probe.hear('readyok', 'readyok');
    probe.request({ kind: 'stop' });
    probe.hear('bestmove 2');
    expect(reportsOf(probe.events)).toEqual([[1, 2, true]]);
  });

  it('a typed go in the middle of our preparation is ended first', () => {
    const probe = openProbe();
    probe.request(searchOf(1));
    probe.hear('readyok');
    expect(probe.type('go')).toEqual(['stop']);
    expect(probe.hear('bestmove 5')).toEqual([]);
    // The fence that was under way covers nothing that came after it.
    expect(probe.hear('readyok')).toEqual(['isready']);
    expect(probe.hear('readyok')).toEqual(['go']);
    expect(reportsOf(probe.events)).toEqual([]);
  });

  it('a search that was given up stays so where a typed go overtakes its own', () => {
    const driver = cfp.createDriver(defaultDeadlines);
    const say = (line: string): void => void driver.sent(line, 0);
    say('cfp');
    driver.receive('cfpok', 0);
    driver.request(searchOf(1), 0);
    for (const line of ['cfpnewgame', 'isready']) say(line);
    driver.receive('readyok', 0);
    say(`position ${'0'.repeat(42)}1`);
    say('isready');
    expect(driver.receive('readyok', 0)).toContainEqual({ kind: 'send', line: 'go' });
    say('go movetime 1');
    driver.request({ kind: 'stop' }, 0);
    expect(driver.sent('go', 0)).toContainEqual({
      kind: 'failed',
      search: 1,
      reason: 'stopped before it began',
    });
  });

  it('our stop button ends a typed search too', () => {
    const probe = openProbe();
    probe.type('position startpos');
    probe.type('go');
    expect(probe.request({ kind: 'stop' })).toEqual(['stop']);
  });

  it('a typed stop ends our search', () => {
    const probe = thinkingProbe(NONE, 'analyse');
    probe.type('joho stop');
    probe.hear('bestmove 1');
    expect(reportsOf(probe.events)).toEqual([[1, 1, true]]);
  });

  it('a typed value stays, and holds for later wishes', () => {
    const probe = openProbe();
    probe.request({ kind: 'options', values: { 'Search Depth': '5' } });
    probe.hear('readyok');
    expect(probe.type('setoption name search depth value 9')).toEqual([]);
    expect(probe.request({ kind: 'options', values: { 'Search Depth': '9' } })).toEqual([]);
  });

  it('a typed debug stays', () => {
    const probe = openProbe();
    probe.request({ kind: 'debug', on: true });
    expect(probe.type('debug off')).toEqual([]);
    expect(probe.request({ kind: 'debug', on: true })).toEqual(['debug on']);
  });

  it('after a typed position or a typed cfpnewgame our next search is announced as a new game', () => {
    for (const line of ['position 0000000000000000000000000000000000000010002', 'cfpnewgame']) {
      const probe = thinkingProbe();
      probe.request({ kind: 'stop' });
      probe.hear('bestmove 3');
      probe.type(line);
      expect(probe.request(searchOf(2, '4'))).toEqual(['cfpnewgame', 'isready']);
    }
  });

  it('a typed position in mid-search makes the next round tell its own again', () => {
    const probe = thinkingProbe(NONE, 'analyse');
    probe.type('position 0000000000000000000000000000000000000010002');
    probe.wait(200);
    expect(probe.hear('bestmove 3')).toEqual(['cfpnewgame', 'isready']);
  });

  it('a typed quit ends it all', () => {
    const probe = thinkingProbe();
    probe.type('quit');
    expect(probe.driver.state).toBe('quitting');
    expect(probe.driver.nextWake()).toBeNull();
    expect(probe.request(searchOf(2))).toEqual([]);
    expect(probe.of('failed')[0]?.reason).toBe('the engine was told to quit');
  });

  it.each<[string, () => DriverProbe, string]>([
    ['isready', newProbe, 'isready before cfp: cfp is the first command of all.'],
    ['cfp', openProbe, 'cfp is sent once, as the first command.'],
    [
      'setoption name Search Depth value 3',
      thinkingProbe,
      'setoption in mid-search: it is only sent while the engine waits.',
    ],
    ['go', openProbe, 'go without a position: position comes before every go.'],
    ['go', thinkingProbe, 'go while the engine is thinking; an engine ignores it.'],
    ['stop', openProbe, 'stop while the engine is not thinking; an engine ignores it.'],
    ['position 012', openProbe, 'position: a position of CFP has 43 characters, this one 3'],
    ['hello', openProbe, '"hello" holds no command of CFP; an engine ignores it.'],
    ['debug', openProbe, 'debug: it says neither on nor off; an engine ignores it.'],
  ])('%s is named as our misuse', (line, reach, text) => {
    const probe = reach();
    probe.type(line);
    expect(misuses(probe)).toEqual([text]);
    expect(oddNames(probe.events)).toEqual([]);
  });

  it('a typed go before cfpok and a value for an unknown option are named', () => {
    const probe = newProbe();
    probe.request({ kind: 'start' });
    probe.type('go');
    const open = openProbe();
    open.type('setoption name Level value 3');
    expect(misuses(probe)).toEqual(['go before cfpok.']);
    expect(misuses(open)[0]).toMatch(/^the engine offers no option "Level"/);
  });

  it('an engine that rightly ignored a go without a position is not blamed for its silence', () => {
    const probe = openProbe();
    probe.type('go');
    expect(probe.request(searchOf(1))).toEqual(['stop']);
    expect(probe.wait(5000)).toEqual(['cfpnewgame', 'isready']);
    expect(probe.of('fault')).toEqual([]);
  });

  it('keeps count of a bounded number of unanswered questions', () => {
    const probe = openProbe();
    for (let n = 0; n < MAX_PENDING + 5; n++) probe.type('isready');
    for (let n = 0; n < MAX_PENDING + 5; n++) probe.hear('readyok');
    expect(oddNames(probe.events)).toEqual(Array<string>(5).fill('unasked-readyok'));
  });
});
