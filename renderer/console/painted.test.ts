import { Terminal } from '@xterm/headless';
import type { IBuffer } from '@xterm/xterm';
import { describe, expect, it } from 'vitest';
import type { TrafficLine } from '../../app/api/contract.ts';
import { line } from '../testing/engines.ts';
import type { ConsoleLine } from './lines.ts';
import { PaintedRows } from './painted.ts';
import { Painter } from './painter.ts';
import { Runs, type Row } from './rows.ts';
import { LineStore } from './store.ts';

/** A painter on a terminal of `cols` columns and 6 rows. With 20 columns there is no room for a hanging indent. */
async function painted(texts: readonly string[], scrollback = 1000, cols = 20) {
  const term = new Terminal({ cols, rows: 6, scrollback, allowProposedApi: true });
  const store = new LineStore();
  let frames: (() => void)[] = [];
  let writes: Promise<void>[] = [];
  const painter = new Painter(
    () => store,
    {
      write: (text, done) =>
        void writes.push(new Promise((resolve) => term.write(text, () => (done(), resolve())))),
      get columns() {
        return term.cols;
      },
      width: (code) => (code > 0x2fff ? 2 : code === 0x301 ? 0 : 1),
      show: (line) =>
        term.scrollToLine(painter.rows.rowOf(term.buffer.active as unknown as IBuffer, line) ?? 0),
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
  const copied = (start: [number, number], end: [number, number]): string =>
    painter.rows.selected(
      buffer(),
      { start: { x: start[0], y: start[1] }, end: { x: end[0], y: end[1] } },
      store,
    );
  return {
    copied,
    /** All rows of the terminal, without trailing spaces. */
    screen: () =>
      Array.from({ length: buffer().length }, (_, y) =>
        buffer().getLine(y)!.translateToString(true).trimEnd(),
      ).filter((text) => text !== ''),
    ...{ term, store, painter, add, settle, buffer },
    seen: () =>
      painter.rows.inSight(buffer(), term.rows).map(({ line: { text }, top, rows }) => [text, top, rows]),
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
    expect(painter.rows.rowOf(buffer(), store.line(30)!)).toBe(16);
    expect(painter.rows.rowOf(buffer(), store.line(3)!)).toBeNull();
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

  it('are forgotten by the rows that they take, which bounds what they keep in memory', () => {
    const rows = new PaintedRows({ columns: 20, width: () => 1 });
    const tall = (from: number): Row[] =>
      Array.from({ length: 100 }, (_, at) => ({
        ...{ line: line(from + at, 'x'), pieces: [], hang: 0, height: 100, fold: undefined },
      }));
    for (let from = 0; from < 1000; from += 100)
      rows.add({ rows: tall(from), wipes: false, replaces: false });
    const kept = [...rows.upFrom({ baseY: 1e6, cursorY: 0 })];
    expect(kept[0]?.row.line?.seq).toBe(999);
    expect(kept.length).toBeGreaterThanOrEqual(120);
    expect(kept.length).toBeLessThanOrEqual(320);
  });

  it('have a next and a previous line', () => {
    const [one, two] = [line(0, 'one'), line(1, 'two')];
    const rows = new PaintedRows({ columns: 20, width: () => 1 });
    expect(rows.beside(null, -1)).toBeNull();
    const painted = [one, one, null, two, null].map((line) => ({
      line,
      pieces: [],
      hang: 0,
      height: 1,
      fold: undefined,
    }));
    rows.add({ rows: painted, wipes: true, replaces: false });
    expect(rows.beside(null, -1)).toBe(two);
    expect(rows.beside(two, -1)).toBe(one);
    expect(rows.beside(one, 1)).toBe(two);
    expect(rows.beside(one, -1)).toBe(one);
    expect(rows.beside(two, 1)).toBe(two);
  });
});

/** The heights of a terminal's rows, by what the terminal itself wrapped. */
function heightsOf(buffer: IBuffer): number[] {
  const heights: number[] = [];
  for (let y = 0; y <= buffer.baseY + buffer.cursorY; y++) {
    if (buffer.getLine(y)!.isWrapped) heights[heights.length - 1]!++;
    else heights.push(1);
  }
  return heights;
}

describe('a painted row', () => {
  const signs = ['a', ' ', '漢', '─', 'é', '≈'];
  const texts = Array.from({ length: 120 }, (_, at) =>
    Array.from({ length: at }, (_, sign) => signs[(at * 7 + sign * (1 + (at % 5))) % signs.length]).join(''),
  );

  it.each([9, 16, 20, 38, 39, 44, 80])(
    'has the height that a terminal of %i columns gives it',
    async (cols) => {
      const { buffer, painter } = await painted([...texts, 'odd'], 4000, cols);
      const heights = [...painter.rows.upFrom(buffer())].map(({ row }) => row.height).reverse();
      expect(heights).toEqual(heightsOf(buffer()));
    },
  );
});

describe('a line that is longer than the screen', () => {
  const long = 'info abcdefghijklmnopqrstuvwxyz 0123456789 ABCDEFGHIJKLMNOPQRSTUVWXYZ';

  it('goes on below its own text, and is copied as it was', async () => {
    const { screen, copied, seen } = await painted([long, 'two'], 1000, 44);
    expect(screen()).toEqual([
      '    0.000 <-  info abcdefghijklmnopqrstuvwxy',
      '              z 0123456789 ABCDEFGHIJKLMNOPQ',
      '              RSTUVWXYZ',
      '    0.100 <-  two',
    ]);
    expect(seen()[0]).toEqual([long, 0, 3]);
    expect(copied([14, 0], [23, 2])).toBe(long);
    expect(copied([14, 0], [0, 3])).toBe(long);
    expect(copied([40, 0], [16, 1])).toBe('vwxyz ');
    expect(copied([0, 1], [17, 3])).toBe(`${long.slice(30)}\n    0.100 <-  two`);
  });

  it('keeps signs of two columns whole, and what is copied free of blanks', async () => {
    const wide = 'a' + '漢'.repeat(20);
    const { screen, copied } = await painted([wide], 1000, 44);
    expect(screen()).toEqual(['    0.000 <-  a' + '漢'.repeat(14), '              ' + '漢'.repeat(6)]);
    expect(copied([14, 0], [40, 1])).toBe(wide);
  });

  it('is selected by whole characters, with what combines with them', async () => {
    const accented = `${'e\u0301'.repeat(40)} 漢字`;
    const { copied } = await painted([accented], 1000, 44);
    expect(copied([14, 0], [16, 0])).toBe('e\u0301e\u0301');
    expect(copied([43, 0], [15, 1])).toBe('e\u0301e\u0301');
    // A cell in the left half of a wide character selects it; one in the right half, the next character.
    expect(copied([25, 1], [26, 1])).toBe('漢');
    expect(copied([26, 1], [28, 1])).toBe('字');
  });

  it('is broken anew when the screen has another width, with the same line in sight', async () => {
    const { screen, term, painter, settle, seen, add } = await painted([long], 1000, 44);
    term.resize(60, 6);
    painter.again(null);
    await settle();
    expect(screen()).toEqual([`    0.000 <-  ${long.slice(0, 46)}`, `              ${long.slice(46)}`]);
    await add(Array.from({ length: 30 }, (_, at) => `n${at} ${'x'.repeat(40)}`));
    term.scrollToLine(10);
    const [top] = seen();
    term.resize(44, 6);
    painter.again(lineOf(painter, top![0] as string));
    await settle();
    expect(seen()[0]?.[0]).toBe(top![0]);
    // A paused view stays where it was paused.
    painter.pause();
    const before = screen();
    await add(['not yet']);
    term.resize(60, 6);
    painter.again(null);
    await settle();
    expect(screen().join()).not.toContain('not yet');
    expect(screen().length).toBeLessThan(before.length);
    painter.resume();
    await settle();
    expect(screen().at(-1)).toContain('not yet');
  });
});

/** The painted line with that text. */
function lineOf(painter: Painter, text: string): ConsoleLine {
  for (const { row } of painter.rows.upFrom({ baseY: 1e6, cursorY: 0 })) {
    if (row.line?.text === text) return row.line;
  }
  return expect.fail(`no row has ${text}`);
}

describe('a run of lines of one kind', () => {
  const infos = (from: number, to: number): string[] =>
    Array.from({ length: to - from }, (_, at) => `info --plies ${from + at}`);

  it('is folded to its first lines and one that counts the rest, as they come', async () => {
    const { screen, painter, settle, add, copied, seen } = await painted(infos(0, 10), 1000, 70);
    painter.shorten(true);
    await settle();
    const folded = (count: number, at: string, newest: number) => [
      '    0.000 <-  info --plies 0',
      '    0.100 <-  info --plies 1',
      `    ${at} <-  ⋯ ${count} more, newest: info --plies ${newest}`,
    ];
    expect(screen()).toEqual(folded(8, '0.900', 9));
    await add(infos(10, 12));
    expect(screen()).toEqual(folded(10, '1.100', 11));
    expect(seen().map(([, top, rows]) => [top, rows])).toEqual([
      [0, 1],
      [1, 1],
      [2, 1],
    ]);
    await add(['bestmove 4', 'info --plies 1', 'debug x', 'info --plies 2', 'info odd', 'info --plies 3']);
    expect(
      screen()
        .slice(3)
        .map((row) => row.slice(14)),
    ).toEqual(
      [
        'bestmove 4',
        'info --plies 1',
        'debug x',
        'info --plies 2',
        'info odd',
        'odd: Odd. (here)',
        'info --plies 3',
      ].map((text) => expect.stringContaining(text) as unknown),
    );
    // Copying yields the lines folded into the row.
    expect(
      copied([20, 2], [30, 2])
        .split('\n')
        .map((row) => row.trim()),
    ).toEqual(infos(2, 12).map((text, at) => `${(0.2 + at / 10).toFixed(3)} <-  ${text}`));
    painter.shorten(false);
    await settle();
    expect(screen()).toHaveLength(12 + 7);
  });

  it('is one of stderr too, but never of lines that ask, answer or tell of a failure', () => {
    const runs = new Runs();
    const folded = (part: Partial<TrafficLine>): (number | undefined)[] =>
      [0, 1, 2, 3].map((seq) => runs.take(line(seq, `info ${seq}`, part))?.count);
    expect(folded({})).toEqual([undefined, undefined, 1, 2]);
    expect(folded({ direction: 'stderr' })).toEqual([undefined, undefined, 1, 2]);
    const oddities = [{ name: 'odd', clause: 'here', text: 'Odd.' }];
    for (const part of [{ asks: true }, { answers: [0] }, { byHand: true }, { cut: 1 }, { oddities }])
      expect(folded(part)).toEqual([undefined, undefined, undefined, undefined]);
    expect(folded({ direction: 'sent' })).toEqual([undefined, undefined, undefined, undefined]);
  });

  it('shows what stands in its row where that is looked for', async () => {
    const { screen, painter, settle } = await painted(infos(0, 10), 1000, 70);
    painter.shorten(true);
    await settle();
    painter.show(5);
    await settle();
    expect(screen()).toHaveLength(10);
    painter.follow();
    await settle();
    expect(screen()).toHaveLength(3);
  });

  it('gives long numbers whole when they are copied, however little of them is selected', async () => {
    const text = 'info --score 0.0000000000033 --depth 9';
    const { screen, painter, settle, copied } = await painted([text], 1000, 70);
    painter.shorten(true);
    await settle();
    expect(screen()).toEqual(['    0.000 <-  info --score ≈3.3e-12 --depth 9']);
    expect(copied([14, 0], [70, 0])).toBe(text);
    expect(copied([30, 0], [36, 0])).toBe('0.0000000000033 ');
    expect(copied([19, 0], [26, 0])).toBe('--score');
  });
});
