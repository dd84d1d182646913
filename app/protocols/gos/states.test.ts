import { describe, expect, it } from 'vitest';
import { stones } from '../../games/stones/index.ts';
import { Desk, lineOf } from './desk.fixture.ts';
import { initiateLine, requestLine } from './messages.ts';
import { StateMachine } from '../conversation.ts';
import { arrows, type Cause, type ConversationState } from './states.ts';

/** The shortest way to each state, by causes and in a driver. */
const ways: Readonly<Record<ConversationState, { causes: readonly Cause[]; go: (desk: Desk) => void }>> = {
  new: { causes: [], go: () => {} },
  idle: { causes: ['initiate'], go: (desk) => desk.type(initiateLine('string', 0)) },
  thinking: { causes: ['initiate', 'request'], go: (desk) => desk.search(lineOf()) },
  stopping: {
    causes: ['initiate', 'request', 'abandoned'],
    go: (desk) => {
      desk.search(lineOf());
      desk.search(lineOf('H7G7'));
    },
  },
  quitting: { causes: ['initiate', 'winner'], go: (desk) => desk.type(WON) },
};

const WON = '{"Player":"1","Move":{"Type":"0"},"Winner":"1"}';

/** What is each cause in a driver that has got there. */
const causes: Readonly<Record<Cause, (desk: Desk) => void>> = {
  initiate: (desk) => desk.type(initiateLine('string', 0)),
  request: (desk) => desk.type(requestLine('string', stones.initial())),
  'last move': (desk) => desk.say('attack H7G7'),
  abandoned: (desk) => desk.search(lineOf('H7G7')),
  resumed: (desk) => desk.search(lineOf()),
  winner: (desk) => desk.type(WON),
};

/** The table at the head of `states.ts`, written down once more. */
const expected: readonly (readonly [ConversationState, Cause, ConversationState])[] = [
  ['new', 'initiate', 'idle'],
  ['new', 'winner', 'quitting'],
  ['idle', 'request', 'thinking'],
  ['idle', 'winner', 'quitting'],
  ['thinking', 'last move', 'idle'],
  ['thinking', 'abandoned', 'stopping'],
  ['thinking', 'winner', 'quitting'],
  ['stopping', 'last move', 'idle'],
  ['stopping', 'resumed', 'thinking'],
  ['stopping', 'winner', 'quitting'],
];

describe('the state table of GoS', () => {
  it.each(expected)('%s, %s: %s', (from, cause, to) => {
    const desk = new Desk();
    ways[from].go(desk);
    expect(desk.driver.state).toBe(from);
    causes[cause](desk);
    expect(desk.driver.state).toBe(to);
    expect(desk.of('state').at(-1)!.state).toBe(to);
  });

  it('has no other arrow', () => {
    for (const state of Object.keys(arrows) as ConversationState[]) {
      for (const cause of Object.keys(causes) as Cause[]) {
        const conversation = new StateMachine(arrows, 'new');
        for (const each of ways[state].causes) conversation.follow(each);
        const arrow = expected.find(([from, by]) => from === state && by === cause);
        expect(conversation.follow(cause), `${state}, ${cause}`).toBe(arrow !== undefined);
        expect(conversation.state).toBe(arrow?.[2] ?? state);
      }
    }
  });
});
