/**
 * An open recording for browsing. It is replayed once, from front to back; queries by line, time, row or mark work
 * during the replay and after it.
 */
import {
  answersOf,
  notablesOf,
  placeIn,
  type ReplayEvent,
  type Notable,
  type LineEvent,
  type Remark,
  type ReplayLine,
  type SpokenPosition,
} from './events.ts';
import { HitCounter, type HitPage } from './search.ts';
import { growableLines, type ReplayIndex, type LineMark } from './replay-index.ts';
import { replay, type Guess } from './replay.ts';
import type { Recording } from './recording.ts';
import { Timeline, type TimelineBins } from './timeline.ts';
import type { UnderstandingOptions } from './understanding.ts';

/** The most lines in a list of marked lines, per kind and name. */
const mostListed = 500_000;

/** The most requests whose answers can be found; each takes eight bytes. */
const mostLinked = 8_000_000;

export interface Counts {
  readonly lines: number;
  /** Of the list of all lines. */
  readonly rows: number;
  /** Of the last line. */
  readonly seconds: number;
  readonly requests: number;
  readonly answered: number;
  /** Counts by name. */
  readonly oddities: Readonly<Record<string, number>>;
  /** The number of lines by mark. */
  readonly notable: Readonly<Record<Notable, number>>;
  /** Moves, legal or not. */
  readonly moves: number;
  /** The recorded ending; null before it is read, and if none was recorded. */
  readonly ending: string | null;
}

/** The lines to find: of a kind, and for oddities of a name. */
export interface LineFilter {
  readonly wanted: LineMark;
  readonly name?: string | undefined;
}

export interface LineContext {
  readonly line: ReplayLine;
  /** The last position referred to up to this line, and the line that refers to it. */
  readonly place: (SpokenPosition & { readonly line: number }) | null;
  /** The line that answers it, and the time in milliseconds; null if there is no answer yet. */
  readonly answer: { readonly line: number; readonly milliseconds: number } | null;
}

const isLineEvent = (event: ReplayEvent): event is LineEvent =>
  'seconds' in event && event.kind !== 'silence';

const matches =
  (name: string | undefined) =>
  ({ remarks }: ReplayLine): boolean =>
    name === undefined || remarks.some((remark) => remark.kind === 'oddity' && remark.name === name);

const listKey = ({ wanted, name }: LineFilter): string => (name === undefined ? wanted : `${wanted} ${name}`);

export class OpenReplay {
  readonly guess: Guess;
  readonly recording: Recording;
  readonly #index: ReplayIndex;
  readonly #options: UnderstandingOptions;
  readonly #timeline = new Timeline();
  /** The current line; it is complete when the next one comes. */
  #pending: { readonly passed: LineEvent; readonly remarks: Remark[] } | null = null;
  /** Lines that ask, in order, and the line that answers each; 0 for none. */
  readonly #asking = growableLines();
  readonly #answering = growableLines();
  /** The numbers of marked lines, by mark. */
  readonly #listed = new Map<string, ReturnType<typeof growableLines>>();
  readonly #oddities = new Map<string, number>();
  readonly #noted: Record<Notable, number> = {
    oddity: 0,
    silence: 0,
    illegal: 0,
    fault: 0,
    unanswered: 0,
    misuse: 0,
  };
  #requests = 0;
  #answered = 0;
  #moves = 0;
  #seconds = 0;
  #ending: string | null = null;
  /** Bytes of the recording that have been read. */
  read = 0;
  done = false;

  constructor(recording: Recording, guess: Guess, index: ReplayIndex, options: UnderstandingOptions = {}) {
    this.recording = recording;
    this.guess = guess;
    this.#index = index;
    this.#options = options;
  }

  /** Replays it, once. @throws file system errors */
  async run(signal: AbortSignal): Promise<void> {
    const onRead = (bytes: number): void => void (this.read = bytes);
    for await (const events of replay(this.recording, this.guess, this.#options, onRead)) {
      for (const event of events) this.#take(event);
      await this.#index.settled();
      if (signal.aborted) return;
    }
    this.#flush();
    await this.#index.settled();
    this.done = true;
  }

  get counts(): Counts {
    return {
      lines: this.#index.lines,
      rows: this.#index.rows,
      seconds: this.#seconds,
      requests: this.#requests,
      answered: this.#answered,
      oddities: Object.fromEntries([...this.#oddities].sort(([one], [other]) => (one < other ? -1 : 1))),
      notable: { ...this.#noted },
      moves: this.#moves,
      ending: this.#ending,
    };
  }

  get shape(): TimelineBins {
    return this.#timeline.shape;
  }

  /** Lines from the one at a row of the whole list on. */
  page(row: number, rows: number): Promise<readonly ReplayLine[]> {
    return this.#index.page(row, rows);
  }

  /** A part of the list of these lines only, and its length. */
  async listed(
    sought: LineFilter,
    from: number,
    count: number,
  ): Promise<{ readonly lines: readonly ReplayLine[]; readonly total: number }> {
    const numbers = this.#listed.get(listKey(sought));
    const total = numbers?.length ?? 0;
    const lines: ReplayLine[] = [];
    for (let at = from; at < Math.min(total, from + count); at++) {
      const line = await this.#index.line(numbers!.at(at));
      if (line) lines.push(line);
    }
    return { lines, total };
  }

  /** The place of a line in a list: the last one up to it; -1 before the first. */
  placeIn(sought: LineFilter, line: number): number {
    return this.#listed.get(listKey(sought))?.lastUpTo(line) ?? -1;
  }

  lineAt(seconds: number): Promise<ReplayLine | null> {
    return this.#index.lineAt(seconds);
  }

  line(number: number): Promise<ReplayLine | null> {
    return this.#index.line(number);
  }

  /** The first line that occupies this row. */
  async lineAtRow(row: number): Promise<ReplayLine | null> {
    return (await this.#index.page(Math.max(0, row), 1))[0] ?? null;
  }

  find(from: number, way: 1 | -1, { wanted, name }: LineFilter): Promise<ReplayLine | null> {
    return this.#index.find(from, way, wanted, matches(name));
  }

  /**
   * Searches the lines read so far.
   * @param isWanted selects the lines to search
   * @param matching returns the indices of the matching texts, which come after line `line`
   * @param progress called with the number of lines searched
   * @returns the number of hits, and the line numbers of one page of them
   */
  async search(
    isWanted: (passed: LineEvent) => boolean,
    page: HitPage,
    matching: (texts: readonly string[], line: number) => Promise<readonly number[]>,
    progress: (lines: number) => void,
  ): Promise<{ readonly count: number; readonly before: number; readonly hits: readonly number[] }> {
    const counter = new HitCounter<number>(page);
    let [searched, last] = [0, 0];
    for await (const lines of this.#index.blocks()) {
      const wanted = lines.map(({ passed }) => passed).filter(isWanted);
      const texts = wanted.map(({ text }) => text);
      for (const index of texts.length === 0 ? [] : await matching(texts, last)) {
        const { line } = wanted[index]!;
        counter.add(line, () => line);
      }
      last = lines.at(-1)?.passed.line ?? last;
      progress((searched += lines.length));
    }
    return counter.take();
  }

  async focus(line: ReplayLine): Promise<LineContext> {
    const { line: number } = line.passed;
    const holder = placeIn(line) === null ? await this.#index.find(number, -1, 'place') : line;
    const place = holder && placeIn(holder);
    return {
      line,
      place: place && { ...place, line: holder!.passed.line },
      answer: await this.#answerOf(number),
    };
  }

  close(): Promise<void> {
    return this.#index.close();
  }

  async #answerOf(request: number): Promise<LineContext['answer']> {
    const at = this.#asking.lastUpTo(request);
    if (at < 0 || this.#asking.at(at) !== request) return null;
    const number = this.#answering.at(at);
    const answer = number === 0 ? null : await this.#index.line(number);
    const asked = await this.#index.line(request);
    if (answer?.passed.line !== number || asked === null) return null;
    return { line: number, milliseconds: (answer.passed.seconds - asked.passed.seconds) * 1000 };
  }

  #take(event: ReplayEvent): void {
    if (event.kind === 'protocol') return;
    if (event.kind === 'summary') this.#ending = event.ending;
    else if (isLineEvent(event)) {
      this.#flush();
      this.#pending = { passed: event, remarks: [] };
    } else this.#pending?.remarks.push(event);
  }

  /** Completes the current line. */
  #flush(): void {
    if (this.#pending === null) return;
    const { passed, remarks } = this.#pending;
    const line = this.#pending;
    this.#pending = null;
    this.#index.append(passed, remarks);
    this.#seconds = Math.max(this.#seconds, passed.seconds);
    const place = placeIn(line);
    const noted = notablesOf(line);
    if (place?.move !== undefined) this.#moves++;
    this.#timeline.add(this.#seconds, passed.kind === 'sent', noted, place?.move !== undefined);
    for (const notable of noted) {
      this.#noted[notable]++;
      this.#list(notable, passed.line);
    }
    const names = new Set<string>();
    for (const remark of remarks) {
      if (remark.kind !== 'oddity') continue;
      this.#oddities.set(remark.name, (this.#oddities.get(remark.name) ?? 0) + 1);
      names.add(remark.name);
    }
    for (const name of names) this.#list(listKey({ wanted: 'oddity', name }), passed.line);
    this.#link(line);
  }

  #list(key: string, line: number): void {
    let numbers = this.#listed.get(key);
    if (numbers === undefined) this.#listed.set(key, (numbers = growableLines()));
    if (numbers.length < mostListed) numbers.push(line);
  }

  #link(line: Omit<ReplayLine, 'row'>): void {
    const { passed } = line;
    // What this line settles was asked earlier.
    for (const request of answersOf(line)) {
      this.#answered++;
      const at = this.#asking.lastUpTo(request);
      if (at >= 0 && this.#asking.at(at) === request) this.#answering.set(at, passed.line);
    }
    if (passed.kind !== 'sent' || !passed.asks) return;
    this.#requests++;
    if (this.#asking.length >= mostLinked) return;
    this.#asking.push(passed.line);
    this.#answering.push(0);
  }
}
