/**
 * QTP: how long it takes to send a game of 60 plies to a real process, and how many commands per second the engine's
 * side answers, from line to line.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Game } from '../../app/games/game.ts';
import { makeLine, type Line } from '../../app/games/line.ts';
import { quoridor } from '../../app/games/quoridor/index.ts';
import { createQtpResponder, qtp } from '../../app/protocols/qtp/index.ts';
import { Random } from '../../app/protocols/testing/random.ts';
import { askForMove } from '../../app/play/ask.ts';
import { compare, type BenchRow } from './harness.ts';
import { nodeSession } from './node-session.ts';

const child = resolve('tests/engines/qtp.mjs');
const plies = 60;
const rebuilds = 200;
const trips = 200_000;

/** A random game of at least this many plies. */
function longLine(): Line {
  for (let seed = 1; ; seed++) {
    const random = new Random(seed);
    const moves: number[] = [];
    let position = quoridor.initial();
    while (moves.length < plies && !quoridor.result(position)) {
      moves.push(random.pick(quoridor.moves(position)));
      position = quoridor.play(position, moves.at(-1)!);
    }
    if (!quoridor.result(position)) return makeLine(quoridor as Game, 'bench', quoridor.initial(), moves);
  }
}

/** Milliseconds for the whole game, its answers and a move that takes no time: the median of many. */
async function rebuildTime(folder: string, round: number): Promise<number> {
  const session = nodeSession(child, qtp, folder, round);
  session.start();
  const line = longLine();
  const times: number[] = [];
  for (let count = 0; count < rebuilds; count++) {
    const began = performance.now();
    await askForMove(session, line, { kind: 'none' });
    times.push(performance.now() - began);
  }
  await session.close();
  return times.toSorted((a, b) => a - b)[rebuilds / 2]!;
}

/** Commands answered per second: a game is set up, and two moves are made and taken back, repeatedly. */
function responderRate(): number {
  const responder = createQtpResponder({ name: 'Bench', limit: () => ({ kind: 'none' }) });
  const commands = ['boardsize 9', 'clear_board', 'walls 10', 'playmove black E8', 'playmove white E2'];
  commands.push('undo 2', 'winner', 'name');
  const began = performance.now();
  for (let count = 0; count < trips; count++) responder.receive(commands[count % commands.length]!);
  return (1000 * trips) / (performance.now() - began);
}

export async function run(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'plywire-bench-'));
  let round = 0;
  try {
    return [
      await compare({
        work: `QTP: a game of ${plies} plies told to a real process, and its move`,
        unit: 'ms',
        ours: () => rebuildTime(folder, round++),
        reference: null,
        target: { of: 'ours', atMost: 20 },
      }),
      await compare({
        work: "QTP: commands answered by the engine's side",
        unit: '/s',
        ours: responderRate,
        reference: null,
        target: { of: 'ours', atLeast: 100_000 },
      }),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
