import { describe, expect, it } from 'vitest';
import { isReply } from './messages.ts';
import { LONGEST_PENDING, mayEndMessage, MOST_LINES, ObjectStream } from './stream.ts';

const MOVE = '{"Type":1,"From":{"X":7,"Y":6},"To":{"X":6,"Y":6}}';

/** The pieces of these lines in short. */
function read(...lines: string[]): string[] {
  const stream = new ObjectStream(isReply);
  return lines.flatMap((line) =>
    stream.read(line).map((piece) => {
      if (piece.kind === 'object') return `object ${piece.text}`;
      return piece.kind === 'text' ? `text ${piece.text} (${piece.reason})` : piece.kind;
    }),
  );
}

const NONE = 'it is not a JSON object';

describe('an object', () => {
  it.each<[string, string[], string[]]>([
    ['on a line', [MOVE], [`object ${MOVE}`]],
    ['among words', [`> ${MOVE} // ok`], [`text > (${NONE})`, `object ${MOVE}`, `text // ok (${NONE})`]],
    ['behind another', [`${MOVE} {} `], [`object ${MOVE}`, 'object {}']],
    [
      'behind what only seems to be one',
      [`board {x} ${MOVE}`],
      ['text board {x} (a name in double quotes is missing)', `object ${MOVE}`],
    ],
    [
      'that is part of a broken one',
      [`{"Move":{"X":1},"To":{"X":2},} ${MOVE} {x}`],
      [
        'text {"Move":{"X":1},"To":{"X":2},} (a name in double quotes is missing)',
        `object ${MOVE}`,
        'text {x} (a name in double quotes is missing)',
      ],
    ],
    ['on several lines', ['{"Type":', '0', '}'], ['part', 'part', 'object {"Type": 0 }']],
    [
      'on several lines with another behind it',
      ['{"Type":', `0} ${MOVE}`],
      ['part', 'object {"Type": 0}', `object ${MOVE}`],
    ],
    [
      'behind one that broke off',
      ['{"Type":', MOVE],
      ['part', 'text {"Type": (it has no end)', `object ${MOVE}`],
    ],
    [
      'within one, on a line of its own',
      ['{"Type":1,"From":', '{"X":1,"Y":1}', '}'],
      ['part', 'part', 'object {"Type":1,"From": {"X":1,"Y":1} }'],
    ],
    ['with blank lines within', ['{', '', ' ', '}'], ['part', 'blank', 'blank', 'object { }']],
    [
      'that goes wrong later',
      ['{"a":', 'x', MOVE],
      ['part', 'text {"a": (a value is missing)', `text x (${NONE})`, `object ${MOVE}`],
    ],
    ['behind a mark', [`\ufeff${MOVE}`], ['mark', `object ${MOVE}`]],
    ['that is a mark alone', ['\ufeff'], ['mark']],
  ])('%s', (_name, lines, pieces) => expect(read(...lines)).toEqual(pieces));

  it('is read alike wherever its lines are broken', () => {
    const without = (text: string): string => text.replace(/\s/g, '');
    for (const [index, character] of [...MOVE].entries()) {
      if (!'{},:'.includes(character)) continue;
      const pieces = read(MOVE.slice(0, index), MOVE.slice(index)).map(without);
      expect(pieces.at(-1)).toBe(`object${MOVE}`);
      expect(pieces.slice(0, -1)).toEqual([index === 0 ? 'blank' : 'part']);
    }
  });

  it('is given up when it goes on for too long', () => {
    const line = `"${'a'.repeat(200)}":1,`;
    const count = Math.ceil(LONGEST_PENDING / line.length) + 1;
    const long = read('{', ...Array<string>(count).fill(line));
    expect(long.filter((piece) => piece.startsWith('text {')).length).toBe(1);
    const many = read('{', ...Array<string>(MOST_LINES).fill('"a":1,'));
    expect(many.at(-1)).toMatch(/^text \{ "a":1, .*\(it has no end\)$/);
    expect(read('{', ...Array<string>(MOST_LINES - 1).fill('"a":1,')).at(-1)).toBe('part');
  });

  it('is kept no longer than its line where it is long', () => {
    expect(read(`{"a":"${'x'.repeat(LONGEST_PENDING)}",`, '"Type":1}')[0]).toMatch(
      /^text \{"a":"x+ \(it has no end\)$/,
    );
  });

  it('is forgotten on demand', () => {
    const stream = new ObjectStream(isReply);
    stream.read('{"Type":');
    expect(stream.pending).toBe('{"Type":');
    stream.drop();
    expect(stream.read('0}')[0]!.kind).toBe('text');
  });

  it('is one of a few on a line, however many there are', () => {
    const pieces = read('{}'.repeat(1000));
    expect(pieces.length).toBeLessThan(10);
    expect(pieces.at(-1)).toMatch(/^text \{\}/);
  });
});

describe('a line without its end', () => {
  it.each([
    [MOVE, true],
    [`${MOVE} \r`, true],
    [`> ${MOVE}`, true],
    [`{} ${MOVE}`, true],
    ['}', true],
    ['  "To": {"X":6,"Y":6}}', true],
    ['', false],
    ['{"Type":1,', false],
    ['{"Type":1,"From":{"X":7,"Y":6}', false],
    ['  "From": {"X":7,"Y":6}', false],
    ['{"Type":1,"Note":"}', false],
    ['{"debug":1}', false],
    ['{"X":7,"Y":6}', false],
    [`${MOVE} // do`, false],
  ])('may be whole: %s is %s', (begun, isWhole) => expect(mayEndMessage(begun, isReply)).toBe(isWhole));
});
