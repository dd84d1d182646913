import { describe, expect, it } from 'vitest';
import type { TrafficLine } from '../../app/api/contract.ts';
import { line } from '../testing/engines.ts';
import { histogramOf, outline, Pairs } from './answers.ts';
import { LineStore } from './store.ts';

type Written = readonly [mark: '->' | '<-' | '! ', text: string, links?: Partial<TrafficLine>];

function pairsOf(written: readonly Written[], first = 0) {
  const store = new LineStore();
  const pairs = new Pairs(store);
  const directions = { '->': 'sent', '<-': 'heard', '! ': 'stderr' } as const;
  const lines = written.map(([mark, text, links], at) =>
    line(first + at, text, { direction: directions[mark], ...links }),
  );
  store.append(lines);
  pairs.add(lines);
  return { pairs, of: (seq: number) => pairs.of(store.line(seq)!) };
}

describe('Pairs', () => {
  it('says of a question when it was answered and by what, and of the answer the same', () => {
    const { of } = pairsOf([
      ['->', 'go', { asks: true }],
      ['<-', 'info depth 1'],
      ['<-', 'bestmove 3', { answers: [0] }],
    ]);
    const reply = { from: 2, to: 2 };
    expect(of(0)).toMatchObject({ side: 'request', requests: [0], reply });
    expect(of(0)?.words).toBe('answered after 200 ms: “bestmove 3”');
    expect(of(2)).toMatchObject({ side: 'reply', requests: [0], reply, brief: '200 ms' });
    expect(of(2)?.words).toBe('answers “go” after 200 ms');
    expect(of(1)).toBeNull();
  });

  it('says of one that has no answer that it has none yet', () => {
    const { of } = pairsOf([['->', 'ping', { asks: true }]]);
    expect(of(0)).toMatchObject({ side: 'request', reply: null, words: 'no answer yet' });
  });

  it('takes the lines before an empty line that ends a reply for a part of it, with lines between them', () => {
    const { of, pairs } = pairsOf([
      ['->', 'name', { asks: true }],
      ['<-', '= mine', { answers: [0] }],
      ['<-', ''],
      ['->', 'list_commands', { asks: true }],
      ['<-', '= name'],
      ['! ', 'noise'],
      ['<-', 'version'],
      ['<-', '', { answers: [3] }],
      ['<-', 'unasked'],
    ]);
    const pair = of(4)!;
    expect(pair).toMatchObject({ side: 'reply', requests: [3], reply: { from: 4, to: 7 } });
    expect([3, 4, 6, 7].map((seq) => pairs.sideOf(pair, seq))).toEqual([
      'request',
      'reply',
      'reply',
      'reply',
    ]);
    expect([0, 1, 2, 5, 8].map((seq) => pairs.sideOf(pair, seq))).toEqual(Array(5).fill(null));
    expect(of(3)?.words).toBe('answered after 400 ms: “= name”');
    expect(of(1)).toMatchObject({ reply: { from: 1, to: 1 } });
    expect([of(2), of(5), of(8)]).toEqual([null, null, null]);
  });

  it('says so where an answer had no end', () => {
    const { of } = pairsOf([
      ['->', 'name', { asks: true }],
      ['<-', '= mine'],
      ['->', 'version', { answers: [0] }],
    ]);
    expect(of(0)?.words).toBe('the answer was incomplete when “version” was sent');
    expect(of(2)?.words).toBe('sent while the answer to “name” was incomplete');
  });

  it('says what is no longer there', () => {
    const { of } = pairsOf([['<-', 'bestmove 3', { answers: [2] }]], 9);
    expect(of(9)?.words).toBe('answers a line that is no longer in the view');
  });

  it('shows an engine\u2019s text harmless and short', () => {
    const { of } = pairsOf([
      ['->', 'go', { asks: true }],
      ['<-', `\x1b[2J${'x'.repeat(500)}`, { answers: [0] }],
    ]);
    expect(of(0)?.words).toMatch(/^answered after 100 ms: “␛\[2Jx{56}…”$/);
  });
});

describe('the histogram of latencies', () => {
  it('gives each decade the same width, and names them', () => {
    // 0.1 ms to 10 ms in quarters of a decade.
    const { bars, ticks } = histogramOf({ bars: { from: -4, counts: [2, 0, 0, 0, 0, 0, 0, 4] } });
    expect(ticks.map(({ text }) => text)).toEqual(['100 µs', '1 ms', '10 ms', '100 ms']);
    expect(ticks.map(({ left }) => left)).toEqual([0, 1 / 3, 2 / 3, 1]);
    expect(bars).toHaveLength(2);
    expect(bars[0]).toMatchObject({ left: 0, height: 0.5, count: 2 });
    expect(bars[0]!.words).toBe('2 answers from 100 µs to 178 µs');
    expect(bars[1]!.left).toBeCloseTo(1.75 / 3);
    expect(bars[1]!.width).toBeCloseTo(0.25 / 3);
    expect(bars[1]!.words).toBe('4 answers from 5.62 ms to 10.0 ms');
  });

  it('begins at a whole decade', () => {
    const { bars, ticks } = histogramOf({ bars: { from: -1.25, counts: [1, 1] } });
    expect(ticks.map(({ text }) => text)).toEqual(['10 ms', '100 ms', '1 s', '10 s']);
    expect(bars.map(({ left }) => left)).toEqual([0.75 / 3, 1 / 3]);
  });

  it('draws a bar of one answer among thousands so that it can be seen', () => {
    const path = outline(histogramOf({ bars: { from: -3, counts: [10_000, 1] } }), 60, 16);
    expect(path).toBe('M0.0 16v-16.0h4.5V16zM5.0 16v-1.5h4.5V16z');
  });
});
