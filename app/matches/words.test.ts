import { describe, expect, it } from 'vitest';
import { ScoreJudge } from './adjudication.ts';
import { physicalCores } from './cores.ts';
import { limitsOf, readMatchEngine, requireTimes, withWords } from './engine-words.ts';
import { looksLikeFastchess } from './looks-like-fastchess.ts';
import { distinctNames } from '../library/distinct-names.ts';
import { completePlan, planText, readPlanFile } from './plan-file.ts';
import { Refused } from '../shapes/refused.ts';
import { budgetOf, leftAfter } from './time.ts';

const split = (text: string): string[] =>
  [...text.matchAll(/(?:[^\s"']|"[^"]*"|'[^']*')+/g)].map(([word]) => word.replaceAll(/["']/g, ''));

describe('the words of an engine', () => {
  it('are those of the match and those that name it', () => {
    const own = readMatchEngine(
      'cmd=./a name="My A" tc=5+0.1 option.Hash=16 arg=-x arg=-y',
      ['tc=9', 'option.Hash=1', 'arg=-z', 'restart=on'],
      split,
    );
    expect(own).toEqual({
      engine: 'cmd=./a name="My A" option.Hash=16 arg=-x arg=-y arg=-z',
      ...{ name: 'My A', tc: '5+0.1', restart: 'on' },
    });
    expect(readMatchEngine('cmd=./a st=1', ['tc=9', 'depth=4'], split)).toEqual({ engine: 'cmd=./a', st: 1 });
    expect(readMatchEngine('connect4', [], split)).toEqual({ engine: 'connect4' });
    expect(readMatchEngine('./my engine', ['option.Level=3', 'depth=4'], split)).toEqual({
      ...{ engine: 'cmd="./my engine" option.Level=3', depth: 4 },
    });
    expect(readMatchEngine("cmd=./a 'option.Skill Level=3'", ['option.Play Style=x y'], split)).toEqual({
      engine: 'cmd=./a "option.Skill Level=3" "option.Play Style=x y"',
    });
    expect(() => readMatchEngine('cmd=a nodes=5', [], split)).toThrow(/nodes/);
    expect(() => readMatchEngine('cmd=a timemargin=9', [], split)).toThrow(
      expect.objectContaining({
        message: '"timemargin" is not a key of an engine; did you mean time-margin?',
        advice: expect.stringMatching(/^The keys are cmd, .*, st, tc, depth, time-margin, restart, option/),
      }),
    );
    expect(() => readMatchEngine('cmd=a', ['level=3'], split)).toThrow('"level" is not a key of an engine.');
    expect(() => readMatchEngine('cmd=a st=fast', [], split)).toThrow(/not a number/);
  });

  it('of the command line replace those that it has in a file, and arguments come after its own', () => {
    const own = {
      ...{ engine: 'cmd=./a protocol=qtp arg=-x option.Hash=1 option.Name="a b"', restart: 'off' as const },
      ...{ name: 'A', tc: '9', timeMargin: 0.1 },
    };
    const words = ['protocol=cfp', 'arg=-y', 'option.Hash=2', 'restart=on', 'sandbox=off'];
    expect(withWords(own, words, split)).toEqual({
      engine: 'cmd=./a arg=-x option.Name="a b" arg=-y option.Hash=2 sandbox=off',
      ...{ name: 'A', protocol: 'cfp', tc: '9', timeMargin: 0.1, restart: 'on' },
    });
    // Another kind of limit replaces it too, since an engine has one of them.
    const { tc, ...untimed } = withWords(own, ['st=1', 'time-margin=0.2'], split);
    expect(tc).toBeUndefined();
    expect(untimed).toMatchObject({ st: 1, timeMargin: 0.2, restart: 'off', protocol: 'qtp' });
    expect(withWords({ engine: './my engine', protocol: 'qtp' }, ['protocol=cfp'], split)).toEqual({
      ...{ engine: './my engine', protocol: 'cfp' },
    });
    expect(withWords({ engine: './my engine' }, ['option.Level=3'], split).engine).toBe(
      'cmd="./my engine" option.Level=3',
    );
    expect(withWords({ engine: 'cmd=a "option.Skill Level=3"' }, ['arg=-x'], split).engine).toBe(
      'cmd=a "option.Skill Level=3" arg=-x',
    );
    expect(withWords({ engine: 'connect4', st: 2 }, [], split)).toEqual({ engine: 'connect4', st: 2 });
  });

  it('limit it as its protocol can', () => {
    const cfp = { name: 'A', protocol: 'cfp', capabilities: { time: true, depth: false, stop: true } };
    const qtp = { name: 'B', protocol: 'qtp', capabilities: { time: false, depth: false, stop: false } };
    expect(limitsOf({}, {}, null, cfp).time).toMatchObject({ move: 1 });
    expect(limitsOf({}, {}, null, qtp)).toEqual({ time: null, depth: null, warnings: [] });
    expect(limitsOf({ st: 2 }, { tc: '9' }, null, cfp).time).toMatchObject({ move: 2, game: null });
    expect(limitsOf({}, { tc: '60+0.5' }, null, qtp).warnings).toEqual([
      expect.stringContaining('only flagged'),
    ]);
    expect(() => limitsOf({}, { depth: 3 }, null, cfp)).toThrow(/cannot be told a depth/);
    expect(() => limitsOf({}, { st: 1, tc: '5' }, null, cfp)).toThrow(/not both/);
  });
});

it('names the engine whose times contradict each other, or are none', () => {
  const engines = [{ engine: './a' }, { engine: './b', name: 'B', st: 1, tc: '5' }];
  expect(() => requireTimes({ engines })).toThrow('The engine "B" has st and tc, and can have one of them.');
  expect(() => requireTimes({ engines: [{ engine: './a', tc: 'x' }] })).toThrow(
    'The engine "./a" has tc=x, which is not a time control.',
  );
  expect(() => requireTimes({ engines: [], st: 1, tc: '5' })).toThrow(/--st or --tc, not both/);
});

describe('the referee’s clock', () => {
  const game = { move: null, first: null, game: 60, increment: 0.5, margin: 0.2 };

  it('slices what is left of a game', () => {
    expect(budgetOf(game, 60, true)).toEqual({ told: 60 / 30 + 0.4, allowed: 60, margin: 0.2 });
    expect(budgetOf(game, 0.3, false).told).toBeCloseTo(0.1, 9);
    expect(budgetOf(game, 0.05, false)).toMatchObject({ told: 0.01, allowed: 0.05 });
    expect(budgetOf(null, null, true)).toEqual({ told: null, allowed: null, margin: 0 });
  });

  it('has another time for the first move, and one for the game beside that for a move', () => {
    const contest = { move: 3, first: 5, game: null, increment: 0, margin: 0 };
    expect([budgetOf(contest, null, true).allowed, budgetOf(contest, null, false).allowed]).toEqual([5, 3]);
    const cup = { move: 30, first: null, game: 180, increment: 0, margin: 0 };
    expect(budgetOf(cup, 20, false).allowed).toBe(20);
    expect(budgetOf(cup, 180, false)).toMatchObject({ told: 6, allowed: 30 });
  });

  it('adds the increment at the end of a turn', () => {
    expect(leftAfter(game, 60, 2, true)).toBe(58.5);
    expect(leftAfter(game, 60, 2, false)).toBe(58);
    expect(leftAfter(game, 1, 2, true)).toBe(0.5);
    expect(leftAfter(null, null, 2, true)).toBeNull();
  });
});

it('tells players of one name apart', () => {
  const named = (name: string, program: string | null) => ({ name, program });
  expect(distinctNames([named('A', 'abcdef'), named('B', 'abcdef')])).toEqual(['A', 'B']);
  expect(distinctNames([named('A', 'abcdef'), named('A', '123456')])).toEqual(['A@abcd', 'A@1234']);
  expect(distinctNames([named('A', 'abcdef'), named('a', 'abcdef')])).toEqual(['A', 'a (2)']);
  expect(distinctNames([named('A', 'abcdef'), named('A', 'abcdef'), named('A', '123456')])).toEqual([
    ...['A@abcd', 'A@abcd (2)', 'A@1234'],
  ]);
  expect(distinctNames([named('A', null), named('A', null)])).toEqual(['A', 'A (2)']);
  // The builds of one program may differ in other files.
  const built = (build: string | null) => ({ ...named('A', 'abcdef'), build });
  expect(distinctNames([built('12345678'), built('87654321'), built(null), built('12345678')])).toEqual([
    ...['A@12345678', 'A@87654321', 'A@abcd', 'A@12345678 (2)'],
  ]);
});

describe('a plan', () => {
  it('is the same behind its file', () => {
    const plan = completePlan({
      engines: [{ engine: 'cmd=./a option.X="1"', timeMargin: 0.1 }, { engine: 'b' }],
      ...{ maxPlies: 90, sprt: { elo0: 0, elo1: 5 }, openings: { file: 'a.txt', plies: 4 }, tc: '10+0.1' },
      setup: { size: 5, walls: 3 },
    });
    expect(completePlan(readPlanFile(planText(plan), 'match.toml', split))).toEqual(plan);
    expect(completePlan(readPlanFile(JSON.stringify(plan), 'match.json', split))).toEqual(plan);
  });

  it.each([
    ['rounds = 0', /rounds/],
    ['time-margin = "x"', /time-margin/],
    ['engine = []', /engine/],
    ['engines = [3]', /engines\.0/],
    ['draw = "movecount=3"', /draw\.score/],
    ['sprt = "elo0=0 elo=5"', /sprt has no word "elo=5"/],
    ['sprt = "elo0=x"', /sprt has elo0=x, which is not a number/],
    ['tc = true', /tc is invalid/],
    ['engines = 3', /engines/],
    ['nonsense = 3', /nonsense/],
    ['[openings]\norder = "sorted"', /openings\.order/],
  ])('names the word of %j', (text, words) => {
    expect(() => readPlanFile(text, 'match.toml', split)).toThrow(words);
    expect(() => readPlanFile(text, 'match.toml', split)).toThrow(/^In match\.toml, /);
  });

  it.each(['accuracy = 3', 'rating-interval = 20', 'each = "tc=1"', 'protocol = "cfp"'])(
    'refuses a flag that is for the command line alone, and says where it goes: %s',
    (text) => {
      const [flag] = text.split(' ');
      expect(() => readPlanFile(text, 'match.toml', split)).toThrow(
        expect.objectContaining({
          message: `In match.toml, ${flag} is not a word of the file.`,
          advice: `Write --${flag} on the command line.`,
        }),
      );
    },
  );

  it('may have texts of the command line in place of tables, and a number in place of a time control', () => {
    const plan = readPlanFile(
      `engines = ["./a", "cmd=./b st=1"]
      openings = "x.txt"
      tc = 60
      sprt = "elo1=9 model=logistic"
      draw = "movenumber=80 score=0.1"
      resign = "score=0.9 twosided=no"`,
      ...(['match.toml', split] as const),
    );
    expect(completePlan(plan)).toMatchObject({
      engines: [{ engine: './a' }, { engine: 'cmd=./b st=1' }],
      ...{ openings: { file: 'x.txt', order: 'random' }, tc: '60' },
      sprt: { elo0: 0, elo1: 9, model: 'logistic' },
      ...{ draw: { movenumber: 80, score: 0.1 }, resign: { score: 0.9, twosided: false } },
    });
    const json = '{"engines": [{"engine": "a", "tc": 5.5}, "b"]}';
    expect(readPlanFile(json, 'match.json', split).engines).toEqual([
      { engine: 'a', tc: '5.5' },
      { engine: 'b' },
    ]);
  });

  it.each([
    ['size = "7x6"', 'Write setup.width and setup.height (Connect Four) or setup.size (Quoridor) instead.'],
    ['walls = 3', 'Write setup.walls (Quoridor) instead.'],
    ['no-swap = true', 'Write swap = false instead.'],
    ['noSwap = true', 'Write swap = false instead.'],
    ['order = "random"', 'Write openings.order instead.'],
    ['plies = 4', 'Write openings.plies instead.'],
    ['start = 2', 'Write openings.start instead.'],
    ['nonsense = 3', '`plywire match --print-config` prints the words of a configuration.'],
  ])('says what to write in place of %s', (text, advice) => {
    expect(() => readPlanFile(text, 'match.toml', split)).toThrow(expect.objectContaining({ advice }));
  });

  it.each(['null', '[]', '3', '"match"', '{"engines": null}'])('is not %s', (text) => {
    expect(() => readPlanFile(text, 'match.json', split)).toThrow(Refused);
    expect(() => readPlanFile(text, 'match.json', split)).toThrow(/match\.json/);
  });

  it('begins with an opening whose number is exact', () => {
    expect(() => readPlanFile('{"openings": {"start": 1e20}}', 'match.json', split)).toThrow(
      /openings\.start/,
    );
    expect(() => readPlanFile('{"openings": {"start": 2}}', 'match.json', split)).not.toThrow();
  });

  it('says where a file is broken', () => {
    expect(() => readPlanFile('rounds = \n', 'match.toml', split)).toThrow(
      /match\.toml is not valid TOML in line 1/,
    );
    expect(() => readPlanFile('{', 'match.json', split)).toThrow(/match\.json is not valid JSON/);
  });
});

it('knows the command line of fastchess by words that are not values of our flags', () => {
  const takesValue = (flag: string): boolean => ['--arg', '--out'].includes(flag);
  const looks = (text: string): boolean => looksLikeFastchess(text.split(' '), takesValue);
  expect(looks('-rounds 5 -engine cmd=./a -each tc=5')).toBe(true);
  expect(looks('--json -each tc=5')).toBe(true);
  for (const text of [
    'A B --arg -verbose',
    'A B --out -foo',
    'A B --arg -engine',
    'A B -verbose',
    'A B -- -engine',
  ]) {
    expect(looks(text)).toBe(false);
  }
});

describe('physical cores', () => {
  const thread = (number: number, core: number): string =>
    `processor\t: ${number}\nphysical id\t: 0\ncore id\t\t: ${core}\n`;

  it('count the threads of a core once', () => {
    const all = Array.from({ length: 64 }, (_, at) => thread(at, at % 32)).join('\n');
    expect(physicalCores(all)).toBeLessThanOrEqual(32);
    expect(physicalCores(thread(0, 0))).toBe(1);
    expect(physicalCores(null)).toBeGreaterThanOrEqual(1);
  });
});

describe('agreed scores', () => {
  const static_ = (value: number) => ({ type: 'static' as const, value });

  it('end a game only after so many moves in a row of both sides', () => {
    const judge = new ScoreJudge({ movenumber: 3, movecount: 2, score: 0.1 }, null);
    const found = [0, 0, 0.05, -0.1, 0.2, 0, 0.1, 0, 0].map((value, at) =>
      judge.after(at + 1, (at % 2) as 0 | 1, static_(value)),
    );
    expect(found.map((ending) => ending?.winner)).toEqual([
      ...Array.from({ length: 8 }, () => undefined),
      null,
    ]);
  });

  it('resign for the side that sees itself lost, and one-sided where that is asked', () => {
    const both = new ScoreJudge(null, { movecount: 1, score: 0.5, twosided: true });
    expect(both.after(1, 0, static_(-0.6))).toBeNull();
    expect(both.after(2, 1, static_(0.4))).toBeNull();
    expect(both.after(3, 0, { type: 'decisive', winner: 'opponent', plies: 4 })).toBeNull();
    expect(both.after(4, 1, static_(0.6))).toMatchObject({ word: 'adjudicated', winner: 1 });
    const one = new ScoreJudge(null, { movecount: 2, score: 0.5, twosided: false });
    expect(one.after(1, 1, static_(-0.6))).toBeNull();
    expect(one.after(3, 1, null)).toBeNull();
    expect(one.after(5, 1, static_(-1))).toBeNull();
    expect(one.after(7, 1, static_(-1))).toMatchObject({ winner: 0 });
  });
});
