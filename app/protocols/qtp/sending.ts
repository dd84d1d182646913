/** What a line means that went out, whoever sent it. */
import type { DriverEvent } from '../protocol.ts';
import type { Asked } from './asked.ts';
import { commandOf } from './commands.ts';
import { quitSearches, spoil } from './searches.ts';
import type { Talk } from './talk.ts';

/** Commands after which the engine's board is another one. */
const changing: ReadonlySet<string> = new Set([
  ...['boardsize', 'clear_board', 'walls', 'playmove', 'playwall', 'genmove', 'undo'],
]);

/** Whether the engine's board may be another one after a command of somebody else's. */
export const mayChange = (name: string): boolean => changing.has(name) || commandOf(name) === null;

export function follow(talk: Talk, { command, purpose }: Asked, now: number, out: DriverEvent[]): void {
  if (command.name === 'quit') {
    talk.pass('quit', out);
    quitSearches(talk, out);
    if (talk.board) out.push({ kind: 'undrawn', reason: 'the engine was told to quit' });
    talk.board = false;
    return;
  }
  talk.pass(command.name === 'genmove' ? 'genmove' : 'command', out);
  if (purpose === null) {
    if (mayChange(command.name)) spoil(talk);
  } else if (purpose.kind === 'name') talk.introduction.began ??= now;
  else if (purpose.kind === 'genmove') {
    const { task } = purpose;
    if (task?.spoiled) {
      // Somebody's line was faster: whatever it answers, it is no answer to this position.
      purpose.task = null;
      purpose.asked = null;
      task.begin(task.form, null);
    }
    if (task) task.askedAt = now;
    if (purpose.task === null) talk.pass('abandoned', out);
  }
}
