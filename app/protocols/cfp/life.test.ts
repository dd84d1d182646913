import { describe, expect, it } from 'vitest';
import { oddNames, openProbe, searchOf, thinkingProbe } from './driver.fixture.ts';

describe('deadlines and signs of life', () => {
  it('no bestmove after stop is a stall', () => {
    const probe = thinkingProbe();
    probe.request({ kind: 'stop' });
    probe.wait(4_999);
    expect(probe.of('fault')).toEqual([]);
    probe.wait(1);
    expect(probe.of('fault')).toEqual([
      { kind: 'fault', ending: 'stalled', reason: 'no bestmove within 5 s of stop' },
    ]);
    expect(probe.request({ kind: 'ping' })).toEqual([]);
  });

  it('no readyok is a stall', () => {
    const probe = openProbe();
    probe.request(searchOf(1));
    probe.wait(10_000);
    expect(probe.of('fault')[0]).toMatchObject({
      ending: 'stalled',
      reason: 'no readyok within 10 s of isready',
    });
  });

  it('a ping is answered with its time, in mid-search too', () => {
    for (const probe of [openProbe(), thinkingProbe()]) {
      expect(probe.request({ kind: 'ping' })).toEqual(['isready']);
      expect(probe.request({ kind: 'ping' })).toEqual([]);
      probe.wait(7);
      probe.hear('readyok');
      expect(probe.of('alive')).toEqual([{ kind: 'alive', milliseconds: 7 }]);
    }
  });

  it('a long search is asked every ten seconds', () => {
    const probe = thinkingProbe();
    for (let round = 0; round < 3; round++) {
      expect(probe.wait(10_000)).toEqual(['isready']);
      probe.hear('readyok');
    }
    probe.wait(20_000);
    expect(probe.of('fault')[0]?.ending).toBe('stalled');
  });

  it('readyok without isready is odd', () => {
    const probe = openProbe();
    probe.hear('readyok');
    expect(oddNames(probe.events)).toEqual(['unasked-readyok']);
  });
});

describe('what an engine says besides', () => {
  it('info is passed on and never parsed', () => {
    const probe = thinkingProbe();
    probe.hear('info bestmove 3 readyok');
    expect(probe.take()).toEqual([{ kind: 'info', text: 'bestmove 3 readyok' }]);
    expect(probe.driver.state).toBe('thinking');
  });

  it('anything unknown is named', () => {
    const probe = thinkingProbe();
    probe.hear('', '   ', 'Thinking hard', 'id', 'bestmoves 3');
    expect(oddNames(probe.take())).toEqual([
      'empty-line',
      'empty-line',
      'unknown-line',
      'unreadable',
      'unknown-line',
    ]);
  });

  it('a bestmove without a request is stale', () => {
    const probe = openProbe();
    probe.hear('bestmove 3', 'bestmove x');
    expect(probe.of('stale').map(({ text }) => text)).toEqual(['bestmove 3', 'bestmove x']);
  });
});

describe('the end', () => {
  it('a typed quit ends every search, and a late bestmove is stale', () => {
    const probe = thinkingProbe();
    probe.request(searchOf(2));
    probe.type('quit');
    expect(probe.of('failed').map(({ search }) => search)).toEqual([1, 2]);
    probe.take();
    probe.hear('bestmove 3');
    expect(probe.take()).toEqual([{ kind: 'stale', text: 'bestmove 3' }]);
  });

  it('a search without an end is refused', () => {
    const probe = openProbe();
    probe.request(searchOf(1, '', { kind: 'time', seconds: Infinity }));
    expect(probe.of('failed')).toEqual([{ kind: 'failed', search: 1, reason: 'the time must be finite' }]);
  });
});

describe('one endless line', () => {
  it('is odd in so many ways and no more, each told once', () => {
    const probe = openProbe();
    probe.hear(`option name A type check default true ${'min '.repeat(10_000)}`);
    probe.hear(`option name B type combo default Normal ${'VAR Normal '.repeat(5000)}`);
    expect(probe.take().length).toBeLessThan(20);
  });

  it('leaves no room for more options than a million characters', () => {
    const probe = openProbe();
    const long = 'z'.repeat(60_000);
    for (let count = 0; count < 20; count++) probe.hear(`option name O${count} ${long} type button`);
    expect(probe.of('option').length).toBe(16);
    expect(oddNames(probe.events)).toContain('too-many-options');
  });
});
