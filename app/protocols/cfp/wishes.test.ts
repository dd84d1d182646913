import { describe, expect, it } from 'vitest';
import {
  newProbe,
  NONE,
  openProbe,
  OPTION_LINES,
  reportsOf,
  searchOf,
  seconds,
  thinkingProbe,
} from './driver.fixture.ts';

const options = (values: Record<string, string>) => ({ kind: 'options', values }) as const;

describe('options', () => {
  it('are sent where they differ from what the engine has', () => {
    const probe = openProbe();
    const values = { 'search depth': '20', 'Store Search': 'TRUE', 'PLAY STYLE': 'risky' };
    expect(probe.request(options(values))).toEqual([
      'setoption name Search Depth value 20',
      'setoption name Play Style value Risky',
      'isready',
    ]);
    expect(probe.hear('readyok')).toEqual([]);
    expect(probe.request(options(values))).toEqual([]);
    expect(probe.request(options({ 'Search Depth': '-1' }))).toEqual([
      'setoption name Search Depth value -1',
      'isready',
    ]);
    expect(probe.driver.state).toBe('idle');
  });

  it('asked for before the handshake wait for its end', () => {
    const probe = newProbe();
    expect(probe.request(options({ 'Search Depth': '7', 'Open Book Path': '' }))).toEqual([]);
    probe.request({ kind: 'start' });
    expect(probe.hear('id name E', 'id author A', ...OPTION_LINES, 'cfpok')).toEqual([
      'setoption name Search Depth value 7',
      'setoption name Open Book Path value ""',
      'isready',
    ]);
  });

  it('go out before the search that follows, which waits for the engine to be ready', () => {
    const probe = openProbe();
    probe.request(options({ 'Search Depth': '7' }));
    expect(probe.request(searchOf(1))).toEqual([]);
    expect(probe.hear('readyok')).toEqual(['cfpnewgame', 'isready']);
  });

  it('changed in mid-search: stop, bestmove, setoption, isready, and the same search goes on', () => {
    const probe = thinkingProbe();
    expect(probe.request(options({ 'Search Depth': '7' }))).toEqual(['stop']);
    expect(probe.hear('bestmove 2')).toEqual(['setoption name Search Depth value 7', 'isready']);
    expect(probe.hear('readyok')).toEqual(['go']);
    expect(reportsOf(probe.take())).toEqual([[1, 2, false]]);
    probe.request({ kind: 'stop' });
    probe.hear('bestmove 4');
    expect(reportsOf(probe.events)).toEqual([[1, 4, true]]);
  });

  it('that hold already do not disturb a search', () => {
    const probe = thinkingProbe();
    expect(probe.request(options({ 'Search Depth': '-1', 'Play Style': 'NORMAL' }))).toEqual([]);
  });

  it('a timed search goes on with the time that is left', () => {
    const probe = thinkingProbe(seconds(5));
    probe.wait(2000);
    expect(probe.request(options({ 'Search Depth': '7' }))).toEqual(['stop']);
    probe.hear('bestmove 2');
    expect(probe.hear('readyok')).toEqual(['go movetime 3.000000']);
    expect(probe.wait(2999)).toEqual([]);
    expect(probe.wait(1)).toEqual(['stop']);
    probe.hear('bestmove 1');
    expect(reportsOf(probe.events)).toEqual([
      [1, 2, false],
      [1, 1, true],
    ]);
  });

  it('changed when the time is up anyway do not prolong it', () => {
    const probe = thinkingProbe(seconds(5));
    probe.wait(4999);
    probe.request(options({ 'Search Depth': '7' }));
    probe.wait(1);
    expect(probe.hear('bestmove 2')).toEqual(['setoption name Search Depth value 7', 'isready']);
    expect(reportsOf(probe.events)).toEqual([[1, 2, true]]);
  });

  it('an interrupted round of analysis starts again', () => {
    const probe = thinkingProbe(NONE, 'analyse');
    probe.wait(150);
    probe.request(options({ 'Search Depth': '7' }));
    probe.hear('bestmove 2', 'readyok');
    expect(probe.wait(199)).toEqual([]);
    expect(probe.wait(1)).toEqual(['stop']);
  });

  it('a stop while the option is being set ends the search with its last answer', () => {
    const probe = thinkingProbe();
    probe.request(options({ 'Search Depth': '7' }));
    probe.hear('bestmove 2');
    expect(probe.request({ kind: 'stop' })).toEqual([]);
    expect(reportsOf(probe.events)).toEqual([
      [1, 2, false],
      [1, 2, true],
    ]);
    expect(probe.hear('readyok')).toEqual([]);
  });

  it('that the engine does not offer or bear are turned away in words', () => {
    const probe = openProbe();
    const values = { Level: '3', 'Search Depth': '101', Clear: 'x' };
    expect(probe.request(options(values))).toEqual([]);
    expect(probe.of('misuse').map(({ text }) => text)).toEqual([
      'the engine offers no option "Level"; it offers "Store Search", "Search Depth", "Play Style", "Clear", "Open Book Path".',
      '"Search Depth" is -1 to 100, not 101.',
      '"Clear" is a button and has no value.',
    ]);
  });

  it('with the word value in their name do not go round in circles', () => {
    const probe = newProbe();
    probe.request({ kind: 'start' });
    probe.hear('option name draw value type spin default 0 min 0 max 9', 'cfpok');
    expect(probe.request(options({ 'draw value': '5' }))).toEqual([
      'setoption name draw value value 5',
      'isready',
    ]);
    expect(probe.hear('readyok')).toEqual([]);
  });
});

describe('buttons', () => {
  it('are pressed by name, once a press', () => {
    const probe = openProbe();
    expect(probe.request({ kind: 'press', option: 'clear' })).toEqual(['setoption name Clear', 'isready']);
    probe.hear('readyok');
    expect(probe.request({ kind: 'press', option: 'Clear' })).toEqual(['setoption name Clear', 'isready']);
  });

  it('are pressed only while the engine waits', () => {
    const probe = thinkingProbe();
    expect(probe.request({ kind: 'press', option: 'Clear' })).toEqual(['stop']);
    expect(probe.hear('bestmove 2')).toEqual(['setoption name Clear', 'isready']);
    expect(probe.hear('readyok')).toEqual(['go']);
  });

  it('that are none are turned away', () => {
    const probe = openProbe();
    probe.request({ kind: 'press', option: 'Search Depth' });
    probe.request({ kind: 'press', option: 'Reset' });
    expect(probe.of('misuse').map(({ text }) => text.split(';')[0])).toEqual([
      '"Search Depth" is not a button.',
      'the engine offers no option "Reset"',
    ]);
    expect(probe.sent).toEqual(['cfp']);
  });
});

describe('debug', () => {
  it('is switched at any time, and only when it changes', () => {
    for (const probe of [openProbe(), thinkingProbe()]) {
      expect(probe.request({ kind: 'debug', on: false })).toEqual([]);
      expect(probe.request({ kind: 'debug', on: true })).toEqual(['debug on']);
      expect(probe.request({ kind: 'debug', on: true })).toEqual([]);
      expect(probe.request({ kind: 'debug', on: false })).toEqual(['debug off']);
    }
  });
});
