/**
 * The bundled bot for the Game of Stones: its search, compared with one that makes its moves by the rules, and the time
 * from the start of its process to its first answer.
 */
import { resolve } from 'node:path';
import { PLACES, stones, TYPES, visible, type StonesPosition } from '../../app/games/stones/index.ts';
import { initiateLine, requestLine } from '../../app/protocols/gos/messages.ts';
import { Random } from '../../app/protocols/testing/random.ts';
import { EngineProcess } from '../../engines/shared/testing/process.ts';
import { compare, perProcessorSecond, processorTime, type BenchRow } from './harness.ts';

const file = resolve('dist/engines/stones/main.cjs');
const searched = 500_000;

/** The position after this many random actions. */
function playedPosition(actions: number): StonesPosition {
  const random = new Random(actions);
  let position = stones.initial();
  for (let action = 0; action < actions; action++) {
    position = stones.play(position, random.pick(stones.moves(position)));
  }
  return position;
}

const stages = [
  { name: 'the start', position: stones.initial() },
  { name: 'after 20 actions', position: playedPosition(20) },
];

const opened = (position: StonesPosition): string => initiateLine('string', position.mover);

/**
 * By processor time if the system reports it. A new process each time, with an empty table, searching this many nodes.
 */
async function searchedNodes(position: StonesPosition): Promise<number> {
  const bot = new EngineProcess(file, ['--nodes', String(searched)]);
  const clock = (): number => processorTime(bot.child.pid!) ?? performance.now();
  try {
    // The bot is up once it has complained.
    bot.say('{}', opened(position));
    await bot.until(() => bot.stderr !== '');
    const began = clock();
    bot.say(requestLine('string', position));
    await bot.line();
    return (searched * 1000) / (clock() - began);
  } finally {
    bot.kill();
  }
}

/** The evaluation: stones of both sides, their types, and the number of moves. */
function standing(position: StonesPosition): number {
  let worth = 0;
  for (const place of PLACES) worth += Math.sign(position.stones[place]!);
  for (const type of TYPES) worth += 30 / visible(position, 1, type) - 30 / visible(position, 0, type);
  return (position.mover === 0 ? worth : -worth) + stones.moves(position).length / 10;
}

/** 1 + 42 + 1797 positions of the start, each evaluated. */
const plainNodes = 20 * 1840;

function plain(position: StonesPosition, plies: number): number {
  if (plies === 0) return standing(position);
  let best = -Infinity;
  for (const move of stones.moves(position)) {
    const next = stones.play(position, move);
    const value = plain(next, plies - 1);
    best = Math.max(best, next.mover === position.mover ? value : -value);
  }
  return best;
}

async function firstAnswer(): Promise<number> {
  const began = performance.now();
  const bot = new EngineProcess(file, ['--nodes', '1']);
  try {
    bot.say(opened(stones.initial()), requestLine('string', stones.initial()));
    await bot.line();
    return performance.now() - began;
  } finally {
    bot.kill();
  }
}

export async function run(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const { name, position } of stages) {
    rows.push(
      await compare({
        work: `Game of Stones bot, ${name}`,
        unit: 'nodes/s of processor time',
        rounds: 3,
        ours: () => searchedNodes(position),
        reference: {
          name: 'plain minimax over the rules',
          measure: () =>
            perProcessorSecond(plainNodes, () => {
              for (let time = 0; time < 20; time++) plain(stones.initial(), 2);
            }),
        },
        target: { of: 'ours', atLeast: 300_000 },
      }),
    );
  }
  rows.push(
    await compare({
      work: 'Game of Stones bot: start to first answer',
      unit: 'ms',
      rounds: 5,
      ours: firstAnswer,
      reference: null,
      target: { of: 'ours', atMost: 250 },
    }),
  );
  return rows;
}
