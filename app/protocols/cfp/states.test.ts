import { describe, expect, it } from 'vitest';
import type { DriverProbe } from '../testing/driver-probe.ts';
import { newProbe, openProbe, searchOf, thinkingProbe } from './driver.fixture.ts';
import { transitions, type Cause } from './states.ts';
import type { DriverState } from '../../shapes/engines.ts';

const reach: Readonly<Record<DriverState, () => DriverProbe>> = {
  new: newProbe,
  handshake: () => {
    const probe = newProbe();
    probe.request({ kind: 'start' });
    return probe;
  },
  idle: openProbe,
  preparing: () => {
    const probe = openProbe();
    probe.request(searchOf(1));
    return probe;
  },
  thinking: thinkingProbe,
  stopping: () => {
    const probe = thinkingProbe();
    probe.request({ kind: 'stop' });
    return probe;
  },
  quitting: () => {
    const probe = openProbe();
    probe.type('quit');
    return probe;
  },
};

/** How each cause comes about. */
const bring: Readonly<Record<Cause, (probe: DriverProbe) => void>> = {
  cfp: (probe) => probe.request({ kind: 'start' }),
  cfpok: (probe) => probe.hear('cfpok'),
  taken: (probe) => probe.request(searchOf(2)),
  dropped: (probe) => probe.request({ kind: 'stop' }),
  go: (probe) => probe.type('go'),
  stop: (probe) => probe.type('stop'),
  bestmove: (probe) => probe.hear('bestmove 3'),
  quit: (probe) => probe.type('quit'),
};

/** Where a cause that has no arrow of its own must not be brought about by asking for something else. */
const asks = new Set<Cause>(['taken', 'dropped']);

describe('the state table', () => {
  for (const [from, arrows] of Object.entries(transitions) as [DriverState, typeof transitions.new][]) {
    it(`can be in ${from}`, () => expect(reach[from]().driver.state).toBe(from));

    for (const [cause, to] of Object.entries(arrows) as [Cause, DriverState][]) {
      it(`goes from ${from} by ${cause} to ${to}`, () => {
        const probe = reach[from]();
        probe.take();
        bring[cause](probe);
        const states = probe.of('state').map(({ state }) => state);
        expect(states[0]).toBe(to);
      });
    }

    for (const cause of Object.keys(bring) as Cause[]) {
      if (cause in arrows || asks.has(cause)) continue;
      it(`stays in ${from} at ${cause}`, () => {
        const probe = reach[from]();
        probe.take();
        bring[cause](probe);
        expect(probe.driver.state).toBe(from);
        expect(probe.of('state')).toEqual([]);
      });
    }
  }

  it('passes on to preparing at once when another search waits', () => {
    const probe = reach.stopping();
    probe.request(searchOf(2));
    probe.take();
    probe.hear('bestmove 3');
    expect(probe.of('state').map(({ state }) => state)).toEqual(['idle', 'preparing']);
  });
});
