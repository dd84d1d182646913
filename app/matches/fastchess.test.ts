import { expect, it, describe } from 'vitest';
import { translateFastchess } from './fastchess.ts';
import { completePlan } from './plan-file.ts';

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

it('keeps each argument of cutechess-cli, those of all engines behind its own', () => {
  const { plan, notes } = translateFastchess([
    ...['-engine', 'cmd=python3', 'arg=bot.py', 'arg=two words', '-engine', 'cmd=./b', 'args=-x -y'],
    ...['-each', 'arg=-q'],
  ]);
  expect(plan.engines).toEqual([
    { engine: 'cmd=python3 arg=bot.py arg="two words" arg=-q dir=.' },
    { engine: 'cmd=./b arg=-x arg=-y arg=-q dir=.' },
  ]);
  expect(notes).toEqual([]);
});

describe('limits of all engines', () => {
  it.each([
    [
      'tc=10+0.1',
      'st=0.2',
      { tc: '10+0.1' },
      ['st of each was left out for an engine with a tc of its own.'],
    ],
    ['st=1', 'tc=5', { st: 1 }, ['tc of each was left out for an engine with a st of its own.']],
    ['depth=4', 'plies=6', { depth: 4 }, [/^plies of each was left out .* depth/]],
    ['tc=10', 'tc=5', { tc: '10' }, []],
    // Another kind of limit holds beside it.
    ['depth=4', 'tc=5', { depth: 4, tc: '5' }, []],
    ['name=A', 'st=1 tc=5', { name: 'A', tc: '5' }, [/^An engine with tc and st .* st was left out/]],
    // One that has no counterpart takes no other one's place.
    ['tc=40/60', 'st=1', { st: 1 }, [/^A time control for a number of moves/]],
    ['tc=inf', 'st=1', { st: 1 }, []],
    ['st=soon', 'tc=5', { tc: '5' }, [/^The st of an engine .* not a number/]],
    ['st=1', 'tc=inf', { st: 1 }, [/^tc of each was left out/]],
  ] as const)('leave %s of its own as it is: -each %s', (own, each, expected, words) => {
    const { plan, notes } = translated(`-engine cmd=a ${own} -each ${each}`);
    expect(plan.engines).toEqual([{ engine: 'cmd=a', ...expected }]);
    expect(notes).toEqual(
      words.map((word) => (typeof word === 'string' ? word : (expect.stringMatching(word) as string))),
    );
  });
});

it.each([
  ['-openings file=a policy=encounter', [/^The policy "encounter" of openings/]],
  ['-openings file=a policy=round order=rnd', [/^There is no order "rnd" of openings/]],
  ['-openings file=a plys=4', [/^plys of openings .* left out/]],
  ['-sprt elo0=0 elo1=5 batch=3 model=pentanomial', [/^batch of sprt/, /^There is no model "pentanomial"/]],
  ['-draw score=1 movenumber=2 twosided=true', [/^twosided of draw/, /^The score of draw/]],
  ['-resign score=1 movenumber=2', [/^movenumber of resign/, /^The score of resign/]],
  ['-resign score=1 twosided=maybe', [/^twosided=maybe of resign/, /^The score of resign/]],
  ['-rounds 5 6', [/^6 behind rounds/]],
  ['-noswap yes', [/^yes behind noswap/]],
])('has a note for each word that it leaves out: %s', (flags, words) => {
  const { notes } = translated(`-engine cmd=a ${flags}`);
  expect(notes).toEqual(words.map((word) => expect.stringMatching(word) as string));
});

it('has a note for words before the first flag', () => {
  const { plan, notes } = translated('./a -engine cmd=b');
  expect(plan.engines).toEqual([{ engine: 'cmd=b' }]);
  expect(notes).toEqual(['./a is before the first flag and was left out.']);
});

it('refuses a command line of ours with one dash too few', () => {
  expect(() => translated('./a ./b --rounds 100 -each st=0.1')).toThrow(
    "-each has one dash: Plywire's own flag is --each.",
  );
});
