/**
 * The states of a QTP conversation. A cause is what passes over the wire, whichever side looks at it, so
 * driver and responder share the table; `taken`, `dropped`, `abandoned` and `resumed` are our own doing: a
 * search that waits for its position to be told, and one whose answer nobody waits for any more.
 *
 * | state     | command   | opened | taken     | dropped | genmove  | abandoned | resumed  | answer | quit     |
 * |-----------|-----------|--------|-----------|---------|----------|-----------|----------|--------|----------|
 * | new       | handshake |        |           |         | thinking |           |          |        | quitting |
 * | handshake |           | idle   |           |         | thinking |           |          |        | quitting |
 * | idle      |           |        | preparing |         | thinking |           |          |        | quitting |
 * | preparing |           |        |           | idle    | thinking |           |          |        | quitting |
 * | thinking  |           |        |           |         |          | stopping  |          | idle   | quitting |
 * | stopping  |           |        |           |         |          |           | thinking | idle   | quitting |
 * | quitting  |           |        |           |         |          |           |          |        |          |
 *
 * An empty place: the state stays. The text knows no opening: any command is one, and the first answer to
 * anything but `name` shows that the engine takes commands (`opened`). Nothing stops an engine: in `stopping`
 * its answer is awaited only to be dropped. `answer` is that to the last `genmove` in flight.
 */
import { StateMachine, type Arrows } from '../state-machine.ts';
import type { DriverState } from '../../shapes/engines.ts';

export type Cause =
  'command' | 'opened' | 'taken' | 'dropped' | 'genmove' | 'abandoned' | 'resumed' | 'answer' | 'quit';

export const arrows: Arrows<DriverState, Cause> = {
  new: { command: 'handshake', genmove: 'thinking', quit: 'quitting' },
  handshake: { opened: 'idle', genmove: 'thinking', quit: 'quitting' },
  idle: { taken: 'preparing', genmove: 'thinking', quit: 'quitting' },
  preparing: { dropped: 'idle', genmove: 'thinking', quit: 'quitting' },
  thinking: { abandoned: 'stopping', answer: 'idle', quit: 'quitting' },
  stopping: { resumed: 'thinking', answer: 'idle', quit: 'quitting' },
  quitting: {},
};

export class Conversation extends StateMachine<DriverState, Cause> {
  constructor() {
    super(arrows, 'new');
  }
}
