/**
 * The states of a CFSI conversation. Driver and responder share them: an arrow is something that went over
 * the wire, whoever looks at it.
 *
 * | state     | start     | started | play     | last answer | quit     | stop     |
 * |-----------|-----------|---------|----------|-------------|----------|----------|
 * | new       | handshake |         |          |             |          | quitting |
 * | handshake |           | idle    |          |             |          | quitting |
 * | idle      |           |         | thinking |             |          | quitting |
 * | thinking  |           |         |          | idle        | stopping | quitting |
 * | stopping  |           |         |          | idle        |          | quitting |
 * | quitting  |           |         |          |             |          |          |
 *
 * An empty place: the state stays. `play` and `quit` count from `started` on; what was sent between `start`
 * and `started` counts when `started` comes. An answer is a bestmove, or a debug line that names PLAY; the
 * last one is that after which no play is unanswered. `quit` has no answer of its own and so no arrow where
 * nothing runs. `stop` makes every open question void.
 */
import { StateMachine, type Arrows } from '../conversation.ts';
import type { DriverState } from '../../shapes/engines.ts';

export type Happening = 'start' | 'started' | 'play' | 'last answer' | 'quit' | 'stop';

/** CFSI asks no leave to think: there is no `preparing`. */
export type ConversationState = Exclude<DriverState, 'preparing'>;

export const arrows: Arrows<ConversationState, Happening> = {
  new: { start: 'handshake', stop: 'quitting' },
  handshake: { started: 'idle', stop: 'quitting' },
  idle: { play: 'thinking', stop: 'quitting' },
  thinking: { 'last answer': 'idle', quit: 'stopping', stop: 'quitting' },
  stopping: { 'last answer': 'idle', stop: 'quitting' },
  quitting: {},
};

export class Conversation extends StateMachine<ConversationState, Happening> {
  constructor() {
    super(arrows, 'new');
  }
}
