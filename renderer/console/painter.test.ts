import { describe, expect, it } from 'vitest';
import type { TrafficLine } from '../../app/api/contract.ts';
import { Painter, tailLines } from './painter.ts';
import { LineStore } from './store.ts';

const lines = (from: number, to: number): TrafficLine[] =>
  Array.from({ length: to - from }, (_, index) => ({
    seq: from + index,
    at: 0,
    direction: 'heard',
    text: `line ${from + index}.`,
    byHand: false,
    cut: 0,
    oddities: [],
    asks: false,
    answers: [],
  }));

/** A screen whose frames and acknowledgements are triggered by the test. */
function setUp(): {
  store: LineStore;
  painter: Painter;
  writes: string[];
  frame: () => void;
  acknowledge: () => void;
  settle: () => void;
  shown: () => string[];
  revealed: () => number;
  ends: () => number;
} {
  const store = new LineStore();
  const writes: string[] = [];
  let frames: (() => void)[] = [];
  let waiting: (() => void)[] = [];
  let revealed = 0;
  let ends = 0;
  const painter = new Painter(
    () => store,
    {
      write(text, done) {
        writes.push(text);
        waiting.push(done);
      },
      columns: 1000,
      width: () => 1,
      show: () => undefined,
      mark: () => () => {
        revealed++;
      },
      end() {
        ends++;
      },
    },
    (run) => frames.push(run),
  );
  const frame = (): void => {
    const now = frames;
    frames = [];
    for (const run of now) run();
  };
  const acknowledge = (): void => {
    const now = waiting;
    waiting = [];
    for (const done of now) done();
  };
  return {
    store,
    painter,
    writes,
    frame,
    acknowledge,
    settle() {
      while (frames.length > 0 || waiting.length > 0) {
        frame();
        acknowledge();
      }
    },
    /** The lines on the screen: those written since it was last wiped. */
    shown() {
      const text = writes.join('');
      return (plain(text.slice(text.lastIndexOf('\x1b[3J'))).match(
        /line \d+\.|\d[\d\u202f]* lines? left out/g,
      ) ?? []) as string[];
    },
    revealed: () => revealed,
    ends: () => ends,
  };
}

/** Without colours. */
const plain = (text: string): string => text.replaceAll(/\x1b\[[\d;]*m/g, '');

describe('Painter', () => {
  it('paints once a frame and waits for the screen', () => {
    const { store, painter, writes, frame, acknowledge, shown } = setUp();
    painter.follow();
    store.append(lines(0, 2));
    painter.added();
    store.append(lines(2, 3));
    painter.added();
    frame();
    expect(writes).toHaveLength(1);
    store.append(lines(3, 4));
    painter.added();
    frame();
    expect(writes).toHaveLength(1);
    acknowledge();
    frame();
    expect(writes).toHaveLength(2);
    expect(shown()).toEqual(['line 0.', 'line 1.', 'line 2.', 'line 3.']);
  });

  it('paints the newest lines of a flood and says how many it skipped', () => {
    const { store, painter, settle, shown } = setUp();
    painter.follow();
    store.append(lines(0, 10));
    painter.added();
    settle();
    store.append(lines(10, tailLines + 500));
    painter.added();
    settle();
    const all = shown();
    expect(all).toHaveLength(tailLines + 1);
    expect(all[0]).toBe('500 lines left out');
    expect(all[1]).toBe('line 500.');
    expect(all.at(-1)).toBe(`line ${tailLines + 499}.`);
  });

  it('paints nothing while it sleeps, and then goes on where it was', () => {
    const { store, painter, writes, settle, shown } = setUp();
    painter.follow();
    store.append(lines(0, 2));
    painter.added();
    settle();
    painter.sleep();
    const before = writes.length;
    store.append(lines(2, 4));
    painter.added();
    settle();
    expect(writes).toHaveLength(before);
    painter.wake();
    settle();
    expect(shown()).toEqual(['line 0.', 'line 1.', 'line 2.', 'line 3.']);
  });

  it('wakes to what was asked of it in its sleep', () => {
    const { store, painter, writes, settle, shown, revealed } = setUp();
    store.append(lines(0, tailLines * 2));
    painter.follow();
    painter.sleep();
    settle();
    expect(writes).toEqual([]);
    painter.show(10);
    painter.wake();
    settle();
    expect(shown()[0]).toBe('line 0.');
    expect(revealed()).toBe(1);
  });

  it('does not repeat or lose a line over many floods', () => {
    const { store, painter, frame, acknowledge, settle, shown } = setUp();
    painter.follow();
    for (let from = 0; from < 20_000; from += 2500) {
      store.append(lines(from, from + 2500));
      painter.added();
      frame();
      acknowledge();
    }
    settle();
    const numbers = shown()
      .filter((row) => row.startsWith('line'))
      .map((row) => Number.parseInt(row.slice(5), 10));
    const first = numbers[0] ?? -1;
    expect(numbers).toEqual(Array.from({ length: 20_000 - first }, (_, index) => first + index));
  });

  it('shows all of a short session around a line, however long some of its lines are', () => {
    const { store, painter, settle, shown } = setUp();
    const all = lines(0, 50);
    store.append(all.map((line) => (line.seq % 20 === 10 ? { ...line, text: 'x'.repeat(65_536) } : line)));
    painter.show(25);
    settle();
    expect(shown()).toEqual(all.filter(({ seq }) => seq % 20 !== 10).map(({ text }) => text));
  });

  it('tells of a gap between lines', () => {
    const { store, painter, settle, shown } = setUp();
    store.append([...lines(0, 1), ...lines(5, 6)]);
    painter.follow();
    settle();
    expect(shown()).toEqual(['line 0.', '4 lines left out', 'line 5.']);
  });

  it('paints nothing while paused and goes on where it was', () => {
    const { store, painter, settle, shown } = setUp();
    painter.follow();
    store.append(lines(0, 1));
    painter.added();
    settle();
    painter.pause();
    store.append(lines(1, 3));
    painter.added();
    settle();
    expect(shown()).toEqual(['line 0.']);
    painter.resume();
    settle();
    expect(shown()).toEqual(['line 0.', 'line 1.', 'line 2.']);
  });

  it('shows nothing that was cleared', () => {
    const { store, painter, settle, shown } = setUp();
    store.append(lines(0, 3));
    painter.follow(3);
    settle();
    expect(shown()).toEqual([]);
    store.append(lines(3, 4));
    painter.added();
    settle();
    expect(shown()).toEqual(['line 3.']);
  });

  it('wipes what was cleared while the screen was still writing', () => {
    const { store, painter, frame, settle, shown } = setUp();
    store.append(lines(0, 3));
    painter.follow();
    frame();
    painter.follow(3);
    settle();
    expect(shown()).toEqual([]);
  });

  it('shows the surroundings of a line, stays there, and follows again when told', () => {
    const { store, painter, settle, shown, revealed, ends, writes } = setUp();
    store.append(lines(0, 1000));
    painter.follow();
    settle();
    painter.show(500, ({ text }) => (text === 'line 500.' ? [0, 8] : []));
    settle();
    expect(revealed()).toBe(1);
    expect(shown().slice(0, 2)).toEqual(['300 lines left out', 'line 300.']);
    expect(shown().slice(-2)).toEqual(['line 700.', '299 lines left out']);
    expect(writes.join('')).toContain(';103;7mline 500');
    store.append(lines(1000, 1001));
    painter.added();
    settle();
    expect(shown().at(-1)).toBe('299 lines left out');
    expect(ends()).toBe(1);
    painter.follow();
    settle();
    expect(ends()).toBe(2);
    expect(shown().at(-1)).toBe('line 1000.');
    expect(shown()[0]).toBe('line 0.');
  });
});
