/** The known deviations of real engines, within a conversation of ours. */
import { describe, expect, it } from 'vitest';
import { answers, lineOf, obey, oddities, openProbe, searchOf, thinkingProbe } from './driver.fixture.ts';
import { PATIENCE } from './driver.ts';

describe('a move in any form', () => {
  it.each([
    ['=E8', 'e8', []],
    ['= e8', 'e8', []],
    ['= C2 h', 'c2h', []],
    ['= C2 H', 'c2h', []],
    ['= C4 horizontal', 'c4h', []],
    ['=c4 VERTICAL', 'c4v', []],
    ['= D3 ', 'd3', ['extra-blanks']],
    ['=  D3', 'd3', ['extra-blanks']],
    ['= \tD3', 'd3', ['tab', 'extra-blanks']],
    ['= C2h', 'c2h', ['token-wall']],
    ['= d2v', 'd3v', ['token-wall']],
    [' = E8', 'e8', ['indented-mark']],
    ['= E\u00078\r', 'e8', ['control-character']],
    ['\ufeff= E8', 'e8', ['byte-order-mark']],
  ])('%j is %s', (line, text, names) => {
    const probe = thinkingProbe();
    probe.hear(line, '');
    expect(answers(probe)).toEqual([`1: ${text}`]);
    expect(oddities(probe.events)).toEqual(names);
  });

  it('may come on two lines, as the text allows', () => {
    const probe = thinkingProbe();
    probe.hear('= C2', 'vertical', '');
    expect(answers(probe)).toEqual(['1: c2v']);
    expect(oddities(probe.events)).toEqual([]);
  });

  it('may have no blank line behind it: a fence tells', () => {
    const probe = thinkingProbe();
    expect(probe.hear('= E8')).toEqual([]);
    expect(probe.wait(PATIENCE)).toEqual(['name']);
    expect(answers(probe)).toEqual([]);
    probe.hear('= Engine');
    expect(answers(probe)).toEqual(['1: e8']);
    expect(oddities(probe.events)).toEqual(['missing-blank-line']);
  });

  it('may follow other lines and be followed by some', () => {
    const probe = thinkingProbe();
    probe.hear('', 'thinking...', '#playmove black E8=', '', '= E8', '', 'winnrate:0.788971');
    expect(answers(probe)).toEqual(['1: e8']);
    expect(oddities(probe.events)).toEqual(['stray-line', 'stray-line', 'stray-line']);
  });

  it('may come without a mark: a fence tells', () => {
    const probe = thinkingProbe();
    expect(probe.hear('E8', '')).toEqual(['name']);
    probe.hear('= Engine', '');
    expect(answers(probe)).toEqual(['1: e8']);
    expect(oddities(probe.events)).toEqual(['unmarked-answer']);
  });

  it('counts only with its mark where both come', () => {
    const probe = thinkingProbe();
    probe.hear('D9', '', '= E8', '', '= Engine', '');
    expect(answers(probe)).toEqual(['1: e8']);
  });
});

describe('out of step', () => {
  it('a doubled move is dropped, and a fence goes before the next command', () => {
    const probe = thinkingProbe();
    probe.hear('=E8', '', '#playmove black E8=', '=E8');
    expect(answers(probe)).toEqual(['1: e8']);
    expect(probe.of('stale')).toEqual([{ kind: 'stale', text: 'E8' }]);
    expect(oddities(probe.events)).toContain('doubled-answer');
    expect(probe.request(searchOf(2))).toEqual(['name']);
    expect(probe.hear('', '= Engine', '')).toEqual(['boardsize 9']);
  });

  it('a doubled move that comes while the next command is out answers nothing', () => {
    const probe = thinkingProbe();
    probe.hear('= E8', '');
    expect(probe.request(searchOf(2))).toEqual(['boardsize 9', 'clear_board', 'walls 10']);
    expect(probe.hear('= E8')).toEqual(['name']);
    // The next command goes out after three answers of the opening and that of the fence.
    expect(probe.hear('', '=', '', '=', '', '=', '')).toEqual([]);
    expect(probe.hear('= Engine', '')).toEqual(['genmove black']);
    expect(oddities(probe.events)).toEqual(['doubled-answer']);
  });

  it('an engine that answers everything twice is asked with a fence behind each command', () => {
    const probe = openProbe();
    const out = [...probe.request(searchOf(1, lineOf('e8 e2')))];
    for (let at = 0; at < out.length && at < 100; at++) {
      const command = out[at]!;
      const line = command === 'name' ? '= Engine' : command.startsWith('genmove') ? '= E7' : '=';
      out.push(...probe.hear(line, '', line, ''));
    }
    expect(answers(probe)).toEqual(['1: e7']);
    expect(out.filter((line) => line !== 'name')).toEqual([
      ...[
        'boardsize 9',
        'clear_board',
        'walls 10',
        'playmove black E8',
        'playmove white E2',
        'genmove black',
      ],
    ]);
    expect(oddities(probe.events)).toContain('doubled-answer');
    expect(probe.of('fault')).toEqual([]);
  });

  it('one command goes out at a time from then on, each with a fence behind it', () => {
    const probe = thinkingProbe();
    probe.hear('= E8', '', '= E8', '');
    const out = obey(probe, probe.request(searchOf(2, lineOf('e8 e2 e7 e3 e6 e4'))));
    const moves = [
      ...['playmove white E2', 'playmove black E7', 'playmove white E3'],
      ...['playmove black E6', 'playmove white E4'],
    ];
    const fenced = moves.flatMap((command) => [command, 'name']);
    expect(out).toEqual(['name', ...fenced, 'genmove black']);
  });

  it("a fence's own answer that comes twice puts nothing in doubt", () => {
    const probe = thinkingProbe();
    probe.hear('= E8');
    probe.wait(PATIENCE);
    probe.hear('= Engine', '', '= Engine', '');
    expect(oddities(probe.events)).toContain('doubled-answer');
    expect(probe.request(searchOf(2))[0]).toBe('boardsize 9');
  });

  it('an error without a mark is the answer where the fence shows no other', () => {
    const probe = openProbe();
    probe.request(searchOf(1, lineOf('e8')));
    probe.hear('=', '', '=', '', '=', '');
    expect(probe.hear('Error! struct move is out of bounds', '')).toEqual(['name']);
    probe.hear('= Engine', '');
    expect(probe.of('failed')[0]?.reason).toBe(
      'the engine refused "playmove black E8": "Error! struct move is out of bounds"',
    );
  });

  it('an answer that never comes is given up by a fence, and the position told once more, one by one', () => {
    const probe = openProbe();
    probe.request(searchOf(1, lineOf('e8 e2')));
    probe.hear('=', '', '=', '', '=', '');
    expect(probe.sent.slice(-2)).toEqual(['playmove black E8', 'playmove white E2']);
    // The first is answered and the second swallowed.
    probe.hear('=', '');
    expect(probe.wait(10_000)).toEqual(['', 'name']);
    expect(probe.hear('= Engine', '')).toEqual(['boardsize 9']);
    expect(oddities(probe.events)).toEqual(['missing-answer']);
    const out = obey(probe, ['boardsize 9']);
    expect(out.filter((line) => line !== 'name').at(-1)).toBe('genmove black');
    expect(out.filter((line) => line === 'name').length).toBeGreaterThan(3);
    expect(probe.of('fault')).toEqual([]);
  });

  it('an engine that does not even answer the fence has stalled', () => {
    const probe = openProbe();
    probe.request(searchOf(1));
    probe.wait(20_000);
    expect(probe.of('fault')).toEqual([
      { kind: 'fault', ending: 'stalled', reason: 'no answer to "boardsize 9" within 10 s' },
    ]);
  });

  it('a late answer to a command that was given up answers nothing', () => {
    const probe = openProbe();
    probe.request(searchOf(1));
    probe.wait(10_000);
    probe.hear('= Engine', '');
    probe.take();
    // The late answer comes when the new telling has begun.
    expect(probe.sent.at(-1)).toBe('boardsize 9');
    probe.hear('=', '', '=', '');
    expect(probe.of('fault')).toEqual([]);
    expect(probe.sent.at(-1)).toBe('name');
  });
});

describe('what a person types', () => {
  it('is told to have no answer once a fence shows it, and the fence to have its own', () => {
    const probe = openProbe();
    probe.type('undo');
    const undo = probe.driver.exchange?.due[0]?.request ?? NaN;
    expect(probe.request(searchOf(1))).toEqual(['name']);
    probe.driver.receive('= Engine', probe.now);
    expect(probe.driver.exchange).toMatchObject({ lost: [undo], answers: [undo + 1] });
  });

  it('and is never answered does not keep a search waiting: a fence tells', () => {
    const probe = openProbe();
    probe.type('undo');
    expect(probe.request(searchOf(1))).toEqual(['name']);
    expect(probe.hear('= Engine', '')).toEqual(['boardsize 9']);
    expect(oddities(probe.events)).toContain('missing-answer');
  });

  it.each([
    ['false', 'known_command x'],
    ['Error! no such thing', 'undo'],
  ])('may be answered by %j without a mark', (line, command) => {
    const probe = openProbe();
    probe.type(command);
    expect(probe.hear(line, '')).toEqual([]);
    probe.type('winner');
    probe.hear('= false', '');
    expect(oddities(probe.events)).toContain('unmarked-answer');
    expect(probe.of('understood').map(({ what }) => what)).toContain('answered: "winner": "false"');
  });

  it.each([
    ['', 'a line without a command is ignored, but some engines wait for more.'],
    ['name # who', 'some engines cannot read comments, which begin with "#".'],
    ['playmove black', 'playmove needs 2 words; without, some engines wait or crash.'],
    ['foo', 'the engine does not list the command "foo".'],
  ])('%j is warned of', (line, text) => {
    const probe = openProbe();
    probe.type(line);
    expect(probe.of('misuse')).toEqual([{ kind: 'misuse', text }]);
  });
});

describe('what a referee sent', () => {
  /** The numbers of the lines that a line answers, and of those that it shows to be lost. */
  const heard = (probe: ReturnType<typeof openProbe>, line: string) => {
    probe.hear(line);
    const { answers, lost } = probe.driver.exchange!;
    return [answers.map(numberIn(probe)), lost.map(numberIn(probe))];
  };
  const firsts = new WeakMap<object, number>();
  const numberIn = (probe: object) => (sent: number) => sent - (firsts.get(probe) ?? 0);

  const typing = (...commands: string[]) => {
    const probe = openProbe();
    for (const [at, command] of commands.entries()) {
      probe.type(command);
      if (at === 0) firsts.set(probe, probe.driver.exchange!.due[0]!.request);
    }
    return probe;
  };

  it.each([
    ['a vertex', 'genmove black', '= C2 h'],
    ["known_command's word", 'known_command undo', '= true'],
    ["known_command's word with the wrong mark", 'known_command undo', '? false'],
    ['a winner', 'winner', '= true white'],
  ])(
    'and has lost its answer is behind by the next that cannot be mistaken: %s',
    (_what, command, answer) => {
      const probe = typing('playmove black E7', 'playmove white E2', command);
      expect(heard(probe, answer)).toEqual([[2], [0, 1]]);
    },
  );

  it('late after a lost answer is answered once the next command goes out, and none is shifted', () => {
    const probe = typing('playmove black E7');
    probe.wait(3000);
    probe.type('playmove white E2');
    expect(heard(probe, '=')).toEqual([[], []]);
    probe.hear('');
    probe.type('showboard');
    expect(probe.driver.exchange).toMatchObject({
      lost: [expect.any(Number)],
      answers: [expect.any(Number)],
    });
    expect(probe.of('understood').map(({ what }) => what)).toContain('no answer: "playmove black E7"');
    expect(oddities(probe.events)).toEqual(['missing-answer']);
  });

  it('late after one that is only slow has both answers', () => {
    const probe = typing('undo');
    probe.wait(3000);
    probe.type('undo 1');
    expect(heard(probe, '=')).toEqual([[], []]);
    probe.hear('');
    expect(heard(probe, '=')).toEqual([[0, 1], []]);
    expect(oddities(probe.events)).toEqual([]);
  });

  it('and was drawn without a mark of its own has the mark that was said before', () => {
    const probe = typing('playmove black E7');
    probe.wait(3000);
    probe.type('showboard');
    probe.hear('=', '  A B', '1 . .', '');
    expect(probe.of('drawing')).toMatchObject([{ lines: ['  A B', '1 . .'] }]);
  });
});

describe('what was proposed', () => {
  it('does not go out where an answer behind it puts all in doubt: a fence does', () => {
    const probe = openProbe();
    probe.request(searchOf(1));
    probe.hear('=', '', '=', '');
    // All lines of one read are shown before a line goes out.
    const { driver, now } = probe;
    expect(driver.receive('=', now)).toContainEqual({ kind: 'send', line: 'genmove black' });
    driver.receive('', now);
    expect(driver.wants?.('genmove black')).toBe(true);
    const events = driver.receive('? illegal move', now);
    expect(driver.wants?.('genmove black')).toBe(false);
    expect(events).toContainEqual({ kind: 'send', line: 'name' });
  });
});
