import { describe, expect, it } from 'vitest';
import { connect4, formatCells43, type Connect4Position } from '../../games/connect4/index.ts';
import type { Finding, Responder, ResponderEvent } from '../responder.ts';
import { createCfpResponder } from './index.ts';
import { guiCases, guiExamples } from './messages.cases.ts';
import { MAX_WAITING } from './responder.ts';
import type { EngineOption } from '../../shapes/engines.ts';

const options: EngineOption[] = [
  { type: 'check', name: 'Store Search', default: true },
  { type: 'spin', name: 'Search Depth', default: -1, min: -1, max: 100 },
  { type: 'combo', name: 'Play Style', default: 'Normal', vars: ['Solid', 'Normal', 'Risky'] },
  { type: 'button', name: 'Clear' },
  { type: 'string', name: 'Open Book Path', default: '' },
];

const START = '0000000000000000000000000000000000000000001';
const FINISHED = `${'0'.repeat(35)}11110002`;

const finding = (bestmove: number | null, more: Partial<Finding> = {}): Finding => ({
  bestmove,
  score: { type: 'static', value: 0.05 },
  scores: [],
  line: bestmove === null ? [] : [bestmove],
  depth: 5,
  nodes: 120,
  ...more,
});

const create = (): Responder => createCfpResponder({ name: 'E 1.0', author: 'A', options });

/** Short forms: lines as they are, other events by kind. */
const short = (events: readonly ResponderEvent[]): string[] =>
  events.map((event) => {
    if (event.kind === 'send') return event.line;
    if (event.kind === 'search') return `search ${event.job.id}`;
    if (event.kind === 'cancel') return `cancel ${event.id}`;
    if (event.kind === 'option') return `option ${event.name}=${event.value}`;
    return event.kind;
  });

function open(): { say: (...lines: string[]) => string[]; responder: Responder } {
  const responder = create();
  responder.receive('cfp');
  responder.receive('isready');
  return { say: (...lines) => lines.flatMap((line) => short(responder.receive(line))), responder };
}

function thinking(): ReturnType<typeof open> {
  const side = open();
  side.say(`position ${START}`, 'go');
  return side;
}

describe('the introduction', () => {
  it('is identity, options, cfpok, and allocates nothing', () => {
    expect(short(create().receive('cfp'))).toEqual([
      'id name E 1.0',
      'id author A',
      'option name Store Search type check default true',
      'option name Search Depth type spin default -1 min -1 max 100',
      'option name Play Style type combo default Normal var Solid var Normal var Risky',
      'option name Clear type button',
      'option name Open Book Path type string default ""',
      'cfpok',
    ]);
  });

  it('may be followed by quit without anything being prepared', () => {
    const responder = create();
    responder.receive('cfp');
    expect(short(responder.receive('quit'))).toEqual(['exit']);
  });

  it('prepares once, before the first readyok or the first search', () => {
    const responder = create();
    responder.receive('cfp');
    expect(short(responder.receive('isready'))).toEqual(['prepare', 'readyok']);
    expect(short(responder.receive('isready'))).toEqual(['readyok']);
    const hasty = create();
    hasty.receive('cfp');
    hasty.receive('position startpos');
    expect(short(hasty.receive('go'))).toEqual(['prepare', 'search 1']);
  });

  it.each([
    [{ type: 'spin' as const, name: 'Max Depth', default: 1, min: 1, max: 3 }, 'holds the word max'],
    [{ type: 'button' as const, name: 'draw value' }, 'holds the word value'],
    [{ type: 'unreadable' as const, name: 'X', line: 'option X', fault: '' }, 'is not readable'],
  ])('refuses an option that no GUI could set: %o', (option, words) => {
    expect(() => createCfpResponder({ name: 'E', author: 'A', options: [option] })).toThrow(words);
  });
});

describe('searching', () => {
  it('passes position and time on', () => {
    const { responder } = open();
    responder.receive('position 0000000000000000000000000000000000000010002');
    const [event] = responder.receive('go movetime 5.000000');
    expect(event).toMatchObject({ kind: 'search', job: { id: 1, limit: { kind: 'time', seconds: 5 } } });
    const position = (event as Extract<ResponderEvent, { kind: 'search' }>).job.position as Connect4Position;
    expect(formatCells43(position)).toBe('0000000000000000000000000000000000000010002');
  });

  it.each([
    ['go', { kind: 'none' }],
    ['gomovetime 5000', { kind: 'time', seconds: 5 }],
    ['go movetime soon', { kind: 'none' }],
  ])('%s has the limit %o', (line, limit) => {
    const { responder } = open();
    responder.receive(`position ${START} moves`);
    expect(responder.receive(line)[0]).toMatchObject({ kind: 'search', job: { limit } });
  });

  it('holds the answer until stop', () => {
    const { say, responder } = thinking();
    expect(short(responder.answer(1, finding(4)))).toEqual([
      'info depth 5, 120 nodes, score 0.05, columns 4',
    ]);
    expect(say('isready')).toEqual(['readyok']);
    expect(say('stop')).toEqual(['bestmove 4']);
    expect(say('stop')).toEqual([]);
  });

  it('cancels a search that runs and answers when it has ended', () => {
    const { say, responder } = thinking();
    expect(say('stop')).toEqual(['cancel 1']);
    expect(short(responder.answer(1, finding(2))).at(-1)).toBe('bestmove 2');
    expect(short(responder.answer(1, finding(3)))).toEqual([]);
  });

  it('answers isready at once in mid-search', () => {
    expect(thinking().say('isready')).toEqual(['readyok']);
  });

  it('serves what comes between stop and its answer in order', () => {
    const { say, responder } = thinking();
    say('stop');
    expect(say('setoption name Clear', 'position startpos', 'go', 'isready', 'stop', 'isready')).toEqual([]);
    expect(short(responder.answer(1, finding(2))).slice(1)).toEqual([
      'bestmove 2',
      'option Clear=',
      'search 2',
      'readyok',
      'cancel 2',
    ]);
    expect(short(responder.answer(2, finding(5))).slice(1)).toEqual(['bestmove 5', 'readyok']);
  });

  it('gives the owed answer before it quits', () => {
    const { say, responder } = thinking();
    say('stop');
    expect(say('quit')).toEqual([]);
    expect(short(responder.answer(1, finding(2))).slice(1)).toEqual(['bestmove 2', 'exit']);
  });

  it('quits at once in mid-search, and when too much waits', () => {
    expect(thinking().say('quit')).toEqual(['exit']);
    const { say } = thinking();
    say('stop');
    for (let n = 0; n < MAX_WAITING; n++) say('isready');
    expect(say('quit')).toEqual(['exit']);
  });

  it('says nothing once it has quit', () => {
    const { say, responder } = thinking();
    say('stop');
    for (const line of ['quit', 'isready', 'cfp']) say(line);
    expect(short(responder.answer(1, finding(2))).slice(1)).toEqual(['bestmove 2', 'exit']);
    expect(say('isready')).toEqual([]);
  });

  it('lets only so much text wait', () => {
    const { say } = thinking();
    say('stop');
    const long = `setoption name Book value ${'z'.repeat(60_000)}`;
    const told = Array.from({ length: 20 }, () => say(long).length);
    expect(told.filter((count) => count === 0)).toHaveLength(16);
  });

  it('sends nothing back that could break a line', () => {
    const { say } = thinking();
    say('debug on');
    expect(say('hello\u0085\x1b[2J\0 you')[0]).toBe('info received hello [2J  you');
  });

  it('lets only so many commands wait', () => {
    const { say, responder } = thinking();
    say('stop');
    for (let n = 0; n < MAX_WAITING; n++) expect(say('isready')).toEqual([]);
    expect(say('isready')[0]).toMatch(/^info too many commands/);
    const answered = short(responder.answer(1, finding(2))).filter((line) => line === 'readyok');
    expect(answered).toHaveLength(MAX_WAITING);
  });

  it('ignores what is not supposed to come', () => {
    const { say } = open();
    expect(say('stop', 'hello', '')).toEqual([]);
    expect(say('go')).toEqual(['info go without a position is ignored']);
    expect(say('position startpos', 'go', 'go')).toEqual(['search 1', 'info go is ignored in mid-search']);
    expect(say('cfpnewgame', 'setoption name Clear')).toEqual([
      'info cfpnewgame is ignored in mid-search',
      'info setoption "Clear" is ignored in mid-search',
    ]);
    expect(short(create().receive('go'))).toEqual(['info go before cfp is ignored']);
  });

  it('answers a stop with a column that has room where there is nothing to find', () => {
    const { say, responder } = open();
    expect(connect4.parsePosition(FINISHED).winner).toBe(0);
    expect(say(`position ${FINISHED}`, 'go', 'stop')).toEqual([
      'info the game is over: four in a row',
      'bestmove 0',
    ]);
    say(`position ${START}`, 'go', 'stop');
    expect(short(responder.answer(2, finding(null))).at(-1)).toBe('bestmove 0');
  });

  it('keeps the old position when a wrong one comes', () => {
    const { say, responder } = open();
    expect(say('position startpos', 'position 012')).toEqual([
      'info position: a position of CFP has 43 characters, this one 3; the old one stays',
    ]);
    const [event] = responder.receive('go');
    expect(event).toMatchObject({ kind: 'search', job: { position: connect4.initial() } });
  });
});

describe('options', () => {
  it('are compared without case, names and values', () => {
    expect(
      open().say(
        'setoption name play STYLE value rISKY',
        'setoption name Store Search value False',
        'setoption name search depth value 20',
        'setoption name Open Book Path value /a  b',
        'setoption name Open Book Path value ""',
        'setoption name CLEAR',
      ),
    ).toEqual([
      'option Play Style=Risky',
      'option Store Search=false',
      'option Search Depth=20',
      'option Open Book Path=/a  b',
      'option Open Book Path=',
      'option Clear=',
    ]);
  });

  it('that are wrong are told in words', () => {
    expect(
      open().say(
        'setoption name Level value 3',
        'setoption name Search Depth value 101',
        'setoption name Play Style',
        'setoption value 3',
      ),
    ).toEqual([
      'info no option "Level"',
      'info "Search Depth" is -1 to 100, not 101',
      'info option "Play Style" needs a value',
      'info setoption: it has no name',
    ]);
  });
});

describe('what it tells on the way', () => {
  const win = finding(3, { score: { type: 'decisive', winner: 'mover', plies: 9 } });
  const loss = finding(3, { score: { type: 'decisive', winner: 'opponent', plies: 2 } });

  it('a forced end once, and nothing else', () => {
    const { responder } = thinking();
    expect(short(responder.progress(1, finding(3)))).toEqual([]);
    expect(short(responder.progress(1, win))).toEqual(['info Forced win found in 5 moves']);
    expect(short(responder.progress(1, win))).toEqual([]);
    expect(short(responder.progress(7, win))).toEqual([]);
    const other = thinking();
    expect(short(other.responder.answer(1, loss))).toEqual([
      'info Forced loss found in 1 move',
      'info depth 5, 120 nodes, loss in 2 plies, columns 3',
    ]);
  });

  it('everything, with debug on', () => {
    const { say, responder } = thinking();
    expect(say('debug on', 'isready')).toEqual(['info received isready', 'readyok']);
    expect(short(responder.progress(1, finding(3, { line: [3, 3, 9, 3] })))).toEqual([
      'info depth 5, 120 nodes, score 0.05, columns 3 3',
    ]);
    expect(say('joho')).toEqual(['info received joho', 'info "joho" holds no command.']);
    expect(say('debug off', 'isready')).toEqual(['info received debug off', 'readyok']);
  });

  it('cfpnewgame', () => expect(open().say('cfpnewgame')).toEqual(['newGame']));
});

describe('every line of the table of cases', () => {
  it.each([...guiExamples, ...guiCases].map((one) => [one.line]))('%j is borne in every state', (line) => {
    for (const side of [create(), open().responder, thinking().responder]) {
      for (const event of side.receive(line)) {
        if (event.kind === 'send') expect(event.line).toMatch(/^(id|option|cfpok|readyok|bestmove|info)\b/);
      }
    }
  });
});
