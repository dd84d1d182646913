/** GoS: how many actions of a match per second are refereed between two real processes that do not think. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Game, Seat } from '../../app/games/game.ts';
import { makeLine } from '../../app/games/line.ts';
import { stones } from '../../app/games/stones/index.ts';
import { EngineHandle } from '../../app/play/engine-handle.ts';
import { playGame, type EnginePlayer } from '../../app/play/play-game.ts';
import { gos } from '../../app/protocols/gos/index.ts';
import { compare, type BenchRow } from './harness.ts';
import { nodeSession } from './node-session.ts';

const bot = resolve('tests/engines/gos.mjs');
const matches = 5;

/** Actions per second in one match from the first action on, without starting the processes. */
async function matchRate(folder: string, round: number): Promise<number> {
  const sessions = ([0, 1] as const).map((seat: Seat) => nodeSession(bot, gos, folder, 2 * round + seat));
  for (const session of sessions) session.start();
  const [first, second] = sessions.map((session): EnginePlayer => ({
    handle: new EngineHandle(session),
    limit: { kind: 'none' },
  }));
  const line = makeLine(stones as Game, 'bench', stones.initial(), []);
  let began = 0;
  let rate = 0;
  for await (const event of playGame(line, [first!, second!])) {
    if (event.kind === 'move') {
      if (event.ply === 1) began = performance.now();
      continue;
    }
    if (event.kind === 'retry') throw new Error(`a bot was tried again: ${event.failure}`);
    if (event.ending.word !== 'win') throw new Error(`the match ended as ${event.ending.word}`);
    rate = (1000 * (event.moves.length - 1)) / (performance.now() - began);
  }
  await Promise.all(sessions.map((session) => session.close()));
  return rate;
}

export async function run(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'plywire-bench-'));
  let round = 0;
  try {
    return [
      await compare({
        work: 'GoS: actions refereed between two real processes',
        unit: '/s',
        ours: async () => {
          const rates: number[] = [];
          for (let match = 0; match < matches; match++) rates.push(await matchRate(folder, round++));
          return rates.toSorted((a, b) => a - b)[Math.floor(matches / 2)]!;
        },
        reference: null,
        target: { of: 'ours', atLeast: 1_000 },
      }),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
