import { describe, expect, it } from 'vitest';
import { ScoreJudge } from './adjudication.ts';
import { physicalCores } from './cores.ts';
import { limitsOf, readMatchEngine, withWords } from './engine-words.ts';
import { translateFastchess } from './fastchess.ts';
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
    expect(completePlan(readPlanFile(planText(plan), 'match.toml'))).toEqual(plan);
    expect(completePlan(readPlanFile(JSON.stringify(plan), 'match.json'))).toEqual(plan);
  });

  it.each([
    ['rounds = 0', /rounds/],
    ['time-margin = "x"', /time-margin/],
    ['engine = []', /engine/],
    ['engines = ["connect4"]', /engines\.0/],
    ['engines = 3', /engines/],
    ['nonsense = 3', /nonsense/],
    ['[openings]\norder = "sorted"', /openings\.order/],
  ])('names the word of %j', (text, words) => {
    expect(() => readPlanFile(text, 'match.toml')).toThrow(words);
    expect(() => readPlanFile(text, 'match.toml')).toThrow(/^In match\.toml, /);
  });

  it.each(['accuracy = 3', 'rating-interval = 20', 'each = "tc=1"', 'protocol = "cfp"'])(
    'refuses a flag that is for the command line alone, and says where it goes: %s',
    (text) => {
      const [flag] = text.split(' ');
      expect(() => readPlanFile(text, 'match.toml')).toThrow(
        expect.objectContaining({
          message: `In match.toml, ${flag} is not a word of the file.`,
          advice: `Write --${flag} on the command line.`,
        }),
      );
    },
  );

  it.each(['null', '[]', '3', '"match"', '{"engines": null}'])('is not %s', (text) => {
    expect(() => readPlanFile(text, 'match.json')).toThrow(Refused);
    expect(() => readPlanFile(text, 'match.json')).toThrow(/match\.json/);
  });

  it('begins with an opening whose number is exact', () => {
    expect(() => readPlanFile('{"openings": {"start": 1e20}}', 'match.json')).toThrow(/openings\.start/);
    expect(() => readPlanFile('{"openings": {"start": 2}}', 'match.json')).not.toThrow();
  });

  it('says where a file is broken', () => {
    expect(() => readPlanFile('rounds = \n', 'match.toml')).toThrow(
      /match\.toml is not valid TOML in line 1/,
    );
    expect(() => readPlanFile('{', 'match.json')).toThrow(/match\.json is not valid JSON/);
  });
});

it('understands the command line of fastchess', () => {
  const { plan, notes } = translateFastchess(
    '-engine cmd=./a name=A args=-x tc=10+0.1 -engine cmd=./b name=B nodes=5 -each timemargin=100 option.Hash=8 -games 2 -rounds 5 -maxmoves 40 -resign movecount=3 score=400 -sprt elo0=0 elo1=5 alpha=0.05 beta=0.1 model=bayesian -log file=x'.split(
      ' ',
    ),
  );
  expect(completePlan(plan)).toMatchObject({
    engines: [
      { engine: 'cmd=./a arg=-x option.Hash=8 dir=.', name: 'A', tc: '10+0.1', timeMargin: 0.1 },
      { engine: 'cmd=./b option.Hash=8 dir=.', name: 'B', timeMargin: 0.1 },
    ],
    ...{ games: 2, rounds: 5, maxPlies: 80, resign: { movecount: 3, score: 400, twosided: false } },
    sprt: { elo0: 0, elo1: 5, alpha: 0.05, beta: 0.1, model: 'normalized' },
  });
  expect(notes.join(' ')).toMatch(/nodes.*|log has no counterpart/);
  expect(notes).toHaveLength(4);
});

const translated = (text: string) => translateFastchess(text.split(' '));

describe('the command line of fastchess', () => {
  it.each([
    ['roundrobin', 'round-robin'],
    ['round-robin', 'round-robin'],
    ['gauntlet', 'gauntlet'],
    ['swiss', 'swiss'],
  ])('keeps the tournament %s', (theirs, ours) => {
    expect(translated(`-engine cmd=a -tournament ${theirs}`)).toEqual({
      plan: { engines: [{ engine: 'cmd=a' }], tournament: ours },
      notes: [],
    });
  });

  it.each([
    ['-repeat', { games: 2 }, []],
    ['-rounds 50 -repeat', { rounds: 50, games: 2 }, []],
    ['-repeat -games 2 -rounds 50', { rounds: 50, games: 2 }, []],
    ['-games 100 -repeat', { rounds: 50, games: 2 }, [/: 1 round of 100 games is 50 rounds of 2 games here/]],
    ['-repeat -games 100', { rounds: 50, games: 2 }, [/: 1 round of 100 games is 50 rounds of 2 games here/]],
    ['-repeat 2 -games 20000', { rounds: 10_000, games: 2 }, [/10000 rounds of 2 games here/]],
    [
      '-games 1 -repeat -rounds 4',
      { rounds: 2, games: 2 },
      [/: 4 rounds of 1 game are 2 rounds of 2 games here/],
    ],
    ['-games 5 -repeat', { games: 5 }, [/odd: not each opening/]],
    ['-games 100 -repeat 4', { games: 100 }, [/^repeat 4 has no counterpart here: .* twice here/]],
    ['-repeat 1', { games: 1 }, []],
    ['-repeat -noswap -games 6', { games: 6, swap: false }, [/^repeat 2 has no counterpart .* once here/]],
    ['-repeat 1 -noswap -games 6', { games: 6, swap: false }, []],
    ['-games 6 -repeat -tournament swiss', { games: 6, tournament: 'swiss' }, []],
    ['-games 0 -repeat', { games: 0 }, []],
  ])('plays as many games with the openings of %s', (flags, expected, words) => {
    const { plan, notes } = translated(`-engine cmd=a ${flags}`);
    expect(plan).toEqual({ engines: [{ engine: 'cmd=a' }], ...expected });
    expect(notes).toEqual(words.map((word) => expect.stringMatching(word) as string));
  });

  it('has a note for a tournament that there is not', () => {
    const { plan, notes } = translated('-engine cmd=a -tournament knockout');
    expect(plan).not.toHaveProperty('tournament');
    expect(notes).toEqual([expect.stringContaining('There is no tournament "knockout"')]);
  });

  it('keeps the protocol, the restarts and the depth of an engine where they are known', () => {
    const { plan, notes } = translated(
      '-engine cmd=a -engine cmd=b restart=on -engine cmd=c restart=auto -each proto=cfp restart=off plies=4',
    );
    expect(plan.engines).toEqual([
      { engine: 'cmd=a', protocol: 'cfp', restart: 'off', depth: 4 },
      { engine: 'cmd=b', protocol: 'cfp', restart: 'on', depth: 4 },
      { engine: 'cmd=c', protocol: 'cfp', restart: 'auto', depth: 4 },
    ]);
    expect(notes).toEqual([]);
  });

  it.each(['uci', 'xboard'])('has a note for the protocol %s, which no engine has here', (proto) => {
    const { plan, notes } = translated(`-engine cmd=a proto=${proto}`);
    expect(plan.engines).toEqual([{ engine: 'cmd=a' }]);
    expect(notes).toEqual([expect.stringContaining('The protocols differ')]);
  });

  it('has a note for restarts that are not known', () => {
    const { plan, notes } = translated('-engine cmd=a restart=sometimes');
    expect(plan.engines).toEqual([{ engine: 'cmd=a' }]);
    expect(notes).toEqual(['restart=sometimes of an engine is not known and was left out.']);
  });

  it('binds engines to cores, and says that it chooses them', () => {
    expect(translated('-engine cmd=a -use-affinity')).toMatchObject({
      plan: { useAffinity: true },
      notes: [],
    });
    const { plan, notes } = translated('-engine cmd=a -use-affinity 3,5');
    expect(plan.useAffinity).toBe(true);
    expect(notes).toEqual([expect.stringContaining('3,5 was left out')]);
  });

  it('says which flag has the interval of ratings', () => {
    expect(translated('-engine cmd=a -ratinginterval 20').notes).toEqual([
      expect.stringContaining('add --rating-interval 20'),
    ]);
    // 0 turns them off there.
    expect(translated('-engine cmd=a -ratinginterval 0').notes).toEqual([
      expect.stringMatching(/^ratinginterval .* was left out\.$/),
    ]);
  });

  it('leaves out an engine without a command, with a note', () => {
    const { plan, notes } = translated('-engine name=A -engine cmd=b -engine cmd= tc=5');
    expect(plan.engines).toEqual([{ engine: 'cmd=b' }]);
    expect(notes).toEqual([
      'The engine "A" has no cmd and was left out.',
      'Engine 3 has no cmd and was left out.',
    ]);
    expect(translated('-engine name=A -each cmd=./a').plan.engines).toHaveLength(1);
  });

  it('runs an executable in the current folder, unless its folder is named', () => {
    const engine = (...words: string[]) => translateFastchess(['-engine', ...words]).plan.engines[0]!.engine;
    expect(engine('cmd=/usr/bin/python3', 'args=a.py ok')).toBe('cmd=/usr/bin/python3 arg=a.py arg=ok dir=.');
    expect(engine('cmd=python3', 'args=a.py')).toBe('cmd=python3 arg=a.py dir=.');
    expect(engine('cmd=bin/a')).toBe('cmd=bin/a dir=.');
    expect(engine('cmd=bin/a', 'dir=run', 'args=-x')).toBe('cmd=bin/a dir=run arg=-x');
    expect(translateFastchess(['-engine', 'cmd=bin/a', '-each', 'dir=run']).plan.engines[0]!.engine).toBe(
      'cmd=bin/a dir=run',
    );
    // It may be registered, and a registered engine has a folder of its own.
    expect(engine('cmd=connect4')).toBe('cmd=connect4');
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

it('leaves out what is not a number in the command line of fastchess, with a note', () => {
  const { plan, notes } = translateFastchess([
    ...['-engine', 'cmd=./a', 'st=abc', '-engine', 'cmd=./b', 'timemargin='],
    ...['-rounds', '-maxmoves', 'x', '-resign', 'movecount=3', 'score=y', '-openings', 'start=z'],
    ...['-draw', 'movecount=two', 'score=10', '-sprt', 'elo1=q'],
  ]);
  expect(plan).toEqual({
    engines: [{ engine: 'cmd=./a dir=.' }, { engine: 'cmd=./b dir=.' }],
    ...{ openings: {}, draw: { score: 10 } },
    sprt: { elo0: 0, elo1: 5, alpha: 0.05, beta: 0.05, model: 'normalized' },
  });
  for (const what of ['rounds', 'maxmoves', 'score of resign', 'start of openings', 'movecount of draw']) {
    expect(notes).toContainEqual(expect.stringMatching(new RegExp(`^The ${what} is .* not a number`)));
  }
  for (const what of ['elo1 of sprt', 'st of an engine', 'timemargin of an engine']) {
    expect(notes).toContainEqual(expect.stringMatching(new RegExp(`^The ${what} is .* not a number`)));
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
