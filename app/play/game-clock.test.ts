/** Clocks of games, by a clock of the test's own. */
import { describe, expect, it } from 'vitest';
import type { Clock } from '../sessions/clock.ts';
import { engine, human, Scripted } from './testing/scripted-game.ts';
import { readTimeControl } from './time-control.ts';

class Stopwatch implements Clock {
  #now = 0;
  readonly #timers = new Set<{ readonly at: number; readonly run: () => void }>();

  now = (): number => this.#now;
  date = (): number => 1_000_000 + this.#now;

  setTimer(run: () => void, milliseconds: number): { clear(): void } {
    const timer = { at: this.#now + milliseconds, run };
    this.#timers.add(timer);
    return { clear: () => this.#timers.delete(timer) };
  }

  pass(seconds: number): void {
    this.#now += seconds * 1000;
    for (const timer of this.#timers) {
      if (timer.at > this.#now || !this.#timers.delete(timer)) continue;
      timer.run();
    }
  }
}

async function timed(control: string, players: ConstructorParameters<typeof Scripted>[0] = [human, human]) {
  const clock = new Stopwatch();
  const game = new Scripted(players, clock);
  await game.table.edit([{ kind: 'header', name: 'timeControl', text: control }]);
  await game.table.start();
  return { clock, game };
}

const node = (game: Scripted, at = game.table.shown) => game.table.tree.nodes.get(at)!;

describe('a time control', () => {
  it.each([
    ['300+5', { kind: 'game', seconds: 300, increment: 5 }],
    ['1/30', { kind: 'move', seconds: 30 }],
    ['0+5', null],
    ['40/9000', null],
    ['300', null],
    ['', null],
  ])('%s', (text, control) => expect(readTimeControl(text)).toEqual(control));
});

describe('the clock of a game', () => {
  it('runs for the side to move, and is kept with each move', async () => {
    const { clock, game } = await timed('60+2');
    expect(game.table.clocks).toEqual({
      left: [60, 60],
      running: { seat: 0, left: 60, since: 1_000_000 },
    });
    clock.pass(10);
    await game.play('4');
    expect(node(game)).toMatchObject({ clock: 52, spent: 10 });
    clock.pass(3.5);
    await game.play('4');
    expect(node(game)).toMatchObject({ clock: 58.5, spent: 3.5 });
    expect(game.table.clocks).toMatchObject({ left: [52, 58.5], running: { seat: 0, left: 52 } });
    // The move and its time are one change.
    await game.table.undo();
    expect([game.shown, game.table.running, game.table.clocks?.running]).toEqual(['4', false, null]);
  });

  it('gives each turn the same time where it is per move', async () => {
    const { clock, game } = await timed('1/10');
    clock.pass(9);
    await game.play('4');
    clock.pass(9);
    await game.play('4');
    expect(node(game)).toMatchObject({ clock: 1, spent: 9 });
    expect(game.table.clocks).toMatchObject({ left: [10, 10], running: { seat: 0, left: 10 } });
  });

  it('is a loss when it runs out, without a fault of a person', async () => {
    const { clock, game } = await timed('60+0');
    await game.play('4');
    clock.pass(60);
    expect(game.table.running).toBe(false);
    expect(game.table.endingAt()).toEqual({
      ...{ word: 'time', winner: 0, fault: null, advice: '' },
      reason: 'Player 2 ran out of time',
    });
  });

  it('is a loss of an engine that is still asked', async () => {
    const { clock, game } = await timed('1/10', [human, engine()]);
    await game.play('4');
    clock.pass(10);
    expect(game.question.signal.aborted).toBe(true);
    expect(game.table.endingAt()).toMatchObject({ word: 'time', winner: 0, fault: 1 });
    // Its session is told before it can be ended.
    expect(game.said.slice(-2)).toEqual(['time 1', 'finish']);
    await game.question.move(3);
    expect(game.moves).toBe('4');
  });

  it('is at zero where it ran out, until play goes on there', async () => {
    const { clock, game } = await timed('1/10');
    await game.play('4');
    clock.pass(10);
    expect(game.table.clocks).toEqual({ left: [10, 0], running: null });
    await game.goTo(0);
    expect(game.table.clocks?.left).toEqual([10, 10]);
    await game.goTo(1);
    expect(game.table.clocks?.left).toEqual([10, 0]);
    await game.table.start();
    expect(game.table.clocks).toMatchObject({ left: [10, 10], running: { seat: 1, left: 10 } });
    const first = await timed('60+0');
    first.clock.pass(60);
    expect(first.game.table.clocks?.left).toEqual([0, 60]);
  });

  it('stands still while play does not run, and goes on where it was', async () => {
    const { clock, game } = await timed('60+0');
    clock.pass(20);
    await game.play('4');
    game.table.stop();
    clock.pass(600);
    await game.play('4');
    expect(node(game)).toMatchObject({ clock: null, spent: null });
    await game.table.start();
    expect(game.table.clocks).toMatchObject({ left: [40, 60], running: { seat: 0, left: 40 } });
  });

  it('is not disturbed by what is shown elsewhere, and stops at the end of the game', async () => {
    const { clock, game } = await timed('60+0');
    await game.play('121212');
    await game.goTo(2);
    clock.pass(5);
    expect(game.table.clocks?.running).toMatchObject({ seat: 0, left: 60 });
    await game.goTo(6);
    await game.play('1');
    expect(node(game)).toMatchObject({ clock: 55, spent: 5 });
    expect(game.table.clocks?.running).toBeNull();
    clock.pass(600);
    expect(game.table.endingAt()).toMatchObject({ word: 'win', winner: 0 });
  });
});
