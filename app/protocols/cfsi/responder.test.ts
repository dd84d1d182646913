import { describe, expect, it } from 'vitest';
import { connect4, type Connect4Position } from '../../games/connect4/index.ts';
import type { Finding, Job, ResponderEvent } from '../responder.ts';
import { createCfsiResponder } from './index.ts';
import { MAX_QUEUED } from './responder.ts';
import type { Score } from '../../shapes/games.ts';

const opened = () => {
  const responder = createCfsiResponder();
  responder.receive('start');
  return responder;
};

const lines = (events: readonly ResponderEvent[]): string[] =>
  events.flatMap((event) => (event.kind === 'send' ? [event.line] : []));

const jobs = (events: readonly ResponderEvent[]): Job[] =>
  events.flatMap((event) => (event.kind === 'search' ? [event.job] : []));

const still = (value: number): Score => ({ type: 'static', value });
const decisive = (winner: 'mover' | 'opponent', plies: number): Score => ({
  type: 'decisive',
  winner,
  plies,
});

const finding = (rest: Partial<Finding> = {}): Finding => ({
  bestmove: 3,
  score: null,
  scores: [],
  line: [],
  depth: 1,
  nodes: 1,
  ...rest,
});

const EMPTY = 'play 7/7/7/7/7/7 x 4';

describe('start', () => {
  it('prepares, then says started; a second one is refused', () => {
    const responder = createCfsiResponder();
    expect(responder.receive('start')).toEqual([{ kind: 'prepare' }, { kind: 'send', line: 'started' }]);
    expect(lines(responder.receive('start'))).toEqual(['debug The server cannot be re-started']);
  });

  it('must come before play, not before ping', () => {
    const responder = createCfsiResponder();
    expect(lines(responder.receive('ping'))).toEqual(['pong']);
    expect(responder.receive(EMPTY)).toEqual([
      { kind: 'send', line: 'debug Command rejected because the server is not started' },
    ]);
    expect(responder.receive('quit')).toEqual([]);
  });
});

describe('play', () => {
  it('is a job of its depth on its board', () => {
    const [job] = jobs(opened().receive('play xoxx2/xxoo1o/xxoo1o/ox4 o 4'));
    expect(job).toMatchObject({ limit: { kind: 'depth', plies: 4 }, only: undefined });
    expect(connect4.positionText(job!.position as Connect4Position)).toBe('xoxx2/xxoo1o/xxoo1o/ox4 o');
  });

  it('asks about one column with --column', () => {
    expect(jobs(opened().receive(`${EMPTY} --column 0`))[0]?.only).toBe(0);
  });

  it.each([
    ['play xxx/ooo/xxx x 1', 'a full board'],
    [`${EMPTY} --column 9`, 'a column off the board'],
    [`${EMPTY} --column -1`, 'a negative column'],
    ['play x3/x3/x3/x3 o 4 --column 0', 'a full column'],
    ['play 3/3/x2 x 1 --column 0', 'a column whose top is taken, whatever lies below'],
  ])('%s is NULL: %s', (line) => {
    expect(opened().receive(line)).toEqual([{ kind: 'send', line: 'bestmove NULL' }]);
  });

  it('searches a board that is already won', () => {
    expect(jobs(opened().receive('play xxxx3/ooo4/7/7/7/7 o 2'))).toHaveLength(1);
  });

  it.each([
    ['play 6/6/6 x 0', 'the depth must be greater than zero'],
    ['play 6/5/6 x 1', 'row 2 has 5 columns, the first has 6'],
    ['play 6/6/6 a 1', 'the token is x or o, not "a"'],
    ['play', 'the board is missing'],
    ['play 6/6/6 x 1 1', 'nothing but --column follows the depth, not "1"'],
  ])('%s is answered by debug', (line, reason) => {
    expect(lines(opened().receive(line))).toEqual([
      `debug Command PLAY called with invalid arguments. ${reason}`,
    ]);
  });

  it('runs one at a time and answers all in order, the invalid ones too', () => {
    const responder = opened();
    const [first] = jobs(responder.receive(EMPTY));
    expect(responder.receive('play')).toEqual([]);
    expect(responder.receive('play xxx/ooo/xxx x 1')).toEqual([]);
    expect(responder.receive('play 4/4/4/4 o 2')).toEqual([]);
    expect(lines(responder.receive('ping'))).toEqual(['pong']);
    const events = responder.answer(first!.id, finding());
    expect(lines(events)).toEqual([
      'bestmove 3',
      'debug Command PLAY called with invalid arguments. the board is missing',
      'bestmove NULL',
    ]);
    const [second] = jobs(events);
    expect(responder.answer(first!.id, finding())).toEqual([]);
    expect(lines(responder.answer(second!.id, finding({ bestmove: 0 })))).toEqual(['bestmove 0']);
  });

  it('is refused in its turn when too many wait', () => {
    const responder = opened();
    let [job] = jobs(responder.receive(EMPTY));
    for (let count = 0; count < MAX_QUEUED + 2; count++) expect(responder.receive(EMPTY)).toEqual([]);
    const answers: string[] = [];
    while (job) {
      const events = responder.answer(job.id, finding());
      answers.push(...lines(events));
      [job] = jobs(events);
    }
    expect(answers.slice(0, MAX_QUEUED + 1).every((line) => line === 'bestmove 3')).toBe(true);
    expect(answers.slice(MAX_QUEUED + 1)).toEqual(
      Array(2).fill(`debug Command PLAY failed. ${MAX_QUEUED} plays were waiting already.`),
    );
    expect(jobs(responder.receive(EMPTY))).toHaveLength(1);
  });
});

describe('bestmove', () => {
  const answer = (play: string, found: Partial<Finding>): string[] => {
    const responder = opened();
    const [job] = jobs(responder.receive(play));
    return lines(responder.answer(job!.id, finding(found)));
  };

  it('tells scores by rising column', () => {
    const scores = [
      { move: 4, score: still(0.000021) },
      { move: 0, score: decisive('opponent', 2) },
      { move: 3, score: still(-0.00013541667) },
    ];
    expect(answer(EMPTY, { bestmove: 4, score: still(0.000021), scores })).toEqual([
      'bestmove 4 --score 0.000021 --scores 0;-0.1/3;-0.00013541667/4;0.000021',
    ]);
  });

  it('tells a direct four with its cells, from the rules', () => {
    expect(answer('play x3/x3/x3/4 x 1', { bestmove: 0, score: decisive('mover', 1), line: [0] })).toEqual([
      'bestmove 0 --score 1.0 --four 0 --line 0;0/0;1/0;2/0;3',
    ]);
    expect(answer('play xxxx3/ooo4/7/7/7/7 o 2', { bestmove: 3, score: decisive('mover', 1) })).toEqual([
      'bestmove 3 --score 1.0 --four 3 --line 0;1/1;1/2;1/3;1',
    ]);
  });

  it('lists more than four cells where rows are longer or cross', () => {
    expect(answer('play xxx1xxx/7 x 1', { bestmove: 3 })).toEqual([
      'bestmove 3 --four 3 --line 0;0/1;0/2;0/3;0/4;0/5;0/6;0',
    ]);
    expect(answer('play xoox/oxox/ooxx/xxx1 x 1', { bestmove: 3 })).toEqual([
      'bestmove 3 --four 3 --line 0;0/0;3/1;1/1;3/2;2/2;3/3;0/3;1/3;2/3;3',
    ]);
  });

  it('tells the own columns of a forced win, where the line is known to its end', () => {
    const won = { bestmove: 4, score: decisive('mover', 3) };
    const board = 'play xoxx2/xxoo1o/xxoo1o/ox4 o 4';
    expect(answer(board, { ...won, line: [4, 2, 4, 5] })).toEqual(['bestmove 4 --score 0.01 --four 4/4']);
    expect(answer(board, { ...won, line: [4, 2] })).toEqual(['bestmove 4 --score 0.01']);
    const lost = { bestmove: 4, score: decisive('opponent', 2), line: [4, 4] };
    expect(answer(board, lost)).toEqual(['bestmove 4 --score -0.1']);
  });
});

describe('quit', () => {
  it('has no answer; running and queued plays are cut and answer a legal column', () => {
    const responder = opened();
    const [job] = jobs(responder.receive(EMPTY));
    responder.receive('play x3/4/4/4 o 8');
    responder.receive('play 7/7/7/7/7/7 o 8 --column 6');
    responder.receive('play 3/3/1x1 o 8');
    responder.receive('play 3/3 o 0');
    responder.receive('play xxx/ooo o 3');
    expect(responder.receive('quit')).toEqual([{ kind: 'cancel', id: job!.id }]);
    expect(responder.receive('quit')).toEqual([]);
    // Accepted while quitting, and quit as well.
    expect(responder.receive('play 5/5 x 9')).toEqual([]);
    expect(responder.answer(job!.id, finding({ bestmove: 2, score: still(0.04) }))).toEqual(
      [
        'bestmove 2 --score 0.04',
        'bestmove 1',
        'bestmove 6',
        'bestmove 0',
        'debug Command PLAY called with invalid arguments. the depth must be greater than zero',
        'bestmove NULL',
        'bestmove 2',
      ].map((line) => ({ kind: 'send', line })),
    );
    expect(jobs(responder.receive(EMPTY))).toHaveLength(1);
  });

  it('gets a legal column from a search that has found none yet', () => {
    const responder = opened();
    const [job] = jobs(responder.receive(EMPTY));
    responder.receive('quit');
    expect(lines(responder.answer(job!.id, finding({ bestmove: null })))).toEqual(['bestmove 3']);
    const [other] = jobs(responder.receive(`${EMPTY} --column 5`));
    expect(lines(responder.answer(other!.id, finding({ bestmove: null })))).toEqual(['bestmove 5']);
  });

  it('does nothing where nothing runs', () => {
    const responder = opened();
    expect(responder.receive('quit')).toEqual([]);
    expect(jobs(responder.receive(EMPTY))).toHaveLength(1);
  });
});

describe('stop', () => {
  it('is silence and the end', () => {
    const responder = opened();
    const [job] = jobs(responder.receive(EMPTY));
    responder.receive(EMPTY);
    expect(responder.receive('stop')).toEqual([{ kind: 'cancel', id: job!.id }, { kind: 'exit' }]);
    expect(responder.answer(job!.id, finding())).toEqual([]);
    expect(responder.progress(job!.id, finding({ nodes: 1e9 }))).toEqual([]);
    for (const line of ['ping', 'start', EMPTY, 'quit', 'stop', 'foo'])
      expect(responder.receive(line)).toEqual([]);
  });

  it('is obeyed before start too', () => {
    expect(createCfsiResponder().receive('stop')).toEqual([{ kind: 'exit' }]);
  });
});

describe('the rest', () => {
  it('is answered by debug, except for blank lines', () => {
    expect(lines(opened().receive('foo bar'))).toEqual(['debug Unknown command: FOO']);
    expect(lines(opened().receive('z'.repeat(5000)))[0]).toHaveLength('debug Unknown command: '.length + 80);
    expect(opened().receive('')).toEqual([]);
  });

  it('tells plies at a bounded rate', () => {
    const responder = opened();
    const [job] = jobs(responder.receive(EMPTY));
    const told: string[] = [];
    for (let nodes = 0; nodes <= 100_000_000; nodes += 10_000) {
      told.push(...lines(responder.progress(job!.id, finding({ nodes }))));
    }
    expect(told.slice(0, 2)).toEqual(['info --plies 1000000', 'info --plies 2000000']);
    expect(told.length).toBeLessThan(40);
    expect(responder.progress(job!.id + 1, finding({ nodes: 1e12 }))).toEqual([]);
  });
});

describe('what a client said', () => {
  it('is sent back without anything that could break the line', () => {
    expect(createCfsiResponder().receive('hel\0lo\u2028\x1b[2J')).toEqual([
      { kind: 'send', line: 'debug Unknown command: HEL LO [2J' },
    ]);
  });
});
