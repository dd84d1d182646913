/** Texts that a hostile or broken program might write: real ones, changed. Fast enough for a million of them. */
import { examples } from './examples.ts';

const nasty = [
  ...[
    '\0',
    '\r',
    '\n',
    '\r\n',
    '\t',
    ' ',
    '\u0085',
    '\u2028',
    '\ufeff',
    '\u202e',
    '\ud800',
    '💥',
    'é',
    '\u007f',
    '\u001b[2J',
  ],
  ...[
    '(',
    ')',
    '{',
    '}',
    '[',
    ']',
    ';',
    '"',
    '\\',
    '$',
    '%',
    '#',
    '*',
    '.',
    ',',
    '-',
    '+',
    '=',
    '!',
    '?',
    '/',
    ':',
    '<',
  ],
  ...[
    '1-0',
    '1.',
    '1...',
    '$256',
    '$0',
    '(;',
    ';W[',
    '[%clk 0:0:1]',
    '[%eval #1]',
    '[%pwe win 1 x]',
    '[FEN "',
    '[SetUp "1"]',
  ],
  ...[
    'NaN',
    '1e999',
    '-0',
    '99999999999999999999',
    '0x10',
    '__proto__',
    'constructor',
    'toString',
    'x',
    'P@a1',
    'A 1',
    'pass',
  ],
  ...[
    '(((((((((',
    '[[[[[[[[[',
    '{{{{{{{',
    '\\\\\\\\',
    '1'.repeat(300),
    'a'.repeat(3000),
    '(;'.repeat(400),
    '[0,'.repeat(200),
  ],
];

export type Random = () => number;

const pick = <T>(items: readonly T[], random: Random): T => items[Math.floor(random() * items.length)]!;

/** Texts of every form and game. */
export const realTexts: readonly string[] = examples.map(({ text }) => text);

/**
 * One to five changes of a text.
 * @param others parts of these are put into it
 * @param repeated the part of a kind of changes that repeat something two thousand times, which costs as much as a hundred
 *   other texts
 */
export function mutant(text: string, others: readonly string[], random: Random, repeated = 0.02): string {
  let changed = text;
  for (let changes = 1 + Math.floor(random() * 5); changes > 0; changes--) {
    const at = Math.floor(random() * (changed.length + 1));
    const to = Math.min(changed.length, at + 1 + Math.floor(random() * 12));
    const [head, middle, tail] = [changed.slice(0, at), changed.slice(at, to), changed.slice(to)];
    switch (Math.floor(random() * 8)) {
      case 0:
        changed = head + pick(nasty, random) + middle + tail;
        break;
      case 1:
        changed = head + pick(nasty, random) + tail;
        break;
      case 2:
        changed = head + tail;
        break;
      case 3:
        changed = head + middle + middle + tail;
        break;
      case 4:
        changed = head + String.fromCharCode(Math.floor(random() * 256)) + tail;
        break;
      case 5: {
        const other = pick(others, random);
        changed = head + other.slice(Math.floor(random() * other.length));
        break;
      }
      case 6:
        changed = tail + middle + head;
        break;
      default:
        if (random() < repeated) changed = head + (middle || 'x').repeat(2000) + tail;
    }
  }
  return changed;
}
