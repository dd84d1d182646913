/**
 * The exact Connect Four solver compared with the plain version of the published one, on the same solved positions:
 * processor time and nodes per position. Both start each set with an empty table. The long form adds the sets that take minutes,
 * and the empty board without a book, for ours only.
 */
import type { Connect4Position } from '../../app/games/connect4/index.ts';
import { Solver } from '../../app/truth/connect4/solver.ts';
import { playedMoves, solvedPositions, type SolvedSet } from '../../engines/connect4/testing/positions.ts';
import { compare, long, type BenchRow, type Target } from './harness.ts';
import { ReferenceSolver } from './solver-reference.ts';

/** Of the table, as a power of two: 2 MiB, which mostly fit a core's own cache. */
const entries = 18;

const referenceName = 'the published algorithm, 2^24';
const atMost = (ratio: number): Target => ({ of: 'ratio', atMost: ratio });

interface Case {
  readonly set: SolvedSet;
  readonly share: number;
  readonly time: Target | null;
  readonly nodes: Target | null;
}

const cases: readonly Case[] = [
  { set: 'L3_R1', share: 1000, time: atMost(0.3), nodes: null },
  { set: 'L2_R1', share: 1000, time: atMost(0.3), nodes: null },
  { set: 'L1_R1', share: 1000, time: atMost(0.3), nodes: null },
  { set: 'L2_R2', share: 1000, time: atMost(0.3), nodes: atMost(0.5) },
  { set: 'L1_R2', share: 20, time: atMost(0.3), nodes: atMost(0.3) },
];

interface AnySolver {
  readonly nodes: number;
  clear(): void;
  solve(position: Connect4Position): number | null;
}

interface Figures {
  readonly milliseconds: number;
  readonly nodes: number;
}

type Question = ReturnType<typeof solvedPositions>[number];

/** @throws Error if a score is wrong */
function measure(
  solver: AnySolver,
  questions: readonly Question[],
  onSolved?: (done: number) => void,
): Figures {
  solver.clear();
  let nodes = 0;
  // Of the whole set: the clock of the processor is coarse beside the time that an easy position takes.
  const before = process.cpuUsage();
  questions.forEach(({ moves, position, score }, index) => {
    const found = solver.solve(position);
    nodes += solver.nodes;
    if (found !== score) throw new Error(`after ${moves} the score is ${score}, and not ${found}`);
    onSolved?.(index + 1);
  });
  const { user, system } = process.cpuUsage(before);
  const milliseconds = (user + system) / 1000;
  return { milliseconds: milliseconds / questions.length, nodes: nodes / questions.length };
}

async function rowsOf(
  { set, share, time, nodes }: Case,
  ours: Solver,
  theirs: ReferenceSolver,
): Promise<BenchRow[]> {
  const questions = solvedPositions(set).slice(0, share);
  const counted = { ours: 0, theirs: 0 };
  const work = `Connect Four solver, ${set}${share < 1000 ? `, first ${share}` : ''}`;
  const timed = await compare({
    work,
    unit: 'ms/position',
    rounds: 3,
    ours: () => {
      const figures = measure(ours, questions);
      counted.ours = figures.nodes;
      return figures.milliseconds;
    },
    reference: {
      name: referenceName,
      measure: () => {
        const figures = measure(theirs, questions);
        counted.theirs = figures.nodes;
        return figures.milliseconds;
      },
    },
    target: time,
  });
  return [
    timed,
    {
      work,
      unit: 'nodes/position',
      ours: counted.ours,
      reference: { name: referenceName, value: counted.theirs },
      target: nodes,
    },
  ];
}

/** Reports progress every few seconds. */
function progress(what: string, all: number): (done: number) => void {
  const began = performance.now();
  let told = began;
  return (done) => {
    const now = performance.now();
    if (now < told + 5000 && done < all) return;
    told = now;
    console.log(`  ${what}: ${done} of ${all}, ${((now - began) / 1000).toFixed(0)} s`);
  };
}

function longRows(): BenchRow[] {
  const solver = new Solver(entries);
  const alone = { reference: null, target: null };
  const rows: BenchRow[] = (['L1_R2', 'L1_R3'] as const).flatMap((set) => {
    const questions = solvedPositions(set);
    const figures = measure(solver, questions, progress(set, questions.length));
    const work = `Connect Four solver, ${set}`;
    return [
      { work, unit: 'ms/position', ours: figures.milliseconds, ...alone },
      { work, unit: 'nodes/position', ours: figures.nodes, ...alone },
    ];
  });
  console.log('  the empty board, without a book');
  const empty = measure(solver, [{ moves: 'no move', position: playedMoves(''), score: 1 }]);
  const work = `Connect Four solver, empty board without a book`;
  return [...rows, { work, unit: 's', ours: empty.milliseconds / 1000, ...alone }];
}

export async function run(): Promise<BenchRow[]> {
  const ours = new Solver(entries);
  const theirs = new ReferenceSolver();
  const rows: BenchRow[] = [];
  for (const one of cases) rows.push(...(await rowsOf(one, ours, theirs)));
  return long ? [...rows, ...longRows()] : rows;
}
