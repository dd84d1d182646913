import { describe, expect, it } from 'vitest';
import { quoridor } from '../../games/quoridor/index.ts';
import type { Job, Responder, ResponderEvent } from '../responder.ts';
import { commandNames } from './commands.ts';
import { createQtpResponder, MAX_QUEUED } from './responder.ts';

const refusal = `? ${MAX_QUEUED} commands were waiting already`;

class Room {
  readonly responder: Responder = createQtpResponder({
    name: 'Test engine',
    limit: () => ({ kind: 'time', seconds: 5 }),
    options: [{ type: 'spin', name: 'level', default: 3, min: 1, max: 9 }],
  });
  readonly events: ResponderEvent[] = [];
  jobs: Job[] = [];

  /** The output for these lines. */
  say(...lines: string[]): string {
    return lines.map((line) => this.take(this.responder.receive(line))).join('');
  }

  find(text: string | null): string {
    const job = this.jobs.shift()!;
    const position = job.position as Parameters<typeof quoridor.play>[0];
    const bestmove = text === null ? null : quoridor.parseMove(position, text);
    const rest = { score: null, scores: [], line: [], depth: 1, nodes: 1 };
    return this.take(this.responder.answer(job.id, { bestmove, ...rest }));
  }

  take(events: readonly ResponderEvent[]): string {
    this.events.push(...events);
    for (const event of events) if (event.kind === 'search') this.jobs.push(event.job);
    return events.map((event) => (event.kind === 'send' ? `${event.line}\n` : '')).join('');
  }
}

const OK = '=\n\n';

describe('answers to the letter', () => {
  it.each([
    ['name', '= Test engine\n\n'],
    ['known_command genmove', '= true\n\n'],
    ['known_command level', '= true\n\n'],
    ['known_command Genmove', '= false\n\n'],
    ['known_command', '= false\n\n'],
    ['list_commands', `= ${[...commandNames, 'level'].join('\n')}\n\n`],
    ['boardsize 25', OK],
    ['boardsize 8', '? unacceptable size\n\n'],
    ['boardsize 27', '? unacceptable size\n\n'],
    ['boardsize', '? syntax error\n\n'],
    ['boardsize nine', '? syntax error\n\n'],
    ['clear_board', OK],
    ['walls 0', OK],
    ['walls 2147483647', OK],
    ['walls -1', '? syntax error\n\n'],
    ['playmove black E8', OK],
    ['playmove B e8', OK],
    ['playmove white E9', '? illegal move\n\n'],
    ['playmove white Z9', '? syntax error\n\n'],
    ['playmove white', '? syntax error\n\n'],
    ['playwall black E2 horizontal', OK],
    ['playwall W e2 V', OK],
    ['playwall white I2 horizontal', '? illegal move\n\n'],
    ['playwall white A1 h', '? illegal move\n\n'],
    ['playwall white e2h', '? syntax error\n\n'],
    ['undo', '? cannot undo\n\n'],
    ['undo 0', '? cannot undo\n\n'],
    ['undo x', '? syntax error\n\n'],
    ['winner', '= false\n\n'],
    ['level 4', OK],
    ['level 10', '? syntax error\n\n'],
    ['Name', '? unknown command\n\n'],
    ['1 name', '? unknown command\n\n'],
    ['quit', OK],
  ])('%s', (command, answer) => expect(new Room().say(command)).toBe(answer));

  it('reads what the text has an engine read, and says nothing to what holds no command', () => {
    const room = new Room();
    expect(room.say('', '   ', '\t', '# a comment', '\r', '\u0007')).toBe('');
    expect(room.say('play\u0000move\tblack  E8 # forwards\r')).toBe(OK);
    expect(room.say('na\rme')).toBe('= Test engine\n\n');
  });

  it('leaves after it has answered quit, and says nothing more', () => {
    const room = new Room();
    room.say('quit', 'name');
    expect(room.events.map(({ kind }) => kind)).toEqual(['send', 'send', 'exit']);
  });
});

describe('the board', () => {
  it('is played on by the colour given, in turn or not', () => {
    const room = new Room();
    expect(room.say('playmove white E2', 'playmove white E3', 'playwall white A9 v')).toBe(OK.repeat(3));
    room.say('genmove white');
    expect(quoridor.positionText(room.jobs[0]!.position as never)).toBe('9 e9 e3 10 9 - a9v w');
  });

  it('is left as it is by a command that fails', () => {
    const room = new Room();
    room.say('playmove black E8', 'playwall white E2 h');
    const before = room.say('showboard');
    room.say('boardsize 4', 'boardsize', 'playmove white A9', 'playwall white E2 v', 'playwall white F2 h');
    room.say('undo 3', 'walls x', 'foo', 'playwall black I2 h');
    expect(room.say('showboard')).toBe(before);
  });

  it('gives an undone wall back to its owner', () => {
    const room = new Room();
    room.say('playwall black E2 h', 'playmove white D1', 'playwall white A9 v');
    expect(room.say('undo 4')).toBe('? cannot undo\n\n');
    expect(room.say('undo 2', 'undo')).toBe(OK.repeat(2));
    room.say('genmove black');
    expect(quoridor.positionText(room.jobs[0]!.position as never)).toBe('9 e9 e1 10 10 - - b');
  });

  it('keeps its size when it is cleared, and its walls count from the beginning', () => {
    const room = new Room();
    room.say('boardsize 5', 'clear_board', 'playwall white A2 h', 'walls 3', 'genmove white');
    expect(quoridor.positionText(room.jobs[0]!.position as never)).toBe('5 c5 c1 3 2 - a2h w');
  });

  it('has a winner, and genmove does not fail even then', () => {
    const room = new Room();
    room.say('boardsize 3', 'clear_board', 'walls 0', 'playmove black B2', 'playmove white B3');
    expect(room.say('winner')).toBe('= true white\n\n');
    expect(room.say('playmove black A2')).toBe('? illegal move\n\n');
    expect(room.say('genmove black')).toBe('= B2\n\n');
    expect(room.say('winner')).toBe('= true white\n\n');
  });

  it('is drawn with its letters from the left and its numbers from the bottom', () => {
    const room = new Room();
    room.say('boardsize 3', 'clear_board', 'walls 2', 'playwall black A2 h', 'playwall white A3 v');
    expect(room.say('showboard').split('\n')).toEqual([
      '=',
      '     A   B   C',
      '   +---+---+---+',
      ' 3 |   # B |   | 3   black walls: 1 left, 1 placed',
      '   +---#---+---+',
      ' 2 |   #   |   | 2   white walls: 1 left, 1 placed',
      '   +=======+---+',
      ' 1 |   | W |   | 1',
      '   +---+---+---+',
      '     A   B   C',
      '',
      '',
    ]);
  });
});

describe('thinking', () => {
  it('plays what was found and answers in the form of the text', () => {
    const room = new Room();
    expect(room.say('genmove black')).toBe('');
    expect(room.find('d7h')).toBe('= D7 horizontal\n\n');
    room.say('genmove white');
    expect(room.find('e2')).toBe('= E2\n\n');
    expect(room.say('undo 2')).toBe(OK);
  });

  it('finds a move where the search did not, or found none that is legal', () => {
    for (const found of [null, 'a1']) {
      const room = new Room();
      room.say('genmove black');
      expect(room.find(found)).toMatch(/^= [A-I]\d( horizontal| vertical)?\n\n$/);
      expect(room.say('undo')).toBe(OK);
    }
  });

  it('answers what comes meanwhile afterwards, in order', () => {
    const room = new Room();
    expect(room.say('genmove black', 'name', 'playmove white E2', 'genmove white', 'winner')).toBe('');
    expect(room.find('e8')).toBe('= E8\n\n= Test engine\n\n=\n\n');
    expect(room.find('e3')).toBe('= E3\n\n= false\n\n');
  });

  it('is cut by quit, and still answered before it', () => {
    const room = new Room();
    room.say('genmove black', 'quit');
    expect(room.events.at(-1)).toEqual({ kind: 'cancel', id: 1 });
    expect(room.find('e8')).toBe('= E8\n\n=\n\n');
    expect(room.events.at(-1)).toEqual({ kind: 'exit' });
  });

  it('refuses what waits beyond its limit, in its turn', () => {
    const room = new Room();
    room.say('genmove black', ...Array.from({ length: MAX_QUEUED + 2 }, () => 'winner'));
    const answers = room.find('e8').split('\n\n');
    expect(answers.length).toBe(1 + MAX_QUEUED + 2 + 1);
    expect(answers.slice(-3, -1)).toEqual([refusal, refusal]);
  });

  it('obeys a quit that comes beyond the limit, behind all answers, and nothing after it', () => {
    const room = new Room();
    room.say('genmove black', ...Array.from({ length: MAX_QUEUED + 2 }, () => 'winner'));
    expect(room.events).not.toContainEqual({ kind: 'cancel', id: expect.anything() as number });
    room.say('quit', 'winner', 'quit');
    expect(room.events.filter(({ kind }) => kind === 'cancel')).toHaveLength(1);
    const answers = room.find('e8').split('\n\n');
    expect(answers.slice(-4)).toEqual([refusal, refusal, '=', '']);
    expect(room.events.at(-1)).toEqual({ kind: 'exit' });
  });

  it('obeys a quit beyond the limit behind a search that waited within it', () => {
    const room = new Room();
    const waiting = Array.from({ length: MAX_QUEUED - 1 }, () => 'winner');
    room.say('genmove black', ...waiting, 'genmove white', 'winner', 'quit');
    room.find('e8');
    expect(room.events.at(-1)).not.toEqual({ kind: 'exit' });
    expect(room.find('e2').split('\n\n').slice(1)).toEqual([refusal, '=', '']);
    expect(room.events.at(-1)).toEqual({ kind: 'exit' });
  });

  it('answers nothing behind a quit that waits within the limit', () => {
    const room = new Room();
    const waiting = Array.from({ length: MAX_QUEUED - 1 }, () => 'winner');
    room.say('genmove black', ...waiting, 'quit', 'winner', 'quit');
    expect(room.find('e8').split('\n\n').slice(-2)).toEqual(['=', '']);
    expect(room.events.at(-1)).toEqual({ kind: 'exit' });
  });
});
