import { describe, expect, it } from 'vitest';
import type { TrafficLine } from '../../app/api/contract.ts';
import {
  faultOf,
  isOpen,
  match,
  openFilter,
  passer,
  textPlaces,
  textTest,
  toggled,
  type Filter,
  type Query,
} from './filter.ts';
import { Painter } from './painter.ts';
import { FilteredLines, LineStore } from './store.ts';

const line = (seq: number, text: string, part: Partial<TrafficLine> = {}): TrafficLine => ({
  ...{ seq, at: 0, direction: 'heard', text, byHand: false, cut: 0, oddities: [], asks: false, answers: [] },
  ...part,
});
const filter = (part: Partial<Filter>): Filter => ({ ...openFilter, ...part });
const holding = (text: string): Filter => filter({ query: { text, regex: false, exact: false } });
const listener = { onMore: () => {}, onFailure: () => {} };
const numbers = (filtered: FilteredLines): number[] => filtered.slice(0).map(({ seq }) => seq);

const session = [
  line(0, 'go', { direction: 'sent', asks: true }),
  line(1, 'info depth 1'),
  line(2, 'bestmove 3', { answers: [0] }),
  line(3, 'oh no', { direction: 'stderr' }),
  line(4, 'Go', { direction: 'sent', asks: true, byHand: true }),
  line(5, ' bestmove 4', { answers: [4], oddities: [{ name: 'blank', clause: 'CFP', text: 'A blank.' }] }),
  line(6, 'stalled: it printed nothing', { direction: 'note' }),
  line(7, 'quit: it was told to leave', { direction: 'note' }),
];

describe('a filter', () => {
  const passing = (part: Partial<Filter>): number[] =>
    session.filter(passer(filter(part))).map(({ seq }) => seq);

  it('lets through what is of a chosen direction, of a chosen kind and holds the text', () => {
    expect(passing({})).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(passing({ directions: ['sent', 'note'] })).toEqual([0, 4, 6, 7]);
    expect(passing({ kinds: ['request'] })).toEqual([0, 4]);
    expect(passing({ kinds: ['answer'] })).toEqual([2, 5]);
    expect(passing({ kinds: ['info'] })).toEqual([1]);
    expect(passing({ kinds: ['oddity', 'error'] })).toEqual([5, 6]);
    expect(passing({ kinds: ['typed'] })).toEqual([4]);
    expect(passing({ directions: ['heard'], kinds: ['request'] })).toEqual([]);
    expect(passing({ query: { text: 'GO', regex: false, exact: false } })).toEqual([0, 4]);
    expect(passing({ query: { text: 'Go', regex: false, exact: true } })).toEqual([4]);
  });

  it('is open where nothing is chosen', () => {
    expect(isOpen(openFilter)).toBe(true);
    expect(isOpen(filter({ kinds: ['info'] }))).toBe(false);
    expect(isOpen(holding('a'))).toBe(false);
    expect(toggled(toggled(['a'], 'b'), 'a')).toEqual(['b']);
  });
});

describe('a filtered', () => {
  it('keeps what passes as lines come, and counts what it hides', () => {
    const store = new LineStore();
    store.append(session.slice(0, 3));
    const filtered = new FilteredLines(store, holding('e'), listener);
    expect(numbers(filtered)).toEqual([1, 2]);
    store.append(session.slice(3));
    filtered.update();
    expect(numbers(filtered)).toEqual([1, 2, 5, 6, 7]);
    expect([filtered.next, filtered.hidden(0), filtered.hidden(3), filtered.hidden(7)]).toEqual([8, 3, 2, 0]);
    expect([0, 6, 7, 8].map((seq) => filtered.indexOf(seq))).toEqual([0, 3, 4, 5]);
  });

  it('lets go what the store has let go', () => {
    const store = new LineStore({ lines: 100, characters: 1e9 });
    const filtered = new FilteredLines(store, holding('5'), listener);
    for (let from = 0; from < 5000; from += 50) {
      store.append(Array.from({ length: 50 }, (_, at) => line(from + at, String(from + at))));
      filtered.update();
    }
    const kept = store.slice(0).filter(({ text }) => text.includes('5'));
    expect(numbers(filtered)).toEqual(kept.map(({ seq }) => seq));
    expect(filtered.hidden(0)).toBe(100 - kept.length);
  });

  it('is painted without a word on what is hidden, and with one on what is lost', () => {
    const store = new LineStore();
    store.append([line(0, 'yes 0'), line(1, 'no'), line(2, 'yes 2'), line(9, 'no'), line(10, 'yes 10')]);
    const filtered = new FilteredLines(store, holding('yes'), listener);
    let text = '';
    const painter = new Painter(
      () => filtered,
      {
        write: (more, done) => ((text += more), done()),
        columns: 1000,
        width: () => 1,
        show: () => undefined,
        mark: () => () => {},
        end: () => {},
      },
      (run) => run(),
    );
    painter.follow();
    expect(text.replaceAll(/\x1b\[[\d;]*m/g, '').match(/yes \d+|\d+ lines? left out/g)).toEqual([
      'yes 0',
      'yes 2',
      '6 lines left out',
      'yes 10',
    ]);
    text = '';
    store.append([line(11, 'no'), line(12, 'yes 12')]);
    filtered.update();
    painter.added();
    expect(text.replaceAll(/\x1b\[[\d;]*m/g, '').match(/yes \d+|\d+ lines? left out/g)).toEqual(['yes 12']);
  });
});

const query = (text: string, more: Partial<Query> = {}): Query => ({
  ...{ text, regex: false, exact: false },
  ...more,
});

describe('a query', () => {
  it('of text finds it wherever it is, letter case aside or not', () => {
    const line = 'Best bestmove';
    expect(textPlaces(line, query('BEST'))).toEqual([0, 4, 5, 9]);
    expect(textPlaces(line, query('best', { exact: true }))).toEqual([5, 9]);
    expect([query('BEST'), query('BEST', { exact: true })].map((one) => textTest(one)(line))).toEqual([
      true,
      false,
    ]);
    expect(textPlaces('aaaa', query('aa'))).toEqual([0, 2, 2, 4]);
    expect(textPlaces('any', query(''))).toEqual([]);
    expect(textPlaces('(a.b)', query('.'))).toEqual([2, 3]);
  });

  it('marks nothing where small letters are more than the capitals', () => {
    expect(textTest(query('i'))('İ')).toBe(true);
    expect(textPlaces('İ i', query('i'))).toEqual([]);
  });

  it('of an expression says for each line where it fits', () => {
    expect(match(query('d\\d+'), ['D1 d22', 'd', 'xd3'])).toEqual([[0, 2, 3, 6], null, [1, 3]]);
    expect(match(query('d\\d+', { exact: true }), ['D1 d22'])).toEqual([[3, 6]]);
    expect(match(query('^|x'), ['', 'axb'])).toEqual([[], [1, 2]]);
    expect(match(query('a'), ['a'.repeat(1000)])[0]).toHaveLength(100);
  });

  it('says what keeps a text from being an expression', () => {
    expect(faultOf(query('(a', { regex: true }))).toBe('Invalid regular expression: unterminated group');
    expect(faultOf(query('a/(', { regex: true }))).toBe('Invalid regular expression: unterminated group');
    expect(faultOf(query('(a)', { regex: true }))).toBeNull();
    expect(faultOf(query('(a'))).toBeNull();
  });
});
