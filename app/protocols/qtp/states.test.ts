import { describe, expect, it } from 'vitest';
import type { DriverProbe } from '../testing/driver-probe.ts';
import { lineOf, newProbe, openProbe, searchOf, thinkingProbe } from './driver.fixture.ts';
import { arrows, type Cause } from './states.ts';
import type { DriverState } from '../../shapes/engines.ts';

const reach: Readonly<Record<DriverState, () => DriverProbe>> = {
  new: () => newProbe(),
  handshake: () => {
    const probe = newProbe();
    probe.type('name');
    return probe;
  },
  idle: () => openProbe(),
  preparing: () => {
    const probe = openProbe();
    probe.request(searchOf(1));
    return probe;
  },
  thinking: () => thinkingProbe(),
  stopping: () => {
    const probe = thinkingProbe();
    probe.request(searchOf(2, lineOf('e8')));
    return probe;
  },
  quitting: () => {
    const probe = openProbe();
    probe.type('quit');
    return probe;
  },
};

const bring: Readonly<Record<Cause, (probe: DriverProbe) => void>> = {
  command: (probe) => probe.type('boardsize 9'),
  opened: (probe) => {
    probe.type('boardsize 9');
    probe.hear('= Engine', '', '=', '');
  },
  taken: (probe) => probe.request(searchOf(3)),
  dropped: (probe) => probe.request({ kind: 'stop' }),
  genmove: (probe) => probe.type('genmove black'),
  abandoned: (probe) => probe.request(searchOf(4, lineOf('d9'))),
  resumed: (probe) => probe.request(searchOf(5)),
  answer: (probe) => probe.hear('= E8', ''),
  quit: (probe) => probe.type('quit'),
};

describe('every arrow of the table', () => {
  for (const [from, row] of Object.entries(arrows) as [DriverState, (typeof arrows)['new']][]) {
    it(`can be in ${from}`, () => expect(reach[from]().driver.state).toBe(from));

    for (const [cause, to] of Object.entries(row) as [Cause, DriverState][]) {
      it(`goes from ${from} by ${cause} to ${to}`, () => {
        const probe = reach[from]();
        probe.take();
        bring[cause](probe);
        expect(probe.of('state')[0]?.state).toBe(to);
      });
    }
  }
});

/** Causes on the wire; the others are the driver's own and mean other things in other states. */
const wire = ['command', 'genmove', 'answer', 'quit'] as const;

describe('every place without an arrow', () => {
  const places = (Object.keys(arrows) as DriverState[]).flatMap((state) =>
    wire.filter((cause) => arrows[state][cause] === undefined).map((cause) => [state, cause] as const),
  );
  it.each(places)('stays in %s by %s', (state, cause) => {
    const probe = reach[state]();
    // In this state the line of `answer` answers an earlier command.
    if (cause === 'answer' && state === 'handshake') return;
    probe.take();
    bring[cause](probe);
    expect(probe.of('state')).toEqual([]);
  });
});
