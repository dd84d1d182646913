/** Searches as they are asked for, replaced and given up; the table stands in `driver.ts`. */
import type { DriverEvent, Failure, Search } from '../protocol.ts';
import type { Talk } from './talk.ts';
import { Task } from './tasks.ts';
import { tellingOf } from './telling.ts';

export const failed = ({ search }: Task, reason: string, by?: Failure): DriverEvent => ({
  kind: 'failed',
  search: search.id,
  reason,
  ...(by && { by }),
});

export function takeSearch(talk: Talk, search: Search, out: DriverEvent[]): void {
  dropNext(talk, 'a newer search took its place before it began', out);
  const telling = tellingOf(search.line);
  const reason = typeof telling === 'string' ? telling : refusalOf(talk, search);
  const { running } = talk;
  if (typeof telling !== 'string' && reason === null && running?.asked?.asksFor(telling)) {
    // It stands on that very position: the answer on its way is the new one's.
    if (talk.task) out.push(failed(talk.task, 'a newer search asks for the same move'));
    talk.task = new Task(search, telling, running.asked.form);
    talk.task.askedAt = running.asked.askedAt;
    running.task = talk.task;
    running.asked = talk.task;
    talk.pass('resumed', out);
    return;
  }
  if (running?.task) {
    running.task = null;
    talk.pass('abandoned', out);
    if (talk.task) out.push(failed(talk.task, 'a newer search took its place; its answer will be dropped'));
    talk.task = null;
  } else dropTask(talk, 'a newer search took its place', out);
  if (typeof telling === 'string' || reason !== null) {
    out.push({ kind: 'failed', search: search.id, reason: reason! });
    return;
  }
  talk.next = new Task(search, telling, talk.dialect.form ?? 'vertex+word');
}

/** Why a search that can be told cannot be served, in words. */
function refusalOf(talk: Talk, { line, only }: Search): string | null {
  const reason = talk.dialect.objection(line);
  if (reason !== null) return reason;
  const result = line.game.result(line.position);
  if (result) return `the game is over: ${result.reason}`;
  if (only !== undefined && only !== null) return 'QTP cannot ask about one move alone';
  if (talk.over) return 'the engine no longer answers';
  if (talk.state === 'quitting') return 'the engine was told to quit';
  return talk.start ? null : 'the conversation has not begun';
}

/** One that thinks cannot be stopped: its report follows when it is done. */
export function stopSearches(talk: Talk, out: DriverEvent[]): void {
  dropNext(talk, 'it was stopped before it began', out);
  if (!talk.running?.task) dropTask(talk, 'it was stopped before it began', out);
}

/** The engine was told to quit: nothing more is to be had of it. */
export function quitSearches(talk: Talk, out: DriverEvent[]): void {
  dropNext(talk, 'the engine was told to quit', out);
  if (talk.task) out.push(failed(talk.task, 'the engine was told to quit'));
  talk.task = null;
  const { running } = talk;
  if (running) running.task = null;
}

/**
 * Answers and commands may be out of step: what is on its way out to tell a position, or to ask for its move, waits
 * until they are not.
 */
export function holdBack({ task, proposed }: Talk): void {
  const kept = proposed.filter(({ purpose }) => purpose.kind !== 'tell' && purpose.kind !== 'genmove');
  for (const { purpose } of proposed) {
    if (task && purpose.kind === 'tell' && purpose.task === task && purpose.attempt === task.attempt)
      task.told--;
  }
  proposed.splice(0, proposed.length, ...kept);
}

/** The engine's board was changed by somebody else while a position was told, or before its move was asked. */
export function spoil({ task, running, engineBoard }: Talk): void {
  engineBoard.lose();
  if (task && running?.task !== task) task.spoiled = true;
}

function dropNext(talk: Talk, reason: string, out: DriverEvent[]): void {
  if (talk.next) out.push(failed(talk.next, reason));
  talk.next = null;
}

/** Gives up a search whose position is being told. */
function dropTask(talk: Talk, reason: string, out: DriverEvent[]): void {
  const { task } = talk;
  if (!task) return;
  talk.task = null;
  for (const { purpose } of talk.proposed) {
    if (purpose.kind === 'genmove' && purpose.task === task) purpose.task = null;
  }
  out.push(failed(task, reason));
  talk.pass('dropped', out);
}
