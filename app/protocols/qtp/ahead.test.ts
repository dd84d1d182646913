/** `genmove` that is sent before the newest move is answered: see `Pace.readsTogether`. */
import { describe, expect, it } from 'vitest';
import { NUDGE } from './driver.ts';
import type { DriverProbe } from '../testing/driver-probe.ts';
import { answers, lineOf, newProbe, obey, oddities, openProbe, searchOf } from './driver.fixture.ts';

const before = 'e8 e2 e7 e3';
const next = `${before} e6 e4`;
const anew = [
  ...['boardsize 9', 'clear_board', 'walls 10', 'playmove black E8', 'playmove white E2'],
  ...['playmove black E7', 'playmove white E3', 'playmove black E6', 'playmove white E4', 'genmove black'],
];

const asked = (probe: DriverProbe, id: number, moves: string, purpose: 'play' | 'analyse' = 'play') =>
  probe.request(searchOf(id, lineOf(moves), { purpose }));

/** An engine that has obeyed the commands of a game so far, of which some came together, and has moved. */
function movedProbe({ probe = openProbe('vertex+word'), told = before, move = 'E6' }: Moved = {}) {
  obey(probe, asked(probe, 1, told));
  obey(probe, probe.hear(`= ${move}`, ''));
  probe.take();
  return probe;
}

interface Moved {
  readonly probe?: DriverProbe;
  readonly told?: string;
  readonly move?: string;
}

it('goes to an engine that has read several commands at once', () => {
  const probe = movedProbe();
  expect(asked(probe, 2, next)).toEqual(['playmove white E4', 'genmove black']);
  expect(probe.driver.state).toBe('thinking');
  expect(probe.hear('=', '', '= E5', '')).toEqual([]);
  expect(answers(probe)).toEqual(['2: e5']);
  expect(asked(probe, 3, `${next} e5 d4`)).toEqual(['playmove white D4', 'genmove black']);
});

describe('waits for the answer to the move', () => {
  it('before two commands behind another were obeyed', () => {
    const probe = movedProbe({ told: 'e8 e2', move: 'E7' });
    expect(asked(probe, 2, 'e8 e2 e7 e3')).toEqual(['playmove white E3']);
  });

  it.each<[string, () => DriverProbe]>([
    ['while it is open how the engine writes walls', () => movedProbe({ probe: openProbe() })],
    ['without a name by which answers are found again', () => movedProbe({ probe: namelessProbe() })],
  ])('%s', (_what, make) => {
    expect(asked(make(), 2, next)).toEqual(['playmove white E4']);
  });

  it('after an answer that came twice', () => {
    const probe = movedProbe();
    probe.hear('= E6', '');
    expect(asked(probe, 2, next)).toEqual(['name']);
    expect(probe.hear('= Engine', '')).toEqual(['playmove white E4']);
  });

  it('in an analysis', () => {
    expect(asked(movedProbe(), 2, next, 'analyse')).toEqual(['playmove white E4']);
  });

  it('where the position is told anew', () => {
    const probe = movedProbe();
    probe.request({ kind: 'resynchronise' });
    expect(asked(probe, 2, next)).not.toContain('genmove black');
  });

  const namelessProbe = (): DriverProbe => {
    const probe = newProbe('vertex+word');
    probe.request({ kind: 'start' });
    probe.hear('=', '', '=', '');
    probe.wait(10_000);
    return probe;
  };
});

describe('an engine that leaves a command unread', () => {
  it('is nudged once for it, and gets one command at a time from then on', () => {
    const probe = openProbe('vertex+word');
    asked(probe, 1, before);
    probe.hear('=', '', '=', '', '=', '', '=', '');
    expect(probe.wait(NUDGE - 1)).toEqual([]);
    expect(probe.wait(NUDGE)).toEqual(['']);
    expect(probe.hear('=', '', '=', '', '=', '')).toEqual(['genmove black']);
    probe.hear('= E6', '');
    expect(asked(probe, 2, next)).toEqual(['playmove white E4']);
    probe.hear('=', '', '= E5', '');
    probe.request({ kind: 'resynchronise' });
    expect(asked(probe, 3, `${next} e5 d4`)).toEqual(['boardsize 9']);
    expect(probe.hear('=', '', '=', '', '=', '')).toEqual(['clear_board', 'walls 10', 'playmove black E8']);
    expect(oddities(probe.events)).toEqual([]);
  });

  it('after it has read several at once is merely slow', () => {
    const probe = movedProbe();
    asked(probe, 2, `${next} e5 d4`);
    expect(probe.wait(3 * NUDGE)).toEqual([]);
  });
});

describe('whose move before it', () => {
  it('is refused is dropped with its answer, and asked again once all is told anew', () => {
    const probe = movedProbe();
    asked(probe, 2, next);
    expect(probe.hear('? illegal move', '')).toEqual([]);
    expect(obey(probe, probe.hear('= E5', ''))).toEqual(anew);
    expect(probe.of('report')).toEqual([]);
    expect(probe.of('stale').map(({ text }) => text)).toEqual(['genmove black: "e5"']);
    probe.hear('= D6', '');
    expect(answers(probe)).toEqual(['2: d6']);
  });

  it('is refused again has the search fail, in the words of the engine', () => {
    const probe = movedProbe();
    asked(probe, 2, next);
    probe.hear('? illegal move', '', '= E5', '');
    probe.hear(...anew.slice(0, -2).flatMap(() => ['=', '']), '? illegal move', '');
    expect(probe.of('failed').map(({ reason }) => reason)).toEqual([
      'the engine refused "playmove white E4": "illegal move"',
    ]);
    expect(probe.driver.state).toBe('idle');
  });

  it('is refused is dropped for the search too that has taken it over', () => {
    const probe = movedProbe();
    asked(probe, 2, next);
    expect(asked(probe, 3, next)).toEqual([]);
    expect(obey(probe, probe.hear('? illegal move', '', '= E5', ''))).toEqual(anew);
    probe.hear('= D6', '');
    expect(answers(probe)).toEqual(['3: d6']);
  });

  it('is refused leaves nothing to ask for where the search was given up', () => {
    const probe = movedProbe();
    asked(probe, 2, next);
    asked(probe, 3, 'd9');
    const out = obey(probe, probe.hear('? illegal move', '', '= E5', ''));
    expect(out).toEqual(['boardsize 9', 'clear_board', 'walls 10', 'playmove black D9', 'genmove white']);
  });

  it('is not answered at all leads to a fence, and to the whole game once more', () => {
    const probe = movedProbe();
    asked(probe, 2, next);
    expect(probe.hear('= E5', '')).toEqual(['name']);
    const out = obey(probe, probe.hear('= Engine', '')).filter((line) => line !== 'name');
    expect(out).toEqual(anew);
    expect(probe.of('failed')).toEqual([]);
    expect(oddities(probe.events)).toContain('missing-answer');
    // From now on each command waits for its fence.
    probe.hear('= D6', '');
    expect(answers(probe)).toEqual(['2: d6']);
    const last = asked(probe, 3, `${next} d6 d4`);
    expect([...last, ...probe.hear('= Engine', '')]).toEqual(['name', 'playmove white D4']);
  });

  it('is answered, and fails itself, fails the search', () => {
    const probe = movedProbe();
    asked(probe, 2, next);
    probe.hear('=', '', '? no idea', '');
    expect(probe.of('failed').map(({ reason }) => reason)).toEqual([
      'the engine refused "genmove black": "no idea"',
    ]);
  });
});

it('is given up by a user who types', () => {
  const probe = movedProbe();
  asked(probe, 2, next);
  probe.type('clear_board');
  probe.hear('=', '', '= E5', '', '=', '');
  expect(answers(probe)).toEqual(['2: e5']);
  expect(obey(probe, asked(probe, 3, `${next} e5 d4`)).slice(0, 3)).toEqual(anew.slice(0, 3));
});
