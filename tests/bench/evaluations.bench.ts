/**
 * The store of evaluations: answers written and read a second, and the start of a program that opens a million positions
 * about which five builds have spoken; with `--long`, all five about each.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { evaluationFrame, tellerFrame } from '../../app/evaluations/frames.ts';
import { Segment } from '../../app/evaluations/segment.ts';
import { EvaluationStore } from '../../app/evaluations/store.ts';
import { digestOf } from '../../app/evaluations/turned.ts';
import { gameById } from '../../app/games/registry.ts';
import { seededRandom } from '../../app/games/random.ts';
import type { JudgedReport } from '../../app/shapes/analysis.ts';
import type { Source, Teller } from '../../app/shapes/evaluations.ts';
import { compare, long, median, perSecond, type BenchRow } from './harness.ts';
import { mebibyte, mostResidentBytes } from './memory.ts';

const game = gameById('connect4');
const builds = 5;
const positionCount = 1_000_000;
const batch = 10_000;
const rounds = 5;

const openStore = (folder: string): EvaluationStore =>
  new EvaluationStore({
    folder,
    register: {
      holds: () => undefined,
      frees: () => undefined,
      wants: () => undefined,
      done: () => undefined,
    },
    others: () => Promise.resolve([]),
    limit: () => 4 * 1024 ** 3,
    ...{ say: () => undefined, written: () => undefined, onChange: () => undefined },
  });

const tellerOf = (number: number): Teller => ({
  ...{ id: String(number).repeat(64), engine: 'e-1', name: 'Engine', protocol: 'cfsi', args: [] },
  ...{ files: [{ name: 'engine', sha256: String(number).repeat(64) }], settings: {}, options: {} },
});

/** As long as those of engines that give a score for each move. */
function reportOf(depth: number): JudgedReport {
  const score = (value: number) => ({ type: 'static', value }) as const;
  const scores = Object.fromEntries(
    Array.from({ length: 7 }, (_, at) => [String(at + 1), score(at / 7 + depth)]),
  );
  return {
    ...{
      bestmove: '4',
      turn: ['4'],
      text: '3',
      fault: null,
      score: score(0.4 + depth),
      scores,
      staticScale: 1,
    },
    ...{ winningMoves: null, depth, nodes: 12345, seconds: 0.5, truncated: false, exhaustive: false },
  };
}

const sourceOf = (at: number): Source => ({
  ...{ session: 's-0123456789', at, nth: 1 },
  text: `info depth ${at % 40} score 0.4 scores 0.1 0.2 0.3 0.4 0.3 0.2 0.1`,
});

/** Positions of random games, in each of which column 4 can be played. */
function positionsOf(count: number): unknown[] {
  const next = seededRandom(7);
  const found: unknown[] = [];
  while (found.length < count) {
    let position = game.initial();
    for (let ply = Math.floor(next() * 30); ply > 0; ply--) {
      const moves = game.moves(position);
      if (moves.length === 0) break;
      position = game.play(position, moves[Math.floor(next() * moves.length)]);
    }
    if (game.moves(position).some((move) => game.moveText(position, move) === '4')) found.push(position);
  }
  return found;
}

/** A home with so many positions, of which `known` is one; each frame as the store writes it. */
async function fill(folder: string, perPosition: number, known: unknown): Promise<number> {
  const segment = await Segment.create(join(folder, 'ev-0000000000000001.log'));
  await segment.take();
  await segment.append(Array.from({ length: builds }, (_, number) => tellerFrame(tellerOf(number))!));
  const next = seededRandom(9);
  const word = (): number => Math.floor(next() * 2 ** 32);
  let frames: Buffer[] = [];
  for (let at = 0; at < positionCount; at++) {
    const { high, low, own, key } =
      at === positionCount / 2
        ? digestOf(game, known)
        : { high: word(), low: word(), own: word(), key: `connect4 ${at}` };
    for (let said = 0; said < perPosition; said++) {
      const teller = (at + said) % builds;
      const depth = (at + said) % 40;
      const head = { teller, high, low, own, measure: { kind: 'depth', amount: depth } as const, saidAt: at };
      frames.push(
        evaluationFrame(head, {
          key,
          quietPlies: null,
          report: reportOf(depth),
          source: sourceOf(at),
        } as never)!,
      );
    }
    if (frames.length < batch && at < positionCount - 1) continue;
    await segment.append(frames);
    frames = [];
  }
  await segment.writeIndex();
  await segment.close();
  return segment.bytes;
}

/** In a process of its own: opens a home and looks one position up. Prints the milliseconds and the peak of memory. */
export async function openCold(folder: string): Promise<void> {
  const began = performance.now();
  const store = openStore(folder);
  await store.open();
  const found = store.at(game, positionsOf(1)[0]);
  const milliseconds = performance.now() - began;
  process.stdout.write(
    JSON.stringify({ milliseconds, found: found.length, bytes: mostResidentBytes(process.pid) }),
  );
}

interface Cold {
  readonly milliseconds: number;
  readonly found: number;
  readonly bytes: number | null;
}

function cold(code: string): Cold {
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Cold;
}

const idle = `import { readFileSync } from 'node:fs';
const peak = /^VmHWM:\\s*(\\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'));
process.stdout.write(JSON.stringify({ milliseconds: 0, found: 0, bytes: peak && Number(peak[1]) * 1024 }));`;

async function opening(perPosition: number): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'plywire-bench-'));
  try {
    const size = await fill(folder, perPosition, positionsOf(1)[0]);
    const module = pathToFileURL(join(import.meta.dirname, 'evaluations.bench.mjs')).href;
    const code = `import { openCold } from ${JSON.stringify(module)}; await openCold(${JSON.stringify(folder)});`;
    const runs = Array.from({ length: rounds }, () => cold(code));
    const idles = Array.from({ length: rounds }, () => cold(idle));
    if (runs.some(({ found }) => found !== perPosition)) throw new Error('the position was not found');
    const peak = (of: readonly Cold[]): number => median(of.map(({ bytes }) => (bytes ?? 0) / mebibyte));
    const what = `a million positions, ${perPosition * positionCount} answers, ${Math.round(size / mebibyte)} MiB`;
    return [
      {
        work: `open ${what}, and look one up`,
        unit: 'ms',
        ours: median(runs.map(({ milliseconds }) => milliseconds)),
        reference: null,
        target: { of: 'ours', atMost: 1000 },
      },
      {
        work: `peak memory with ${what}`,
        unit: 'MiB',
        ours: peak(runs),
        reference: { name: 'node that does nothing', value: peak(idles) },
        target: { of: 'ours', atMost: 400 },
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function writingAndReading(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'plywire-bench-'));
  const positions = positionsOf(batch);
  const store = openStore(join(folder, 'evaluations'));
  await store.open();
  const plain = openSync(join(folder, 'plain'), 'w+');
  try {
    let depth = 0;
    const line = Buffer.from(`${JSON.stringify({ report: reportOf(7), source: sourceOf(7) })}\n`);
    const read = Buffer.alloc(line.length);
    const rows = [
      await compare({
        work: 'evaluations: answers kept, each on disk',
        unit: 'answers/s',
        rounds,
        ours: () => {
          depth++;
          return perSecond(positions.length, async () => {
            const report = reportOf(depth);
            for (const position of positions) {
              const source = sourceOf(depth);
              store.record({
                game,
                position,
                teller: tellerOf(1),
                looked: report,
                judged: () => report,
                source,
              });
            }
            await store.flush();
          });
        },
        reference: {
          name: 'JSON lines, one write each',
          measure: () =>
            perSecond(positions.length, () => {
              for (let at = 0; at < positions.length; at++) {
                writeSync(plain, `${JSON.stringify({ report: reportOf(at), source: sourceOf(at) })}\n`);
              }
            }),
        },
        target: { of: 'ours', atLeast: 10_000 },
      }),
      await compare({
        work: 'evaluations: positions looked up',
        unit: 'positions/s',
        rounds,
        ours: () =>
          perSecond(positions.length, () => {
            for (const position of positions) store.at(game, position);
          }),
        reference: {
          name: 'JSON.parse of a line read from a file',
          measure: () =>
            perSecond(positions.length, () => {
              writeSync(plain, line, 0, line.length, 0);
              for (let at = 0; at < positions.length; at++) {
                readSync(plain, read, 0, read.length, 0);
                JSON.parse(read.toString());
              }
            }),
        },
        target: { of: 'ours', atLeast: 10_000 },
      }),
      await compare({
        work: 'evaluations: shallower reports passed over',
        unit: 'reports/s',
        rounds,
        ours: () => {
          const report = reportOf(0);
          return perSecond(positions.length, () => {
            for (const position of positions)
              store.record({
                game,
                position,
                teller: tellerOf(1),
                looked: report,
                judged: () => report,
                source: null,
              });
          });
        },
        reference: null,
        target: { of: 'ours', atLeast: 100_000 },
      }),
    ];
    return rows;
  } finally {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

export async function run(): Promise<BenchRow[]> {
  return [...(await writingAndReading()), ...(await opening(1)), ...(long ? await opening(builds) : [])];
}
