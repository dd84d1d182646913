import { describe, expect, it } from 'vitest';
import { Desk } from './desk.fixture.ts';
import { arrows, type ConversationState, type Happening } from './states.ts';
import type { DriverState } from '../../shapes/engines.ts';

const PLAY = 'play 7/7/7/7/7/7 x 4';

/** How each state is reached by lines alone. */
const ways: Record<ConversationState, (desk: Desk) => void> = {
  new: () => {},
  handshake: (desk) => desk.type('start'),
  idle: (desk) => desk.open(),
  thinking: (desk) => desk.open().type(PLAY),
  stopping: (desk) => desk.open().type(PLAY, 'quit'),
  quitting: (desk) => desk.open().type('stop'),
};

const happenings: Record<Happening, (desk: Desk) => void> = {
  start: (desk) => desk.type('start'),
  started: (desk) => desk.hear('started'),
  play: (desk) => desk.type(PLAY),
  'last answer': (desk) => desk.hear('bestmove 3'),
  quit: (desk) => desk.type('quit'),
  stop: (desk) => desk.type('stop'),
};

const states = Object.keys(ways) as ConversationState[];
const names = Object.keys(happenings) as Happening[];

describe('every arrow, and every place without one', () => {
  const table = states.flatMap((state) =>
    names.map((name): [ConversationState, Happening, DriverState] => [
      state,
      name,
      arrows[state][name] ?? state,
    ]),
  );
  it.each(table)('%s, %s: %s', (state, name, expected) => {
    const desk = new Desk();
    ways[state](desk);
    expect(desk.driver.state).toBe(state);
    happenings[name](desk);
    expect(desk.driver.state).toBe(expected);
  });
});

describe('what the arrows count', () => {
  it('stays thinking until the last of several plays is answered', () => {
    const desk = new Desk().open();
    desk.type(PLAY, PLAY);
    desk.hear('bestmove 3');
    expect(desk.driver.state).toBe('thinking');
    desk.hear('debug Command PLAY failed');
    expect(desk.driver.state).toBe('idle');
  });

  it('stays stopping until the last of several plays is answered, those sent after quit too', () => {
    const desk = new Desk().open();
    desk.type(PLAY, 'quit', PLAY);
    desk.hear('bestmove 3');
    expect(desk.driver.state).toBe('stopping');
    desk.hear('bestmove 3');
    expect(desk.driver.state).toBe('idle');
  });

  it('counts what went between start and started when started comes', () => {
    const thinking = new Desk();
    thinking.type('start', PLAY);
    expect(thinking.driver.state).toBe('handshake');
    thinking.hear('started');
    expect(thinking.driver.state).toBe('thinking');
    const stopping = new Desk();
    stopping.type('start', PLAY, 'quit');
    stopping.hear('started');
    expect(stopping.driver.state).toBe('stopping');
  });
});
