import { Terminal } from '@xterm/headless';
import type { IBuffer } from '@xterm/xterm';
import { describe, expect, it } from 'vitest';
import { line } from '../testing/engines.ts';
import { inSight, PaintedRows, rowOf } from './painted.ts';
import { Painter } from './painter.ts';
import { LineStore } from './store.ts';

/** A painter on a terminal of 20 columns and 6 rows. */
async function painted(texts: readonly string[], scrollback = 1000) {
  const term = new Terminal({ cols: 20, rows: 6, scrollback, allowProposedApi: true });
  const store = new LineStore();
  let frames: (() => void)[] = [];
  let writes: Promise<void>[] = [];
  const painter = new Painter(
    store,
    {
      write: (text, done) =>
        void writes.push(new Promise((resolve) => term.write(text, () => (done(), resolve())))),
      mark: () => () => undefined,
      end: () => term.scrollToBottom(),
    },
    (run) => frames.push(run),
  );
  const settle = async (): Promise<void> => {
    while (frames.length > 0 || writes.length > 0) {
      const now = frames;
      frames = [];
      for (const run of now) run();
      const waiting = writes;
      writes = [];
      await Promise.all(waiting);
    }
  };
  const oddities = [{ name: 'odd', clause: 'here', text: 'Odd.' }];
  const add = async (more: readonly string[]): Promise<void> => {
    const from = store.next;
    store.append(
      more.map((text, at) => line(from + at, text, { oddities: text.includes('odd') ? oddities : [] })),
    );
    painter.added();
    await settle();
  };
  painter.follow();
  await add(texts);
  const buffer = (): IBuffer => term.buffer.active as unknown as IBuffer;
  return {
    ...{ term, store, painter, add, settle, buffer },
    seen: () =>
      inSight(buffer(), term.rows, painter.rows).map(({ line: { text }, top, rows }) => [text, top, rows]),
  };
}

describe('painted rows', () => {
  it('tell which line stands where, however many rows it takes', async () => {
    const { seen } = await painted(['one', 'a line of three rows and a bit of it', 'two']);
    expect(seen()).toEqual([
      ['one', 0, 1],
      ['a line of three rows and a bit of it', 1, 3],
      ['two', 4, 1],
    ]);
  });

  it('count the oddities of a line as its own', async () => {
    const { seen } = await painted(['one', 'odd', 'two']);
    expect(seen()).toEqual([
      ['one', 0, 1],
      ['odd', 1, 1],
      ['odd', 2, 2],
      ['two', 4, 1],
    ]);
  });

  it('follow what scrolls, and what has scrolled away', async () => {
    const many = Array.from({ length: 40 }, (_, at) => `n${at}`);
    const { term, seen, buffer, painter, store, add } = await painted(many, 20);
    expect(seen().map(([text]) => text)).toEqual(many.slice(-6));
    term.scrollLines(-3);
    expect(seen().map(([text]) => text)).toEqual(many.slice(-9, -3));
    expect(rowOf(buffer(), painter.rows, store.line(30)!)).toBe(16);
    expect(rowOf(buffer(), painter.rows, store.line(3)!)).toBeNull();
    term.scrollToBottom();
    await add(['odd', 'last']);
    expect(seen().at(-1)).toEqual(['last', 5, 1]);
  });

  it('leave out what stands for lines that are not there', async () => {
    const { seen, store, painter, settle } = await painted(['one']);
    store.append([line(5, 'six')]);
    painter.added();
    await settle();
    expect(seen()).toEqual([
      ['one', 0, 1],
      ['six', 4, 1],
    ]);
  });

  it('are those of the window that was painted last', async () => {
    const many = Array.from({ length: 900 }, (_, at) => `n${at}`);
    const { seen, painter, settle, term } = await painted(many);
    painter.show(100);
    await settle();
    term.scrollToTop();
    expect(seen()).toEqual(many.slice(0, 6).map((text, at) => [text, at, 1]));
  });

  it('have a next and a previous line', () => {
    const [one, two] = [line(0, 'one'), line(1, 'two')];
    const rows = new PaintedRows();
    expect(rows.beside(null, -1)).toBeNull();
    rows.add([one, one, null, two, null]);
    expect(rows.beside(null, -1)).toBe(two);
    expect(rows.beside(two, -1)).toBe(one);
    expect(rows.beside(one, 1)).toBe(two);
    expect(rows.beside(one, -1)).toBe(one);
    expect(rows.beside(two, 1)).toBe(two);
  });
});
