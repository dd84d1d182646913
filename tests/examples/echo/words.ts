/**
 * The Echo protocol. An answer repeats its question, so that it can land nowhere else.
 *
 * | we say    | the engine says   |                                                               |
 * |-----------|-------------------|---------------------------------------------------------------|
 * | `hello`   | `hello`           |                                                               |
 * | `move P`  | `best M P`        | when it likes; M is `none` where there is no move             |
 * | `hurry`   |                   | the answer to the open question comes at once                 |
 * | `bye`     |                   | the engine leaves                                             |
 *
 * P is a position as the game writes it. A `move` while another one is open, and a `hurry` while none is,
 * are ignored. Both halves read with what stands here.
 */
import { StateMachine, type Arrows } from '../../../app/protocols/conversation.ts';
import type { DriverState } from '../../../app/shapes/engines.ts';

export type Cause = 'hello' | 'hello back' | 'move' | 'hurry' | 'best' | 'bye';

/** An empty entry: the state stays. */
const arrows: Arrows<DriverState, Cause> = {
  new: { hello: 'handshake', bye: 'quitting' },
  handshake: { 'hello back': 'idle', bye: 'quitting' },
  idle: { move: 'thinking', bye: 'quitting' },
  preparing: {},
  thinking: { hurry: 'stopping', best: 'idle', bye: 'quitting' },
  stopping: { best: 'idle', bye: 'quitting' },
  quitting: {},
};

export class Conversation extends StateMachine<DriverState, Cause> {
  constructor() {
    super(arrows, 'new');
  }
}

const QUESTION = /^move ([!-~]+(?: [!-~]+)*)$/;
const ANSWER = /^best ([!-~]+) ([!-~]+(?: [!-~]+)*)$/;

/** The position asked about; null if the line is not a question. */
export const readQuestion = (line: string): string | null => QUESTION.exec(line)?.[1] ?? null;

export function readAnswer(line: string): { readonly move: string; readonly position: string } | null {
  const [, move, position] = ANSWER.exec(line) ?? [];
  return move === undefined || position === undefined ? null : { move, position };
}
