/**
 * One running engine. A session joins a process, a protocol driver and a journal. Bytes from the process are
 * journalled, split into lines and passed to the driver; lines that the driver sends take the way back. Subscribers get
 * all events in order; the last one is the ending.
 */
import type { Seat } from '../games/game.ts';
import type { Line } from '../games/line.ts';
import {
  disturbs,
  defaultDeadlines,
  type Again,
  type Driver,
  type DriverEvent,
  type Intent,
  type Protocol,
  type Search,
} from '../protocols/protocol.ts';
import { systemClock, type Clock } from './clock.ts';
import { Conversation } from './wire/conversation.ts';
import type { Said } from './wire/pump.ts';
import { Departure } from './ending/departure.ts';
import { isOfTalk } from './ending/endings.ts';
import { defaultQuota } from './watch/limits.ts';
import { factsOf, openJournal } from './journal/opening.ts';
import type { ManagedProcess } from './managed-process.ts';
import { Recorder, type SessionListener } from './journal/recorder.ts';
import { Stage } from './stage.ts';
import type { SessionOptions } from './options.ts';
import { Status, type Identity } from './status.ts';
import type { TrafficStore } from './journal/traffic.ts';
import type { Latencies } from './journal/latencies.ts';
import { forfeitNote, type Forfeit } from './forfeit.ts';
import type { Launch } from './types.ts';
import type { Capabilities, EngineOption } from '../shapes/engines.ts';
import { mostSourceText, type Source } from '../shapes/evaluations.ts';
import type { SessionEnding, SessionStanding } from '../shapes/sessions.ts';

/** A driver serves one search and keeps one waiting, and the caller may have given up others. */
const searchesKept = 4;

/** How a search ended. */
export type SearchEnd =
  | Extract<DriverEvent, { kind: 'report' | 'failed' }>
  | { readonly kind: 'ended'; readonly ending: SessionEnding };

export class Session {
  readonly id: string;
  readonly launch: Launch;
  readonly protocol: Protocol;
  /** Resolves when the process is gone and the journal is closed; never rejects. */
  readonly ended: Promise<SessionEnding>;

  readonly #clock: Clock;
  readonly #options: SessionOptions;
  readonly #driver: Driver;
  readonly #conversation: Conversation;
  readonly #departure: Departure;
  readonly #status = new Status();
  readonly #recorder: Recorder;
  readonly #resolve: (ending: SessionEnding) => void;
  readonly #stage = new Stage();
  #ending: SessionEnding | null = null;
  #unjournalled: string | null = null;
  #journalFault: string | null = null;
  #disturbed = false;
  /** What waits for the ends of searches, by their ids. */
  readonly #ends = new Map<number, (end: SearchEnd) => void>();
  /** The newest searches. */
  readonly #searches: Search[] = [];

  constructor(options: SessionOptions) {
    this.id = options.id;
    this.launch = options.launch;
    this.protocol = options.protocol;
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#recorder = new Recorder(this.#clock, options.trafficLimits);
    const settings = options.renewal?.settings ?? options.settings;
    this.#driver = options.protocol.createDriver(options.deadlines ?? defaultDeadlines, settings);
    this.#conversation = new Conversation(options, this.#driver, this.#clock, this.#recorder, {
      onSpawn: () => this.#handleSpawn(),
      onRefused: (cause) => this.#departure.refused(cause),
      onPassed: (passed) => this.#departure.strike(passed),
      onExit: (exitCode, signal) => this.#departure.exited(exitCode, signal),
      onGone: () => this.#departure.gone(),
      onStdoutClosed: () => this.#departure.cutOff('stdout closed'),
      onStdinClosed: () => this.#departure.cutOff('stdin closed'),
      onEvent: (event, said) => this.#handleEvent(event, said),
      onUnread: (bytes) => this.#departure.begin({ kind: 'unread', bytes }),
      onFlood: (flood) => this.#departure.flooded(flood),
      onBroken: (message) => this.#departure.begin({ kind: 'broken', message }),
    });
    this.#departure = new Departure(
      this.#clock,
      {
        id: options.id,
        protocol: options.protocol,
        driver: this.#driver,
        conversation: this.#conversation,
        recorder: this.#recorder,
        status: this.#status,
        renewal: options.renewal ?? null,
      },
      { onClosing: () => this.#handleClosing(), onEnded: (ending) => this.#handleEnded(ending) },
    );
    let settle: (ending: SessionEnding) => void = () => {};
    this.ended = new Promise((resolve) => (settle = resolve));
    this.#resolve = settle;
  }

  get state(): SessionStanding {
    return this.#stage.stateWith(this.#driver.state);
  }

  get capabilities(): Capabilities {
    return this.#driver.capabilities;
  }

  /** Why the engine cannot be asked about this line; null if it can. */
  accepts(line: Line): string | null {
    return this.#driver.accepts(line);
  }

  /** What the user could type after a command word at the end of this line. */
  offers(word: string, line: Line): readonly string[] {
    return this.#driver.offers?.(word, line) ?? [];
  }

  /** Whether a typed line may have changed the engine's position. */
  get disturbed(): boolean {
    return this.#disturbed;
  }

  /** Whether this process can still be led to the end of `line` as the player of `seat`. */
  fits(line: Line, seat: Seat): boolean {
    return this.#driver.fits?.(line, seat) ?? true;
  }

  /**
   * What to try with a new process after this one failed or answered with an illegal move. Null if there is nothing to
   * try, or if the session ended for a reason unrelated to the conversation.
   */
  get again(): Again | null {
    const spoiled = this.#ending !== null && !isOfTalk(this.#ending, this.#process.confined);
    return spoiled ? null : (this.#driver.again?.(this.#process.remains.unfinished) ?? null);
  }

  get traffic(): TrafficStore {
    return this.#recorder.traffic;
  }

  /** Seconds since the start; later events have later times. */
  get elapsed(): number {
    return this.#recorder.elapsed;
  }

  /** The response times of its answers. */
  get latencies(): Latencies {
    return this.#recorder.latencies;
  }

  get identity(): Identity {
    return this.#status.identity;
  }

  get options(): readonly EngineOption[] {
    return this.#status.options;
  }

  get lost(): Forfeit | null {
    return this.#status.forfeit;
  }

  get ending(): SessionEnding | null {
    return this.#ending;
  }

  /** Whether it has ended or is about to, even if its state does not show that yet. */
  get isLeaving(): boolean {
    return this.#departure.isDue || this.#stage.phase === 'closing';
  }

  /** The handshake is done: the engine can be asked. */
  get opened(): boolean {
    return this.#status.opened;
  }

  get startedAt(): Date | null {
    return this.#stage.startedAt;
  }

  /** The name of its engine for sentences. */
  get title(): string {
    return this.#options.use?.title ?? 'The engine';
  }

  get journalPath(): string | null {
    return this.#options.journalPath;
  }

  /** The system's error if the journal could not be opened; else null. */
  get unjournalled(): string | null {
    return this.#unjournalled;
  }

  /** The system's error if the session ended because its journal could not be written; else null. */
  get journalFault(): string | null {
    return this.#journalFault;
  }

  /** Its scratch folder on disk; null if it has none. */
  get scratch(): string | null {
    return this.#process.scratch;
  }

  get journalBytes(): number {
    return this.#recorder.journalBytes;
  }

  /** What it has printed of a line that has no end yet. */
  get begun(): string {
    return this.#process.begun('stdout');
  }

  get pid(): number | null {
    return this.#process.pid;
  }

  get listenerCount(): number {
    return this.#recorder.listenerCount;
  }

  /** Starts the process and opens the conversation. Process events come later, never during this call. */
  start(): void {
    const startedAt = new Date(this.#clock.date());
    if (!this.#stage.begin(startedAt)) throw new Error(`session ${this.id} has been started before`);
    if (!this.#openJournal(startedAt)) return;
    const { command, args } = this.#process.plan;
    this.note(`cmd: ${[command, ...args].join(' ')}`);
    const { renewal } = this.#options;
    if (renewal) this.note(`started anew: ${renewal.reason}`);
    const cause = this.#process.start();
    if (cause !== null) return this.#departure.refuse(cause);
    const { confinement } = this.#process;
    if (confinement !== null) this.note(confinement);
  }

  /** Passes an intent to the driver. @returns false if the session no longer takes requests */
  request(intent: Intent): boolean {
    if (intent.kind === 'resynchronise') this.#disturbed = false;
    if (intent.kind === 'search') this.#remember(intent.search);
    return this.#stage.whenStarted(() => this.#conversation.request(intent));
  }

  /**
   * Requests a search and waits for its end.
   * @param onEnd called once, with the final report, the failure or the ending of the session
   * @returns a function that gives up waiting
   */
  search(search: Search, onEnd: (end: SearchEnd) => void): () => void {
    this.#ends.set(search.id, onEnd);
    this.request({ kind: 'search', search });
    return () => void this.#ends.delete(search.id);
  }

  /** A search that was asked for lately, by its id; null for an older one. */
  searchOf(id: number): Search | null {
    return this.#searches.find((search) => search.id === id) ?? null;
  }

  /** Sends the user's text unchanged. @returns false if the session no longer takes lines */
  type(text: string): boolean {
    return this.#stage.whenStarted(() => {
      for (const line of text.split(/\r?\n/)) {
        if (disturbs(this.protocol.commands, line)) this.#disturbed = true;
        this.#conversation.send(line, true);
      }
    });
  }

  /** Adds a note of ours to the journal and the traffic. */
  note(text: string): void {
    const { phase } = this.#stage;
    if (phase !== 'new' && phase !== 'ended') this.#recorder.note(text);
  }

  /** The referee's verdict that the engine has lost its game, while its process goes on: noted now, and kept in the journal's last entry. */
  forfeit(forfeit: Forfeit): void {
    this.#status.forfeit ??= forfeit;
    this.note(forfeitNote(forfeit));
  }

  /** After it resolves, the journal file can be read up to the moment of the call. */
  flush(): Promise<void> {
    return this.#recorder.flush();
  }

  /** Ends the session by the shutdown ladder, or joins a shutdown under way. */
  close(): Promise<SessionEnding> {
    if (this.#stage.begin(null)) this.#departure.refuse({ kind: 'quit', asked: true });
    else this.#departure.begin({ kind: 'quit', asked: true });
    return this.ended;
  }

  /** @param lines whether the listener is told of lines @returns a function that ends the subscription */
  subscribe(listener: SessionListener, { lines = true } = {}): () => void {
    return this.#recorder.subscribe(listener, { lines });
  }

  get #process(): ManagedProcess {
    return this.#conversation.process;
  }

  /** @returns false if the session cannot go on */
  #openJournal(startedAt: Date): boolean {
    const { journalPath: path, quotaBytes = defaultQuota } = this.#options;
    if (path === null) {
      this.#recorder.begin();
      return true;
    }
    const opened = openJournal(this.#recorder, this.#options.caretaker, {
      path,
      facts: factsOf(this.#options, startedAt, this.#process.plan),
      quotaBytes,
      listener: {
        onPressure: (pressed) => this.#conversation.hold(pressed),
        onQuota: () => this.#departure.begin({ kind: 'quota', bytes: quotaBytes }),
        onFault: ({ message }) => {
          this.#journalFault = message;
          this.#departure.begin({ kind: 'journal', message });
        },
      },
    });
    if (opened.kind === 'taken') {
      this.#departure.refuse({ kind: 'journal', message: opened.message });
      return false;
    }
    if (opened.kind === 'none') this.#unjournalled = opened.message;
    return true;
  }

  #remember(search: Search): void {
    if (this.#searches.length === searchesKept) this.#searches.shift();
    this.#searches.push(search);
  }

  #handleSpawn(): void {
    const early = this.#stage.handleStarted();
    if (early === null) return;
    this.#conversation.request({ kind: 'start' });
    for (const work of early) work();
    this.#tellState();
  }

  #handleClosing(): void {
    this.#stage.close();
    this.#tellState();
  }

  #handleEnded(ending: SessionEnding): void {
    this.#ending = ending;
    this.#stage.end();
    this.#tellState();
    this.#recorder.emit({ kind: 'ended', ending });
    this.#recorder.dismiss();
    for (const [id] of this.#ends) this.#end(id, { kind: 'ended', ending });
    this.#resolve(ending);
  }

  #handleEvent(event: Exclude<DriverEvent, { kind: 'send' }>, said: Said | null): void {
    // The quit lines make the pending search fail; the ending, which follows, has the actual reason.
    if (event.kind === 'failed' && this.#stage.phase === 'closing') return;
    this.#status.event(event);
    if (event.kind === 'state' && event.state === 'quitting') this.#departure.handleQuitTyped();
    if (event.kind === 'fault') this.#departure.fault(event.ending, event.reason);
    if (event.kind === 'report') {
      // Field by field, which is several times faster than `...event`, for every move of a match.
      const { kind, search, report, final } = event;
      this.#recorder.emit({ kind, search, report, final, source: said && this.#sourceOf(said) });
    } else this.#recorder.emit(event);
    if (event.kind === 'state') this.#tellState();
    else if (event.kind === 'failed') {
      // After the engine was told to quit, what counts is how it ends.
      if (this.state !== 'quitting') this.#end(event.search, event);
    } else if (event.kind === 'report' && event.final) this.#end(event.search, event);
  }

  #end(search: number, end: SearchEnd): void {
    const onEnd = this.#ends.get(search);
    this.#ends.delete(search);
    onEnd?.(end);
  }

  #sourceOf({ at, nth, text }: Said): Source {
    return { session: this.id, at, nth, text: text.slice(0, mostSourceText) };
  }

  #tellState(): void {
    const state = this.#stage.changedState(this.#driver.state);
    if (state !== null) this.#recorder.emit({ kind: 'session', state });
  }
}
