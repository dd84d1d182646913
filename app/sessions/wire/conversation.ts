/**
 * Connects a process, the recorder and the driver: bytes from the process are recorded, split into lines and passed to
 * the driver; lines that the driver sends are recorded and written. Departure decides when and why a session ends.
 */
import type { Driver, DriverEvent, Intent, Protocol } from '../../protocols/protocol.ts';
import type { Clock } from '../clock.ts';
import { ladderSteps } from '../ending/ladder.ts';
import { ManagedProcess, type ManagedListener, type ProcessOptions } from '../managed-process.ts';
import { FloodWatch, type Flood } from '../watch/flood.ts';
import type { Stream } from './intake.ts';
import { unlinked } from './links.ts';
import { Pump, type Said } from './pump.ts';
import { endNote, unendedNote } from '../journal/output-end.ts';
import type { Recorder } from '../journal/recorder.ts';

/**
 * The most bytes that may wait for an engine that does not read. All that a protocol has under way at once is a few
 * kilobytes, and the system's pipe holds about 200 more.
 */
export const unreadLimit = 1024 * 1024;

type OfProcess = 'onSpawn' | 'onRefused' | 'onPassed' | 'onExit' | 'onGone';

export interface ConversationListener extends Required<Pick<ManagedListener, OfProcess>> {
  /** The engine's output has ended, as it does before every exit. */
  onStdoutClosed(): void;
  /** The engine has closed its input, as every exit does: some written lines did not reach it. */
  onStdinClosed(): void;
  /** @param said the line that the event is from; null if there is none, or no journal */
  onEvent(event: Exclude<DriverEvent, { kind: 'send' }>, said: Said | null): void;
  /** More than `unreadLimit` bytes wait for the engine. */
  onUnread(bytes: number): void;
  /** The engine floods its output. Called repeatedly while it goes on. */
  onFlood(flood: Flood): void;
  /** The driver threw: an internal error. */
  onBroken(message: string): void;
}

export class Conversation {
  readonly process: ManagedProcess;
  readonly #driver: Driver;
  readonly #clock: Clock;
  readonly #recorder: Recorder;
  readonly #listener: ConversationListener;
  readonly #pump: Pump;
  readonly #floods = new FloodWatch();
  /** When the piece being split was taken; null between pieces. */
  #pieceTime: number | null = null;
  /** By stream: the journal's entry with the newest bytes, how many lines have ended in it, and its time. */
  readonly #entries = {
    stdout: { at: null as number | null, lines: 0, time: 0 },
    stderr: { at: null as number | null, lines: 0, time: 0 },
  };

  constructor(
    options: ProcessOptions & { readonly protocol: Protocol },
    driver: Driver,
    clock: Clock,
    recorder: Recorder,
    listener: ConversationListener,
  ) {
    this.#driver = driver;
    this.#clock = clock;
    this.#recorder = recorder;
    this.#listener = listener;
    const { shutdown } = options.protocol;
    const processListener: ManagedListener = {
      ...listener,
      onOutput: (stream, chunk, split) => this.#handleOutput(stream, chunk, split),
      onLine: (stream, text, cut, isUnended) => this.#handleLine(stream, text, cut, isUnended),
      onWhole: (split) => this.#handleWhole(split),
      onLines: (text, from) => this.#handleLines(text, from),
      onOutputEnd: (stream, unfinished) => this.#handleOutputEnd(stream, unfinished),
      onPipeError: (pipe, code) => {
        recorder.note(`${pipe}: ${code}`);
        if (pipe === 'stdin') listener.onStdinClosed();
      },
      onQuit: () => shutdown.lines.forEach((line) => this.send(line, false)),
      onNote: (text) => recorder.note(text),
    };
    // A driver that heeds complaints must see one before the answer that followed it.
    const stderrFirst = (): boolean => driver.heedsComplaints ?? false;
    const steps = ladderSteps(shutdown.milliseconds);
    this.process = new ManagedProcess({ ...options, clock }, steps, processListener, {
      stderrFirst,
      isWhole: options.protocol.isWhole,
    });
    this.#pump = new Pump(driver, clock, {
      writable: () => this.process.writable,
      write: (line, byHand, now) => this.#write(line, byHand, now),
      together: (work) => this.process.together(work),
      sent: (line, byHand, oddities, links, now) =>
        recorder.line('sent', line, byHand, 0, oddities, links, now),
      heard: (text, cut, oddities, links, now) => {
        this.#floods.lines(1);
        recorder.line('heard', text, false, cut, oddities, links, now);
      },
      skimmed: (texts, now) => {
        this.#floods.lines(texts.length);
        this.#entries.stdout.lines += texts.length;
        recorder.lines(texts, now);
      },
      complained: (text, cut, oddities, now) => {
        this.#floods.lines(1);
        recorder.line('stderr', text, false, cut, oddities, unlinked, now);
      },
      next: () => recorder.traffic.next,
      behind: () => this.process.isBehind,
      endWhole: () => this.process.endWhole(),
      answered: (request, milliseconds) => recorder.answered(request, milliseconds),
      event: (event, said) => {
        this.#floods.event(event, driver.state);
        listener.onEvent(event, said);
      },
      broken: (error) => listener.onBroken(error instanceof Error ? error.message : String(error)),
    });
  }

  request(intent: Intent): void {
    this.#pump.request(intent);
    if (intent.kind === 'search') this.process.readAtOnce();
  }

  send(line: string, byHand: boolean): void {
    this.#pump.send(line, byHand);
  }

  /** From now on the driver only receives lines. */
  silence(): void {
    this.#pump.silence();
  }

  /** Pauses the engine's output while the disk catches up; deadlines are suspended meanwhile. */
  hold(held: boolean): void {
    this.process.pause(held);
    this.#pump.hold(held);
  }

  #write(line: string, byHand: boolean, now: number): boolean {
    if (!this.process.writable) return false;
    const text = `${line}\n`;
    this.#recorder.text(byHand ? '==>' : '-->', text, now);
    const unread = this.process.write(text);
    if (unread > unreadLimit) this.#listener.onUnread(unread);
    return true;
  }

  #handleOutput(stream: Stream, chunk: Buffer, split: () => void): void {
    const now = this.#clock.now();
    const entry = this.#entries[stream];
    entry.at = this.#recorder.chunk(stream === 'stdout' ? '<--' : '<!!', chunk, now);
    entry.lines = 0;
    entry.time = now;
    this.#pieceTime = now;
    this.#pump.piece(split);
    this.#pieceTime = null;
    const flood = this.#floods.passed(chunk.length, this.#driver.state, now);
    if (flood !== null) this.#listener.onFlood(flood);
  }

  /** The line has the time of its last byte. The journal tells of its end before anything is sent in answer. */
  #handleWhole(split: () => void): void {
    this.#pieceTime = this.#entries.stdout.time;
    this.#pump.piece(() => {
      split();
      this.#recorder.note(unendedNote('stdout'));
    });
    this.#pieceTime = null;
  }

  #handleLine(stream: Stream, text: string, cut: number, isUnended: boolean): void {
    const now = this.#pieceTime ?? this.#clock.now();
    const entry = this.#entries[stream];
    const nth = entry.lines++;
    if (stream === 'stdout') this.#pump.heard(text, cut, now, entry.at, nth, isUnended);
    else this.#pump.complained(text, cut, now);
  }

  #handleLines(text: string, from: number): number {
    const { at, lines } = this.#entries.stdout;
    return this.#pump.skim(text, from, this.#pieceTime ?? this.#clock.now(), at, lines);
  }

  #handleOutputEnd(stream: Stream, unfinished: boolean): void {
    if (unfinished) this.#recorder.note(unendedNote(stream));
    this.#recorder.note(endNote(stream));
    if (stream !== 'stdout') return;
    this.#pump.outputEnded();
    this.#listener.onStdoutClosed();
  }
}
