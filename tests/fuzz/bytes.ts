/** What an engine or a client might write: recorded and known lines, mutated, as bytes in pieces. */
import fc from 'fast-check';
import { parseTranscript, type Recording } from '../../app/protocols/testing/recordings.ts';
import type { Sample } from '../../app/protocols/testing/fixtures.ts';

/** Valid lines to mutate: ours to an engine, and the engine's. */
export interface Corpus {
  readonly ours: readonly string[];
  readonly theirs: readonly string[];
}

export function corpusOf(sample: Sample, recordings: readonly Recording[]): Corpus {
  const entries = recordings.flatMap(({ text }) => parseTranscript(text));
  const recorded = (mark: string): string[] =>
    entries.flatMap((entry) => (entry.mark === mark && entry.text.length < 1000 ? [entry.text] : []));
  // A recording repeats lines many times; rare ones are worth as much as common ones.
  const ours = [...new Set([...sample.lines.ours, ...recorded('-->')])];
  const theirs = [...new Set([...sample.lines.theirs, ...sample.noise, ...recorded('<--')])];
  return { ours, theirs };
}

/** How bytes arrive: in one chunk, one by one, or cut in two. */
export type Arrival = 'whole' | 'byte by byte' | 'cut';

export interface InputPiece {
  readonly bytes: Buffer;
  readonly arrival: Arrival;
}

/** Bytes that have broken line readers before. */
const nasty = [
  ...[
    '\n',
    '\r',
    '\r\n',
    '\0',
    '\t',
    ' ',
    '\v',
    '\f',
    '\x1b[2J',
    '\x7f',
    '"',
    '""',
    '--',
    ';',
    '/',
    '-',
    '+',
  ],
  ...[
    'NaN',
    'Infinity',
    '1e999',
    '-0',
    '0x10',
    '99999999999999999999',
    '\u0085',
    '\u2028',
    '\u202e',
    'é',
    '💥',
  ],
  ...['__proto__', 'constructor', 'toString', 'İ', '１', '%s', '\\', '${}', '\ufeff'],
].map((text) => Buffer.from(text));

const broken = [[0xff], [0xc3], [0xe2, 0x82], [0xf0, 0x9f, 0x92], [0x80], [0xed, 0xa0, 0x80]].map((bytes) =>
  Buffer.from(bytes),
);

type Edit = readonly [kind: number, at: number, length: number, pick: number];

/** Longer lines are cut by the splitters; some mutants are longer. */
const LONG = 70_000;

function edited(bytes: Buffer, [kind, at, length, pick]: Edit, lines: readonly Buffer[]): Buffer {
  const from = bytes.length === 0 ? 0 : at % (bytes.length + 1);
  const to = Math.min(bytes.length, from + 1 + (length % 12));
  const part = (source: readonly Buffer[]): Buffer => source[pick % source.length]!;
  const put = (middle: Uint8Array, end = from): Buffer =>
    Buffer.concat([bytes.subarray(0, from), middle, bytes.subarray(end)]);
  switch (kind) {
    case 0:
      return put(part(nasty));
    case 1:
      return put(part(nasty), to);
    case 2:
      return put(Buffer.alloc(0), to);
    case 3:
      return put(bytes.subarray(from, to));
    case 4:
      return put(Buffer.from([pick % 256]), Math.min(from + 1, bytes.length));
    case 5: {
      const other = part(lines);
      return put(other.subarray(length % (other.length + 1)), bytes.length);
    }
    case 6:
      return put(part(broken));
    case 7:
      return Buffer.concat([part(lines), Buffer.from(' '), bytes]);
    default:
      // Rare, since it costs as much as a hundred others.
      return at % 40 === 0 ? put(Buffer.alloc(LONG, to > from ? bytes.subarray(from, to) : 'z')) : bytes;
  }
}

const EDITS = 9;
const ENDS = [
  ...['\n', '\n', '\n', '\n', '\n', '\n', '\r\n', '\r\n', '\n\n', '', '\nrest', '\r'].map((text) =>
    Buffer.from(text),
  ),
];

/** A line of the list, often mutated, sometimes absent, with its end or without. */
export function anyPiece(lines: readonly string[]): fc.Arbitrary<InputPiece> {
  const sources = lines.map((line) => Buffer.from(line));
  const edit = fc.tuple(fc.nat(EDITS - 1), fc.nat(4095), fc.nat(255), fc.nat(4095));
  const arrival = fc.constantFrom<Arrival>('whole', 'whole', 'byte by byte', 'cut');
  const source = fc.oneof(
    { weight: 15, arbitrary: fc.constantFrom(...sources) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 40 }) },
  );
  const edits = fc.oneof(
    { weight: 2, arbitrary: fc.constant<Edit[]>([]) },
    { weight: 3, arbitrary: fc.array(edit, { minLength: 1, maxLength: 4 }) },
  );
  return fc.tuple(source, edits, fc.constantFrom(...ENDS), arrival).map(([bytes, changes, end, how]) => {
    const changed = changes.reduce<Buffer>(
      (mutant, change) => edited(mutant, change, sources),
      Buffer.from(bytes),
    );
    return { bytes: Buffer.concat([changed, end]), arrival: how };
  });
}

/** Passes a piece to a reader as it arrives. Long ones never come byte by byte: that proves nothing more. */
export function arrive({ bytes, arrival }: InputPiece, push: (chunk: Buffer) => void): void {
  if (arrival === 'byte by byte' && bytes.length <= 1000) {
    for (let at = 0; at < bytes.length; at++) push(bytes.subarray(at, at + 1));
  } else if (arrival === 'cut') {
    const half = bytes.length >> 1;
    push(bytes.subarray(0, half));
    push(bytes.subarray(half));
  } else {
    push(bytes);
  }
}

/** How a counterexample shows a piece. */
export const pieceText = ({ bytes, arrival }: InputPiece): string => {
  const text = JSON.stringify(bytes.toString('latin1'));
  return `${text.length > 300 ? `${text.slice(0, 300)}… (${bytes.length} bytes)` : text} ${arrival}`;
};
