/**
 * The states of an NMM conversation. A cause is what passes over the wire, whichever side looks at it, so
 * driver and responder share the table.
 *
 * | state     | ready     | init | go       | stop     | last bestmove | quit     |
 * |-----------|-----------|------|----------|----------|---------------|----------|
 * | new       | handshake |      | thinking |          |               | quitting |
 * | handshake |           | idle | thinking |          |               | quitting |
 * | idle      |           |      | thinking |          |               | quitting |
 * | thinking  |           |      |          | stopping | idle          | quitting |
 * | stopping  |           |      |          |          | idle          | quitting |
 * | quitting  |           |      |          |          |               |          |
 *
 * An empty place: the state stays. The engine speaks first, and `init` has no answer of its own. One that was
 * sent before `ready` counts when `ready` comes. A `stop` may be ignored: the engine is `stopping` until its
 * bestmove has come, however long that takes. The last bestmove is that after which no `go` is unanswered;
 * there is one at most, but for those that a person types.
 */
import { StateMachine, type Arrows } from '../state-machine.ts';
import type { DriverState } from '../../shapes/engines.ts';

export type Cause = 'ready' | 'init' | 'go' | 'stop' | 'last bestmove' | 'quit';

/** NMM asks no leave to think: there is no `preparing`. */
export type ConversationState = Exclude<DriverState, 'preparing'>;

export const arrows: Arrows<ConversationState, Cause> = {
  new: { ready: 'handshake', go: 'thinking', quit: 'quitting' },
  handshake: { init: 'idle', go: 'thinking', quit: 'quitting' },
  idle: { go: 'thinking', quit: 'quitting' },
  thinking: { stop: 'stopping', 'last bestmove': 'idle', quit: 'quitting' },
  stopping: { 'last bestmove': 'idle', quit: 'quitting' },
  quitting: {},
};

export class Conversation extends StateMachine<ConversationState, Cause> {
  constructor() {
    super(arrows, 'new');
  }
}
