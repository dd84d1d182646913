import { describe, expect, it } from 'vitest';
import { LineReader, longestLine } from './lines.ts';

function read(chunks: readonly Buffer[]): string[] {
  const lines: string[] = [];
  const reader = new LineReader((line) => lines.push(line));
  for (const chunk of chunks) reader.write(chunk);
  return lines;
}

describe('line reader', () => {
  const bytes = Buffer.from('one\r\ntwo é 😀\n\n  three \nhalf');
  const expected = ['one', 'two é 😀', '', '  three '];

  it('cuts lines, whole or byte by byte, and keeps the unfinished one to itself', () => {
    expect(read([bytes])).toEqual(expected);
    expect(read([...bytes].map((byte) => Buffer.from([byte])))).toEqual(expected);
  });

  it('gives the same lines wherever the bytes are parted', () => {
    for (let at = 0; at <= bytes.length; at++) {
      expect(read([bytes.subarray(0, at), bytes.subarray(at)])).toEqual(expected);
    }
  });

  it('drops a byte order mark at the beginning, and nowhere else', () => {
    const marked = Buffer.from('\ufeffcfp\n\ufeffisready\n');
    expect(read([marked])).toEqual(['cfp', '\ufeffisready']);
    expect(read([...marked].map((byte) => Buffer.from([byte])))).toEqual(['cfp', '\ufeffisready']);
    expect(read([Buffer.from('\ufeff\n')])).toEqual(['']);
  });

  it('keeps no more of a line than its limit', () => {
    const long = Buffer.alloc(longestLine - 10, 'x');
    const [first, second] = read([long, long, long, Buffer.from('\nnext\n')]);
    expect(first).toHaveLength(longestLine);
    expect(second).toBe('next');
  });
});
