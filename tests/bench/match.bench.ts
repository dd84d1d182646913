/**
 * Matches of engines that answer at once, rules and journal on, without a sandbox: microseconds a move, beside a bare
 * Node loop that asks the same processes the same number of times.
 */
import { spawn, spawnSync, type ChildProcessByStdio } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { pointOf } from '../../app/games/morris/index.ts';
import type { StonesPosition } from '../../app/games/stones/rules.ts';
import { gameById } from '../../app/games/registry.ts';
import { matchTraffic } from '../../app/api/match-engines.ts';
import { seededRandom } from '../../app/games/random.ts';
import { MatchLog } from '../../app/matches/match-log.ts';
import { MatchRecord } from '../../app/matches/match-record.ts';
import { Match } from '../../app/matches/match.ts';
import { completePlan } from '../../app/matches/plan-file.ts';
import { Standing } from '../../app/matches/standing.ts';
import { statisticsOf } from '../../app/matches/statistics/sprt.ts';
import { EngineHandle } from '../../app/play/engine-handle.ts';
import { replyLine } from '../../app/protocols/gos/messages.ts';
import { defaultDeadlines } from '../../app/protocols/protocol.ts';
import { placementOf, writePlacement } from '../../app/protocols/qtp/messages.ts';
import { SessionRegistry } from '../../app/sessions/session-registry.ts';
import type { Restart } from '../../app/shapes/matches.ts';
import { compare, long, type BenchRow } from './harness.ts';

const folder = mkdtempSync(join(tmpdir(), 'plywire-bench-'));
const program = join(folder, 'instant');

/** How an instant engine speaks a protocol: see `instant.c`. */
interface Talk {
  readonly protocol: string;
  readonly game: string;
  readonly prefix: string;
  readonly request: string;
  readonly suffix: string;
  readonly answers: string;
  /** The move as the engine writes it. */
  readonly word: (text: string, move: unknown, position: unknown) => string;
  readonly settings?: Readonly<Record<string, string>>;
  readonly plies: number;
  /** A request as the bare loop writes it. */
  readonly asked: string;
}

const nmm: Talk = {
  ...{ protocol: 'nmm', game: 'morris', prefix: 'bestmove ', request: 'go', suffix: '', answers: '=ready' },
  // `a1-d1xg7` here is `M21-22T2` there, by the text's numbers of the points.
  word: (text) => {
    const named = `${text.includes('-') ? 'M' : 'P'}${text.replace('x', 'T')}`;
    return named.replaceAll(/[a-g]\d/g, (point) => String(pointOf(point)));
  },
  settings: { moves: 'index', positions: 'index' },
  ...{ plies: 97, asked: 'go noplay' },
};
const cfsi: Talk = {
  ...{ protocol: 'cfsi', game: 'connect4', prefix: 'bestmove ', request: 'play', suffix: '' },
  ...{ answers: 'start=started', plies: 40, asked: 'play 7/7/7/7/7/7 x 1' },
  word: (text) => String(Number(text) - 1),
};
const qtp: Talk = {
  ...{ protocol: 'qtp', game: 'quoridor', prefix: '= ', request: 'genmove', suffix: '\n' },
  ...{ answers: 'name== Instant\n;*==\n', plies: 60, asked: 'genmove black' },
  word: (_, move) => writePlacement(placementOf(9, move as number), 'vertex+word'),
};
const cfp: Talk = {
  ...{ protocol: 'cfp', game: 'connect4', prefix: 'bestmove ', request: 'go', suffix: '' },
  ...{ answers: 'cfp=cfpok;isready=readyok', plies: 40, asked: 'go depth 1' },
  word: (text) => String(Number(text) - 1),
};
const gos: Talk = {
  ...{ protocol: 'gos', game: 'stones', prefix: '', request: '{"Board"', suffix: '', answers: '' },
  ...{ plies: 40, asked: '{"Board":{},"AllowedMoves":["1"]}' },
  word: (_, move, position) => replyLine(position as StonesPosition, move as number),
};

/** The moves of a game: canonical, and as the engines of both seats write them. */
interface LongGame {
  readonly texts: readonly string[];
  readonly words: readonly [readonly string[], readonly string[]];
}

/** A game of just so many plies that is not over, by random moves. */
function longGame({ game: id, plies, word }: Talk): LongGame {
  const game = gameById(id);
  for (let seed = 1; ; seed++) {
    const random = seededRandom(seed);
    const texts: string[] = [];
    const words: [string[], string[]] = [[], []];
    let position = game.initial();
    while (texts.length < plies && game.result(position) === null) {
      const moves = game.moves(position);
      const move = moves[Math.floor(random() * moves.length)];
      const text = game.moveText(position, move);
      texts.push(text);
      words[game.seatToMove(position)].push(word(text, move, position));
      position = game.play(position, move);
    }
    if (texts.length === plies && game.result(position) === null) return { texts, words };
  }
}

const argsOf = (
  { prefix, request, suffix, answers }: Talk,
  words: readonly string[],
  infos: number,
): string[] => [...[prefix, request, suffix, answers, String(infos)], ...words];

interface Asked {
  readonly games: number;
  readonly concurrency?: number;
  readonly infos?: number;
  /** Of the first engine, and of the second one unless that is kept running. */
  readonly restart?: Restart;
  readonly keepsSecond?: boolean;
}

let rounds = 0;

/** Microseconds a move of a whole match. */
async function match(
  talk: Talk,
  { texts, words }: LongGame,
  { games, concurrency = 1, infos = 0, restart = 'off', keepsSecond = false }: Asked,
): Promise<number> {
  const own = join(folder, `match-${++rounds}`);
  const registry = new SessionRegistry({ journals: join(own, 'wires'), trafficLimits: matchTraffic });
  const open = (player: number): EngineHandle => {
    const spec = {
      ...{
        engine: `e${player}`,
        title: `Instant ${player}`,
        protocol: talk.protocol,
        deadlines: defaultDeadlines,
      },
      launch: {
        ...{ file: program, interpreter: null, interpreterArgs: [], folder, environment: {} },
        ...{ args: argsOf(talk, words[player as 0 | 1], infos), bundled: false, sandbox: false },
      },
      ...(talk.settings && { settings: talk.settings }),
      limits: { memoryBytes: 1e9, processes: 10, scratchBytes: 1e9, journalBytes: 1e9 },
      values: {},
    };
    const { session } = registry.open(spec, 'match');
    return new EngineHandle(
      session,
      async (before, renewal) => (await registry.restart(before, renewal)).session,
    );
  };
  const record = new MatchRecord();
  const log = await MatchLog.open(own, (entry) => record.apply(entry));
  const plan = completePlan({
    engines: [{ engine: 'a' }, { engine: 'b' }],
    games: 1,
    swap: false,
    rounds: games,
  });
  const players = ['a', 'b'].map((name) => ({ name, engine: name, protocol: talk.protocol, program: null }));
  const head = {
    ...{
      kind: 'match' as const,
      version: 1 as const,
      at: Date.now(),
      folder: own,
      game: talk.game,
      plan,
      players,
    },
    ...{ concurrency, cores: concurrency },
  };
  log.write(head);
  record.apply(head);
  const rules = { time: null, depth: talk.protocol === 'cfsi' ? 1 : null, restart };
  const runner = new Match(
    record,
    log,
    {
      ...{
        players: [rules, keepsSecond ? { ...rules, restart: 'off' as const } : rules],
        openings: [{ number: 1, text: '', start: null, moves: [] }],
      },
      ...{ limits: { plies: texts.length }, concurrency, replaysGames: false },
    },
    {
      ...{ open, onClosed: () => undefined, say: () => undefined },
      onChange: () => {
        const words = [...record.standing.endings.keys()].filter((word) => word !== 'adjudicated');
        if (words.length > 0) throw new Error(`a game ended by ${words.join()}`);
      },
    },
  );
  const began = performance.now();
  await runner.run(new AbortController().signal);
  const milliseconds = performance.now() - began;
  await log.close();
  await registry.closeAll();
  const { plies } = record.standing;
  if (plies !== games * texts.length)
    throw new Error(`${plies} plies of ${games} games, ${[...record.standing.endings].join()}`);
  rmSync(own, { recursive: true });
  return (1000 * milliseconds) / plies;
}

/** A child of the bare loop. */
type Child = ChildProcessByStdio<Writable, Readable, null>;

interface BareAsked {
  readonly games: number;
  readonly infos?: number;
  readonly concurrency?: number;
  /** Whether each game has a process of its own on the first side. */
  readonly restarts?: boolean;
}

/**
 * Microseconds a move of the bare loop: a write, and a read to the end of the answer. The children are in process groups
 * of their own, like every engine, since the system schedules groups separately.
 */
async function bare(
  talk: Talk,
  { texts, words }: LongGame,
  { games, concurrency = 1, infos = 0, restarts = false }: BareAsked,
): Promise<number> {
  const start = (seat: 0 | 1): Child =>
    spawn(program, argsOf(talk, words[seat], infos), { detached: true, stdio: ['pipe', 'pipe', 'ignore'] });
  const isLast = (line: string): boolean => line.startsWith(talk.prefix) && !line.startsWith('info');
  const ask = (child: Child): Promise<void> =>
    new Promise((answered) => {
      let heard = '';
      child.stdout.on('data', function listen(chunk: Buffer) {
        heard += chunk.toString('utf8');
        if (!heard.endsWith('\n') || !heard.split('\n').some(isLast)) return;
        child.stdout.off('data', listen);
        answered();
      });
      child.stdin.write(`${talk.asked}\n`);
    });
  const play = async (children: [Child, Child], count: number): Promise<void> => {
    for (let game = 0; game < count; game++) {
      // Started ahead, as a match does it.
      const next = restarts ? start(0) : children[0];
      for (let ply = 0; ply < texts.length; ply++) await ask(children[ply % 2 === 0 ? 0 : 1]);
      if (restarts) children[0].stdin.end();
      children[0] = next;
    }
  };
  const tables = Array.from({ length: concurrency }, (): [Child, Child] => [start(0), start(1)]);
  await Promise.all(tables.flat().map(ask));
  const began = performance.now();
  await Promise.all(tables.map((children) => play(children, games / concurrency)));
  const milliseconds = performance.now() - began;
  for (const child of tables.flat()) child.kill();
  return (1000 * milliseconds) / (games * texts.length);
}

export async function run(): Promise<BenchRow[]> {
  const { status } = spawnSync('cc', ['-O2', '-o', program, resolve('tests/bench/instant.c')]);
  if (status !== 0) throw new Error('The engine of this benchmark needs a C compiler (cc).');
  try {
    const rows: BenchRow[] = [];
    const unit = 'µs/move';
    // Several, since other programs of the machine disturb for seconds; the compiler is done after the first ones.
    const often = { rounds: 7, warmUps: 3 };
    const moves = 16_000;
    const rounds = 3;
    /** A match beside the bare loop. */
    const beside = async (talk: Talk, atMost: number | null, infos = 0): Promise<BenchRow> => {
      const game = longGame(talk);
      const games = Math.ceil(moves / talk.plies);
      const work = `match, ${talk.protocol.toUpperCase()}, ${talk.plies} plies`;
      return compare({
        ...{ work: infos === 0 ? work : `${work}, ${infos} info lines a move`, unit, ...often },
        ours: () => match(talk, game, { games, infos, restart: talk === gos ? 'auto' : 'off' }),
        reference: { name: 'bare Node loop', measure: () => bare(talk, game, { games, infos }) },
        target: atMost === null ? null : { of: 'ratio', atMost },
      });
    };
    rows.push(await beside(nmm, 1.6), await beside(cfsi, 1.6), await beside(qtp, 2.3));
    rows.push(await beside(cfp, null), await beside(gos, null), await beside(nmm, 2.4, 20));
    const morris = longGame(nmm);
    const games = Math.ceil(moves / nmm.plies);
    const even = 2 * Math.ceil(games / 2);
    const restarted = (work: string, keepsSecond: boolean, atMost: number | null): Promise<BenchRow> => {
      const more = (on: number, off: number): number => ((on - off) * nmm.plies) / 1000;
      const few = { games: 20 };
      return compare({
        ...{ work, unit: 'ms/game more', rounds },
        ours: async () =>
          more(
            await match(nmm, morris, { ...few, restart: 'on', keepsSecond }),
            await match(nmm, morris, few),
          ),
        // What the system itself takes for a process.
        reference: keepsSecond
          ? {
              name: 'bare Node loop',
              measure: async () =>
                more(await bare(nmm, morris, { ...few, restarts: true }), await bare(nmm, morris, few)),
            }
          : null,
        target: atMost === null ? null : { of: 'ours', atMost },
      });
    };
    rows.push(
      await compare({
        ...{ work: 'two games at once, NMM, beside one', unit, ...often },
        ours: () => match(nmm, morris, { games, concurrency: 2 }),
        reference: { name: 'one game at once', measure: () => match(nmm, morris, { games }) },
        target: { of: 'ratio', atMost: 0.8 },
      }),
      await compare({
        ...{ work: 'two games at once, NMM', unit, ...often },
        ours: () => match(nmm, morris, { games: even, concurrency: 2 }),
        reference: {
          name: 'bare Node loop',
          measure: () => bare(nmm, morris, { games: even, concurrency: 2 }),
        },
        target: null,
      }),
      await restarted('one engine restarted each game, NMM', true, 5),
      await restarted('both engines restarted each game, NMM', false, null),
      await compare({
        ...{ work: 'statistics of 20 000 games, an update', unit: 'ms', rounds, reference: null },
        ours: updateTime(),
        target: { of: 'ours', atMost: 5 },
      }),
    );
    if (long) rows.push(await growth(nmm));
    return rows;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Milliseconds for one more game and all figures, after 20 000 games. */
function updateTime(): () => number {
  const standing = new Standing(2, 2);
  const game = (number: number) => ({
    ...{
      number,
      round: 1,
      pair: Math.ceil(number / 2),
      isPaired: true,
      opening: 0,
      ending: 'win' as const,
      fault: null,
    },
    players: (number % 2 === 1 ? [0, 1] : [1, 0]) as [number, number],
    result: (['1-0', '0-1', '1/2-1/2'] as const)[number % 3]!,
    ...{ openingText: String(number % 500), signature: String(number), plies: 40 },
  });
  let number = 0;
  while (number < 20_000) standing.add(game(++number));
  const plan = { elo0: 0, elo1: 5, alpha: 0.05, beta: 0.05, model: 'normalized' as const };
  return () => {
    const began = performance.now();
    standing.add(game(++number));
    standing.add(game(++number));
    statisticsOf(standing.counts, plan);
    return performance.now() - began;
  };
}

/** How much more memory 100 000 short games take than 10 000. */
async function growth(talk: Talk): Promise<BenchRow> {
  const brief = longGame({ ...talk, plies: 4 });
  const heap = async (games: number): Promise<number> => {
    await match(talk, brief, { games });
    return process.memoryUsage().rss / 1024 ** 2;
  };
  const before = await heap(10_000);
  const after = await heap(100_000);
  return {
    ...{ work: 'memory after 100 000 games', unit: 'MiB', ours: after },
    ...{ reference: { name: 'after 10 000', value: before }, target: { of: 'ratio', atMost: 1.5 } },
  };
}
