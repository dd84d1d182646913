/**
 * The wire in use: bytes from the process are recorded, split into lines and shown to the driver; what
 * the driver wants sent is recorded and written. Why and when a session ends is decided elsewhere.
 */
import type { Driver, DriverEvent, Intent } from '../../protocols/protocol.ts';
import type { Clock } from '../clock.ts';
import type { LaunchPlan } from '../launch/launch.ts';
import { FloodWatch, type Flood } from '../watch/flood.ts';
import { LineSplitter } from './lines.ts';
import { unlinked } from './links.ts';
import { EngineProcess, type ProcessListener } from './process.ts';
import { Pump } from './pump.ts';
import type { Recorder } from '../journal/recorder.ts';
import type { Status } from '../status.ts';

/**
 * Bytes that may wait for an engine that does not read. Everything a protocol ever has under way at once
 * is a few kilobytes, and the system's own pipe holds some 200 more.
 */
export const unreadLimit = 1024 * 1024;

export interface ConversationListener {
  onSpawn(): void;
  onRefused(code: string): void;
  onExit(exitCode: number | null, signal: string | null): void;
  onGone(): void;
  /** The engine's output is at its end, as before every exit. */
  onMute(): void;
  /** The engine has closed its input, as every exit does: what was written did not reach it. */
  onDeaf(): void;
  onEvent(event: Exclude<DriverEvent, { kind: 'send' }>): void;
  /** More than `unreadLimit` waits for the engine. */
  onUnread(bytes: number): void;
  /** It pours out what cannot be used. Told again until it has stopped. */
  onFlood(flood: Flood): void;
  /** The driver threw: a fault of ours. */
  onBroken(message: string): void;
}

export class Conversation {
  readonly process: EngineProcess;
  readonly #driver: Driver;
  readonly #clock: Clock;
  readonly #recorder: Recorder;
  readonly #listener: ConversationListener;
  readonly #pump: Pump;
  readonly #splitters: { readonly stdout: LineSplitter; readonly stderr: LineSplitter };
  readonly #floods = new FloodWatch();
  /** When the piece that is being split was taken. */
  #chunkTime = 0;

  constructor(
    plan: LaunchPlan,
    driver: Driver,
    clock: Clock,
    recorder: Recorder,
    status: Status,
    listener: ConversationListener,
  ) {
    this.#driver = driver;
    this.#clock = clock;
    this.#recorder = recorder;
    this.#listener = listener;
    const processListener: ProcessListener = {
      onSpawn: () => listener.onSpawn(),
      onRefused: (code) => listener.onRefused(code),
      onOutput: (stream, chunk) => this.#handleOutput(stream, chunk),
      onOutputEnd: (stream) => this.#handleOutputEnd(stream),
      onPipeError: (pipe, code) => {
        recorder.note(`${pipe}: ${code}`);
        if (pipe === 'stdin') listener.onDeaf();
      },
      onExit: (exitCode, signal) => listener.onExit(exitCode, signal),
      onGone: () => this.#handleGone(),
    };
    // A driver that listens to stderr is to hear of a complaint before the answer that came after it.
    const stderrFirst = driver.complained !== undefined;
    this.process = new EngineProcess(plan, clock, processListener, { stderrFirst });
    this.#pump = new Pump(driver, clock, {
      write: (line, byHand, now) => this.#write(line, byHand, now),
      together: (work) => this.process.together(work),
      sent: (line, byHand, oddities, links, now) =>
        recorder.line('sent', line, byHand, 0, oddities, links, now),
      heard: (text, cut, oddities, links, now) => {
        status.heard(text);
        this.#floods.line();
        recorder.line('heard', text, false, cut, oddities, links, now);
      },
      complained: (text, cut, oddities, now) => {
        status.complained(text);
        this.#floods.line();
        recorder.line('stderr', text, false, cut, oddities, unlinked, now);
      },
      next: () => recorder.traffic.next,
      behind: () => this.process.isBehind,
      answered: (request, milliseconds) => recorder.answered(request, milliseconds),
      event: (event) => {
        this.#floods.event(event, driver.state);
        listener.onEvent(event);
      },
      broken: (error) => listener.onBroken(error instanceof Error ? error.message : String(error)),
    });
    this.#splitters = {
      stdout: new LineSplitter((text, cut) => this.#pump.heard(text, cut, this.#chunkTime)),
      stderr: new LineSplitter((text, cut) => this.#pump.complained(text, cut, this.#chunkTime)),
    };
  }

  request(intent: Intent): void {
    this.#pump.request(intent);
  }

  send(line: string, byHand: boolean): void {
    this.#pump.send(line, byHand);
  }

  /** From here on the driver only listens. */
  silence(): void {
    this.#pump.silence();
  }

  /** Keeps the engine's output waiting while the disk catches up; no deadline runs out meanwhile. */
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

  #handleOutput(stream: 'stdout' | 'stderr', chunk: Buffer): void {
    this.#chunkTime = this.#clock.now();
    this.#recorder.chunk(stream === 'stdout' ? '<--' : '<!!', chunk, this.#chunkTime);
    this.#pump.piece(() => this.#splitters[stream].push(chunk));
    const flood = this.#floods.passed(chunk.length, this.#driver.state, this.#chunkTime);
    if (flood !== null) this.#listener.onFlood(flood);
  }

  #handleOutputEnd(stream: 'stdout' | 'stderr'): void {
    this.#chunkTime = this.#clock.now();
    if (this.#splitters[stream].unfinished) {
      this.#splitters[stream].end();
      this.#recorder.note(`the last line of ${stream} has no line end`);
    }
    this.#recorder.note(`EOF on ${stream}`);
    if (stream !== 'stdout') return;
    this.#pump.muted();
    this.#listener.onMute();
  }

  #handleGone(): void {
    // A pipe that had to be let go of has no end of its own.
    for (const stream of ['stdout', 'stderr'] as const) {
      if (this.#splitters[stream].unfinished) this.#handleOutputEnd(stream);
    }
    this.#listener.onGone();
  }
}
