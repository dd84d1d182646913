import { describe, expect, it } from 'vitest';
import { Ladder, ladderMilliseconds, ladderSteps } from './ladder.ts';
import { ManualClock } from '../testing.ts';

function climb(quitMilliseconds: number, { isStuck = true } = {}) {
  const clock = new ManualClock();
  const told: string[] = [];
  const tell = (what: string): void => void told.push(`${clock.now()} ${what}`);
  const ladder = new Ladder(clock, ladderSteps(quitMilliseconds), {
    quit: () => tell('quit'),
    closeInput: () => tell('close'),
    signal: (signal) => tell(signal),
    note: () => {},
    isStuck: () => isStuck,
    abandon: () => tell('abandon'),
  });
  return { clock, told, ladder };
}

describe('Ladder', () => {
  it('takes one step after the other', () => {
    const { clock, told, ladder } = climb(1000);
    expect(ladder.rung).toBe('by itself');
    ladder.start();
    expect(ladder.rung).toBe('quit lines');
    clock.advance(10_000);
    expect(told).toEqual(['0 quit', '1000 close', '1500 SIGTERM', '2500 SIGKILL', '3000 abandon']);
    expect(ladder.rung).toBe('KILL');
    expect(clock.timers).toBe(0);
  });

  it('waits longer for a killed process that is not stuck, and not for ever', () => {
    const { clock, told, ladder } = climb(1000, { isStuck: false });
    ladder.start();
    clock.advance(7900);
    expect(told.at(-1)).toBe('2500 SIGKILL');
    clock.advance(1000);
    expect(told.at(-1)).toBe('8000 abandon');
    expect(clock.timers).toBe(0);
  });

  it('waits no longer for a killed process that has ended late', () => {
    const { clock, told, ladder } = climb(1000, { isStuck: false });
    ladder.start();
    clock.advance(4000);
    ladder.stop();
    clock.advance(10_000);
    expect(told.at(-1)).toBe('2500 SIGKILL');
    expect(clock.timers).toBe(0);
  });

  it('stops where the process ended', () => {
    const { clock, told, ladder } = climb(1000);
    ladder.start();
    clock.advance(1200);
    ladder.stop();
    clock.advance(10_000);
    expect(told).toEqual(['0 quit', '1000 close']);
    expect(ladder.rung).toBe('stdin closed');
  });

  it.each([0, 1000, 2000, 60_000])('takes five seconds at most (quit lines %i ms)', (milliseconds) => {
    const { clock, told, ladder } = climb(milliseconds);
    ladder.start();
    clock.advance(ladderMilliseconds);
    expect(told.at(-1)).toMatch(/ abandon$/);
  });

  it('arms no timer when its step finds no process left', () => {
    const clock = new ManualClock();
    const ladder: Ladder = new Ladder(clock, ladderSteps(1000), {
      quit: () => ladder.stop(),
      closeInput: () => {},
      signal: () => {},
      note: () => {},
      isStuck: () => false,
      abandon: () => {},
    });
    ladder.start();
    expect(clock.timers).toBe(0);
  });
});
