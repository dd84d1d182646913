/**
 * Searches the lines of a journal in one pass from front to back, which counts every hit and keeps one page of them. It
 * blocks until it is done, so it runs in a thread of its own (`search-thread.ts`).
 */
import { linesOf, scanJournal, type LineBlock } from '../sessions/journal/scan.ts';
import { withoutReturn } from '../sessions/wire/lines.ts';
import type { Found, Hit, JournalLine, LineQuery, SearchedDirection } from '../shapes/recordings.ts';

/** Which hits to return. */
export interface HitPage {
  /** The first hits after this line, or the last ones before it; null for the journal's beginning or end. */
  readonly from: number | null;
  readonly way: 'after' | 'before';
  readonly most: number;
}

/** Characters of a line in a hit, and how many of them precede the match. */
const pieceCharacters = 240;
const leadCharacters = 60;

const directionOf: Readonly<Record<LineBlock['mark'], JournalLine['direction']>> = {
  '-->': 'sent',
  '==>': 'sent',
  '<--': 'heard',
  '<!!': 'stderr',
  '###': 'note',
};

const searchedOf: Readonly<Record<LineBlock['mark'], SearchedDirection>> = {
  '-->': 'sent',
  '==>': 'typed',
  '<--': 'heard',
  '<!!': 'stderr',
  '###': 'note',
};

/** Called with a line's number, its text, and the place of the match in the block. */
type OnHit = (line: number, text: string, place: number) => void;

/** @throws SyntaxError if the regular expression is invalid */
function finder({ text: wanted, regex, exact }: LineQuery): (block: LineBlock, onHit: OnHit) => void {
  if (regex) {
    const expression = new RegExp(wanted, exact ? '' : 'i');
    return (block, onHit) => {
      for (const [line, text] of linesOf(block)) {
        const place = text.search(expression);
        if (place !== -1) onHit(line, text, place);
      }
    };
  }
  const folded = (text: string): string => (exact ? text : text.toLowerCase());
  const needle = folded(wanted);
  return (block, onHit) => {
    const all = folded(block.text);
    if (!all.includes(needle)) return;
    if (block.lines === 1 || all.length !== block.text.length) {
      for (const [line, text] of linesOf(block)) {
        const place = folded(text).indexOf(needle);
        if (place !== -1) onHit(line, text, place);
      }
      return;
    }
    let line = block.first;
    let from = 0;
    for (let at = all.indexOf(needle); at !== -1; at = all.indexOf(needle, from)) {
      for (let end = all.indexOf('\n', from); end !== -1 && end < at; end = all.indexOf('\n', from)) {
        from = end + 1;
        line++;
      }
      const end = all.indexOf('\n', at);
      // A CR at the end of a line is not part of it.
      const raw = block.text.slice(from, end === -1 ? undefined : end);
      const text = block.cut > 0 ? raw : withoutReturn(raw);
      if (at + needle.length <= from + text.length) onHit(line, text, at - from);
      if (end === -1) return;
      from = end + 1;
      line++;
    }
  };
}

/** Returns the indices of the texts that match. @throws SyntaxError if the regular expression is invalid */
export function matchingOf(query: LineQuery, texts: readonly string[]): readonly number[] {
  const find = finder(query);
  const found: number[] = [];
  for (const [first, text] of texts.entries()) {
    // `cut`, so that a CR at the end counts.
    find({ mark: '<--', micros: 0, first, lines: 1, text, cut: 1 }, (index) => found.push(index));
  }
  return found;
}

/** Counts hits, which come in the order of their lines, and keeps one page of them. */
export class HitCounter<One> {
  readonly #page: HitPage;
  count = 0;
  #before = 0;
  #hits: One[] = [];

  constructor(page: HitPage) {
    this.#page = page;
  }

  /** @param make makes the hit if it may belong to the page */
  add(line: number, make: () => One): void {
    const { from, way, most } = this.#page;
    this.count++;
    const isEarly = way === 'after' && line <= (from ?? 0);
    const isLate = way === 'after' ? this.#hits.length >= most : line >= (from ?? Infinity);
    if (isEarly) this.#before++;
    if (isEarly || isLate) return;
    this.#hits.push(make());
    // Only the last hits before the line are returned; earlier ones are dropped in batches.
    if (way === 'before' && this.#hits.length >= 2 * most) this.#trim();
  }

  /** The hits of the page, and how many precede the first of them. */
  take(): { readonly count: number; readonly before: number; readonly hits: One[] } {
    this.#trim();
    return { count: this.count, before: this.#before, hits: this.#hits };
  }

  #trim(): void {
    const { most } = this.#page;
    if (this.#hits.length <= most) return;
    this.#before += this.#hits.length - most;
    // Not `-most`, which keeps all if it is 0.
    this.#hits = this.#hits.slice(this.#hits.length - most);
  }
}

function pieceOf(text: string, place: number): { readonly text: string; readonly start: number } {
  const start = text.length <= pieceCharacters ? 0 : Math.max(0, place - leadCharacters);
  return { text: text.slice(start, start + pieceCharacters), start };
}

/**
 * @param progress called with bytes and lines done
 * @throws SyntaxError, BadJournal, or file system errors
 */
export function searchJournal(
  path: string,
  query: LineQuery,
  page: HitPage,
  progress?: (bytes: number, lines: number) => void,
): Found {
  const find = finder(query);
  const wanted = new Set(query.directions);
  const counter = new HitCounter<Hit>(page);
  const lines = scanJournal(path, {
    onBlock(block) {
      if (!wanted.has(searchedOf[block.mark])) return false;
      const { mark, micros } = block;
      find(block, (line, text, place) =>
        counter.add(line, () => ({
          ...{ line, seconds: micros / 1e6, direction: directionOf[mark], typed: mark === '==>' },
          ...pieceOf(text, place),
        })),
      );
      return false;
    },
    onProgress: progress,
  });
  return { ...counter.take(), lines };
}

/**
 * The number of the line that ends in the entry at `at`, after `nth` others; null if there is none, as for a last line
 * without its end.
 * @throws BadJournal, or file system errors
 */
export function lineAt(path: string, at: number, nth: number): number | null {
  let before: number | null = null;
  let after: number | null = null;
  const all = scanJournal(path, {
    onBlock: () => false,
    onEntry: (offset, lines) => {
      if (before !== null) after ??= lines;
      else if (offset === at) before = lines;
      return after !== null && before! + nth < after;
    },
  });
  if (before === null) return null;
  const line = before + nth + 1;
  return line <= (after ?? all) ? line : null;
}

/** At most `count` lines from number `from` on. @throws BadJournal, or file system errors */
export function linesOfJournal(path: string, from: number, count: number, characters: number): JournalLine[] {
  const found: JournalLine[] = [];
  let read = 0;
  scanJournal(path, {
    onBlock(block) {
      const { first, lines, mark, micros, cut } = block;
      if (first + lines <= from) return false;
      for (const [line, text] of linesOf(block)) {
        if (line < from) continue;
        if (found.length >= count || read > characters) return true;
        read += text.length;
        found.push({
          line,
          seconds: micros / 1e6,
          direction: directionOf[mark],
          typed: mark === '==>',
          text,
          cut,
        });
      }
      return found.length >= count;
    },
  });
  return found;
}
