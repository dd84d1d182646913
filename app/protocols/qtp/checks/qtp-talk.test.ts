import { expect, it } from 'vitest';
import type { CheckWire, WireEvent } from '../../conformance.ts';
import { QtpTalk, told } from './qtp-talk.ts';

it.each([
  ['name', ['=MCTS v4', ''], '"=MCTS v4"'],
  ['name', ['= MCTS  v4 ', ''], '"= MCTS  v4"'],
  ['boardsize 9', ['?unacceptable size', ''], '"?unacceptable size"'],
  ['list_commands', ['=name', '\tquit', ''], '"=name | quit"'],
  ['clear_board', ['='], '"="'],
])('an answer to %s is quoted as it was said: %j', async (command, lines, expected) => {
  const said = [...lines];
  const next = (): Promise<WireEvent> => {
    const text = said.shift();
    return Promise.resolve(text === undefined ? { kind: 'silence' } : { kind: 'line', text });
  };
  const talk = new QtpTalk({ next, send: () => undefined } as unknown as CheckWire);
  expect(told(await talk.response(command))).toBe(expected);
});
