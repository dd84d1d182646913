/**
 * A request for a move under the referee's clock, which is apart from the limit that the engine is told: time runs from
 * the write of the asking line until the answer's bytes are read, before they are parsed.
 */
import type { Line } from '../games/line.ts';
import type { Retry } from '../play/ask.ts';
import type { EngineHandle } from '../play/engine-handle.ts';
import type { JudgedDecision } from '../play/judge.ts';
import { systemClock, type Clock, type Timer } from '../sessions/clock.ts';
import { quoted, unendedWords } from '../sessions/ending/remains.ts';
import type { Session } from '../sessions/session.ts';
import type { Limit } from '../shapes/engines.ts';
import type { Budget } from './time.ts';

export interface Timed {
  readonly decision: JudgedDecision;
  /** Seconds from the request to the answer, or until it was given up. */
  readonly seconds: number;
  /** Milliseconds that this process itself was late meanwhile; they are added to the margin. */
  readonly lag: number;
  /** Why the answer is too late, with both stamps; null if it is in time. */
  readonly late: string | null;
}

export interface TimedOptions {
  readonly signal: AbortSignal;
  readonly onRetry: (retry: Retry) => void;
  readonly lag: LagMeter;
  readonly clock?: Clock;
}

/** Milliseconds between two looks for the process that replaces another. */
const lookMilliseconds = 5;

/** Asks for a move and measures; without a clock, as `EngineHandle.ask` does. @throws Refused as `EngineHandle.ask` */
export function timedAsk(
  handle: EngineHandle,
  line: Line,
  limit: Limit,
  { allowed, margin }: Budget,
  options: TimedOptions,
): Timed | Promise<Timed> {
  if (allowed !== null) return askByClock(handle, line, limit, { allowed, margin }, options);
  const asked = handle.ask(line, limit, options);
  return asked instanceof Promise ? asked.then(untimed) : untimed(asked);
}

function untimed(decision: JudgedDecision): Timed {
  const seconds = decision.kind === 'report' ? decision.report.seconds : 0;
  return { decision, seconds, lag: 0, late: null };
}

async function askByClock(
  handle: EngineHandle,
  line: Line,
  limit: Limit,
  { allowed, margin }: { readonly allowed: number; readonly margin: number },
  { signal, onRetry, lag, clock = systemClock }: TimedOptions,
): Promise<Timed> {
  const flag = new AbortController();
  const giveUp = (): void => flag.abort();
  signal.addEventListener('abort', giveUp);
  const stamps = { session: '', asked: null as number | null, answered: null as number | null };
  /** The last line since the question that deviates from the protocol. */
  let strange = '';
  let began = 0;
  let isFlagged = false;
  let timer: Timer | null = null;
  const check = (): void => {
    const late = (allowed + margin) * 1000 + lag.since(began) - (clock.now() - began);
    if (late > 0) timer = clock.setTimer(check, late);
    else {
      isFlagged = true;
      giveUp();
    }
  };
  const watch = (session: Session): (() => void) => {
    let sent = 0;
    stamps.session = session.id;
    stamps.asked = null;
    stamps.answered = null;
    return session.subscribe((event) => {
      if (event.kind === 'line') {
        if (event.line.direction === 'sent') sent = event.line.at;
        else if (event.line.direction === 'heard') {
          stamps.answered = event.line.at;
          if (event.line.oddities.length > 0) strange = event.line.text;
        }
      } else if (event.kind === 'session' && event.state === 'thinking' && stamps.asked === null) {
        stamps.asked = sent;
        stamps.answered = null;
        strange = '';
        began = clock.now();
        timer?.clear();
        timer = clock.setTimer(check, (allowed + margin) * 1000);
      }
    });
  };
  try {
    let unsubscribe = watch(await handle.sessionFor(line, { inGame: true }));
    const decision = await handle.ask(line, limit, {
      signal: flag.signal,
      onRetry: (retry) => {
        timer?.clear();
        unsubscribe();
        onRetry(retry);
        const before = handle.session;
        const look = (): void => {
          if (handle.session === before) timer = clock.setTimer(look, lookMilliseconds);
          else unsubscribe = watch(handle.session);
        };
        look();
      },
    });
    unsubscribe();
    const late = stamps.asked === null ? 0 : lag.since(began);
    const { asked, answered, session } = stamps;
    const now = asked === null ? 0 : asked + (clock.now() - began) / 1000;
    const end = isFlagged || answered === null ? now : answered;
    const seconds = asked === null ? 0 : Math.max(0, end - asked);
    const isLate = isFlagged || (decision.kind === 'report' && seconds > allowed + margin + late / 1000);
    if (!isLate || signal.aborted) return { decision, seconds, lag: late, late: null };
    const words =
      `asked at ${stamp(asked ?? 0)} of session ${session}, ` +
      (isFlagged ? `no answer by ${stamp(end)}` : `answered at ${stamp(end)}`) +
      `: ${seconds.toFixed(3)} s, and ${allowed.toFixed(3)} s are allowed with a margin of ${margin.toFixed(3)} s` +
      (late >= 1 ? `, and ${Math.round(late)} ms for Plywire's own delay` : '') +
      (isFlagged ? printedWords(handle.session.begun, strange) : '');
    return { decision, seconds, lag: late, late: words };
  } finally {
    (timer as Timer | null)?.clear();
    signal.removeEventListener('abort', giveUp);
  }
}

/** What an engine printed in the place of its answer. */
function printedWords(begun: string, strange: string): string {
  if (begun.trim() !== '') return unendedWords(begun);
  return strange.trim() === '' ? '' : `; it printed ${quoted(strange)}`;
}

const stamp = (seconds: number): string => `${seconds.toFixed(3)} s`;

/** In milliseconds: how often the event loop is looked at, and the least delay that counts. */
const beat = 20;
const leastLag = 5;

/** How many delays are remembered: more than fit into any request worth a clock. */
const mostDelays = 4096;

/** Measures how late this process's own event loop is. */
export class LagMeter {
  readonly #clock: Clock;
  #delays: { readonly until: number; readonly milliseconds: number }[] = [];
  #timer: Timer | null = null;
  #due = 0;

  constructor(clock: Clock = systemClock) {
    this.#clock = clock;
  }

  start(): void {
    if (this.#timer !== null) return;
    const tick = (): void => {
      const now = this.#clock.now();
      if (now - this.#due >= leastLag) {
        this.#delays.push({ until: now, milliseconds: now - this.#due });
        if (this.#delays.length > mostDelays) this.#delays = this.#delays.slice(mostDelays / 2);
      }
      this.#arm(tick);
    };
    this.#arm(tick);
  }

  stop(): void {
    this.#timer?.clear();
    this.#timer = null;
  }

  /** The longest delay that ended since `time` of the clock, in milliseconds; 0 if it does not measure. */
  since(time: number): number {
    if (this.#timer === null) return 0;
    const pending = this.#clock.now() - this.#due;
    let longest = pending >= leastLag ? pending : 0;
    for (let at = this.#delays.length - 1; at >= 0 && this.#delays[at]!.until >= time; at--) {
      longest = Math.max(longest, this.#delays[at]!.milliseconds);
    }
    return longest;
  }

  #arm(tick: () => void): void {
    this.#due = this.#clock.now() + beat;
    this.#timer = this.#clock.setTimer(tick, beat);
  }
}
