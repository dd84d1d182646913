/** A conversation as it stands, and its searches: asked for, replaced, ended; the table stands in `driver.ts`. */
import type { Line } from '../../games/line.ts';
import { morris, type MorrisPosition } from '../../games/morris/index.ts';
import type { DriverState } from '../../shapes/engines.ts';
import type { Deadlines, DriverEvent, Failure, Search, Again } from '../protocol.ts';
import { AUTO } from '../settings.ts';
import { isInitial } from './commands.ts';
import { oddity, quoted } from './messages.ts';
import { Notations, type NotationSettings } from './notations.ts';
import { makeTask, stopTime, type Purpose, type Step, type Task } from './position.ts';
import { Wire, type Go } from './states.ts';

export class Talk {
  readonly deadlines: Deadlines;
  readonly settings: NotationSettings;
  readonly notations: Notations;
  readonly wire = new Wire<Purpose>();
  /** Proposed and not yet reported as sent. */
  proposed: Step | null = null;
  /** The search that is served, and the one that waits. */
  task: Task | null = null;
  next: Task | null = null;
  /** When the conversation was asked for, in ms. */
  startedAt: number | null = null;
  ready = false;
  /** The last lines before the conversation was open. */
  readonly heard: string[] = [];
  /** What this process was told of: positions, and moves. */
  readonly told = new Set<keyof NotationSettings>();
  /** The engine has answered a `go` twice. */
  doubles = false;
  quietUntil = -Infinity;
  /** A fault was told; the session is about to end. */
  over = false;

  constructor(deadlines: Deadlines, settings: NotationSettings) {
    this.deadlines = deadlines;
    this.settings = settings;
    this.notations = new Notations(settings);
  }

  get state(): DriverState {
    return this.wire.conversation.state;
  }
}

export const failed = ({ id }: Search, reason: string, by?: Failure): DriverEvent => ({
  kind: 'failed',
  search: id,
  reason,
  ...(by && { by }),
});

/** Why a line of play cannot be told to this engine, in words; null where it can. */
export function objectionTo({ notations }: Talk, line: Line): string | null {
  if (line.game.id !== morris.id) return `NMM carries Nine Men's Morris only, not ${line.game.name}`;
  return notations.hopeless && !isInitial(line.start as MorrisPosition)
    ? 'the engine takes no position, with numbered points or with named ones; it can be told games from the start only'
    : null;
}

export function takeSearch(talk: Talk, search: Search, out: DriverEvent[]): void {
  dropNext(talk, 'a newer search took its place before it began', out);
  endSearch(talk, 'a newer search took its place before it began', out);
  const reason = refusal(talk, search);
  if (reason === null) talk.next = makeTask(search);
  else out.push(failed(search, reason));
}

/** Why a search cannot be served, in words; null where it can or will be. */
function refusal(talk: Talk, { line, limit, only }: Search): string | null {
  const reason = objectionTo(talk, line);
  if (reason !== null) return reason;
  const result = line.game.result(line.position);
  if (result) return `the game is over: ${result.reason}`;
  if (limit.kind === 'depth') return 'NMM has no limit of depth; give it time instead';
  if (limit.kind === 'time' && !(limit.seconds > 0)) return 'the time to think must be more than nothing';
  if (limit.kind === 'time' && !Number.isFinite(limit.seconds)) return 'the time to think has no end';
  if (only !== undefined && only !== null) return 'NMM cannot ask about one move alone';
  if (talk.over) return 'the engine no longer answers';
  if (talk.state === 'quitting') return 'the engine was told to quit';
  return talk.startedAt === null ? 'the conversation has not begun' : null;
}

/** Ends the search that is served: at once where it is not thinking, by its next answer where it is. */
export function endSearch(talk: Talk, reason: string, out: DriverEvent[]): void {
  const task = talk.task;
  if (!task) return;
  task.ending = true;
  if (talk.wire.gos.some(({ purpose }) => purpose?.kind === 'task' && purpose.task === task)) return;
  const { search, held } = task;
  finish(
    talk,
    task,
    held ? { kind: 'report', search: search.id, report: held, final: true } : failed(search, reason),
    out,
  );
}

export function finish(talk: Talk, task: Task, word: DriverEvent, out: DriverEvent[]): void {
  task.over = true;
  task.ending = true;
  if (talk.task === task) talk.task = null;
  out.push(word);
}

export function dropNext(talk: Talk, reason: string, out: DriverEvent[]): void {
  if (talk.next) out.push(failed(talk.next.search, reason));
  talk.next = null;
}

export function quitSearches(talk: Talk, out: DriverEvent[]): void {
  if (talk.over) return;
  const reason = 'the engine was told to quit';
  dropNext(talk, reason, out);
  if (talk.task) finish(talk, talk.task, failed(talk.task.search, reason), out);
}

// What is waited for, and until when. Times are in ms.

/** When the handshake has taken too long; null where none is under way. */
export function handshakeDue({ wire, state, startedAt, deadlines }: Talk): number | null {
  const isOpen = wire.started || state === 'quitting';
  return startedAt === null || isOpen ? null : startedAt + deadlines.handshake;
}

/** When something is due next; null where nothing is awaited. */
export function nextWakeOf(talk: Talk): number | null {
  const { wire, deadlines, proposed } = talk;
  if (talk.over || talk.state === 'quitting') return null;
  const times: (number | null)[] = [handshakeDue(talk)];
  const go = wire.gos[0];
  if (go && go.stoppedAt !== null) {
    const { stop, move } = deadlines;
    times.push(go.stoppedAt + (go.late ? move : Math.min(stop, move)));
  } else if (go && proposed === null) times.push(stopTime(go));
  else if (!go && talk.task && proposed === null) times.push(talk.quietUntil);
  const due = times.filter((time) => time !== null && Number.isFinite(time)) as number[];
  return due.length > 0 ? Math.min(...due) : null;
}

/** Whether this `go` is to be stopped now. */
export function wantsStop(talk: Talk, go: Go<Purpose>, now: number): boolean {
  if (go.stoppedAt !== null) return false;
  const { purpose } = go;
  const until = stopTime(go);
  if (until !== null && now >= until) return true;
  if (go.mistold || go.board?.told?.refusal) return purpose !== null;
  if (purpose === null) return talk.task !== null || talk.next !== null;
  return purpose.kind === 'task' && purpose.task.ending;
}

// What shows that an engine has not understood what it was told, besides its answers.

/** What engines write to stderr when they do not take a position or a move. */
const REFUSAL =
  /invalid|illegal|malformed|wrong|bad\b|cannot|could not|fail|reject|error|unknown|unexpected/i;

/** A line of stderr: engines have no other way to say that they have not taken something. */
export function hearComplaint(talk: Talk, line: string, out: DriverEvent[]): void {
  if (!REFUSAL.test(line)) return;
  const { wire, notations } = talk;
  const told = wire.board?.told;
  if (told && told.refusal === null && /position/i.test(line)) {
    told.refusal = quoted(line);
    out.push({ kind: 'oddity', oddity: oddity({ name: 'position-refused', detail: told.refusal }) });
    if (notations.isSupposed('positions')) findOutAnew(talk, 'positions');
  } else if (/move/i.test(line) && wire.board?.moves.length && notations.isSupposed('moves')) {
    findOutAnew(talk, 'moves');
  }
}

/** What was told on the strength of another process's word may mean anything to this one. */
function findOutAnew({ wire, notations }: Talk, id: keyof NotationSettings): void {
  notations.forget(id);
  wire.board = null;
  for (const go of wire.gos) go.mistold = true;
}

/** Settings to try once it has ended: some engines die of what they do not read. */
export function otherSettings({ told, notations, settings }: Talk): Again | null {
  const doubtful = (['moves', 'positions'] as const).filter((id) => told.has(id) && notations.isSupposed(id));
  if (doubtful.length === 0) return null;
  return {
    settings: { ...settings, ...Object.fromEntries(doubtful.map((id) => [id, AUTO])) },
    reason: `it may read ${doubtful.join(' and ')} in another notation than it once did`,
    doubtsKnown: true,
  };
}
