/** Matches with real engines, through the built command line. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { long } from '../../tests/support/long.ts';
import { gameById } from '../games/registry.ts';
import { canBind } from '../matches/affinity.ts';
import { probeConfinement } from '../sessions/confinement/confinement.ts';
import { hasLimits } from './testing/expecting.ts';
import { entriesIn, gamesIn, logged, stopper } from './testing/matches.ts';
import { Workspace } from './testing/plywire.ts';

const inTests = (path: string) => fileURLToPath(new URL(`../../tests/engines/${path}`, import.meta.url));

const { sandbox } = await probeConfinement(process.env, process.platform, '/nowhere');

const cli = fileURLToPath(new URL('../../dist/app/cli.cjs', import.meta.url));

let place: Workspace;
beforeEach(() => void (place = new Workspace()));
afterEach(() => place.remove());

/** A bot of the Game of Stones that plays its first legal move. */
const bot = (name: string): string => `cmd=${inTests('gos.mjs')} protocol=gos name=${name}`;

const folder = (): string => join(place.folder, 'match');
const out = (): string[] => ['--out', folder(), '--json'];

describe('a match', () => {
  it('prints each game and a summary', async () => {
    const { code, stderr, objects } = await place.run(
      ...['match', logged('A', '--pick', 0), logged('B', '--pick', 3), '--rounds', '2', ...out()],
    );
    expect([code, stderr]).toEqual([0, expect.stringContaining(`the match is in ${folder()}`)]);
    const games = gamesIn(objects());
    expect(games.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
    expect(games.map(({ pair }) => pair)).toEqual([1, 1, 2, 2]);
    expect(games.map(({ first }) => first)).toEqual(['A', 'B', 'A', 'B']);
    for (const game of games) {
      expect(Object.keys(game)).toEqual([
        ...['kind', 'number', 'pair', 'first', 'second', 'opening', 'moves', 'result', 'ending', 'reason'],
      ]);
      // The moves are a whole game, and the result is that of the rules.
      const { initial, parseMove, play, result } = gameById('connect4');
      let position: unknown = initial();
      for (const move of game.moves) position = play(position, parseMove(position, move));
      const found = result(position);
      const words = found?.kind === 'win' ? (found.winner === 0 ? '1-0' : '0-1') : '1/2-1/2';
      expect([game.result, game.ending]).toEqual([words, found!.kind]);
    }
    expect(games[0]!.opening).toBe(games[1]!.opening);
    const summary = objects().at(-1)!;
    expect(summary).toMatchObject({ kind: 'summary', games: 4, total: 4, stopped: 'complete', of: 'A' });
    expect((summary['pentanomial'] as number[]).reduce((sum, count) => sum + count, 0)).toBe(2);
    for (const key of ['elo', 'eloError', 'nelo', 'neloError', 'los'])
      expect(summary[key]).toEqual(expect.any(Number));
    const players = summary['players'] as {
      name: string;
      wins: number;
      draws: number;
      losses: number;
      points: number;
    }[];
    expect(players.map(({ name }) => name).sort()).toEqual(['A', 'B']);
    for (const { name, wins, draws, points } of players) {
      const own = games.filter(({ first, result }) => result === (first === name ? '1-0' : '0-1')).length;
      expect([wins, points]).toEqual([own, own + draws / 2]);
    }
    expect(readdirSync(folder()).sort()).toEqual([
      'games.csv',
      'games.pgn',
      'match.html',
      'match.jsonl',
      'openings.txt',
      'summary.json',
      'wires',
    ]);
    expect(readdirSync(join(folder(), 'wires'))).toEqual([]);
    expect(readFileSync(join(folder(), 'games.csv'), 'utf8').trim().split('\n')).toHaveLength(5);
  });

  it.runIf(canBind())('binds the engines of a game to one core', async () => {
    const { code, stdout } = await place.run(
      ...['match', logged('A'), logged('B', '--pick', 3), '--use-affinity', '--out', folder()],
    );
    expect([code, stdout]).toEqual([0, expect.stringContaining('each on one core')]);
    expect(entriesIn(folder())[0]).toMatchObject({ plan: { useAffinity: true } });
  });

  it('leaves nothing of a match that its engines cannot play', long, async () => {
    const engines = ['match', logged('A'), logged('B')];
    const refused = await place.run(...engines, '--depth', '3', ...out());
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('cannot be told a depth')]);
    expect(readdirSync(folder())).toEqual([]);
    expect((await place.run(...engines, '--depth', '3')).code).toBe(2);
    expect(readdirSync(join(place.home, 'matches'))).toEqual([]);
    expect((await place.run(...engines, ...out())).code).toBe(0);
  });

  it.each(['games.pgn', 'openings.txt'])('overwrites no %s that is of no match', async (name) => {
    mkdirSync(folder());
    writeFileSync(join(folder(), name), 'mine');
    const { code, stderr } = await place.run('match', logged('A'), logged('B'), ...out());
    expect([code, stderr]).toEqual([2, expect.stringContaining(`${folder()} has no match, but has ${name}`)]);
    expect(readdirSync(folder())).toEqual([name]);
    expect(readFileSync(join(folder(), name), 'utf8')).toBe('mine');
  });

  it.each([
    ['nothing', ''],
    ['a part of its plan', '{"kind":"match","version":1,'],
  ])('begins anew where a match was killed with %s in its journal', long, async (_, begun) => {
    mkdirSync(folder());
    writeFileSync(join(folder(), 'match.jsonl'), begun);
    writeFileSync(join(folder(), 'openings.txt'), '1\n2');
    writeFileSync(join(folder(), 'writer-999999.json'), '{"pid":');
    const early = await place.run('match', '--resume', folder());
    expect([early.code, early.stderr]).toEqual([2, expect.stringContaining('was ended before it began')]);
    const { code, objects } = await place.run('match', logged('A'), logged('B'), '--json', ...out());
    expect([code, gamesIn(objects()).length]).toEqual([0, 2]);
    expect(entriesIn(folder())[0]).toMatchObject({ kind: 'match' });
    expect((await place.run('match', '--resume', folder(), '--rounds', '2')).code).toBe(0);
  });

  it('takes openings from games in another form', async () => {
    const file = join(place.folder, 'games.sgf');
    writeFileSync(file, '(;FF[4]PWG[connect4];W[4];B[4];W[5];B[5])(;FF[4]PWG[connect4];W[1];B[2])');
    const { code, objects } = await place.run(
      ...['match', logged('A'), logged('B'), '--openings', file, '--plies', '3', '--rounds', '2'],
      ...['--order', 'sequential', '--json'],
    );
    expect(code).toBe(0);
    expect(gamesIn(objects()).map(({ opening }) => opening)).toEqual(['445', '445', '12', '12']);
  });

  it('has the same games whatever the concurrency, and others with another seed', long, async () => {
    writeFileSync(join(place.folder, 'openings'), '11\n12\n13\n14\n15\n16\n22\n23\n24\n');
    const play = async (seed: number, ...flags: string[]) => {
      const { objects } = await place.run(
        ...['match', logged('A'), logged('B', '--pick', 2), '--rounds', '4', '--srand', String(seed)],
        ...['--openings', join(place.folder, 'openings'), '--json', ...flags],
      );
      return gamesIn(objects()).sort((one, other) => one.number - other.number);
    };
    const one = await play(5, '--concurrency', '1');
    expect(await play(5, '--concurrency', '3', '--force-concurrency')).toEqual(one);
    for (const { opening, moves } of one) expect(moves.join('').startsWith(opening)).toBe(true);
    const openings = (games: typeof one) => games.map(({ opening }) => opening);
    expect(openings(await play(6))).not.toEqual(openings(one));
  });

  it.each([
    ['connect4', 'cmd=connect4 protocol=cfsi', 'cmd=connect4 protocol=cfp'],
    ['quoridor', 'quoridor', 'quoridor'],
    ['morris', 'morris', 'morris'],
    ['stones', bot('A'), bot('B')],
  ])(
    'plays %s with its own engines, over different protocols where there are two',
    long,
    async (game, one, other) => {
      const setup = game === 'quoridor' ? ['--size', '5', '--walls', '1'] : [];
      const limit = game === 'connect4' || game === 'morris' ? ['--st', '0.02', '--time-margin', '5'] : [];
      const { code, objects } = await place.run(
        ...['match', one, other, '--game', game, ...setup, ...limit, '--max-plies', '24', ...out()],
      );
      expect(code).toBe(0);
      const games = gamesIn(objects());
      expect(games).toHaveLength(2);
      for (const { ending } of games) expect(['win', 'draw', 'adjudicated']).toContain(ending);
    },
  );

  it('gives each game processes of its own where it is told to', long, async () => {
    const { code, objects } = await place.run(
      ...['match', logged('A'), logged('B'), '--rounds', '3', '--restart', 'on', ...out()],
    );
    expect(code).toBe(0);
    expect(gamesIn(objects()).map(({ ending }) => ending)).not.toContain('crashed');
    const seated = entriesIn(folder()).filter(({ kind }) => kind === 'seated');
    const sessions = seated.flatMap((entry) => entry['sessions'] as { session: string }[]);
    expect(new Set(sessions.map(({ session }) => session)).size).toBe(12);
  });

  it('plays a gauntlet and a Swiss tournament of four', long, async () => {
    const four = ['A', 'B', 'C', 'D'].map((name, pick) => logged(name, '--pick', pick));
    const { stdout } = await place.run('match', ...four, '--tournament', 'gauntlet');
    const met = [...stdout.matchAll(/^\d+\. (\w) - (\w)/gm)].map(([, first, second]) => `${first}${second}`);
    expect(met.length).toBeGreaterThanOrEqual(6);
    expect(met.filter((names) => !names.includes('A'))).toEqual([]);
    const table = stdout.slice(stdout.lastIndexOf('#  Name')).split('\n');
    expect(table[0]).toMatch(
      /^# +Name +Elo +\+\/- +Games +W-D-L +Points +S-B +s\/move +Longest +1 +2 +3 +4$/,
    );
    const names = table.slice(1, 5).map((line) => /^\d +(\w) /.exec(line)?.[1]);
    expect(names.sort()).toEqual(['A', 'B', 'C', 'D']);
    expect(table[1]).toMatch(/ \d+\.\d{3} +\d+\.\d{3} /);
    const swiss = await place.run('match', ...four, '--tournament', 'swiss', '--rounds', '3', '--json');
    const pairs = gamesIn(swiss.objects()).map(({ first, second }) => [first, second].sort().join());
    expect(pairs).toHaveLength(12);
    expect(new Set(pairs).size).toBe(6);
    const [best] = swiss.objects().at(-1)!['players'] as Record<string, unknown>[];
    expect(best).toMatchObject({
      name: expect.any(String),
      elo: expect.any(Number),
      buchholz: expect.any(Number),
    });
  });

  it('stops when the test is decided, and says so', long, async () => {
    const flags = ['--rounds', '200', '--sprt', 'elo0=0 elo1=400 alpha=0.2 beta=0.2 model=logistic'];
    const crash = stopper('B', 'cfp', ['1'], '--way', 'exit-3', '--when', 'turn');
    const { objects } = await place.run('match', logged('A'), crash, ...flags, ...out());
    const summary = objects().at(-1)!;
    expect(summary).toMatchObject({ stopped: 'sprt', of: 'A', verdict: 'H1', eloHigh: null });
    expect(summary['games']).toBeLessThan(100);
  });
});

describe('a fault', () => {
  it.each([
    ['crashed', 'exit-3', 'turn'],
    ['crashed', 'signal', 'turn'],
    ['illegal', 'illegal', 'turn'],
    ['malformed', 'malformed', 'turn'],
    ['time', 'silence', 'turn'],
  ])('is the loss of its engine: %s by %s', async (ending, way, when) => {
    const bad = stopper('Bad', 'cfp', ['0'], '--way', way, '--when', when);
    const { code, objects } = await place.run(
      ...['match', bad, logged('Good'), '--st', '0.1', '--time-margin', '0.3', '--rounds', '1', ...out()],
    );
    expect(code).toBe(0);
    const games = gamesIn(objects());
    expect(games).toHaveLength(2);
    for (const { first, result, ending: word, reason } of games) {
      expect([word, result]).toEqual([ending, first === 'Bad' ? '0-1' : '1-0']);
      expect(reason).not.toBe('');
    }
    if (ending === 'time') expect(games[0]!.reason).toMatch(/asked at [\d.]+ s .* no answer by [\d.]+ s/);
    const [, loser] = objects().at(-1)!['players'] as Record<string, unknown>[];
    expect(loser).toMatchObject({ name: 'Bad', losses: 2, faults: { [ending]: 2 } });
    const { longest } = loser!['time'] as { longest: number };
    // What it took in vain counts, the margin included.
    if (ending === 'time') expect(longest).toBeGreaterThan(0.39);
    // The journals of both sides of both games are kept.
    expect(readdirSync(join(folder(), 'wires')).length).toBeGreaterThanOrEqual(3);
  });

  it.each([
    [
      'arg=--no-line-end arg=--beside',
      /margin.*; it printed `move: \{"Type":1,.*\} \/\/ done` without a line end\.$/,
    ],
    ['arg=--reply arg=huh', /margin.*; it printed `huh`\.$/],
    ['arg=--silent', /margin of 0\.300 s(, and \d+ ms for Plywire's own delay)?\.$/],
  ])('by time names what was printed in the place of an answer: %s', long, async (words, reason) => {
    writeFileSync(join(place.folder, 'openings'), 'start\n');
    const flags = ['--games', '1', '--no-swap', '--st', '3', '--time-margin', '0.3'];
    const { objects } = await place.run(
      ...['match', `${bot('Bad')} ${words}`, bot('Good'), ...flags],
      ...['--openings', join(place.folder, 'openings'), ...out()],
    );
    expect(gamesIn(objects())).toMatchObject([{ ending: 'time', reason: expect.stringMatching(reason) }]);
  });

  it.runIf(sandbox.runs)(
    'in the sandbox is told with how to run the engine without, once for each engine',
    long,
    async () => {
      const bad = `${stopper('Bad', 'cfp', ['0'], '--way', 'exit-3', '--when', 'turn')} sandbox=on`;
      const { code, stderr, objects } = await place.run('match', bad, logged('Good'), ...out());
      expect(code).toBe(0);
      expect(gamesIn(objects()).map(({ ending }) => ending)).toEqual(['crashed', 'crashed']);
      expect(
        stderr.match(/^plywire: Bad: The engine ran in the sandbox, .* without the sandbox: /gm),
      ).toHaveLength(1);
    },
  );

  it('that no game gets past is said at the end, and exits with 1', long, async () => {
    const nine = (name: string): string =>
      `cmd=${inTests('qtp.mjs')} arg=--refuse arg=boardsize arg=no protocol=qtp name=${name}`;
    const { code, stderr, objects } = await place.run(
      ...['match', nine('A'), nine('B'), '--game', 'quoridor', '--size', '7', '--rounds', '1', ...out()],
    );
    expect([code, stderr]).toEqual([1, expect.stringContaining('No game had a result.')]);
    expect(gamesIn(objects()).map(({ ending }) => ending)).toEqual(['void', 'void']);
    expect(objects().at(-1)).toMatchObject({ kind: 'summary', games: 2, voids: 2, stopped: 'complete' });
  });

  it('is one command away: its journal is replayed and bundled by the number of its game', async () => {
    const bad = stopper('Bad', 'cfp', ['0'], '--way', 'exit-3', '--when', 'turn');
    await place.run('match', bad, logged('Good'), ...out());
    const replay = await place.run('replay', `${folder()}:2`);
    expect([replay.code, replay.stdout]).toEqual([0, expect.stringContaining('out of ideas')]);
    const other = await place.run('replay', `${folder()}:2/1`);
    expect([other.code, other.stdout]).toEqual([0, expect.stringContaining('id name Logged')]);
    const bundle = await place.run('bundle', `${folder()}:1`, '--show');
    expect([bundle.code, bundle.stdout]).toEqual([
      0,
      expect.stringContaining('Bug-report bundle of a session of Bad'),
    ]);
    const none = await place.run('replay', `${folder()}:9`);
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('has no game 9')]);
    rmSync(join(folder(), 'wires'), { recursive: true });
    const gone = await place.run('replay', `${folder()}:2`);
    expect([gone.code, gone.stderr]).toEqual([2, expect.stringContaining('there is no folder')]);
    const bare = join(place.folder, 'bare');
    await place.run('match', bad, logged('Good'), '--keep', 'none', '--out', bare);
    const unkept = await place.run('replay', `${bare}:2`);
    expect([unkept.code, unkept.stderr]).toEqual([2, expect.stringContaining('The match keeps no journals')]);
  });

  it(
    'is none where a process that has played leaves before its first answer in the next game',
    long,
    async () => {
      const { code, stderr, objects } = await place.run(
        ...['match', logged('Once', '--leaves', 2), logged('Good', '--pick', 2), '--max-plies', '10'],
        ...['--rounds', '2', ...out()],
      );
      expect(code).toBe(0);
      // Six plies are the opening's.
      expect(gamesIn(objects()).map(({ ending, moves }) => [ending, moves.length])).toEqual(
        Array.from({ length: 4 }, () => ['adjudicated', 10]),
      );
      expect(
        stderr.match(/Once: its process, which had played before, ended before its first answer/g),
      ).toHaveLength(1);
      expect(stderr).toContain(
        'each of its games has a process of its own, as with restart=on. (The engine of',
      );
    },
  );

  it('of one engine does not stop the others', async () => {
    const bad = stopper('Bad', 'cfp', ['0'], '--way', 'exit-3', '--when', 'turn');
    const { objects } = await place.run('match', bad, logged('A'), logged('B', '--pick', 2), ...out());
    const games = gamesIn(objects());
    expect(games).toHaveLength(6);
    expect(games.filter(({ ending }) => ending === 'crashed')).toHaveLength(4);
  });
});

describe('adjudication', () => {
  /** Engines of CFSI that play a column up and report a score of their own. */
  const scorer = (name: string, score: string): string =>
    `cmd=${inTests('scorer.mjs')} protocol=cfsi name=${name} arg=${score}`;

  it('ends a game by agreed scores, and names that in its result', long, async () => {
    const rule = ['--resign', 'movecount=2 score=0.5'];
    const { objects } = await place.run('match', scorer('A', '-0.6'), scorer('B', '0.7'), ...rule, ...out());
    for (const { first, result, ending, reason } of gamesIn(objects())) {
      expect([ending, result]).toEqual(['adjudicated', first === 'A' ? '0-1' : '1-0']);
      expect(reason).toContain('by scores');
    }
    writeFileSync(join(place.folder, 'openings'), 'start\n');
    const draw = ['--draw', 'movecount=2 score=0.1', '--openings', join(place.folder, 'openings')];
    const level = await place.run('match', scorer('A', '0.05'), scorer('B', '-0.05'), ...draw, '--json');
    for (const { result, moves } of gamesIn(level.objects()))
      expect([result, moves.length]).toEqual(['1/2-1/2', 4]);
    const unasked = await place.run('match', scorer('A', '-0.6'), scorer('B', '0.7'), '--json');
    for (const { ending } of gamesIn(unasked.objects())) expect(ending).toBe('win');
  });

  it('ends a game by proof, once both engines have moved', async () => {
    writeFileSync(join(place.folder, 'openings'), '4455\n');
    const flags = ['--openings', join(place.folder, 'openings'), '--proof'];
    const { objects } = await place.run('match', logged('A'), logged('B'), ...flags, ...out());
    for (const { ending, reason, moves } of gamesIn(objects())) {
      expect([ending, moves.length]).toEqual(['adjudicated', 6]);
      expect(reason).toMatch(/^by proof \((solver|search|table)\): a (win|loss) of the side to move/);
    }
  });
});

describe('a killed match', () => {
  it('goes on at the very ply, and asks for no move twice', async () => {
    const log = join(place.folder, 'requests');
    const slow = ['--think', 60, '--log', log];
    const args = [
      'match',
      logged('A', ...slow),
      logged('B', '--pick', 3, ...slow),
      '--rounds',
      '2',
      '--concurrency',
      '2',
    ];
    const first = place.start([...args, ...out()]);
    const pliesIn = () => entriesIn(folder()).filter(({ kind }) => kind === 'ply').length;
    while (pliesIn() < 5) await new Promise((resolve) => setTimeout(resolve, 20));
    first.child.kill('SIGKILL');
    await first.outcome;
    const { code, stderr, objects } = await place.run('match', '--resume', folder(), '--all', '--json');
    expect(code).toBe(0);
    expect(stderr).toMatch(/game \d: resumed at ply \d+/);
    expect(
      gamesIn(objects())
        .map(({ number }) => number)
        .sort(),
    ).toEqual([1, 2, 3, 4]);
    const requests = readFileSync(log, 'utf8').trim().split('\n').length;
    const written = pliesIn();
    // Of each game that was interrupted, the one open question was asked again.
    expect(requests - written).toBeLessThanOrEqual(2);
    expect(place.leftovers()).toEqual([]);
  });

  it('finishes its running games when told to, and takes more rounds and another engine', long, async () => {
    const slow = place.start([
      'match',
      logged('A', '--think', 60),
      logged('B', '--think', 60),
      '--rounds',
      '50',
      ...out(),
    ]);
    while (entriesIn(folder()).filter(({ kind }) => kind === 'ply').length < 3) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    slow.child.kill('SIGUSR2');
    const first = await slow.outcome;
    expect(first.code).toBe(0);
    expect(first.objects().at(-1)).toMatchObject({ stopped: 'finish', total: 100 });
    expect(gamesIn(first.objects()).length).toBeGreaterThan(0);

    const small = join(place.folder, 'small');
    await place.run('match', logged('A'), logged('B', '--pick', 3), '--out', small);
    const more = await place.run('match', '--resume', small, '--rounds', '2', '--json');
    expect(gamesIn(more.objects()).map(({ number }) => number)).toEqual([3, 4]);
    const joined = await place.run('match', '--resume', small, logged('C', '--pick', 5), '--json');
    expect(gamesIn(joined.objects()).every(({ first: one, second }) => one === 'C' || second === 'C')).toBe(
      true,
    );
    expect(
      gamesIn(joined.objects())
        .map(({ number }) => number)
        .sort((a, b) => a - b),
    ).toEqual([5, 6, 7, 8, 9, 10, 11, 12]);
    const again = await place.run('match', '--resume', small, '--all', '--json');
    expect(gamesIn(again.objects())).toHaveLength(12);
  });

  it('has as many rounds in all as it is told, also once an engine has joined', long, async () => {
    await place.run('match', logged('A'), logged('B', '--pick', 3), ...out());
    const resume = (...further: string[]) => place.run('match', '--resume', folder(), ...further, '--json');
    const joined = await resume(logged('C', '--pick', 5), '--rounds', '2');
    expect(gamesIn(joined.objects())).toHaveLength(4 + 6);
    expect(gamesIn((await resume('--rounds', '2')).objects())).toEqual([]);
    const fewer = await resume('--rounds', '1');
    expect([fewer.code, fewer.stderr]).toEqual([0, expect.stringContaining('The match has 2 rounds')]);
    expect(gamesIn((await resume('--rounds', '3')).objects())).toHaveLength(6);
  });

  it('names the flags that have no effect on it', long, async () => {
    await place.run('match', logged('A'), logged('B', '--pick', 3), ...out());
    const flags = [
      '--st',
      '3',
      '--tournament',
      'swiss',
      '--order',
      'sequential',
      '--no-swap',
      '--size',
      '7x6',
    ];
    const again = await place.run('match', '--resume', folder(), ...flags, '--concurrency', '1');
    expect(again.code).toBe(0);
    const [, named = ''] = /keeps its own: (.*) have no effect/.exec(again.stderr) ?? [];
    expect(named.split(', ').sort()).toEqual(['--no-swap', '--order', '--size', '--st', '--tournament']);
    const plain = await place.run('match', '--resume', folder(), '--concurrency', '1');
    expect(plain.stderr).not.toContain('no effect');
  });

  it('takes no engine that plays in it already, as where the first command is repeated', long, async () => {
    await place.run('match', logged('A'), logged('B', '--pick', 3), ...out());
    const resume = (...words: string[]) => place.run('match', '--resume', folder(), ...words);
    const again = await resume(logged('A'), logged('B', '--pick', 3), '--rounds', '2');
    expect([again.code, again.stderr]).toEqual([
      2,
      expect.stringContaining('A plays in the match already. Leave the engines out to go on'),
    ]);
    expect(entriesIn(folder()).filter(({ kind }) => kind === 'player')).toEqual([]);
    const other = await resume(logged('Other'));
    expect([other.code, other.stderr]).toEqual([0, expect.stringContaining('Other joins the match.')]);
  });

  it('is refused without its plan', long, async () => {
    await place.run('match', logged('A'), logged('B', '--pick', 3), ...out());
    const journal = join(folder(), 'match.jsonl');
    const text = readFileSync(journal, 'utf8');
    writeFileSync(journal, text.slice(text.indexOf('\n') + 1));
    const { code, stderr } = await place.run('match', '--resume', folder());
    expect([code, stderr]).toEqual([2, expect.stringContaining('does not begin with its plan')]);
  });

  it('keeps the journals of a game that a later run ends by a fault', long, async () => {
    writeFileSync(join(place.folder, 'openings'), 'start\n');
    const flags = ['--games', '1', '--openings', join(place.folder, 'openings')];
    const bad = stopper('Bad', 'cfp', ['0'], '--way', 'exit-3', '--when', 'turn');
    const slow = place.start(['match', logged('Good', '--think', 700), bad, ...flags, ...out()]);
    while (!entriesIn(folder()).some(({ kind }) => kind === 'seated'))
      await new Promise((resolve) => setTimeout(resolve, 20));
    slow.child.kill('SIGKILL');
    await slow.outcome;
    expect((await place.run('match', '--resume', folder())).code).toBe(0);
    const ended = entriesIn(folder()).find(({ kind }) => kind === 'ended')!;
    expect(ended).toMatchObject({ ending: 'crashed', fault: 1 });
    const names = readdirSync(join(folder(), 'wires'));
    const sessions = (ended['sessions'] as { session: string }[]).map(({ session }) => session);
    expect(sessions.length).toBeGreaterThanOrEqual(4);
    for (const session of sessions) expect(names.join(' ')).toContain(`${session}.journal`);
  });

  it('keeps the journals of an unfinished game only until it ends without a fault', long, async () => {
    const slow = place.start([
      ...['match', logged('A', '--think', 40), logged('B', '--pick', 3, '--think', 40)],
      ...['--games', '1', ...out()],
    ]);
    while (entriesIn(folder()).filter(({ kind }) => kind === 'ply').length < 3)
      await new Promise((resolve) => setTimeout(resolve, 20));
    slow.child.kill('SIGTERM');
    await slow.outcome;
    expect(readdirSync(join(folder(), 'wires'))).toHaveLength(2);
    expect((await place.run('replay', `${folder()}:1`)).code).toBe(0);
    expect((await place.run('match', '--resume', folder())).code).toBe(0);
    expect(readdirSync(join(folder(), 'wires'))).toEqual([]);
  });

  it.runIf(hasLimits)('is not extended while the disk is full', long, async () => {
    await place.run('match', logged('A'), logged('B', '--pick', 3), '--rounds', '10', ...out());
    const journal = join(folder(), 'match.jsonl');
    const { size } = statSync(journal);
    expect(size).toBeGreaterThan(16 * 1024);
    const args = [cli, 'match', '--resume', folder(), '--rounds', '11'];
    const { status, stderr } = spawnSync(
      '/bin/sh',
      ['-c', 'ulimit -S -f 16; exec "$@"', 'sh', process.execPath, ...args],
      { env: { ...process.env, PLYWIRE_HOME: place.home }, cwd: place.folder, encoding: 'utf8' },
    );
    expect([status, stderr]).toEqual([2, expect.stringContaining('cannot be written')]);
    expect(stderr).toContain('Check the free disk space');
    expect(statSync(journal).size).toBe(size);
  });

  it.each([
    ['a printed configuration', [], () => ['--print-config'], /plays nothing/],
    ['a configuration', [], () => ['--config', 'match.toml'], /keeps its configuration/],
    [
      'a Swiss tournament',
      ['--tournament', 'swiss'],
      () => [logged('C')],
      /takes no engine once it has begun/,
    ],
    ['too many Swiss rounds', ['--tournament', 'swiss'], () => ['--rounds', '3'], /at most 1 Swiss rounds/],
    ['a test of two', ['--sprt', 'elo0=0 elo1=400'], () => [logged('C')], /compares two engines/],
    [
      'an engine that does not start',
      [],
      () => [stopper('C', 'cfp', ['1'], '--way', 'exit-3', '--when', 'start')],
      /C: /,
    ],
  ])('adds nothing that it cannot play: %s', long, async (_what, flags, further, words) => {
    await place.run('match', logged('A'), logged('B', '--pick', 3), ...flags, ...out());
    const before = entriesIn(folder());
    const refused = await place.run('match', '--resume', folder(), ...further());
    expect(refused.code).not.toBe(0);
    expect(refused.code).not.toBe(70);
    expect(refused.stderr).toMatch(words);
    expect(entriesIn(folder())).toEqual(before);
    expect((await place.run('match', '--resume', folder())).code).toBe(0);
  });

  it('is refused while it has a writer', long, async () => {
    const slow = place.start(['match', logged('A', '--think', 500), logged('B', '--think', 500), ...out()]);
    while (!existsSync(join(folder(), 'match.jsonl')))
      await new Promise((resolve) => setTimeout(resolve, 20));
    const { code, stderr } = await place.run('match', '--resume', folder());
    expect([code, stderr]).toEqual([2, expect.stringMatching(/Another Plywire .* is writing the match/)]);
    slow.child.kill('SIGTERM');
    expect((await slow.outcome).code).toBe(143);
    const again = await place.run('match', logged('A'), logged('B'), '--out', folder());
    expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('There is a match in')]);
  });
});

it.runIf(hasLimits)('a match waits while the disk is full, and goes on when it is not', long, async () => {
  const engines = [logged('A'), logged('B', '--pick', 3)];
  const flags = ['--rounds', '20', '--concurrency', '1', '--keep', 'none', ...out()];
  const child = spawn(
    '/bin/sh',
    ['-c', 'ulimit -S -f 16; exec "$@"', 'sh', process.execPath, cli, 'match', ...engines, ...flags],
    {
      env: { ...process.env, PLYWIRE_HOME: place.home },
      cwd: place.folder,
    },
  );
  let stderr = '';
  let stdout = '';
  child.stderr.on('data', (text: Buffer) => (stderr += text.toString()));
  child.stdout.on('data', (text: Buffer) => (stdout += text.toString()));
  const over = new Promise((resolve) => child.on('close', resolve));
  while (!stderr.includes('the match waits')) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(spawnSync('prlimit', ['--pid', String(child.pid), '--fsize=unlimited:unlimited']).status).toBe(0);
  expect(await over).toBe(0);
  expect(stderr).toContain('the match goes on');
  const printed = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(gamesIn(printed).map(({ number }) => number)).toEqual(Array.from({ length: 40 }, (_, at) => at + 1));
  const plies = entriesIn(folder()).filter(({ kind }) => kind === 'ply');
  expect(new Set(plies.map(({ number, ply }) => `${String(number)} ${String(ply)}`)).size).toBe(plies.length);
});

describe('a match that cannot be played', () => {
  it.each([
    [['connect4'], 'at least two engines'],
    [
      ['connect4', 'connect4', '--config', 'missing.toml'],
      'missing.toml cannot be read: there is no such file',
    ],
    [['connect4', 'connect4', '--nodes', '100'], "Use the engine's own option"],
    [['quoridor', 'quoridor', '--depth', '3'], 'cannot be told a depth'],
    [['connect4', 'quoridor'], 'does not play Connect Four'],
    [['connect4', 'connect4', '--concurrency', '200'], 'add --force-concurrency'],
    [['connect4', 'connect4', '--tc', '40/60'], 'is not a time control'],
    [['connect4', 'connect4', '--sprt', 'elo0=5 elo1=0'], 'must be less than'],
    [['connect4', 'connect4', '--sprt', 'elo=5'], 'has no word "elo=5"'],
    [['connect4', 'connect4', '--draw', 'score=x'], '--draw has score=x, which is not a number'],
    [['connect4', 'connect4', 'connect4', '--sprt', 'elo0=0 elo1=5'], 'compares two engines'],
    [['connect4', 'connect4', '--limits', 'cup'], 'for Quoridor alone'],
    [['quoridor', 'quoridor', '--draw', 'score=1'], 'reports no scores'],
    [['connect4', 'connect4', '--tournament', 'swiss', '--rounds', '2'], 'at most 1 Swiss rounds'],
    [
      ['connect4', 'connect4', 'connect4', '--tournament', 'swiss', '--rounds', '4'],
      'at most 3 Swiss rounds',
    ],
    [['connect4', 'connect4', '--each', 'restart=maybe'], 'restart=on, restart=off or restart=auto'],
    [['connect4', 'connect4', '--unknown'], "unknown option '--unknown'"],
    [['--resume', '/nowhere'], 'There is no match in /nowhere'],
    [['connect4', 'connect4', '--st', '1', '--tc', '1+1', '--print-config'], '--st or --tc, not both'],
    [['connect4', 'connect4', '--openings', '/dev/null', '--print-config'], '/dev/null has no opening'],
    [['connect4', 'connect4', '--sprt', ''], '--sprt has no words'],
    [['connect4', 'connect4', '--all'], '--all is for a match that goes on'],
    [['connect4', 'connect4', '--replay-game'], '--replay-game is for a match that goes on'],
    [['connect4', 'connect4', '--trust'], '--trust is for a match that goes on'],
    [['connect4', 'connect4', '--seeds', '5'], '--seeds is for a gauntlet'],
    [['connect4', 'connect4', '--start', '99999'], '--start 99999 is too large'],
    [['connect4', 'connect4', '--out', '/dev/null'], '/dev/null is a file, not a folder'],
  ])('%j says what to do instead', long, async (args, words) => {
    const { code, stdout, stderr } = await place.run('match', ...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(words);
  });

  it('names an engine that does not start', async () => {
    const missing = `cmd=${place.folder}/missing protocol=cfp`;
    const { code, stderr } = await place.run('match', logged('A'), missing);
    expect([code, stderr]).toEqual([3, expect.stringContaining('unstartable')]);
  });

  it('tests as many engines at once as will play at once', long, async () => {
    // Each answers only once the other has been started, too.
    const script = join(place.folder, 'meets.sh');
    const waits = 'while [ ! -e "$2" ]; do sleep 0.05; done';
    writeFileSync(script, `#!/bin/sh\ntouch "$1"\n${waits}\nexec ${inTests('quick.sh')}\n`, { mode: 0o755 });
    const [a, b] = [join(place.folder, 'a'), join(place.folder, 'b')];
    const meets = (name: string, ...files: string[]): string =>
      `cmd=${script} protocol=cfp sandbox=off name=${name} ${files.map((file) => `arg=${file}`).join(' ')}`;
    const { code, objects } = await place.run(
      ...['match', meets('A', a, b), meets('B', b, a), '--st', '0.05', '--games', '1', '--concurrency', '1'],
      ...out(),
    );
    expect([code, gamesIn(objects()).length]).toEqual([0, 1]);
  });

  it('names each engine that fails before the games, and no session of which nothing is kept', async () => {
    const missing = `cmd=${place.folder}/missing protocol=cfp`;
    const gone = 'cmd=/bin/false protocol=cfp name=Gone';
    const { code, stderr } = await place.run('match', gone, logged('A'), missing);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^plywire: Gone: handshake: .*^plywire: missing: unstartable: /ms);
    expect(stderr).toContain('No game was played: 2 of 3 engines failed when first started.');
    expect(stderr).not.toContain('bundle');
  });
});

describe('the configuration', () => {
  it('is printed, and gives the same match when it is read', long, async () => {
    const args = ['match', logged('A'), logged('B'), '--rounds', '1', '--srand', '3', '--tc', '10+0.1'];
    const { code, stdout } = await place.run(...args, '--print-config');
    expect(code).toBe(0);
    expect(stdout).toContain('tc = "10+0.1"');
    writeFileSync(join(place.folder, 'match.toml'), stdout);
    const again = await place.run('match', '--config', join(place.folder, 'match.toml'), '--print-config');
    expect(again.stdout).toBe(stdout);
    const games = async (...flags: string[]) => gamesIn((await place.run(...flags, '--json')).objects());
    expect(await games('match', '--config', join(place.folder, 'match.toml'), '--tc', '5')).toEqual(
      await games(...args.slice(0, -2)),
    );
  });

  it('comes of the command line of fastchess', async () => {
    const { code, stdout, stderr } = await place.run(
      ...['match', '-engine', 'cmd=./a', 'name=A', 'option.Hash=16', '-engine', 'cmd=./b', 'name=B'],
      ...[
        '-each',
        'tc=1:10+0.1',
        'timemargin=50',
        '-rounds',
        '100',
        '-repeat',
        '-maxmoves',
        '50',
        '-ratinginterval',
        '5',
      ],
    );
    expect(code).toBe(0);
    expect(stdout).toMatch(/rounds = 100\n/);
    expect(stdout).toContain('max-plies = 100');
    expect(stdout).toContain('tc = "70+0.1"');
    expect(stdout).toContain('time-margin = 0.05');
    expect(stderr).toContain('add --rating-interval 5 to the command that runs it');
  });
});
