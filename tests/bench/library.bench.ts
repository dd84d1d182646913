/**
 * The game library: 20 000 games of all four kinds in files are indexed, the index is opened by the next program, and a
 * position is found with the moves played there. With `--long`, a file of 200 MB.
 */
import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { GameLibrary } from '../../app/game-library/library.ts';
import type { Game } from '../../app/games/game.ts';
import { seededRandom } from '../../app/games/random.ts';
import { gameById, games } from '../../app/games/registry.ts';
import { bytesAt, indexFile, withFile } from '../../app/library/record-file.ts';
import type { LibraryState } from '../../app/shapes/library.ts';
import { long, median, type BenchRow } from './harness.ts';
import { mebibyte, mostResidentBytes } from './memory.ts';

const gameCount = 20_000;
const filesOfGame = 50;
const rounds = 3;
/** In plies: random games of Quoridor would have several hundred. */
const mostPlies = 80;

const random = seededRandom(11);
const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!;

/** A game of two players of whom one moves at random and both begin in one of a few ways. */
function gameText(
  game: Game,
  number: number,
): { readonly text: string; readonly positions: readonly unknown[] } {
  let position = game.initial();
  const positions = [position];
  const moves: unknown[] = [];
  while (moves.length < mostPlies) {
    const legal = game.moves(position);
    if (legal.length === 0) break;
    const move = moves.length < 4 ? pick(legal.slice(0, 3)) : pick(legal);
    position = game.play(position, move);
    moves.push(move);
    positions.push(position);
  }
  const over = game.result(position);
  const result = over === null ? '*' : over.kind === 'draw' ? '1/2-1/2' : over.winner === 0 ? '1-0' : '0-1';
  let before = game.initial();
  const words = moves.map((move) => {
    const text = game.moveText(before, move);
    before = game.play(before, move);
    return text;
  });
  const tags: readonly (readonly [string, string])[] = [
    ['Event', `Bench ${number % 20}`],
    ['Date', `2024.0${1 + (number % 9)}.1${number % 10}`],
    ['Round', String(number)],
    ['White', `Player ${number % 97}`],
    ['Black', `Player ${number % 89}`],
    ['Result', result],
    ['Variant', game.name],
  ];
  const head = tags.map(([name, value]) => `[${name} "${value}"]\n`).join('');
  return { text: `${head}\n${words.join(' ')} ${result}\n\n`, positions };
}

const openLibrary = (home: string): GameLibrary =>
  new GameLibrary({
    ...{ home, thread: resolve('dist/app/index-thread.cjs'), matches: join(home, 'matches') },
    ...{ keeping: {}, choiceOf: () => null, onSaid: () => Promise.resolve(), trouble: () => undefined },
  });

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** In a process of its own: opens the library and looks up one position. Prints the milliseconds and the peak of memory. */
export async function openCold(home: string): Promise<void> {
  const library = openLibrary(home);
  const game = gameById('connect4');
  const milliseconds = await timed(() => library.explore(game, game.initial()));
  process.stdout.write(JSON.stringify({ milliseconds, bytes: mostResidentBytes(process.pid) }));
  await library.close();
}

/** In bytes. */
const bigFile = 200 * 1000 * 1000;

/** A file of games of Quoridor. */
function fillBig(folder: string): void {
  const game = gameById('quoridor');
  const texts = Array.from({ length: 1000 }, (_, number) => gameText(game, number).text);
  const file = openSync(join(folder, 'big.pgn'), 'w');
  for (let bytes = 0, round = 0; bytes < bigFile; round++) {
    // As many different games as the file has.
    bytes += writeSync(file, texts.join('').replaceAll('[Round "', `[Round "${round}.`));
  }
  closeSync(file);
}

/** In a process of its own: reads such a file, then the last game of it that is in the library. */
export async function readBig(home: string, folder: string): Promise<void> {
  const library = openLibrary(home);
  await library.add(folder);
  await library.settled();
  const query = { filter: '', game: null, through: null, sort: 'file', isDescending: false } as const;
  const [{ games: all }] = library.state.folders as [LibraryState['folders'][number]];
  const bytes = mostResidentBytes(process.pid);
  const { games: last } = await library.list(query, all - 1, 1);
  if (last[0] === undefined) {
    const files = await library.faulty(library.state.folders[0]!.id);
    throw new Error(`${files.map(({ reason }) => reason).join(' ')} ${JSON.stringify(library.state)}`);
  }
  const { path, candidate, at } = await library.find(last[0].id);
  const milliseconds = await timed(async () => {
    const index = await indexFile(path, candidate.form.layout);
    return withFile(path, index, (file) => bytesAt(file, index.span(at)));
  });
  process.stdout.write(JSON.stringify({ milliseconds, bytes, games: all }));
  await library.close();
}

function big(): BenchRow[] {
  const folder = mkdtempSync(join(tmpdir(), 'plywire-library-'));
  const home = mkdtempSync(join(tmpdir(), 'plywire-library-home-'));
  try {
    fillBig(folder);
    const code = `import { readBig } from ${module}; await readBig(${JSON.stringify(home)}, ${JSON.stringify(folder)});`;
    const { milliseconds: took, bytes, games: all } = cold(code) as Cold & { readonly games: number };
    return [
      {
        ...{ work: `library: peak memory of reading a file of 200 MB, ${all} games of it`, unit: 'MiB' },
        ...{ ours: bytes / mebibyte, reference: null, target: { of: 'ours', atMost: 1000 } },
      },
      milliseconds('the last game of that file opened', [took], 10_000),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
    rmSync(home, { recursive: true, force: true });
  }
}

interface Cold {
  readonly milliseconds: number;
  readonly bytes: number;
}

/** Runs a module in a process of its own. From a file, since threads inherit the arguments that make code a module. */
function cold(code: string): Cold {
  const file = join(import.meta.dirname, `cold-${process.pid}.mjs`);
  writeFileSync(file, code);
  const { stdout, stderr, status } = spawnSync(process.execPath, [file], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Cold;
}

const module = JSON.stringify(pathToFileURL(join(import.meta.dirname, 'library.bench.mjs')).href);

const idle = `import { readFileSync } from 'node:fs';
const peak = /^VmHWM:\\s*(\\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'));
process.stdout.write(JSON.stringify({ milliseconds: 0, bytes: peak && Number(peak[1]) * 1024 }));`;

interface Asked {
  readonly game: Game;
  readonly position: unknown;
}

/** Writes the files, and gives positions of their games. */
function fill(folder: string): readonly Asked[] {
  const asked: Asked[] = [];
  const inFile = gameCount / games.size / filesOfGame;
  let number = 0;
  for (const game of games.values()) {
    for (let file = 0; file < filesOfGame; file++) {
      const all = Array.from({ length: inFile }, () => gameText(game, number++));
      const { positions } = all[0]!;
      asked.push({ game, position: positions[Math.min(positions.length - 1, file % 12)] });
      writeFileSync(join(folder, `${game.id}-${file}.pgn`), all.map(({ text }) => text).join(''));
    }
  }
  return asked;
}

const milliseconds = (work: string, figures: readonly number[], atMost: number): BenchRow => ({
  ...{ work: `library: ${work}`, unit: 'ms', ours: median(figures), reference: null },
  target: { of: 'ours', atMost },
});

export async function run(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'plywire-library-'));
  const home = mkdtempSync(join(tmpdir(), 'plywire-library-home-'));
  try {
    const asked = fill(folder);
    const first = openLibrary(home);
    await first.add(folder);
    const indexing = await timed(() => first.settled());
    const [{ games: listed, positions }] = first.state.folders as [LibraryState['folders'][number]];
    await first.close();

    const library = openLibrary(home);
    const unchanged = await timed(() => library.settled());
    const query = { filter: '', game: null, through: null, sort: 'date', isDescending: true } as const;
    const exploring: number[] = [];
    const finding: number[] = [];
    for (const { game, position } of asked) {
      exploring.push(await timed(() => library.explore(game, position)));
      const through = { game, position };
      finding.push(await timed(() => library.list({ ...query, game: game.id, through }, 0, 100)));
    }
    const starts: number[] = [];
    for (const game of games.values()) starts.push(await timed(() => library.explore(game, game.initial())));
    const filtering: number[] = [];
    for (let round = 0; round < 20; round++) {
      const filter = `player ${round} bench`;
      const sort = round % 2 === 0 ? 'white' : 'date';
      filtering.push(await timed(() => library.list({ ...query, filter, sort }, 0, 100)));
    }
    await library.close();
    const code = `import { openCold } from ${module}; await openCold(${JSON.stringify(home)});`;
    const opened = Array.from({ length: rounds }, () => cold(code));
    const idles = Array.from({ length: rounds }, () => cold(idle));
    const peak = (of: readonly Cold[]): number => median(of.map(({ bytes }) => bytes / mebibyte));
    return [
      {
        work: `library: ${listed} games with ${positions} positions indexed`,
        ...{ unit: 'games/s', ours: (listed * 1000) / indexing, reference: null, target: null },
      },
      milliseconds('open the index, and find that nothing has changed', [unchanged], 2000),
      milliseconds('a position found, with the moves played there', exploring, 100),
      milliseconds('the slowest of these', [Math.max(...exploring)], 100),
      milliseconds('the initial position, through which all games of a kind pass', starts, 100),
      milliseconds('the games through a position listed', finding, 100),
      milliseconds('games filtered and sorted', filtering, 100),
      milliseconds(
        'open the index in another process, and look one position up',
        opened.map((each) => each.milliseconds),
        1000,
      ),
      {
        ...{ work: 'library: peak memory of that process', unit: 'MiB', ours: peak(opened) },
        reference: { name: 'node that does nothing', value: peak(idles) },
        target: { of: 'ours', atMost: 300 },
      },
      ...(long ? big() : []),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
    rmSync(home, { recursive: true, force: true });
  }
}
