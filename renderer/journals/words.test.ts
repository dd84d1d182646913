import { describe, expect, it } from 'vitest';
import { countWords, exactly, glanceOf, oddCount, reasonOf, when } from './words.ts';

const at = (text: string): number => new Date(text).getTime();
const now = at('2026-11-21T14:03:09');

describe('when', () => {
  it.each([
    ['2026-11-21T14:02:30', 'just now'],
    ['2026-11-21T14:03:30', 'just now'],
    ['2026-11-21T13:58:09', '5 min ago'],
    ['2026-11-21T12:59:00', 'today 12:59'],
    ['2026-11-21T00:00:00', 'today 00:00'],
    ['2026-11-20T23:59:00', 'yesterday 23:59'],
    ['2026-11-20T00:00:00', 'yesterday 00:00'],
    ['2026-11-19T23:59:00', '19 Nov 23:59'],
    ['2026-01-05T09:07:00', '5 Jan 09:07'],
    ['2025-12-31T09:07:00', '31 Dec 2025'],
  ])('%s is %s', (text, words) => expect(when(at(text), now)).toBe(words));

  it('is told to the second beside it', () => {
    expect(exactly(at('2026-01-05T09:07:03'))).toBe('5 Jan 2026, 09:07:03');
  });
});

it('says how a session ended by the word that the filter finds', () => {
  const ended = (word: string) =>
    ({ ending: { kind: 'ended', word, reason: 'because' }, forfeit: null }) as const;
  expect(glanceOf(ended('quit'))).toEqual({ tone: 'off', word: 'quit' });
  expect(glanceOf(ended('crashed'))).toEqual({ tone: 'bad', word: 'crashed' });
  expect(reasonOf(ended('crashed'))).toBe('because');
  expect(glanceOf({ ending: { kind: 'running' }, forfeit: null })).toEqual({ tone: 'busy', word: 'running' });
  const cut = (lost: number | null) => ({ ending: { kind: 'cut short', lost }, forfeit: null }) as const;
  expect(glanceOf(cut(0))).toEqual({ tone: 'wait', word: 'cut short' });
  expect(reasonOf(cut(0))).toContain('every entry of the journal is complete');
  expect(reasonOf(cut(12))).toContain('12 B of the last entry are lost');
  expect(reasonOf(cut(null))).toContain('opening it shows');
  const none = (looked: boolean) =>
    ({ ending: { kind: 'no ending recorded', looked }, forfeit: null }) as const;
  expect(glanceOf(none(true))).toEqual({ tone: 'off', word: 'no ending recorded' });
  expect(reasonOf(none(true))).toContain('it does not record how the session ended');
  expect(reasonOf(none(false))).toContain('opening it shows how it ends');
  // A process that forfeited its game by an answer still ended normally.
  const lost = { ...ended('quit'), forfeit: { word: 'illegal', reason: 'column 4 is full' } };
  expect([glanceOf(lost), reasonOf(lost)]).toEqual([{ tone: 'bad', word: 'illegal' }, 'column 4 is full']);
});

it('counts oddities where they were counted', () => {
  expect(oddCount({ oddities: { a: 2, b: 1 } })).toBe(3);
  expect(oddCount({ oddities: {} })).toBeNull();
  expect(oddCount({ oddities: null })).toBeNull();
});

it('says how many there are, how many were found, and how far it has looked', () => {
  expect(countWords(100, 100, 2000, false)).toBe('2\u202f000 sessions');
  expect(countWords(3, 1000, 2000, true)).toBe('3 found; searched 1\u202f000 of 2\u202f000 sessions');
  expect(countWords(3, 2000, 2000, true)).toBe('3 found of 2\u202f000 sessions');
});
