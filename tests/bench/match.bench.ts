/**
 * Matches of engines that answer at once, rules and journal on, without a sandbox: microseconds a move, beside a bare
 * Node loop that asks the same processes the same number of times.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Game } from '../../app/games/game.ts';
import { gameById } from '../../app/games/registry.ts';
import { seededRandom } from '../../app/games/random.ts';
import { MatchLog } from '../../app/matches/match-log.ts';
import { MatchRecord } from '../../app/matches/match-record.ts';
import { Match } from '../../app/matches/match.ts';
import { completePlan } from '../../app/matches/plan-file.ts';
import { Standing } from '../../app/matches/standing.ts';
import { statisticsOf } from '../../app/matches/statistics/sprt.ts';
import { EngineHandle } from '../../app/play/engine-handle.ts';
import { defaultDeadlines } from '../../app/protocols/protocol.ts';
import { SessionRegistry } from '../../app/sessions/session-registry.ts';
import { compare, long, type BenchRow } from './harness.ts';

const folder = mkdtempSync(join(tmpdir(), 'plywire-bench-'));
const program = join(folder, 'instant');

/** How a protocol asks for a move, and what it is answered. */
interface Talk {
  readonly protocol: string;
  readonly game: string;
  readonly prefix: string;
  readonly request: string;
  readonly answer: string;
  /** The move as the engine writes it. */
  readonly word: (move: string) => string;
  readonly settings?: Readonly<Record<string, string>>;
  readonly plies: number;
}

const nmm: Talk = {
  ...{ protocol: 'nmm', game: 'morris', prefix: 'bestmove ', request: 'go', answer: 'ready', plies: 97 },
  // `a1-d1xg7` here is `Ma1-d1Tg7` there.
  word: (move) => `${move.includes('-') ? 'M' : 'P'}${move.replace('x', 'T')}`,
  settings: { moves: 'name', positions: 'index' },
};
const cfsi: Talk = {
  ...{
    protocol: 'cfsi',
    game: 'connect4',
    prefix: 'bestmove ',
    request: 'play',
    answer: 'started',
    plies: 40,
  },
  word: (move) => String(Number(move) - 1),
};

/** A game of at least so many plies, by random moves. */
function longGame(game: Game, plies: number): string[] {
  for (let seed = 1; ; seed++) {
    const random = seededRandom(seed);
    const texts: string[] = [];
    let position = game.initial();
    while (texts.length < plies && game.result(position) === null) {
      const moves = game.moves(position);
      const move = moves[Math.floor(random() * moves.length)];
      texts.push(game.moveText(position, move));
      position = game.play(position, move);
    }
    if (texts.length === plies && game.result(position) === null) return texts;
  }
}

const ofSeat = (moves: readonly string[], seat: number): string[] =>
  moves.filter((_, ply) => ply % 2 === seat);

const argsOf = (
  { prefix, request, answer, word }: Talk,
  moves: readonly string[],
  infos: number,
): string[] => [...[prefix, request, answer, String(infos)], ...moves.map(word)];

interface Asked {
  readonly games: number;
  readonly concurrency?: number;
  readonly infos?: number;
  readonly restart?: 'on' | 'off';
}

let rounds = 0;

/** Microseconds a move of a whole match. */
async function match(
  talk: Talk,
  moves: readonly string[],
  { games, concurrency = 1, infos = 0, restart = 'off' }: Asked,
): Promise<number> {
  const own = join(folder, `match-${++rounds}`);
  const registry = new SessionRegistry({ journals: join(own, 'wires') });
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
        ...{ args: argsOf(talk, ofSeat(moves, player), infos), bundled: false, sandbox: false },
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
      ...{ players: [rules, rules], openings: [{ number: 1, text: '', start: null, moves: [] }] },
      ...{ limits: { plies: moves.length }, concurrency, replaysGames: false },
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
  if (plies !== games * moves.length)
    throw new Error(`${plies} plies of ${games} games, ${[...record.standing.endings].join()}`);
  rmSync(own, { recursive: true });
  return (1000 * milliseconds) / plies;
}

/** Microseconds a move of the bare loop: a write, and a read to the end of the answer. */
async function bare(talk: Talk, moves: readonly string[], games: number, infos = 0): Promise<number> {
  const children = [0, 1].map((seat) => spawn(program, argsOf(talk, ofSeat(moves, seat), infos)));
  const questions = talk.protocol === 'cfsi' ? 'play 7/7/7/7/7/7 x 1\n' : 'go noplay\n';
  const ask = (child: (typeof children)[number]): Promise<void> =>
    new Promise((answered) => {
      let heard = '';
      child.stdout.on('data', function listen(chunk: Buffer) {
        heard += chunk.toString('utf8');
        if (!heard.endsWith('\n') || !heard.includes('bestmove')) return;
        child.stdout.off('data', listen);
        answered();
      });
      child.stdin.write(questions);
    });
  await Promise.all(children.map(ask));
  const began = performance.now();
  for (let ply = 0; ply < games * moves.length; ply++) await ask(children[ply % 2]!);
  const milliseconds = performance.now() - began;
  for (const child of children) child.kill();
  return (1000 * milliseconds) / (games * moves.length);
}

export async function run(): Promise<BenchRow[]> {
  const { status } = spawnSync('cc', ['-O2', '-o', program, resolve('tests/bench/instant.c')]);
  if (status !== 0) throw new Error('The engine of this benchmark needs a C compiler (cc).');
  try {
    const games = 40;
    const rows: BenchRow[] = [];
    const reference = (talk: Talk, moves: readonly string[], infos = 0) => ({
      ...{ name: 'bare Node loop', measure: () => bare(talk, moves, games, infos) },
    });
    const morris = longGame(gameById('morris'), nmm.plies);
    const connect4 = longGame(gameById('connect4'), cfsi.plies);
    const unit = 'µs/move';
    rows.push(
      await compare({
        ...{ work: 'match, NMM, 97 plies', unit, rounds: 3, ours: () => match(nmm, morris, { games }) },
        ...{ reference: reference(nmm, morris), target: { of: 'ratio', atMost: 1.6 } },
      }),
      await compare({
        ...{
          work: 'match, CFSI, 40 plies',
          unit,
          rounds: 3,
          ours: () => match(cfsi, connect4, { games: 2 * games }),
        },
        ...{ reference: reference(cfsi, connect4), target: { of: 'ratio', atMost: 1.6 } },
      }),
      await compare({
        ...{ work: 'the same with 20 info lines, NMM', unit, rounds: 3 },
        ...{ ours: () => match(nmm, morris, { games, infos: 20 }), reference: reference(nmm, morris, 20) },
        target: { of: 'ratio', atMost: 2.4 },
      }),
      await compare({
        ...{ work: 'two games at once, NMM, beside one', unit, rounds: 3 },
        ours: () => match(nmm, morris, { games, concurrency: 2 }),
        reference: { name: 'one game at once', measure: () => match(nmm, morris, { games }) },
        target: { of: 'ratio', atMost: 0.8 },
      }),
      await compare({
        ...{ work: 'engines restarted each game, NMM', unit: 'ms/game more', rounds: 3, reference: null },
        ours: async () => {
          const on = await match(nmm, morris, { games: 20, restart: 'on' });
          const off = await match(nmm, morris, { games: 20 });
          return ((on - off) * morris.length) / 1000;
        },
        target: { of: 'ours', atMost: 5 },
      }),
      await compare({
        ...{ work: 'statistics of 20 000 games, an update', unit: 'ms', rounds: 3, reference: null },
        ours: updateTime(),
        target: { of: 'ours', atMost: 5 },
      }),
    );
    if (long) rows.push(await growth(nmm, morris));
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
async function growth(talk: Talk, moves: readonly string[]): Promise<BenchRow> {
  const brief = moves.slice(0, 4);
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
