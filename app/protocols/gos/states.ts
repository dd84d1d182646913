/**
 * The states of a GoS conversation. A cause is what passes over the wire, whichever side looks at it, so driver and
 * responder share the table.
 *
 * | state    | initiate | request  | last move | abandoned | resumed  | winner   |
 * |----------|----------|----------|-----------|-----------|----------|----------|
 * | new      | idle     |          |           |           |          | quitting |
 * | idle     |          | thinking |           |           |          | quitting |
 * | thinking |          |          | idle      | stopping  |          | quitting |
 * | stopping |          |          | idle      |           | thinking | quitting |
 * | quitting |          |          |           |           |          |          |
 *
 * An empty place: the state stays. There is no handshake, since the bot is not supposed to respond to `initiate`, and
 * nothing that stops it: a request that nobody waits for any more is `abandoned`, and answered all the same. The last
 * move is that after which no request is unanswered. `winner` is a processed move with a winner, after which the bot
 * leaves; nothing else ends a match but the end of its input.
 */
import { StateMachine, type Arrows } from '../state-machine.ts';
import type { DriverState } from '../../shapes/engines.ts';

export type Cause = 'initiate' | 'request' | 'last move' | 'abandoned' | 'resumed' | 'winner';

export type ConversationState = Exclude<DriverState, 'handshake' | 'preparing'>;

export const arrows: Arrows<ConversationState, Cause> = {
  new: { initiate: 'idle', winner: 'quitting' },
  idle: { request: 'thinking', winner: 'quitting' },
  thinking: { 'last move': 'idle', abandoned: 'stopping', winner: 'quitting' },
  stopping: { 'last move': 'idle', resumed: 'thinking', winner: 'quitting' },
  quitting: {},
};

export class Conversation extends StateMachine<ConversationState, Cause> {
  constructor() {
    super(arrows, 'new');
  }
}
