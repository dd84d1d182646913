/** The commands that tell a position, by the state of the engine's own board: the table of `EngineBoard`. */
import { describe, expect, it } from 'vitest';
import { quoridor } from '../../games/quoridor/index.ts';
import { otherSeat } from '../../games/game.ts';
import { defaultDeadlines } from '../protocol.ts';
import type { DriverProbe } from '../testing/driver-probe.ts';
import { FakeWire } from '../testing/fake-wire.ts';
import { Random } from '../testing/random.ts';
import { lineOf, obey, oddities, openProbe, searchOf } from './driver.fixture.ts';
import { createQtpResponder, qtp } from './index.ts';

const opening = ['boardsize 9', 'clear_board', 'walls 10'];

/** An engine that has answered the first `genmove` of a game. */
function movedProbe(answer = '= E8'): DriverProbe {
  const probe = openProbe();
  obey(probe, probe.request(searchOf(1)));
  obey(probe, probe.hear(answer, ''));
  probe.sent.length = 0;
  return probe;
}

/** All lines for a search, up to its `genmove`. */
const toldFor = (probe: DriverProbe, moves: string, id = 2): string[] =>
  obey(probe, probe.request(searchOf(id, lineOf(moves))));

const anew = (...moves: string[]): string[] => [...opening, ...moves];

describe('an engine that has moved', () => {
  it('is told the moves since, and never its own', () => {
    const probe = movedProbe();
    expect(toldFor(probe, 'e8 e2')).toEqual(['playmove white E2', 'genmove black']);
    probe.hear('= D7 h', '');
    expect(toldFor(probe, 'e8 e2 d7h e3', 3)).toEqual(['playmove white E3', 'genmove black']);
  });

  it('is told nothing where it plays both sides', () => {
    expect(toldFor(movedProbe(), 'e8')).toEqual(['genmove white']);
  });

  it('is told several moves where it was not asked for some', () => {
    const told = ['playmove white E2', 'playmove black E7', 'playmove white E3'];
    expect(toldFor(movedProbe(), 'e8 e2 e7 e3')).toEqual([...told, 'genmove black']);
  });

  it.each([
    ['was refused by the rules', '= A1', 'e8', anew('playmove black E8', 'genmove white')],
    ['is none', '= pass', '', anew('genmove black')],
    ['cannot be read', '= what', '', anew('genmove black')],
    ['failed', '? no idea', '', anew('genmove black')],
    ['was taken back', '= E8', '', anew('genmove black')],
    ['gave way to another', '= E8', 'd9', anew('playmove black D9', 'genmove white')],
    [
      'was a wall of the other orientation',
      '= D7 h',
      'd7v',
      anew('playwall black D7 vertical', 'genmove white'),
    ],
  ])('is told the position anew where its move %s', (_what, answer, moves, told) => {
    const probe = movedProbe(answer);
    const out = toldFor(probe, moves).filter((line) => line !== 'name');
    expect(out).toEqual(told);
  });

  it('is told each position anew that an analysis steps back to, and what is new on the way forth', () => {
    const probe = movedProbe();
    expect(toldFor(probe, 'e8 e2')).toEqual(['playmove white E2', 'genmove black']);
    probe.hear('= E7', '');
    expect(toldFor(probe, 'e8', 3)).toEqual(anew('playmove black E8', 'genmove white'));
    probe.hear('= E2', '');
    expect(toldFor(probe, 'e8 e2 d8', 4)).toEqual(['playmove black D8', 'genmove white']);
    probe.hear('= E3', '');
    expect(toldFor(probe, 'e8 e2', 5)).toEqual(
      anew('playmove black E8', 'playmove white E2', 'genmove black'),
    );
  });

  it('is told a board of another size, or with other walls, from its beginning', () => {
    for (const setup of [
      { size: 9, walls: 8 },
      { size: 7, walls: 10 },
    ]) {
      const probe = movedProbe();
      const out = obey(probe, probe.request(searchOf(2, lineOf('', setup))));
      expect(out).toEqual([
        `boardsize ${setup.size}`,
        'clear_board',
        `walls ${setup.walls}`,
        'genmove black',
      ]);
    }
  });
});

describe('a search that was given up', () => {
  const abandoned = (next: string): DriverProbe => {
    const probe = openProbe();
    obey(probe, probe.request(searchOf(1)));
    probe.request(searchOf(2, lineOf(next)));
    probe.sent.length = 0;
    return probe;
  };

  it('has left its late move on the board: the next position is told anew', () => {
    const probe = abandoned('d9');
    expect(obey(probe, probe.hear('= E8', ''))).toEqual(anew('playmove black D9', 'genmove white'));
  });

  it('has made the very move that was played meanwhile: it is not told', () => {
    const probe = abandoned('e8');
    expect(probe.hear('= E8', '')).toEqual(['genmove white']);
  });

  it('while its position was told leaves what was obeyed', () => {
    const probe = openProbe();
    probe.request(searchOf(1, lineOf('e8 e2')));
    probe.hear('=', '', '=', '', '=', '');
    probe.request(searchOf(2, lineOf('e8 e2 e7')));
    probe.hear('=', '');
    expect(probe.hear('=', '')).toEqual(['playmove black E7']);
  });

  it('before its board was cleared leaves nothing to build on', () => {
    const probe = openProbe();
    probe.request(searchOf(1));
    probe.request(searchOf(2));
    expect(obey(probe, probe.hear('=', ''))).toEqual(anew('genmove black'));
  });
});

describe('a sign of disorder', () => {
  const rest = ['playmove white E2', 'genmove black'];
  const whole = anew('playmove black E8', ...rest);

  it.each([
    ['an answer to nothing', ['=', ''], whole],
    ['an answer that came twice', ['= E8', ''], rest],
  ])('as %s', (_what, lines, told) => {
    const probe = movedProbe();
    probe.hear(...lines);
    const out = toldFor(probe, 'e8 e2').filter((line) => line !== 'name');
    expect(out).toEqual(told);
    expect(oddities(probe.events).length).toBeGreaterThan(0);
  });

  it('as a refusal of what is new has all told once more, and then counts', () => {
    const probe = movedProbe();
    expect(probe.request(searchOf(2, lineOf('e8 e2')))).toEqual(['playmove white E2']);
    expect(probe.hear('? illegal move', '')).toEqual([
      'boardsize 9',
      'clear_board',
      'walls 10',
      ...whole.slice(3, 5),
    ]);
    probe.hear('=', '', '=', '', '=', '', '=', '', '? illegal move', '');
    expect(probe.of('failed').at(-1)?.reason).toBe('the engine refused "playmove white E2": "illegal move"');
  });

  it.each([
    ['playmove white E2', whole],
    ['undo', whole],
    ['genmove white', whole],
    ['clear_board', whole],
    ['a_word_of_its_own', whole],
    ['showboard', rest],
    ['winner', rest],
    ['known_command undo', rest],
  ])('or none, as %s typed by hand', (command, told) => {
    const probe = movedProbe();
    probe.type(command);
    const answers: Record<string, string[]> = {
      'genmove white': ['= E2'],
      winner: ['= false'],
      showboard: ['=', ' A'],
      'known_command undo': ['= true'],
    };
    probe.hear(...(answers[command] ?? ['=']), '');
    expect(toldFor(probe, 'e8 e2').filter((line) => line !== 'name')).toEqual(told);
  });

  it('as the wish to be told all', () => {
    const probe = movedProbe();
    probe.request({ kind: 'resynchronise' });
    expect(toldFor(probe, 'e8 e2')).toEqual(whole);
  });
});

describe('a game that is resumed', () => {
  it('is told whole to a new process, and then by its new moves', () => {
    const probe = openProbe();
    expect(toldFor(probe, 'e8 e2', 1)).toEqual(
      anew('playmove black E8', 'playmove white E2', 'genmove black'),
    );
    probe.hear('= E7', '');
    expect(toldFor(probe, 'e8 e2 e7 e3')).toEqual(['playmove white E3', 'genmove black']);
  });

  it('from a position that was set up goes on in the same way', () => {
    const position = '9 e8 e2 9 10 d7h - w';
    const probe = openProbe();
    const setUp = ['playmove black E8', 'playmove white E2', 'playwall black D7 horizontal'];
    expect(obey(probe, probe.request(searchOf(1, lineOf('', position))))).toEqual(
      anew(...setUp, 'genmove white'),
    );
    probe.hear('= E3', '');
    expect(obey(probe, probe.request(searchOf(2, lineOf('e3 e7', position))))).toEqual([
      ...['playmove black E7', 'genmove white'],
    ]);
  });
});

describe('a usual game', () => {
  /** Commands per ply to each engine in a game of 40 plies, the opening included. */
  function commandsOfGame(seats: 1 | 2): readonly number[] {
    const random = new Random(4);
    const wires = Array.from({ length: seats }, () => {
      const wire = new FakeWire({
        driver: qtp.createDriver(defaultDeadlines),
        responder: createQtpResponder({
          name: 'Random',
          limit: () => ({ kind: 'time', seconds: 0 }),
          options: [],
        }),
        think: ({ position }) => ({
          milliseconds: 1,
          finding: {
            ...{
              bestmove: random.pick(quoridor.moves(position as never)),
              score: null,
              scores: [],
              line: [],
            },
            ...{ depth: 0, nodes: 0 },
          },
        }),
      });
      wire.request({ kind: 'start' });
      return wire;
    });
    let seat: 0 | 1 = 0;
    const moves: number[] = [];
    for (let ply = 0; ply < 40; ply++, seat = otherSeat(seat)) {
      const wire = wires[seat % seats]!;
      const line = lineOf(moves.map((move, at) => textOf(moves.slice(0, at), move)).join(' '));
      if (quoridor.result(line.position as never)) break;
      wire.request(searchOf(ply + 1, line));
      const report = () => wire.events.find((event) => event.kind === 'report' && event.search === ply + 1);
      expect(wire.runUntil(() => report() !== undefined, 60_000)).toBe(true);
      const found = report();
      if (found?.kind !== 'report' || found.report.answer.kind !== 'move') throw new Error('no move');
      moves.push(found.report.answer.move as number);
    }
    for (const { events } of wires) expect(oddities(events)).toEqual([]);
    return wires.map(({ sent }) => sent.length / moves.length);
  }

  const textOf = (before: readonly number[], move: number): string => {
    let position = quoridor.initial();
    for (const each of before) position = quoridor.play(position, each);
    return quoridor.moveText(position, move);
  };

  it('takes fewer than three commands a ply, for one engine and for two', () => {
    for (const count of [...commandsOfGame(1), ...commandsOfGame(2)]) expect(count).toBeLessThan(1.5);
  });
});
