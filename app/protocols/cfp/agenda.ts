/** What is wanted of the engine, and the next line that brings it about. */
import type { Search } from '../protocol.ts';
import type { Report } from '../report.ts';
import { formatGui, type GuiMessage } from './messages.ts';
import { quote } from './words.ts';
import { checkValue, optionKey } from './options.ts';
import type { StopCause, Wire } from './states.ts';
import type { Limit } from '../../shapes/engines.ts';

/** Seconds that the rounds of an analysis last; the last one repeats. Quick first, then ever calmer. */
export const ROUND_SECONDS = [0.2, 0.5, 1, 2, 5, 10, 20, 30, 60] as const;

/**
 * How long an engine may think, in milliseconds, before `isready` asks whether it is still alive: long
 * enough to stay out of the way, short enough that a hung engine is noticed while somebody is looking.
 */
export const LIVENESS_INTERVAL = 10_000;

/** The least `go movetime`, in seconds: what is left of an interrupted search may be nothing. */
const LEAST_SECONDS = 0.001;

/** A search on its way through the rounds of `go` and `stop`. */
export interface Task {
  readonly search: Search;
  /** 43 digits. */
  readonly position: string;
  /** The position was sent for this search. */
  told: boolean;
  /** Rounds that are over. */
  round: number;
  /** An early answer does not shorten a round: the next `go` waits for this time. */
  notBefore: number | null;
  /** Seconds thought so far, interruptions left out. */
  used: number;
  /** The latest answer, which is the final one if the search ends before another. */
  held: Report | null;
}

/** A line to be sent and what it means to us beyond its words. */
export interface Step {
  readonly line: string;
  readonly ping?: true;
  readonly gameKey?: string;
  readonly option?: { readonly key: string; readonly value: string };
  readonly press?: string;
  readonly cause?: StopCause;
  readonly go?: { readonly owner: number; readonly milliseconds: number | null; ending: boolean };
}

const say = (message: GuiMessage, meaning: Omit<Step, 'line'> = {}): Step => ({
  line: formatGui(message),
  ...meaning,
});

export class Agenda {
  start = false;
  ping = false;
  /** The engine may be thinking of something that nobody waits for: it is stopped before it is told another position. */
  halt = false;
  debug: boolean | null = null;
  /** Options of ours went out; the engine is to say when it has taken them, search or no search. */
  settle = false;
  current: Task | null = null;
  /** Waits for the current search to end; the newest replaces an earlier one. */
  next: Task | null = null;
  /** By option key; checked against the engine's options once those are known. */
  readonly values = new Map<string, { readonly name: string; value: string }>();
  readonly presses = new Set<string>();

  /** Drops what the engine's options cannot bear and says why, in words. */
  check(wire: Wire): string[] {
    const faults: string[] = [];
    for (const [key, wanted] of this.values) {
      const held = wire.options.get(key);
      const checked = held ? checkValue(held.option, wanted.value) : { fault: missing(wanted.name, wire) };
      if ('value' in checked) wanted.value = checked.value;
      else {
        this.values.delete(key);
        faults.push(checked.fault);
      }
    }
    for (const name of this.presses) {
      const held = wire.options.get(optionKey(name));
      if (held?.option.type === 'button') continue;
      this.presses.delete(name);
      faults.push(held ? `${quote(held.option.name)} is not a button` : missing(name, wire));
    }
    return faults;
  }

  /** The first `setoption` that is due. */
  option(wire: Wire): Step | null {
    for (const [key, { value }] of this.values) {
      const held = wire.options.get(key);
      if (!held || held.value === value) continue;
      return say({ kind: 'setoption', name: held.option.name, value }, { option: { key, value } });
    }
    for (const press of this.presses) {
      const name = wire.options.get(optionKey(press))?.option.name ?? press;
      return say({ kind: 'setoption', name, value: null }, { press });
    }
    return null;
  }
}

export function missing(name: string, wire: Wire): string {
  const names = [...wire.options.values()].map(({ option }) => quote(option.name));
  return `the engine offers no option ${quote(name)}; it offers ${names.length > 0 ? names.join(', ') : 'none'}`;
}

/** How long the next `go` of a task lasts, in seconds; null when only a wish ends it. */
function secondsOf(task: Task): number | null {
  const { limit, purpose } = task.search;
  if (limit.kind === 'time') return Math.max(limit.seconds - task.used, LEAST_SECONDS);
  if (purpose === 'play') return null;
  return ROUND_SECONDS[Math.min(task.round, ROUND_SECONDS.length - 1)]!;
}

const isTimed = (limit: Limit): boolean => limit.kind === 'time';

/** The next line that brings the engine nearer to what is wanted; null while there is nothing to do. */
export function nextStep(wire: Wire, agenda: Agenda, now: number): Step | null {
  if (wire.state === 'new') return agenda.start ? say({ kind: 'cfp' }) : null;
  if (wire.state === 'handshake' || wire.state === 'quitting') return null;
  if (agenda.debug !== null && agenda.debug !== wire.debug) return say({ kind: 'debug', on: agenda.debug });
  if (agenda.ping) return say({ kind: 'isready' }, { ping: true });
  return wire.thinking ? whileThinking(wire, agenda, now) : whileWaiting(wire, agenda, now);
}

function whileThinking(wire: Wire, agenda: Agenda, now: number): Step | null {
  const thinking = wire.thinking!;
  if (thinking.stoppedAt !== null) {
    const unsure = thinking.suspect !== null && !wire.settled && wire.pending.length === 0;
    return unsure ? say({ kind: 'isready' }) : null;
  }
  const stop = (cause: StopCause): Step => say({ kind: 'stop' }, { cause });
  if (thinking.suspect) return stop('doubt');
  if (thinking.ending) return stop('wish');
  if (thinking.until !== null && now >= thinking.until) return stop('time');
  if (agenda.option(wire)) return stop('options');
  if (thinking.owner === null && (agenda.current || agenda.next)) return stop('wish');
  if (wire.pending.length === 0 && now >= thinking.lastSign + LIVENESS_INTERVAL) {
    return say({ kind: 'isready' }, { ping: true });
  }
  return null;
}

function whileWaiting(wire: Wire, agenda: Agenda, now: number): Step | null {
  if (wire.pending.length > 0) return null;
  const option = agenda.option(wire);
  if (option) return option;
  const task = agenda.current;
  if (!task) return agenda.settle && !wire.settled ? say({ kind: 'isready' }) : null;
  const { gameKey } = task.search.line;
  if (agenda.halt) return say({ kind: 'stop' });
  if (wire.gameKey !== gameKey) return say({ kind: 'cfpnewgame' }, { gameKey });
  if (!wire.newGameSettled) return say({ kind: 'isready' });
  if (!task.told || wire.position !== task.position) {
    return say({ kind: 'position', position: task.position });
  }
  if (!wire.settled) return say({ kind: 'isready' });
  if (task.notBefore !== null && now < task.notBefore) return null;
  const seconds = secondsOf(task);
  return say(
    { kind: 'go', seconds: isTimed(task.search.limit) ? seconds : null },
    {
      go: {
        owner: task.search.id,
        milliseconds: seconds === null ? null : seconds * 1000,
        ending: false,
      },
    },
  );
}
