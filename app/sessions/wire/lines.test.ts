import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../games/random.ts';
import { randomCases } from '../../games/testing/effort.ts';
import { lastLineOf, LineSplitter, withoutReturn } from './lines.ts';

function split(chunks: readonly Buffer[], limit?: number): { texts: string[]; cuts: number[] } {
  const texts: string[] = [];
  const cuts: number[] = [];
  const splitter = new LineSplitter((text, cut) => {
    texts.push(text);
    cuts.push(cut);
  }, limit);
  for (const chunk of chunks) splitter.push(chunk);
  splitter.end();
  return { texts, cuts };
}

function pieces(bytes: Buffer, length: number): Buffer[] {
  const chunks: Buffer[] = [];
  for (let start = 0; start < bytes.length; start += length)
    chunks.push(bytes.subarray(start, start + length));
  return chunks;
}

const reply = 'bestmove 3\n\ninfo caf\u00e9 \u20ac \u{1f600}\r\n\tpv\n';
const lines = ['bestmove 3', '', 'info caf\u00e9 \u20ac \u{1f600}\r', '\tpv'];

describe('LineSplitter', () => {
  it('says of a line whether it had an end, and goes on after one that had none', () => {
    const told: [string, boolean][] = [];
    const splitter = new LineSplitter((text, _cut, isUnended) => told.push([text, isUnended]));
    for (const piece of ['one\ntw', 'o\nthr', 'ee']) splitter.push(Buffer.from(piece));
    splitter.end();
    splitter.push(Buffer.from('\nfour\n'));
    splitter.end();
    expect(told).toEqual([
      ['one', false],
      ['two', false],
      ['three', true],
      ['', false],
      ['four', false],
    ]);
  });

  it('splits a whole reply', () => expect(split([Buffer.from(reply)]).texts).toEqual(lines));

  it('splits a reply cut at every offset', () => {
    const bytes = Buffer.from(reply);
    for (let cut = 0; cut <= bytes.length; cut++) {
      expect(split([bytes.subarray(0, cut), bytes.subarray(cut)]).texts).toEqual(lines);
    }
  });

  it.each([1, 2, 3, 5])('splits a reply that comes in pieces of %i', (length) => {
    expect(split(pieces(Buffer.from(reply), length)).texts).toEqual(lines);
  });

  it('lets lines be taken at once, wherever they begin and however they come', () => {
    const words = ['info 1', 'info 22', 'bestmove 3', '', 'info \u20ac'];
    const random = seededRandom(1);
    for (let round = 0; round < randomCases(500); round++) {
      const given = Array.from({ length: 12 }, () => words[Math.floor(random() * words.length)]!);
      const texts: string[] = [];
      let runs = 0;
      const splitter = new LineSplitter(
        (text) => texts.push(text),
        undefined,
        (text, from) => {
          let until = from;
          while (text.startsWith('info', until)) {
            const end = text.indexOf('\n', until);
            until = (end === -1 ? text.length : end) + 1;
          }
          if (until === from) return from;
          runs++;
          const taken = text.slice(from, until - 1).split('\n');
          expect(lastLineOf(text, until)).toBe(taken.at(-1));
          texts.push(...taken);
          return until;
        },
      );
      const bytes = Buffer.from(`${given.join('\n')}\n`);
      for (const chunk of pieces(bytes, 1 + Math.floor(random() * bytes.length))) splitter.push(chunk);
      expect(texts).toEqual(given);
      if (round === 0) expect(runs).toBeGreaterThan(0);
    }
  });

  it('gives the unfinished last line at the end, once', () => {
    const texts: string[] = [];
    const splitter = new LineSplitter((text) => texts.push(text));
    splitter.push(Buffer.from('one\ntwo'));
    expect(splitter.unfinished).toBe(true);
    splitter.end();
    splitter.end();
    expect(texts).toEqual(['one', 'two']);
    expect(splitter.unfinished).toBe(false);
  });

  it('reads invalid UTF-8 as U+FFFD and keeps NULs', () => {
    const bytes = Buffer.from('a\xff\0b\n\xe2\x82\n\xac\n', 'latin1');
    expect(split([bytes]).texts).toEqual(['a\ufffd\0b', '\ufffd', '\ufffd']);
    expect(split(pieces(bytes, 1)).texts).toEqual(['a\ufffd\0b', '\ufffd', '\ufffd']);
  });

  it('cuts an overlong line and counts what it cut, however it comes', () => {
    const bytes = Buffer.from(`${'x'.repeat(25)}\nshort\n${'y'.repeat(10)}\n${'z'.repeat(11)}`);
    const wanted = {
      texts: ['x'.repeat(10), 'short', 'y'.repeat(10), 'z'.repeat(10)],
      cuts: [15, 0, 0, 1],
    };
    for (let length = 1; length <= bytes.length; length++) {
      expect(split(pieces(bytes, length), 10)).toEqual(wanted);
    }
  });

  it('halves no character when it cuts', () => {
    expect(split([Buffer.from('12345678\u20ac\u20ac\n')], 10)).toEqual({ texts: ['12345678'], cuts: [6] });
    expect(split([Buffer.from('1234567\u20ac\u20ac\n')], 10)).toEqual({
      texts: ['1234567\u20ac'],
      cuts: [3],
    });
    expect(split([Buffer.from('1234567\u{1f600}\n')], 10)).toEqual({ texts: ['1234567'], cuts: [4] });
  });

  it('gives the same lines for any chunks as for the whole', () => {
    const words = ['', 'a', 'bestmove 3', 'x'.repeat(30), '\u20ac'.repeat(7), '\r', '\xff'];
    let state = 12345;
    const random = (below: number): number => {
      state = (Math.imul(state, 1103515245) + 12345) >>> 0;
      return (state >>> 8) % below;
    };
    for (let round = 0; round < 200; round++) {
      const text = Array.from({ length: 12 }, () => words[random(words.length)]).join('\n');
      const bytes = Buffer.from(text);
      const chunks: Buffer[] = [];
      for (let start = 0; start < bytes.length;) {
        const end = start + random(40);
        chunks.push(bytes.subarray(start, end));
        start = end;
      }
      expect(split(chunks, 24)).toEqual(split([bytes], 24));
    }
  });

  it('takes an endless line in a memory that does not grow', () => {
    const chunk = Buffer.alloc(65536, 'x');
    const { texts, cuts } = split(Array.from({ length: 4096 }, () => chunk));
    expect(texts).toEqual(['x'.repeat(65536)]);
    expect(cuts).toEqual([4095 * 65536]);
  });
});

it('withoutReturn takes one CR off the end', () => {
  expect(['a\r', 'a\r\r', '\r', '', 'a\rb'].map(withoutReturn)).toEqual(['a', 'a\r', '', '', 'a\rb']);
});
