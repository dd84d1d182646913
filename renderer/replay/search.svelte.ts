/** The search of a recording for a text or an expression. The host, which keeps the recording, finds the lines. */
import type { LineQuery } from '../../app/api/contract.ts';
import { faultOf, noPlaces, textPlaces, type Places } from '../console/filter.ts';
import { HostSearch, type Answered, type WantedPage } from '../console/host-search.svelte.ts';
import { LineSearch } from '../console/line-search.svelte.ts';
import type { HostClient } from '../host/client.ts';

/** The recording that is searched. */
interface Searched {
  readonly client: HostClient;
  /** Null while no recording is open. */
  readonly replay: string | null;
  /** The number of the line in focus; 0 if none. */
  line(): number;
  goToLine(line: number): void;
}

const directions: LineQuery['directions'] = ['sent', 'typed', 'heard', 'stderr', 'note'];

async function* inRecording(
  { client, replay }: Searched,
  query: LineQuery,
  page: WantedPage,
  signal: AbortSignal,
): AsyncGenerator<Answered> {
  if (replay === null) return;
  for await (const event of await client.replay.search({ replay, query, ...page }, { signal })) {
    if (event.kind === 'progress')
      yield { kind: 'progress', share: event.of === 0 ? 0 : event.lines / event.of };
    else yield { ...event, lines: event.hits };
  }
}

export class ReplaySearch extends LineSearch {
  readonly #on: Searched;
  readonly #search: HostSearch;
  /** Null if there is nothing to search for. */
  #query = $state.raw<LineQuery | null>(null);

  constructor(on: Searched) {
    super();
    this.#on = on;
    this.#search = new HostSearch((...asked) => inRecording(on, ...asked), {
      onhit({ lines, at }) {
        const line = lines[at];
        if (line !== undefined) on.goToLine(line);
      },
      onfault: (words) => (this.fault = words),
    });
  }

  override get pending(): number | null {
    return this.#search.hits === null ? this.#search.progress : null;
  }

  override get position(): number {
    const { hits } = this.#search;
    return hits === null ? 0 : hits.before + hits.at + 1;
  }

  override get count(): number {
    return this.#search.hits?.count ?? 0;
  }

  /** Where the text that is searched for occurs in a line; an expression is not run here, since it may be slow. */
  placesIn(line: string): Places {
    return this.#query === null || this.#query.regex ? noPlaces : textPlaces(line, this.#query);
  }

  override look(): void {
    const { query } = this;
    this.#search.forget();
    this.#query = null;
    this.fault = faultOf(query);
    if (query.text === '' || this.fault !== null) return;
    this.#query = { ...query, directions };
    // From the line in focus on: it may match itself.
    this.#search.askSoon(this.#query, { from: Math.max(0, this.#on.line() - 1), way: 'after' });
  }

  override async step(way: 1 | -1): Promise<void> {
    if (this.#query !== null) await this.#search.step(this.#query, way);
  }

  /** Closes the search; the line that it has found stays in focus. */
  override close(): void {
    this.open = false;
    this.text = '';
    this.look();
  }
}
