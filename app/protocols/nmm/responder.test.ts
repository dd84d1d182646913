import { describe, expect, it } from 'vitest';
import { morris, packMove, type MorrisPosition } from '../../games/morris/index.ts';
import type { Finding, Job, Responder, ResponderEvent } from '../responder.ts';
import { createNmmResponder, MAX_QUEUED, WIN, type NmmEngine } from './responder.ts';
import type { Limit } from '../../shapes/engines.ts';
import type { Score } from '../../shapes/games.ts';

const limit: Limit = { kind: 'time', seconds: 1 };
let now = 0;

const open = (rest: Partial<NmmEngine> = {}): Responder => {
  now = 0;
  const responder = createNmmResponder({ notation: 'index', limit: () => limit, now: () => now, ...rest });
  expect(responder.open!()).toEqual([{ kind: 'send', line: 'ready' }]);
  return responder;
};

const finding = (bestmove: unknown, rest: Partial<Finding> = {}): Finding => ({
  ...{ bestmove, score: null, scores: [], line: [], depth: 1, nodes: 7 },
  ...rest,
});

const lines = (events: readonly ResponderEvent[]): string[] =>
  events.flatMap((event) => (event.kind === 'send' ? [event.line] : []));
const complaints = (events: readonly ResponderEvent[]): string[] =>
  events.flatMap((event) => (event.kind === 'complain' ? [event.text] : []));
const jobIn = (events: readonly ResponderEvent[]): Job => {
  const found = events.find((event) => event.kind === 'search');
  expect(found, JSON.stringify(events)).toBeDefined();
  return found!.job;
};
const hear = (responder: Responder, ...all: readonly string[]): readonly ResponderEvent[] =>
  all.flatMap((line) => responder.receive(line));
/** The position on its board, as text. */
function boardOf(responder: Responder): string {
  const job = jobIn(responder.receive('go noplay'));
  responder.answer(job.id, finding(null));
  return morris.positionText(job.position as MorrisPosition);
}
const place = (to: number): number => packMove({ from: null, to, taken: null });

/** White has lost: it has two men and none to place. */
const LOST = 'w:0,9;b:3,4,5,6;w;30;0';

describe('the beginning', () => {
  it('says ready of its own accord and prepares at init', () => {
    expect(open().receive('init')).toEqual([{ kind: 'prepare' }]);
  });

  it('takes a go straight after init, and a move too', () => {
    const going = open();
    expect(jobIn(hear(going, 'init', 'go'))).toEqual({
      id: 1,
      position: morris.initial(),
      limit,
      only: undefined,
    });
    const moved = open();
    hear(moved, 'init', 'move P4');
    expect(boardOf(moved)).toBe('w:d6;b:;b;1;1');
  });

  it('tells a new game that one begins', () => {
    const responder = open();
    hear(responder, 'init', 'move P4');
    expect(responder.receive('newgame')).toEqual([{ kind: 'newGame' }]);
    expect(boardOf(responder)).toBe('w:;b:;w;0;0');
    hear(responder, 'move P4');
    expect(responder.receive('newgame joho')).toEqual([{ kind: 'newGame' }]);
    expect(boardOf(responder)).toBe('w:;b:;w;0;0');
  });
});

describe('what it reads', () => {
  it.each([
    ['indices', 'newgame w:0,2,4;b:1,3;b;4;0', 'w:a7,g7,d6;b:d7,b6;b;4;0'],
    ['names', 'newgame w:a7,g7,d6;b:d7,b6;b;4;0', 'w:a7,g7,d6;b:d7,b6;b;4;0'],
    ['the colours in the other order', 'newgame b:1,3;w:0,2,4;b;4;0', 'w:a7,g7,d6;b:d7,b6;b;4;0'],
    ['blanks anywhere', ' \tnewgame  w : 0, 2 ,4 ; b:1,3; b ;4 ; 0  ', 'w:a7,g7,d6;b:d7,b6;b;4;0'],
    ['tokens behind', 'newgame w:0,2,4;b:1,3;b;4;0 please', 'w:a7,g7,d6;b:d7,b6;b;4;0'],
    ['tokens before', 'newgame please w:0,2,4;b:1,3;b;4;0', 'w:a7,g7,d6;b:d7,b6;b;4;0'],
    ['tokens before newgame', 'joho newgame w:0,2,4;b:1,3;b;4;0', 'w:a7,g7,d6;b:d7,b6;b;4;0'],
  ])('a position in %s', (_, line, text) => {
    const responder = open();
    hear(responder, 'init', line);
    expect(boardOf(responder)).toBe(text);
  });

  it.each([
    ...['move P4', 'move Pd6', 'move  p 4', 'move P4 now', 'move pD6'],
    ...['move please P4', 'joho move P4'],
  ])('%s', (line) => {
    const responder = open();
    hear(responder, 'init', line);
    expect(boardOf(responder)).toBe('w:d6;b:;b;1;1');
  });

  it('a capture with blanks in it', () => {
    const responder = open();
    hear(responder, 'init', 'newgame w:0,1;b:3,9;w;4;0', 'move P 2 T 9');
    expect(boardOf(responder)).toBe('w:a7,d7,g7;b:b6;b;5;0');
  });

  it.each(['go fast noplay', 'joho go noplay'])('a go among other tokens: %s', (line) => {
    const responder = open();
    expect(lines(responder.answer(jobIn(responder.receive(line)).id, finding(place(3))))).toContain(
      'bestmove P3',
    );
    expect(boardOf(responder)).toBe('w:;b:;w;0;0');
  });
});

describe('what cannot be', () => {
  it.each([
    ['newgame w:0;b', /^Invalid position: a position has 5 parts/],
    ['newgame w:0;b:0;w;2;0', /^Invalid position: two men stand on a7/],
    ['newgame w:0,24;b:1;w;3;0', /^Invalid position: "24" is not a point/],
    ['move', /^Invalid move: "" is not a move/],
    ['move P24', /^Invalid move: there is no point 24/],
    ['move Pd4', /^Invalid move: the board has no point d4/],
    ['move P0', /^Invalid move: a7 is not empty/],
    ['move M0-1', /^Invalid move: Black has 9 men in hand/],
    ['isready', /^Invalid command: "isready"/],
  ])('%s is complained about, and the board stays', (line, reason) => {
    const responder = open();
    hear(responder, 'init', 'move P0');
    const events = responder.receive(line);
    expect(lines(events)).toEqual([]);
    expect(complaints(events)[0]).toMatch(reason);
    expect(boardOf(responder)).toBe('w:a7;b:;b;1;1');
  });

  it('says nothing to a blank line', () => expect(open().receive('  ')).toEqual([]));

  it('bears any bytes', () => {
    const responder = open();
    const junk = [
      '\0',
      '\u{1f600}',
      'go\0',
      'move P4\x07',
      'w:'.repeat(40_000),
      `newgame ${'w:;'.repeat(20_000)}`,
    ];
    for (const line of junk) expect(lines(responder.receive(line))).toEqual([]);
  });
});

describe('thinking', () => {
  it('plays what it answers on its own board', () => {
    const responder = open();
    const { id } = jobIn(hear(responder, 'init', 'go'));
    expect(lines(responder.answer(id, finding(place(7)))).at(-1)).toBe('bestmove P7');
    expect(boardOf(responder)).toBe('w:d5;b:;b;1;1');
  });

  it('leaves its board alone where it is told to', () => {
    const responder = open();
    const { id } = jobIn(hear(responder, 'init', 'go noplay'));
    responder.answer(id, finding(place(7)));
    expect(boardOf(responder)).toBe('w:;b:;w;0;0');
  });

  it('names points where it was made to', () => {
    const responder = open({ notation: 'name' });
    hear(responder, 'newgame w:0,1,10;b:3,9,17;w;18;0');
    const job = jobIn(responder.receive('go'));
    const move = packMove({ from: 10, to: 2, taken: 9 });
    expect(lines(responder.answer(job.id, finding(move))).at(-1)).toBe('bestmove Mb4-g7Ta4');
  });

  it.each([null, 'x', packMove({ from: 0, to: 1, taken: null }), NaN])(
    'says a legal move for any finding: %s',
    (found) => {
      const responder = open();
      const { id } = jobIn(responder.receive('go'));
      expect(lines(responder.answer(id, finding(found))).at(-1)).toBe('bestmove P0');
    },
  );

  it('cuts the search at stop, once, and nothing where none runs', () => {
    const responder = open();
    expect(responder.receive('stop')).toEqual([]);
    const { id } = jobIn(responder.receive('go'));
    expect(hear(responder, 'stop', 'stop')).toEqual([{ kind: 'cancel', id }]);
  });

  it('lets everything but stop and quit wait, in order', () => {
    const responder = open();
    const first = jobIn(responder.receive('go'));
    expect(hear(responder, 'move P1', 'go', 'isready', 'newgame', 'go')).toEqual([]);
    const events = responder.answer(first.id, finding(place(0)));
    expect(lines(events).at(-1)).toBe('bestmove P0');
    const second = jobIn(events);
    expect(morris.positionText(second.position as MorrisPosition)).toBe('w:a7;b:d7;w;2;2');
    const rest = responder.answer(second.id, finding(place(2)));
    expect(complaints(rest)).toHaveLength(1);
    expect(jobIn(rest).position).toBe(morris.initial());
  });

  it('lets no more wait than it can keep', () => {
    const responder = open();
    responder.receive('go');
    for (let count = 0; count < MAX_QUEUED; count++) expect(responder.receive('newgame')).toEqual([]);
    expect(complaints(responder.receive('newgame'))).toEqual([`${MAX_QUEUED} commands are waiting already`]);
  });

  it('leaves at quit, at once', () => {
    const responder = open();
    expect(responder.receive('quit')).toEqual([{ kind: 'exit' }]);
    const busy = open();
    const { id } = jobIn(busy.receive('go'));
    expect(hear(busy, 'go', 'quit')).toEqual([{ kind: 'cancel', id }, { kind: 'exit' }]);
    expect(busy.answer(id, finding(place(0)))).toEqual([]);
    expect(hear(busy, 'go', 'init')).toEqual([]);
  });

  it('takes no answer but that of the search under way', () => {
    const responder = open();
    const { id } = jobIn(responder.receive('go'));
    expect(responder.answer(id + 1, finding(place(0)))).toEqual([]);
    expect(responder.progress(id + 1, finding(place(0)))).toEqual([]);
    expect(lines(responder.answer(id, finding(place(0))))).toHaveLength(2);
    expect(responder.answer(id, finding(place(0)))).toEqual([]);
  });
});

describe('the end of a game', () => {
  it('answers none without a search, and ignores moves', () => {
    const responder = open();
    hear(responder, 'init', `newgame ${LOST}`);
    expect(responder.receive('go')).toEqual([{ kind: 'send', line: 'bestmove none' }]);
    expect(responder.receive('move M0-1')).toEqual([]);
    expect(responder.receive('go noplay')).toEqual([{ kind: 'send', line: 'bestmove none' }]);
  });
});

describe('info', () => {
  const told = (score: Score | null, nodes = 7): string => {
    const responder = open();
    now = 1000;
    const { id } = jobIn(responder.receive('go'));
    now = 1234.5678;
    return lines(responder.progress(id, finding(null, { score, nodes })))[0]!;
  };

  it.each<[Score | null, string]>([
    [null, 'info time 0.235 nodes 7'],
    [{ type: 'static', value: -1.25 }, 'info time 0.235 eval -1.25 nodes 7'],
    [{ type: 'static', value: 1e-9 }, 'info time 0.235 eval 0 nodes 7'],
    [{ type: 'static', value: NaN }, 'info time 0.235 nodes 7'],
    [{ type: 'decisive', winner: 'mover', plies: 3 }, `info time 0.235 eval ${WIN - 3} nodes 7`],
    [{ type: 'decisive', winner: 'opponent', plies: 4 }, `info time 0.235 eval ${4 - WIN} nodes 7`],
  ])('%j', (score, line) => expect(told(score)).toBe(line));
});

it('counts questions about the same position, stopped or not', () => {
  const asked: number[] = [];
  const responder = open({ limit: (again) => (asked.push(again), limit) });
  const ask = (line: string): void => {
    const { id } = jobIn(responder.receive(line));
    responder.receive('stop');
    responder.answer(id, finding(null));
  };
  for (const line of ['go noplay', 'go noplay', 'go noplay', 'go', 'go noplay', 'go noplay']) ask(line);
  responder.receive('newgame');
  for (const line of ['go noplay', 'go', 'go']) ask(line);
  expect(asked).toEqual([0, 1, 2, 0, 0, 1, 0, 0, 0]);
});
