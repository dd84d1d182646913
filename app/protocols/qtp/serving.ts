/** What goes out to an engine that takes commands: the sign of life, the drawing, a position and its question. */
import type { DriverEvent } from '../protocol.ts';
import { writeColor } from './entities.ts';
import { raiseFence } from './fence.ts';
import { failed } from './searches.ts';
import type { Talk } from './talk.ts';
import type { Refusal, Task } from './tasks.ts';
import { tokenObjection } from './telling.ts';

/** To an engine that has answered everything. */
export function serve(talk: Talk, out: DriverEvent[]): void {
  if (talk.ping) {
    talk.ping = false;
    raiseFence(talk, out, true);
  } else if (talk.board) {
    talk.board = false;
    if (talk.capabilities.drawing) talk.propose('showboard', { kind: 'board' }, out);
    else out.push({ kind: 'undrawn', reason: 'the engine does not list showboard' });
  } else {
    if (!talk.task && talk.next) {
      talk.task = talk.next;
      talk.next = null;
      talk.task.begin(talk.task.form, talk.engineBoard);
    }
    talk.pass('taken', out);
    tellMore(talk, out);
  }
}

/** Sends what is left of the position, as much at a time as the engine bears, and then `genmove`. */
export function tellMore(talk: Talk, out: DriverEvent[]): void {
  const { task, ledger } = talk;
  if (!task || talk.running?.task === task) return;
  let inFlight = task.told - task.answered;
  if (inFlight === 0 && task.refusal) {
    takeRefusal(talk, task, task.refusal, out);
    return;
  }
  if (task.refusal) return;
  if (task.spoiled) {
    if (ledger.oldest) return;
    task.begin(task.form, null);
    inFlight = 0;
  }
  if (task.isTold) {
    const purpose = { kind: 'genmove', task, asked: task } as const;
    if (!ledger.oldest) talk.propose(`genmove ${writeColor(task.telling.mover)}`, purpose, out);
    return;
  }
  const { window } = talk.pace;
  for (; inFlight < window && task.told < task.lines.length; inFlight++, task.told++) {
    talk.propose(
      task.lines[task.told]!,
      { kind: 'tell', task, attempt: task.attempt, told: task.toldBy(task.told) },
      out,
    );
  }
}

/** The engine did not obey one of the commands that tell a position. */
function takeRefusal(talk: Talk, task: Task, refusal: Refusal, out: DriverEvent[]): void {
  const { line, command, words } = refusal;
  const { telling } = task;
  const { form, refusedSizes } = talk.dialect;
  // Answers were out of step, and now they come one by one; or its board was not what it was taken for.
  if (task.known !== null || (words === null && task.attempt === 1)) {
    task.begin(task.form, null);
    tellMore(talk, out);
    return;
  }
  const isOpen = command === 'playwall' && form === null && task.form === 'vertex+word';
  if (isOpen && tokenObjection(telling) === null) {
    task.before = refusal;
    task.begin('token', null);
    tellMore(talk, out);
    return;
  }
  talk.task = null;
  talk.pass('dropped', out);
  const said = `the engine ${words === null ? 'did not answer' : 'refused'} ${line}${words === null ? '' : `: ${words}`}`;
  if (command === 'boardsize' && words !== null) refusedSizes.add(telling.size);
  const other = task.before ? `, and before that ${task.before.line}: ${task.before.words}` : '';
  const hint =
    command === 'playwall' && form !== null
      ? `; it was told walls as "${form}", which is a setting of the engine`
      : '';
  out.push(failed(task, said + other + hint, command === 'boardsize' ? 'unable' : 'refused'));
}
