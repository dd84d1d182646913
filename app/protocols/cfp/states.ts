/**
 * The states of a CFP conversation. A cause is what passes over the wire, whichever side looks at it, so
 * driver and responder share the table; `taken` and `dropped` are our own doing: a search that waits for
 * the engine's leave to begin.
 *
 * | state     | cfp       | cfpok | taken     | dropped | go       | stop     | bestmove | quit     |
 * |-----------|-----------|-------|-----------|---------|----------|----------|----------|----------|
 * | new       | handshake |       |           |         |          |          |          | quitting |
 * | handshake |           | idle  |           |         |          |          |          | quitting |
 * | idle      |           |       | preparing |         | thinking |          |          | quitting |
 * | preparing |           |       |           | idle    | thinking |          |          | quitting |
 * | thinking  |           |       |           |         |          | stopping | idle     | quitting |
 * | stopping  |           |       |           |         |          |          | idle     | quitting |
 * | quitting  |           |       |           |         |          |          |          |          |
 *
 * Everything else leaves the state alone: an unexpected command is ignored (CFP, Description).
 */
import type { Arrows } from '../conversation.ts';
import type { DriverState } from '../../shapes/engines.ts';

export type Cause = 'cfp' | 'cfpok' | 'taken' | 'dropped' | 'go' | 'stop' | 'bestmove' | 'quit';

export const transitions: Arrows<DriverState, Cause> = {
  new: { cfp: 'handshake', quit: 'quitting' },
  handshake: { cfpok: 'idle', quit: 'quitting' },
  idle: { taken: 'preparing', go: 'thinking', quit: 'quitting' },
  preparing: { dropped: 'idle', go: 'thinking', quit: 'quitting' },
  thinking: { stop: 'stopping', bestmove: 'idle', quit: 'quitting' },
  stopping: { bestmove: 'idle', quit: 'quitting' },
  quitting: {},
};
