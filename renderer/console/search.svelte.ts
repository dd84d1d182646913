/**
 * The search of a console: in the lines of its view, and where the session has had more than these, in the whole
 * journal, which the host looks through.
 */
import type { Hit, JournalLine, LineQuery, TrafficLine } from '../../app/api/contract.ts';
import type { HostClient } from '../host/client.ts';
import { refusalOf } from '../state/refusals.ts';
import type { Lines } from './lines.ts';
import { Matcher } from './matcher.ts';
import type { PlacesOf } from './painter.ts';
import { faultOf, noPlaces, textPlaces, textTest, type Places, type Query } from './query.ts';

/** Milliseconds between two counts of what is found while lines keep coming. */
const countPause = 250;
/** Milliseconds without a keystroke before the host is asked. */
const askPause = 200;
/** Hits of the journal that are fetched at a time. */
const pageHits = 500;
/** Lines of the journal that are shown on either side of a hit. */
const aroundLines = 200;

/** What the search of a console works on. */
export interface Searched {
  /** Null where it is none of its own, and has no journal. */
  readonly session: string | null;
  readonly view: Lines;
  /** Lines below this number were cleared from the view. */
  readonly since: number;
  /** There once the host has been heard. */
  readonly client: HostClient | null;
  /** Where the journal has more than the view: which of its lines to look at; null where the view is all there is. */
  readonly beyond: LineQuery['directions'] | null;
  /** Shows a line of the view, or lines of the journal around the one of that number. */
  goTo(seq: number): void;
  goToPage(page: readonly TrafficLine[], line: number): void;
  newest(): void;
}

/** Hits of the journal, of which one is looked at. */
interface JournalHits {
  readonly count: number;
  /** How many come before the first of `hits`. */
  readonly before: number;
  readonly hits: readonly Hit[];
  /** Among `hits`. */
  readonly at: number;
}

/** A line of the journal as the terminal paints it; its number is of another count, and of no line of the view. */
const lineOf = ({ line, seconds, typed, ...rest }: JournalLine): TrafficLine => ({
  ...rest,
  ...{ seq: -line, at: seconds, byHand: typed, oddities: [], asks: false, answers: [] },
});

export class Search {
  open = $state(false);
  /** How often its field was asked for. */
  asked = $state(0);
  text = $state('');
  regex = $state(false);
  exact = $state(false);
  /** Why there is no result for what is typed; the one before stays. */
  fault = $state<string | null>(null);
  /** Numbers of the lines in the view that fit. */
  found = $state.raw<readonly number[]>([]);
  journal = $state.raw<JournalHits | null>(null);
  /** The host is looking: how much of the journal is done, 0 to 1. */
  progress = $state<number | null>(null);
  /** The line of `found` that is looked at. */
  current = $state<number | null>(null);
  readonly #on: Searched;
  /** What `found` is of. */
  #query: Query | null = null;
  #matcher: Matcher | null = null;
  /** Where the expression fits in lines of the view. */
  // Nothing on the page hangs on it: whoever shows a line looks its places up.
  // eslint-disable-next-line svelte/prefer-svelte-reactivity
  readonly #places = new Map<number, Places>();
  /** Lines of the view below this number were looked at. */
  #counted = 0;
  #recount: ReturnType<typeof setTimeout> | undefined;
  #asking: AbortController | null = null;

  constructor(on: Searched) {
    this.#on = on;
  }

  /** The place of what is looked at among all that was found, counted from 1; 0 when none is. */
  get position(): number {
    if (this.journal !== null) return this.journal.before + this.journal.at + 1;
    return this.current === null ? 0 : this.found.indexOf(this.current) + 1;
  }

  get count(): number {
    return this.journal?.count ?? this.found.length;
  }

  readonly placesOf: PlacesOf = ({ seq, text }) => {
    if (this.#query === null) return noPlaces;
    return this.#matcher === null ? textPlaces(text, this.#query) : (this.#places.get(seq) ?? noPlaces);
  };

  /** Opens it, or brings its field back to the front. */
  show(): void {
    this.open = true;
    this.asked++;
  }

  /** Looks for what is typed, and shows the newest line that has it. */
  look(): void {
    const query = { text: this.text, regex: this.regex, exact: this.exact };
    this.fault = faultOf(query);
    if (this.fault !== null) return;
    this.#forget();
    if (query.text === '') {
      this.#away();
      return;
    }
    this.#query = query;
    if (query.regex) this.#matcher = new Matcher(query);
    const beyond = this.#on.beyond;
    // What is said at once of the view gives way to what the host finds in all of it.
    void this.#count().then(() => {
      if (this.#query !== query) return;
      const newest = this.found.at(-1);
      if (newest !== undefined) this.#show(newest);
      else if (beyond === null) this.#away();
    });
    if (beyond !== null) this.#askSoon(query, beyond);
  }

  /** The same again: the view has other lines now. */
  again(): void {
    if (this.text !== '') this.look();
  }

  /** Lines came to the view. */
  more(): void {
    if (this.#query === null || this.journal !== null) return;
    this.#recount ??= setTimeout(() => {
      this.#recount = undefined;
      void this.#count();
    }, countPause);
  }

  /** To the next place found, or the one before; around the ends. */
  async step(way: 1 | -1): Promise<void> {
    if (this.journal !== null) return this.#stepInJournal(this.journal, way);
    await this.#count();
    if (this.found.length === 0) return;
    const at = this.current === null ? -1 : this.found.indexOf(this.current);
    const next = at === -1 ? (way === 1 ? 0 : -1) : (at + way) % this.found.length;
    const seq = this.found.at(next);
    if (seq !== undefined) this.#show(seq);
  }

  close(): void {
    this.open = false;
    this.text = '';
    this.fault = null;
    this.#forget();
    this.#away();
  }

  /** Another line is looked at, or the newest. */
  leave(): void {
    this.current = null;
  }

  #away(): void {
    this.current = null;
    this.#on.newest();
  }

  #forget(): void {
    this.#query = null;
    this.#matcher?.close();
    this.#matcher = null;
    this.#places.clear();
    this.#counted = 0;
    this.found = [];
    this.journal = null;
    this.current = null;
    this.progress = null;
    this.#asking?.abort();
    this.#asking = null;
    clearTimeout(this.#recount);
    this.#recount = undefined;
  }

  #show(seq: number): void {
    this.current = seq;
    this.#on.goTo(seq);
  }

  /** Looks at the lines of the view that it has not seen. */
  async #count(): Promise<void> {
    const query = this.#query;
    if (query === null) return;
    const { view, since } = this.#on;
    const lines = view.slice(view.indexOf(Math.max(since, this.#counted)));
    const oldest = view.slice(0, 1)[0]?.seq ?? view.next;
    this.#counted = view.next;
    let found: readonly number[];
    if (this.#matcher === null) {
      const fits = textTest(query);
      found = lines.filter(({ text }) => fits(text)).map(({ seq }) => seq);
    } else {
      const places = await this.#tried(this.#matcher, lines);
      if (this.#query !== query || places === null) return;
      for (const [at, { seq }] of lines.entries()) if (places[at]) this.#places.set(seq, places[at]);
      for (const seq of this.#places.keys()) {
        if (seq >= oldest) break;
        this.#places.delete(seq);
      }
      found = lines.filter((_, at) => places[at] !== null).map(({ seq }) => seq);
    }
    if (found.length > 0 || (this.found[0] ?? oldest) < oldest) {
      this.found = [...this.found.filter((seq) => seq >= oldest), ...found];
    }
  }

  /** Where the expression fits; null where it takes too long. */
  async #tried(matcher: Matcher, lines: readonly TrafficLine[]): Promise<readonly (Places | null)[] | null> {
    try {
      return await matcher.match(lines.map(({ text }) => text));
    } catch (error) {
      if (this.#matcher === matcher) this.fault = (error as Error).message;
      return null;
    }
  }

  #askSoon(query: Query, directions: LineQuery['directions']): void {
    const asking = new AbortController();
    this.#asking = asking;
    this.progress = 0;
    const begin = setTimeout(() => void this.#ask(query, directions, null, 'before', asking), askPause);
    asking.signal.addEventListener('abort', () => clearTimeout(begin));
  }

  async #ask(
    { text, regex, exact }: Query,
    directions: LineQuery['directions'],
    from: number | null,
    way: 'before' | 'after',
    asking: AbortController,
  ): Promise<void> {
    const { client, session } = this.#on;
    if (session === null) return;
    const { signal } = asking;
    try {
      const query = { text, regex, exact, directions };
      const input = { journal: session, query, from, way, most: pageHits };
      for await (const event of await client!.finding.search(input, { signal })) {
        if (signal.aborted) return;
        if (event.kind === 'progress') {
          this.progress = event.of === 0 ? 0 : event.bytes / event.of;
          continue;
        }
        const { count, before, hits } = event;
        this.found = [];
        this.#goToHit({ count, before, hits, at: way === 'before' ? hits.length - 1 : 0 });
      }
    } catch (error) {
      if (!signal.aborted) this.fault = refusalOf(error)?.text ?? null;
    } finally {
      if (this.#asking === asking) {
        this.#asking = null;
        this.progress = null;
      }
    }
  }

  #goToHit(hits: JournalHits): void {
    this.journal = hits;
    const hit = hits.hits[hits.at];
    if (hit === undefined) this.#away();
    else void this.#showAround(hit.line, hits);
  }

  async #showAround(line: number, hits: JournalHits): Promise<void> {
    const { client, session } = this.#on;
    if (session === null) return;
    const from = Math.max(1, line - aroundLines);
    try {
      const count = 2 * aroundLines + 1;
      const page = (await client!.finding.lines({ journal: session, from, count })).map(lineOf);
      if (this.#matcher !== null) {
        const places = await this.#tried(this.#matcher, page);
        if (this.journal !== hits) return;
        // The page before is shown no more.
        for (const seq of this.#places.keys()) if (seq < 0) this.#places.delete(seq);
        for (const [at, { seq }] of page.entries()) this.#places.set(seq, places?.[at] ?? noPlaces);
      }
      if (this.journal === hits) this.#on.goToPage(page, line);
    } catch (error) {
      if (this.journal === hits) this.fault = refusalOf(error)?.text ?? null;
    }
  }

  async #stepInJournal({ count, before, hits, at }: JournalHits, way: 1 | -1): Promise<void> {
    const query = this.#query;
    const directions = this.#on.beyond;
    if (query === null || directions === null || count === 0 || this.#asking !== null) return;
    const next = at + way;
    if (next >= 0 && next < hits.length) return this.#goToHit({ count, before, hits, at: next });
    // The page of hits is at its end: another one, around the ends of the journal.
    this.#asking = new AbortController();
    const [first, last] = [hits[0]!.line, hits.at(-1)!.line];
    if (way === -1) await this.#ask(query, directions, before > 0 ? first : null, 'before', this.#asking);
    else {
      const more = before + hits.length < count;
      await this.#ask(query, directions, more ? last : null, 'after', this.#asking);
    }
  }
}
