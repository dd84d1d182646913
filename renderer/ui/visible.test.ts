import { describe, expect, it } from 'vitest';
import { turnsIn, visible, visibleLines, withoutTurns } from './visible.ts';

describe('visible', () => {
  it('leaves printable text alone, letters of every script included', () => {
    for (const text of ['', 'bestmove 4 --score 0.05', 'Größe ≥ 4', '四目並べ', '🟡']) {
      expect(visible(text)).toBe(text);
    }
  });

  it('shows C0 and DEL as control pictures', () => {
    expect(visible('\x1b[2J\x07\t\0')).toBe('␛[2J␇␉␀');
    expect(visible('a\x7f')).toBe('a␡');
  });

  it('shows C1 controls, of which some begin a terminal command, by name or number', () => {
    expect(visible('\x9b31m')).toBe('⟦CSI⟧31m');
    expect(visible('\x81')).toBe('⟦U+0081⟧');
  });

  it('shows what turns the reading direction', () => {
    expect(visible('a\u202eb\u2066c\u2069\u200e\u200f\u061c')).toBe('a⟦RLO⟧b⟦LRI⟧c⟦PDI⟧⟦LRM⟧⟦RLM⟧⟦ALM⟧');
  });

  it('shows what hides itself', () => {
    expect(visible('pass\u200bword\ufeff\u2060')).toBe('pass⟦ZWSP⟧word⟦BOM⟧⟦WJ⟧');
    expect(visible('\u{e0041}\u3164\ufe0f')).toBe('⟦U+E0041⟧⟦U+3164⟧⟦U+FE0F⟧');
  });

  it('shows line separators and lone surrogates', () => {
    expect(visible('a\u2028b\ud800')).toBe('a⟦LSEP⟧b\ufffd');
  });

  it('lets no code point through that a terminal could take as a command', () => {
    let all = '';
    for (let code = 0; code < 0x10000; code++) all += String.fromCharCode(code);
    expect(visible(all)).not.toMatch(
      /[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u061c\ufeff]/,
    );
  });
});

it('keeps the ends of lines where a text has several', () => {
  expect(visibleLines('one\ntwo\r\n\u202ethree\x1b')).toBe('one\ntwo\n⟦RLO⟧three␛');
});

it('names the characters that turn the direction of a text, and takes out those alone', () => {
  const text = 'a\u202eb\u2066c\u202e\u200f 👧\u200d👧';
  expect(turnsIn(text)).toEqual(['⟦RLO⟧', '⟦LRI⟧']);
  expect(withoutTurns(text)).toBe('abc\u200f 👧\u200d👧');
  expect(turnsIn('plain \u05d0')).toEqual([]);
});

it('leaves emoji whole in what a user writes, and no joiner beside them', () => {
  const family = '👩🏽‍👩‍👧‍👦 and 🏳️‍🌈';
  expect(visibleLines(family)).toBe(family);
  expect(visibleLines('a\u200d👧\u200db')).toBe('a⟦ZWJ⟧👧⟦ZWJ⟧b');
});
