import { describe, expect, it } from 'vitest';
import { Intake, pieceBytes, pieceEnd, pieceLines, type Inlet, type Stream } from './intake.ts';

/** Time that passes as work is done, and turns that are called by hand. */
class Loop {
  time = 0;
  /** That passes with each look at the clock, as where the system gives the processor to others meanwhile. */
  perLook = 0;
  readonly #next: (() => void)[] = [];

  now(): number {
    this.time += this.perLook;
    return this.time;
  }

  next(work: () => void): void {
    this.#next.push(work);
  }

  /** Runs what was to be done in the next turn. @returns whether there was something */
  turn(): boolean {
    const due = this.#next.splice(0);
    for (const work of due) work();
    return due.length > 0;
  }
}

interface Engine {
  readonly inlet: Inlet;
  readonly taken: (readonly [stream: Stream, text: string])[];
  waits: boolean;
}

/** Each line costs so many milliseconds. */
function hostOf(perLine: number) {
  const loop = new Loop();
  const intake = new Intake(loop);
  const order: string[] = [];
  const engine = (name = ''): Engine => {
    const made: Engine = {
      taken: [],
      waits: false,
      inlet: intake.inlet({
        onPiece: (stream, piece) => {
          const text = piece.toString();
          made.taken.push([stream, text]);
          order.push(name);
          loop.time += perLine * (text.split('\n').length - 1);
        },
        onWaiting: (waiting) => (made.waits = waiting),
      }),
    };
    return made;
  };
  return { loop, engine, order };
}

const lines = (count: number): Buffer => Buffer.alloc(count, '\n');
const bytesOf = ({ taken }: Engine): number => taken.reduce((sum, [, text]) => sum + text.length, 0);

describe('pieceEnd', () => {
  it('ends a piece after so many lines, or where its last whole line does', () => {
    expect(pieceEnd(lines(1000), 0)).toBe(pieceLines);
    expect(pieceEnd(lines(1000), 990)).toBe(1000);
    const long = Buffer.from(`${'x'.repeat(20_000)}\n`.repeat(4));
    expect(pieceEnd(long, 0)).toBe(20_001);
    expect(pieceEnd(Buffer.from('a\nb'), 0)).toBe(3);
  });

  it('cuts a line that is longer than a piece', () => {
    expect(pieceEnd(Buffer.alloc(3 * pieceBytes, 'x'), 0)).toBe(pieceBytes);
    expect(pieceEnd(Buffer.alloc(pieceBytes + 5, 'x'), pieceBytes)).toBe(pieceBytes + 5);
  });
});

describe('the intake', () => {
  it('takes what an engine says at once, and as it came where it is short', () => {
    const { engine, loop } = hostOf(0.01);
    const one = engine();
    const chunk = Buffer.from('a\nb\nc');
    one.inlet.chunk('stdout', chunk);
    one.inlet.chunk('stderr', Buffer.from('d\n'));
    expect(one.taken).toEqual([
      ['stdout', 'a\nb\nc'],
      ['stderr', 'd\n'],
    ]);
    expect(one.waits).toBe(false);
    expect(loop.turn()).toBe(false);
  });

  it('takes for a few milliseconds a turn, and lets the rest wait in the pipe', () => {
    const { engine, loop } = hostOf(0.01);
    const one = engine();
    one.inlet.chunk('stdout', lines(65_536));
    for (let turns = 0; bytesOf(one) < 65_536; turns++) {
      const before = loop.time;
      expect(one.waits).toBe(true);
      expect(one.inlet.isBehind).toBe(true);
      expect(loop.turn()).toBe(true);
      expect(loop.time - before).toBeLessThan(6);
      expect(turns).toBeLessThan(300);
    }
    expect(one.waits).toBe(false);
    // What was kept in the pipe has not been read yet.
    expect(one.inlet.isBehind).toBe(true);
    while (loop.turn());
    expect(one.inlet.isBehind).toBe(false);
  });

  it('counts one that goes on pouring as behind all the time', () => {
    const { engine, loop } = hostOf(0.01);
    const one = engine();
    one.inlet.chunk('stdout', lines(2000));
    for (let turns = 0; turns < 500; turns++) {
      expect(one.inlet.isBehind).toBe(true);
      loop.turn();
      if (!one.waits) one.inlet.chunk('stdout', lines(2000));
    }
  });

  it('goes from engine to engine, and to one that keeps up first', () => {
    const { engine, loop, order } = hostOf(0.02);
    const pouring = ['a', 'b', 'c'].map((name) => engine(name));
    for (const { inlet } of pouring) inlet.chunk('stderr', lines(65_536));
    loop.turn();
    const before = pouring.map(bytesOf);
    for (let turn = 0; turn < 30; turn++) loop.turn();
    const since = pouring.map((one, at) => bytesOf(one) - before[at]!);
    expect(Math.min(...since)).toBeGreaterThan(10 * pieceLines);
    expect(Math.max(...since) - Math.min(...since)).toBeLessThanOrEqual(pieceLines);
    const quiet = engine('quiet');
    quiet.inlet.chunk('stdout', Buffer.from('bestmove 4\n'));
    expect(quiet.taken).toEqual([]);
    const told = order.length;
    loop.turn();
    expect(order[told]).toBe('quiet');
  });

  it('gives all engines of a turn one time together', () => {
    const { engine, loop } = hostOf(0.01);
    for (let count = 0; count < 8; count++) engine().inlet.chunk('stdout', lines(65_536));
    expect(loop.time).toBeLessThan(6);
  });

  it('does what comes between in its place', () => {
    const { engine, loop } = hostOf(0.1);
    const { inlet, taken } = engine();
    inlet.chunk('stdout', lines(300));
    let ended: number | null = null;
    inlet.after(() => (ended = taken.length));
    inlet.chunk('stderr', Buffer.from('x'));
    expect(ended).toBeNull();
    while (loop.turn());
    expect(ended).toBe(3);
    expect(taken).toHaveLength(4);
    inlet.after(() => (ended = -1));
    expect(ended).toBe(-1);
  });

  it('takes nothing from one that is held, and goes on after', () => {
    const { engine, loop } = hostOf(0.01);
    const one = engine();
    one.inlet.hold(true);
    one.inlet.chunk('stdout', lines(300));
    while (loop.turn());
    expect(one.taken).toEqual([]);
    expect(one.waits).toBe(true);
    one.inlet.hold(false);
    while (loop.turn());
    expect(bytesOf(one)).toBe(300);
    expect(one.waits).toBe(false);
  });

  it('stops in the midst of a chunk when its taker wants no more', () => {
    const loop = new Loop();
    let pieces = 0;
    const inlet: Inlet = new Intake(loop).inlet({
      onPiece: () => {
        pieces++;
        inlet.hold(true);
      },
      onWaiting: () => {},
    });
    inlet.chunk('stdout', lines(1000));
    while (loop.turn());
    expect(pieces).toBe(1);
    inlet.hold(false);
    expect(pieces).toBe(2);
  });

  it('goes on with the others where the taker of one throws', () => {
    const loop = new Loop();
    const intake = new Intake(loop);
    const broken = intake.inlet({
      onPiece: () => {
        throw new Error('broken');
      },
      onWaiting: () => {},
    });
    expect(() => broken.chunk('stdout', lines(1))).toThrow('broken');
    let taken = 0;
    const sound = intake.inlet({ onPiece: () => taken++, onWaiting: () => {} });
    sound.chunk('stdout', lines(1));
    while (loop.turn());
    expect(taken).toBe(1);
  });

  it('has time outside of turns for as long as a turn lasts', () => {
    const loop = new Loop();
    const intake = new Intake(loop);
    expect(intake.hasTime).toBe(true);
    loop.time += 3.9;
    expect(intake.hasTime).toBe(true);
    loop.time += 0.2;
    expect(intake.hasTime).toBe(false);
    expect(loop.turn()).toBe(true);
    expect(intake.hasTime).toBe(true);
  });

  it('takes what came first however long the system keeps the processor away', () => {
    const { loop, engine } = hostOf(0);
    const one = engine();
    loop.perLook = 100;
    one.inlet.chunk('stdout', lines(3));
    while (loop.turn());
    expect(bytesOf(one)).toBe(3);
    expect([one.waits, one.inlet.isBehind]).toEqual([false, false]);
  });
});
