import { describe, expect, it } from 'vitest';
import type { TrafficLine } from '../../app/api/contract.ts';
import { foldRow, gapRow, layOut, paintedCharacters, plainText, SeenOddities } from './format.ts';
import { paint, widthOf } from './terminal.ts';

const line = (part: Partial<TrafficLine>): TrafficLine => ({
  seq: 0,
  at: 12.3456,
  direction: 'heard',
  text: 'pong',
  byHand: false,
  cut: 0,
  oddities: [],
  asks: false,
  answers: [],
  ...part,
});
/** A screen on which nothing wraps. */
const wide = { columns: 1000, width: () => 1 };
const text = (part: Partial<TrafficLine>): string => plainText(layOut(line(part), new SeenOddities()));

describe('a line of the console', () => {
  it('is seconds, mark and text in fixed columns', () => {
    expect(text({ direction: 'sent', text: 'play 7 x 8' })).toBe('   12.346 ->  play 7 x 8');
    expect(text({ at: 0 })).toBe('    0.000 <-  pong');
    expect(text({ at: 12345.6, direction: 'stderr', text: 'oh' })).toBe('12345.600 !   oh');
    expect(text({ direction: 'note', text: 'began' })).toBe('   12.346 #   began');
  });

  it('shows that it was typed by hand', () => {
    expect(text({ direction: 'sent', text: 'ping', byHand: true })).toBe('   12.346 ->✎ ping');
  });

  it('is in the colour of a failure only where a note tells of one', () => {
    const toneOf = (part: Partial<TrafficLine>) => layOut(line(part), new SeenOddities())[0]?.at(-1)?.tone;
    expect(toneOf({ direction: 'stderr', text: 'searching' })).toBe('stderr');
    expect(toneOf({ direction: 'note', text: 'crashed: it exited with 1' })).toBe('fault');
    expect(toneOf({ direction: 'note', text: 'quit: it was told to leave' })).toBe('note');
    expect(paint([{ tone: 'stderr', text: '' }], wide, 0).text).not.toBe(
      paint([{ tone: 'fault', text: '' }], wide, 0).text,
    );
  });

  it('says how much was cut', () => {
    expect(text({ cut: 1234567 })).toBe(
      '   12.346 <-  pong […cut: 1\u202f234\u202f567 more bytes in the journal]',
    );
    const long = text({ text: 'x'.repeat(paintedCharacters + 5) });
    expect(long.endsWith('x […5 more characters]')).toBe(true);
    expect(long.length).toBeLessThan(paintedCharacters + 60);
  });

  it('has its oddities beneath, written out once and named after that', () => {
    const seen = new SeenOddities();
    const odd = line({ oddities: [{ name: 'extra-blanks', clause: 'CFSI, Syntax', text: 'Two blanks.' }] });
    expect(plainText(layOut(odd, seen))).toBe(
      '   12.346 <- ~pong\n            ~ extra-blanks: Two blanks. (CFSI, Syntax)',
    );
    expect(plainText(layOut(odd, seen))).toBe(
      '   12.346 <- ~pong\n            ~ extra-blanks, as above (CFSI, Syntax)',
    );
  });

  it('forgets which oddities it wrote out rather than grow without end', () => {
    const seen = new SeenOddities();
    for (let index = 0; index < 1000; index++) expect(seen.first(String(index))).toBe(true);
    expect(seen.first('999')).toBe(false);
    expect(seen.first('one more')).toBe(true);
    expect(seen.first('999')).toBe(true);
  });

  it('marks what the search found', () => {
    const [row] = layOut(line({ text: 'Best bestmove' }), new SeenOddities(), [0, 4, 5, 9]);
    expect(row?.filter(({ found }) => found).map((piece) => piece.text)).toEqual(['Best', 'best']);
    expect(row?.map((piece) => piece.text).join('')).toBe('   12.346 <-  Best bestmove');
  });

  it('lets nothing of the engine reach the terminal as a command', () => {
    const oddities = [{ name: 'x\x1b', clause: '\x9b', text: '\x1b]0;title\x07' }];
    const rows = layOut(line({ text: '\x1b[2J\x1bc\r\nx\x9b1m', oddities }), new SeenOddities(), [5, 6]);
    const painted = rows.map((row) => paint(row, wide, 0).text).join('\r\n');
    // Apart from our own colours and line ends, only printable characters remain.

    const rest = painted.replace(/\x1b\[\d+(;\d+)*m/g, '').replaceAll('\r\n', '');

    expect(rest).not.toMatch(/[\x00-\x1f\x7f-\x9f]/);
    expect(rest).toContain('␛[2J␛c␍␊x⟦CSI⟧1m');
  });

  it('shortens long numbers where that is wanted, and keeps what they were', () => {
    const brief = (text: string): [string, (string | undefined)[]] => {
      const [row] = layOut(line({ text }), new SeenOddities(), [], true);
      return [plainText([row!.slice(3)]), row!.flatMap(({ exact }) => exact ?? [])];
    };
    const small = '0.0000000000033';
    expect(brief(`--score ${small} --depth 12`)).toEqual(['--score ≈3.3e-12 --depth 12', [small]]);
    const negative = `-0.${'0'.repeat(38)}1234567`;
    expect(brief(`0;${small}/1;${negative}`)).toEqual(['0;≈3.3e-12/1;≈-1.235e-39', [small, negative]]);
    // Versions, names and numbers that a reader can take in stay as they are.
    for (const text of [
      '0.333',
      '1.2.34567890123',
      'x0.12345678901',
      '1234567890123',
      '0.1234567891e5',
      '2'.repeat(42),
    ])
      expect(brief(text)).toEqual([text, []]);
    // A line with a match is not shortened, so that the match keeps its place.
    const found = layOut(line({ text: small }), new SeenOddities(), [4, 6], true);
    expect(plainText(found)).toContain(small);
  });

  it('says of a run how many lines it has and the newest, in one row of the screen', () => {
    const grid = { columns: 60, width: (code: number) => (code > 0x2fff ? 2 : 1) };
    const row = foldRow(1234, line({ text: `info 漢字 --plies ${'7'.repeat(80)}` }), grid);
    expect(plainText([row])).toMatch(/^ {3}12\.346 <- {2}⋯ 1\u202f234 more, newest: info 漢字 --plies.*…$/);
    expect(widthOf(plainText([row]), grid)).toBeLessThan(60);
  });

  it('tells of a gap', () => {
    expect(plainText([gapRow(1)])).toContain('1 line left out');
    expect(plainText([gapRow(12345)])).toContain('12\u202f345 lines left out');
  });
});
