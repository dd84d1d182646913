/** How searches begin and end. `conclude` is the only place where an answer becomes a report. */
import { connect4, formatCells43, type Connect4Position } from '../../games/connect4/index.ts';
import type { Line } from '../../games/line.ts';
import type { DriverEvent, Search } from '../protocol.ts';
import { bareReport, type Answer, type Report } from '../report.ts';
import type { Agenda, Step, Task } from './agenda.ts';
import type { Thinking, Wire } from './states.ts';

/** Everything a driver remembers. */
export interface Conversation {
  readonly wire: Wire;
  readonly agenda: Agenda;
  /** Proposed and not yet reported as sent. */
  proposed: Step | null;
}

/** Why a line of play cannot be put to an engine over CFP, in words; null when it can. */
export function objection(line: Line): string | null {
  if (line.game.id !== connect4.id) return `CFP carries Connect Four only, not ${line.game.name}`;
  const { width, height } = connect4.setupOf(line.position as Connect4Position);
  if (width === 7 && height === 6) return null;
  return `CFP knows the board of 7 by 6 only, and this one is ${width} by ${height}`;
}

/** Why a search cannot be done at all, in words. */
function refusal({ line, limit, only }: Search): string | null {
  const reason = objection(line);
  if (reason !== null) return reason;
  const result = line.game.result(line.position);
  if (result) return `the game is over: ${result.reason}`;
  if (line.game.moves(line.position).length === 0) return 'there is no legal move';
  if (limit.kind === 'depth') return 'CFP has no depth limit; set a time instead';
  if (limit.kind === 'time' && !(limit.seconds > 0)) return 'the time must be greater than zero';
  if (limit.kind === 'time' && !Number.isFinite(limit.seconds)) return 'the time must be finite';
  if (only !== undefined) return 'CFP cannot ask about one move alone';
  return null;
}

const failed = (task: Task, reason: string): DriverEvent => ({
  kind: 'failed',
  search: task.search.id,
  reason,
});

/** Takes a search: what is under way is ended first, what waited is replaced. */
export function take(talk: Conversation, search: Search, out: DriverEvent[]): void {
  const { agenda, wire } = talk;
  end(talk, 'superseded by a newer search', out);
  const reason = wire.state === 'quitting' ? 'the engine was told to quit' : refusal(search);
  if (reason !== null) {
    out.push({ kind: 'failed', search: search.id, reason });
    return;
  }
  const position = formatCells43(search.line.position as Connect4Position);
  agenda.next = {
    search,
    position,
    told: false,
    round: 0,
    notBefore: null,
    used: 0,
    held: null,
  };
}

/** Ends everything that is under way or waits. `reason` is for a search without any answer so far. */
export function end(talk: Conversation, reason: string, out: DriverEvent[]): void {
  const { agenda, wire, proposed } = talk;
  if (agenda.next) out.push(failed(agenda.next, reason));
  agenda.next = null;
  if (wire.thinking) wire.thinking.ending = true;
  const task = agenda.current;
  if (!task || wire.thinking?.owner === task.search.id) return;
  if (proposed?.go?.owner === task.search.id) {
    proposed.go.ending = true;
    return;
  }
  drop(talk, reason, out);
}

/** Ends a search that the engine is not busy with. */
export function drop({ agenda, wire }: Conversation, reason: string, out: DriverEvent[]): void {
  const task = agenda.current;
  if (!task) return;
  agenda.current = null;
  if (task.held) out.push({ kind: 'report', search: task.search.id, report: task.held, final: true });
  else out.push(failed(task, reason));
  wire.pass('dropped', out);
}

/** Puts the waiting search in the place of the one that has ended. */
export function swap({ agenda, wire }: Conversation, out: DriverEvent[]): void {
  if (wire.state === 'new' || wire.state === 'handshake' || wire.state === 'quitting') return;
  if (!agenda.current && agenda.next) {
    agenda.current = agenda.next;
    agenda.next = null;
  }
  if (agenda.current && !wire.thinking) wire.pass('taken', out);
}

/** The answer to a search of ours: a report, final unless rounds follow or it was only interrupted. */
export function conclude(
  { agenda }: Conversation,
  thinking: Thinking,
  answer: Answer,
  now: number,
  out: DriverEvent[],
): void {
  const task = agenda.current;
  if (!task || task.search.id !== thinking.owner) return;
  const { limit, purpose, id } = task.search;
  const seconds = (now - thinking.since) / 1000;
  task.used += seconds;
  const inTime = thinking.until !== null && now < thinking.until && thinking.cause !== null;
  const cut = thinking.cause === 'options' || thinking.cause === 'doubt';
  const report: Report = { ...bareReport(answer, seconds), truncated: inTime || cut };
  const spent = limit.kind === 'time' && task.used >= limit.seconds;
  const interrupted = cut && !spent;
  const rounds = purpose === 'analyse' && limit.kind === 'none';
  const final = thinking.ending || !(interrupted || rounds);
  out.push({ kind: 'report', search: id, report, final });
  if (final) {
    agenda.current = null;
    return;
  }
  task.held = report;
  if (interrupted) return;
  task.round++;
  task.notBefore = thinking.until;
}
