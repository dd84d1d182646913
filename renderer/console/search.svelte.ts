/**
 * The search of a console: in the lines of its view and, if the view lacks lines of the session, in the whole journal,
 * which the host searches.
 */
import type { LineQuery } from '../../app/api/contract.ts';
import type { HostClient } from '../host/client.ts';
import { refusalOf } from '../state/refusals.ts';
import type { Cursor } from './cursor.svelte.ts';
import { faultOf, noPlaces, textPlaces, textTest, type Places, type Query } from './filter.ts';
import { HostSearch, type Answered, type HostHits, type WantedPage } from './host-search.svelte.ts';
import { LineSearch } from './line-search.svelte.ts';
import { ofJournal, type ConsoleLine, type Lines } from './lines.ts';
import { Matcher } from './matcher.ts';
import type { PlacesOf } from './painter.ts';

/** Milliseconds between two counts of the matches while lines arrive. */
const countPause = 250;
/** Lines of the journal that are shown on either side of a hit. */
const aroundLines = 200;

/** The part of a console that its search uses. */
export interface Searched {
  /** Null for the lines of all sessions, which have no journal. */
  readonly session: string | null;
  readonly view: Lines;
  /** Lines below this number were cleared from the view. */
  readonly since: number;
  /** Null until a feed has begun. */
  readonly client: HostClient | null;
  /** The directions to search in the journal because the view lacks lines; null to search the view alone. */
  readonly beyond: LineQuery['directions'] | null;
  readonly cursor: Pick<Cursor, 'goTo' | 'goToPage' | 'newest'>;
}

/** Searches the session's journal. */
async function* inJournal(
  { client, session }: Searched,
  query: LineQuery,
  page: WantedPage,
  signal: AbortSignal,
): AsyncGenerator<Answered> {
  if (session === null) return;
  for await (const event of await client!.finding.search({ journal: session, query, ...page }, { signal })) {
    if (event.kind === 'progress')
      yield { kind: 'progress', share: event.of === 0 ? 0 : event.bytes / event.of };
    else yield { ...event, lines: event.hits.map(({ line }) => line) };
  }
}

export class Search extends LineSearch {
  /** The numbers of the matching lines in the view. */
  found = $state.raw<readonly number[]>([]);
  /** The line of `found` that is shown; null if none. */
  current = $state<number | null>(null);
  readonly #on: Searched;
  readonly #beyond: HostSearch;
  /** The query of `found`. */
  #query: Query | null = null;
  #matcher: Matcher | null = null;
  /** The matches of the expression, by line number. */
  // Not reactive: the painter looks the places up when it paints a line.
  // eslint-disable-next-line svelte/prefer-svelte-reactivity
  readonly #places = new Map<number, Places>();
  /** Lines of the view below this number have been searched. */
  #counted = 0;
  #recount: ReturnType<typeof setTimeout> | undefined;

  constructor(on: Searched) {
    super();
    this.#on = on;
    this.#beyond = new HostSearch((...asked) => inJournal(on, ...asked), {
      onhit: (hits) => this.#goToHit(hits),
      onfault: (words) => (this.fault = words),
    });
  }

  /** The hits in the journal; null while only the view is searched. */
  get journal(): HostHits | null {
    return this.#beyond.hits;
  }

  /** The fraction of the journal searched so far, while there is no result from it. */
  override get pending(): number | null {
    return this.journal === null ? this.#beyond.progress : null;
  }

  override get position(): number {
    if (this.journal !== null) return this.journal.before + this.journal.at + 1;
    return this.current === null ? 0 : this.found.indexOf(this.current) + 1;
  }

  override get count(): number {
    return this.journal?.count ?? this.found.length;
  }

  readonly placesOf: PlacesOf = ({ seq, text }) => {
    if (this.#query === null) return noPlaces;
    return this.#matcher === null ? textPlaces(text, this.#query) : (this.#places.get(seq) ?? noPlaces);
  };

  /** Searches for the text, and shows the newest line that matches. An invalid expression leaves the previous result. */
  override look(): void {
    const { query } = this;
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
    // Hits in the whole journal will replace the result from the view.
    void this.#count().then(() => {
      if (this.#query !== query) return;
      const newest = this.found.at(-1);
      if (newest !== undefined) this.#show(newest);
      else if (beyond === null) this.#away();
    });
    if (beyond !== null) this.#beyond.askSoon({ ...query, directions: beyond });
  }

  /** Searches again after the view was given other lines. */
  again(): void {
    if (this.text !== '') this.look();
  }

  /** Searches lines that were added to the view, after a pause. */
  more(): void {
    if (this.#query === null || this.journal !== null) return;
    this.#recount ??= setTimeout(() => {
      this.#recount = undefined;
      void this.#count();
    }, countPause);
  }

  override async step(way: 1 | -1): Promise<void> {
    if (this.journal !== null) return this.#stepInJournal(way);
    await this.#count();
    if (this.found.length === 0) return;
    const at = this.current === null ? -1 : this.found.indexOf(this.current);
    const next = at === -1 ? (way === 1 ? 0 : -1) : (at + way) % this.found.length;
    const seq = this.found.at(next);
    if (seq !== undefined) this.#show(seq);
  }

  override close(): void {
    this.open = false;
    this.text = '';
    this.fault = null;
    this.#forget();
    this.#away();
  }

  /** Forgets the shown match: the view shows another line or the newest ones. */
  leave(): void {
    this.current = null;
  }

  #away(): void {
    this.current = null;
    this.#on.cursor.newest();
  }

  #forget(): void {
    this.#query = null;
    this.#matcher?.close();
    this.#matcher = null;
    this.#places.clear();
    this.#counted = 0;
    this.found = [];
    this.current = null;
    this.#beyond.forget();
    clearTimeout(this.#recount);
    this.#recount = undefined;
  }

  #show(seq: number): void {
    this.current = seq;
    this.#on.cursor.goTo(seq);
  }

  /** Searches the lines of the view that have not been searched yet. */
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

  /** The matches of the expression in each line; null if matching fails, for example because it takes too long. */
  async #tried(matcher: Matcher, lines: readonly ConsoleLine[]): Promise<readonly (Places | null)[] | null> {
    try {
      return await matcher.match(lines.map(({ text }) => text));
    } catch (error) {
      if (this.#matcher === matcher) this.fault = (error as Error).message;
      return null;
    }
  }

  #goToHit(hits: HostHits): void {
    this.found = [];
    const line = hits.lines[hits.at];
    if (line === undefined) this.#away();
    else void this.#showAround(line, hits);
  }

  async #showAround(line: number, hits: HostHits): Promise<void> {
    const { client, session } = this.#on;
    if (session === null) return;
    const from = Math.max(1, line - aroundLines);
    try {
      const count = 2 * aroundLines + 1;
      const page = (await client!.finding.lines({ journal: session, from, count })).map(ofJournal);
      if (this.#matcher !== null) {
        const places = await this.#tried(this.#matcher, page);
        if (this.journal !== hits) return;
        // The previous page is no longer shown.
        for (const seq of this.#places.keys()) if (seq < 0) this.#places.delete(seq);
        for (const [at, { seq }] of page.entries()) this.#places.set(seq, places?.[at] ?? noPlaces);
      }
      if (this.journal === hits) this.#on.cursor.goToPage(page, line);
    } catch (error) {
      if (this.journal === hits) this.fault = refusalOf(error)?.text ?? null;
    }
  }

  async #stepInJournal(way: 1 | -1): Promise<void> {
    const { beyond } = this.#on;
    if (this.#query !== null && beyond !== null)
      await this.#beyond.step({ ...this.#query, directions: beyond }, way);
  }
}
