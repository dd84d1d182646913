import { describe, expect, it } from 'vitest';
import { Desk } from './desk.fixture.ts';
import { arrows, type Cause, type ConversationState } from './states.ts';
import type { DriverState } from '../../shapes/engines.ts';

/** The way to each state by lines alone. */
const ways: Record<ConversationState, (desk: Desk) => void> = {
  new: () => {},
  handshake: (desk) => desk.hear('ready'),
  idle: (desk) => desk.open(),
  thinking: (desk) => desk.open().type('go'),
  stopping: (desk) => {
    desk.open().type('go');
    desk.type('stop');
  },
  quitting: (desk) => desk.open().type('quit'),
};

const causes: Record<Cause, (desk: Desk) => void> = {
  ready: (desk) => desk.hear('ready'),
  init: (desk) => desk.type('init'),
  go: (desk) => desk.type('go'),
  stop: (desk) => desk.type('stop'),
  'last bestmove': (desk) => desk.hear('bestmove P0'),
  quit: (desk) => desk.type('quit'),
};

const states = Object.keys(ways) as ConversationState[];
const names = Object.keys(causes) as Cause[];

describe('every arrow, and every cell without one', () => {
  const table = states.flatMap((state) =>
    names.map((name): [ConversationState, Cause, DriverState] => [state, name, arrows[state][name] ?? state]),
  );
  it.each(table)('%s, %s: %s', (state, name, expected) => {
    const desk = new Desk();
    ways[state](desk);
    expect(desk.driver.state).toBe(state);
    causes[name](desk);
    expect(desk.driver.state).toBe(expected);
  });
});

describe('what the arrows count', () => {
  it('takes an init that went out before ready when ready comes', () => {
    const desk = new Desk();
    desk.type('init');
    expect(desk.driver.state).toBe('new');
    expect(desk.of('misuse')).toHaveLength(1);
    desk.hear('ready');
    expect(desk.driver.state).toBe('idle');
  });

  it('stays thinking until the last of several gos is answered', () => {
    const desk = new Desk().open();
    desk.type('go');
    desk.type('go');
    desk.hear('bestmove P0');
    expect(desk.driver.state).toBe('thinking');
    desk.hear('bestmove P1');
    expect(desk.driver.state).toBe('idle');
  });
});
