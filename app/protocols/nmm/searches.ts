/** Searches as they are asked for, replaced and ended; the table stands in `driver.ts`. */
import type { Line } from '../../games/line.ts';
import { morris, type MorrisPosition } from '../../games/morris/index.ts';
import type { DriverEvent, Failure, Search } from '../protocol.ts';
import { isInitial } from './commands.ts';
import type { Talk } from './talk.ts';
import { makeTask, type Task } from './tasks.ts';

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
