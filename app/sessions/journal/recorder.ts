/**
 * Records a session: bytes in the journal, the newest lines in the traffic store, and all events to subscribers in
 * order.
 */
import type { Clock } from '../clock.ts';
import type { Mark } from './blocks.ts';
import { closingText, type Closing, type LineCounts } from './closing.ts';
import { Journal, type JournalOptions } from './journal.ts';
import { TrafficStore, type TrafficLimits } from './traffic.ts';
import { Latencies } from './latencies.ts';
import { unlinked, type Links } from '../wire/links.ts';
import type { SessionEvent } from '../types.ts';
import type { Oddity } from '../../shapes/engines.ts';
import type { Direction } from '../../shapes/sessions.ts';

export type SessionListener = (event: SessionEvent) => void;

const noOddities: readonly Oddity[] = [];

export class Recorder {
  readonly traffic: TrafficStore;
  readonly latencies = new Latencies();
  readonly #clock: Clock;
  readonly #listeners = new Set<SessionListener>();
  /** Those of them that are told of lines: there are far more of them than of all other events. */
  readonly #readers = new Set<SessionListener>();
  #journal: Journal | null = null;
  #epoch: number;
  #listenerFailed = false;
  /** Lines so far, including notes. */
  readonly #counts: Record<Direction, number> = { sent: 0, heard: 0, stderr: 0, note: 0 };

  constructor(clock: Clock, limits: TrafficLimits | undefined) {
    this.#clock = clock;
    this.#epoch = clock.now();
    this.traffic = new TrafficStore(limits);
  }

  get journalBytes(): number {
    return this.#journal?.bytes ?? 0;
  }

  get listenerCount(): number {
    return this.#listeners.size;
  }

  /** Seconds since the start; every later line has a later time. */
  get elapsed(): number {
    return (this.#clock.now() - this.#epoch) / 1000;
  }

  /** Sets the zero of the session's time. */
  begin(): void {
    this.#epoch = this.#clock.now();
  }

  /** As `begin`, with a journal. @throws if the file cannot be created */
  open(options: Omit<JournalOptions, 'clock' | 'epoch'>): void {
    this.begin();
    this.#journal = new Journal({ ...options, clock: this.#clock, epoch: this.#epoch });
  }

  /** @param lines whether the listener is told of lines */
  subscribe(listener: SessionListener, { lines = true } = {}): () => void {
    this.#listeners.add(listener);
    if (lines) this.#readers.add(listener);
    return () => {
      this.#listeners.delete(listener);
      this.#readers.delete(listener);
    };
  }

  /** Bytes as they were read. @returns the offset of their entry in the journal, in bytes; null if it has none */
  chunk(mark: Mark, chunk: Buffer, now: number): number | null {
    return this.#journal?.chunk(mark, chunk, now) ?? null;
  }

  /** A line as it is written. */
  text(mark: Mark, text: string, now: number): void {
    this.#journal?.text(mark, text, now);
  }

  note(text: string): void {
    const now = this.#clock.now();
    this.text('###', text, now);
    this.line('note', text, false, 0, noOddities, unlinked, now);
  }

  line(
    direction: Direction,
    text: string,
    byHand: boolean,
    cut: number,
    oddities: readonly Oddity[],
    { asks, answers }: Links,
    now: number,
  ): void {
    const at = (now - this.#epoch) / 1000;
    const line = { seq: this.traffic.next, at, direction, text, byHand, cut, oddities, asks, answers };
    this.#counts[direction]++;
    this.traffic.push(line);
    if (this.#readers.size > 0) this.#tell(this.#readers, { kind: 'line', line });
  }

  /** Lines of stdout that answer nothing and deviate in nothing. */
  lines(texts: readonly string[], now: number): void {
    for (const text of texts) this.line('heard', text, false, 0, noOddities, unlinked, now);
  }

  /** The next line answers the line `request`. */
  answered(request: number, milliseconds: number): void {
    this.latencies.add(milliseconds, this.traffic.next, request);
  }

  emit(event: SessionEvent): void {
    this.#tell(this.#listeners, event);
  }

  #tell(listeners: ReadonlySet<SessionListener>, event: SessionEvent): void {
    for (const listener of listeners) {
      try {
        listener(event);
      } catch (error) {
        // A failing view must not end the engine's session. Only the first failure is noted.
        if (this.#listenerFailed) continue;
        this.#listenerFailed = true;
        this.note(`a listener failed: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  }

  /** After it resolves, the journal can be read up to the moment of the call. */
  async flush(): Promise<void> {
    await this.#journal?.flush();
  }

  /** After it resolves, everything is on disk, or the journal's listener has had the error. */
  async close(closing: Omit<Closing, 'lines'>): Promise<void> {
    const leftOut = this.#journal?.leftOut ?? 0;
    if (leftOut > 0) this.note(`${leftOut} bytes are not in the journal`);
    const { sent, heard, stderr } = this.#counts;
    const lines: LineCounts = { sent, heard, stderr };
    this.text('***', closingText({ ...closing, lines }), this.#clock.now());
    await this.#journal?.close();
  }

  /** Removes all listeners. */
  dismiss(): void {
    this.#listeners.clear();
    this.#readers.clear();
  }
}
