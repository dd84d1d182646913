import { describe, expect, it } from 'vitest';
import { Desk, lineOf } from './desk.fixture.ts';
import { ROUND_SECONDS } from './searches.ts';

const named = { positions: 'name', moves: 'name' } as const;
const numbered = { positions: 'index', moves: 'index' } as const;

/** White is to move; its only free man, on b4, touches c4 but not d7. */
const B4 = 'w:b4,a4,b6,b2;b:a7,a1,d6,d2;w;18;0';
const FIRST_ROUND = ROUND_SECONDS[0] * 1000;

describe('analysis', () => {
  it('asks in rounds, each a little longer, about the position alone', () => {
    const desk = new Desk(numbered).open();
    expect(desk.search(lineOf('', B4))).toEqual(['newgame w:3,9,10,18;b:0,4,19,21;w;18;0', 'go noplay']);
    expect(desk.wait(FIRST_ROUND)).toEqual(['stop']);
    expect(desk.hear('info time 0.5 eval 2 nodes 77', 'bestmove M10-11')).toEqual(['go noplay']);
    expect(desk.reports).toMatchObject([
      { final: false, report: { score: { value: 2 }, nodes: 77, answer: { text: 'M10-11' } } },
    ]);
    expect(desk.of('progress')).toMatchObject([{ search: 1, nodes: 77, score: { value: 2 } }]);
    expect(desk.wait(ROUND_SECONDS[1] * 1000)).toEqual(['stop']);
    desk.hear('bestmove M10-11');
    expect(desk.request({ kind: 'stop' })).toEqual(['stop']);
    desk.hear('bestmove M10-11');
    expect(desk.reports.map(({ final }) => final)).toEqual([false, false, true]);
  });

  it('takes an answer that came unasked for the last word', () => {
    const desk = new Desk(numbered).open();
    desk.search(lineOf('', B4));
    expect(desk.hear('bestmove M10-11')).toEqual([]);
    expect(desk.reports).toMatchObject([{ final: true }]);
  });

  it('asks on where time is left, as long as that tells something new', () => {
    const desk = new Desk(numbered).open();
    desk.search(lineOf('', B4), { limit: { kind: 'time', seconds: 10 } });
    desk.wait(4000);
    expect(desk.hear('info time 4 eval 1 nodes 9', 'bestmove M10-11')).toEqual(['go noplay']);
    desk.wait(3000);
    expect(desk.hear('info time 3 eval 1 nodes 10', 'bestmove M10-11')).toEqual(['go noplay']);
    expect(desk.wait(2999)).toEqual([]);
    expect(desk.wait(1)).toEqual(['stop']);
    expect(desk.hear('bestmove M10-11')).toEqual([]);
    expect(desk.reports.map(({ final }) => final)).toEqual([false, false, true]);
  });

  it('does not ask on where the answer came at once, or is the same once more', () => {
    const limit = { kind: 'time', seconds: 10 } as const;
    const quick = new Desk(numbered).open();
    quick.search(lineOf('', B4), { limit });
    expect(quick.hear('bestmove M10-11')).toEqual([]);
    const same = new Desk(numbered).open();
    same.search(lineOf('', B4), { limit });
    same.wait(2000);
    expect(same.hear('info time 2 eval 1', 'bestmove M10-11')).toEqual(['go noplay']);
    same.wait(2000);
    expect(same.hear('info time 2 eval 1', 'bestmove M10-11')).toEqual([]);
    expect([quick, same].map((desk) => desk.reports.at(-1)?.final)).toEqual([true, true]);
  });

  it('ends with a typed stop', () => {
    const desk = new Desk(numbered).open();
    desk.search(lineOf('', B4));
    desk.type('stop');
    expect(desk.hear('bestmove M10-11')).toEqual([]);
    expect(desk.reports).toMatchObject([{ final: true, report: { truncated: true } }]);
  });

  it('does not mix answers while it follows', () => {
    const desk = new Desk(numbered).open();
    desk.search(lineOf('', B4));
    expect(desk.search(lineOf('b4-c4', B4))).toEqual(['stop']);
    expect(desk.hear('bestmove M10-11')).toEqual(['newgame w:3,9,11,18;b:0,4,19,21;b;19;1', 'go noplay']);
    desk.hear('bestmove M0-1');
    expect(desk.reports).toMatchObject([
      { search: 1, report: { answer: { text: 'M10-11' } } },
      { search: 2, report: { answer: { text: 'M0-1' } } },
    ]);
  });
});

describe('an engine that keeps the position before', () => {
  /** It stands on the initial position and was told the one after a7 and d6. */
  const told = (): Desk => {
    const desk = new Desk(named).open();
    desk.search(lineOf());
    desk.hear('bestmove Pa7');
    expect(desk.search(lineOf('a7 d6'))).toEqual(['newgame w:a7;b:d6;w;2;2', 'go noplay']);
    return desk;
  };
  const whole = ['newgame', 'move Pa7', 'move Pd6', 'go noplay'];

  it('is known by an answer that is legal there only, and told the game instead', () => {
    const desk = told();
    expect(desk.hear('bestmove Pa7')).toEqual(whole);
    expect(desk.oddities).toContain('position-kept');
    expect(desk.of('oddity').at(-1)?.oddity.text).toMatch(/a7 is not empty/);
    desk.hear('bestmove Pg7');
    expect(desk.reports.map(({ search, report }) => [search, report.answer.text])).toEqual([
      [1, 'Pa7'],
      [2, 'Pg7'],
    ]);
  });

  it.each([
    'error: Invalid position string',
    'Illegal position: there are too many men',
    'cannot parse the position string',
    'bad board in position string',
    'Position rejected',
    'the position could not be read',
  ])('is known by %j on stderr', (words) => {
    const desk = told();
    expect(desk.complain(words)).toEqual(['stop']);
    expect(desk.oddities).toContain('position-refused');
    expect(desk.hear('bestmove Pg7')).toEqual(whole);
  });

  it('is not known by words that come after its first info or its answer', () => {
    const thinking = told();
    thinking.hear('info time 0.1 eval 1');
    expect(thinking.complain('Invalid position string')).toEqual([]);
    const answered = told();
    answered.hear('bestmove Pg7');
    answered.complain('Invalid position string');
    for (const desk of [thinking, answered]) expect(desk.oddities).not.toContain('position-refused');
    expect(answered.search(lineOf('a7 d6'))).toEqual(['go noplay']);
  });

  it('is not asked where no way is left', () => {
    const desk = new Desk(named).open();
    const start = 'w:a7;b:d6;w;2;2';
    desk.play(lineOf('', start));
    desk.complain('Invalid position string');
    expect(desk.hear('bestmove Pg7')).toEqual([]);
    expect(desk.of('failed')).toMatchObject([
      { reason: 'the engine did not take the position: "Invalid position string"' },
    ]);
    desk.search(lineOf('', start));
    expect(desk.of('failed')).toHaveLength(2);
  });

  it('makes no difference to other words on stderr', () => {
    const desk = told();
    const others = [
      ...['warning: slow', 'position evaluated', 'Invalid command: `foo`'],
      ...['searched 1234 positions, 12 probes of the book failed', 'position 1, 3 cutoffs failed low'],
      ...[
        'position: w:a7;b:d6;w;2;2. book: failed',
        'failure rate of position lookups 0',
        'badge of the position',
      ],
    ];
    for (const words of others) expect(desk.complain(words), words).toEqual([]);
    desk.hear('bestmove Pg7');
    expect(desk.reports).toHaveLength(2);
    expect(desk.oddities).not.toContain('position-refused');
  });

  it('is told apart from one whose board is wrong', () => {
    const desk = new Desk(named).open();
    desk.search(lineOf('', B4));
    desk.hear('bestmove Mb4-d7');
    expect(desk.oddities).toEqual(['point-names', 'position-misread']);
    expect(desk.of('oddity').at(-1)?.oddity.text).toMatch(/b4 does not touch d7/);
    expect(desk.reports).toMatchObject([{ final: true, report: { answer: { text: 'Mb4-d7' } } }]);
  });

  it('loses a game by an illegal answer from a start that it was told', () => {
    const desk = new Desk(named).open();
    desk.play(lineOf());
    desk.hear('bestmove Pa7');
    desk.play(lineOf('', 'w:a7,b6;b:d6,a4;w;4;4'));
    desk.hear('bestmove Pb6');
    expect(desk.reports.at(-1)).toMatchObject({
      search: 2,
      final: true,
      report: { answer: { text: 'Pb6' } },
    });
  });
});

describe('words on stderr that seem to refuse a position', () => {
  const words = 'error: Invalid position string';
  const start = 'w:c5;b:d6;w;2;2';

  it.each([
    ['', 'Pa7'],
    ['c4', 'Pa7'],
    // On the board before, a man stands on a7 already.
    ['c4 a7', 'Pd7'],
  ])(
    'are overruled in play, after the moves "%s", by a move that only that position allows',
    (moves, move) => {
      const desk = new Desk(named).open();
      desk.play(lineOf());
      desk.hear('bestmove Pa7');
      desk.play(lineOf(moves, start));
      desk.complain(words);
      desk.hear(`bestmove ${move}`);
      expect(desk.reports.at(-1)).toMatchObject({
        search: 2,
        final: true,
        report: { answer: { text: move } },
      });
      expect(desk.of('failed')).toEqual([]);
    },
  );

  it('are overruled by a man that is moved where the position before is unknown', () => {
    const desk = new Desk(named).open();
    desk.play(lineOf('', B4));
    desk.complain(words);
    desk.hear('bestmove Mb4-c4');
    expect(desk.reports).toMatchObject([{ final: true, report: { answer: { text: 'Mb4-c4' } } }]);
    // The board is known from then on, and the next move is told alone.
    expect(desk.play(lineOf('b4-c4 a7-d7', B4))).toEqual(['move Ma7-d7', 'go']);
  });

  it.each(['Mb4-d7', 'Pg1'])('are not overruled by %s, which that position does not allow', (move) => {
    const desk = new Desk(named).open();
    desk.play(lineOf('', B4));
    desk.complain(words);
    desk.hear(`bestmove ${move}`);
    expect(desk.of('failed')).toMatchObject([{ reason: `the engine did not take the position: "${words}"` }]);
  });
});
