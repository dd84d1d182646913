/**
 * The rules of nine men's morris with immutable positions, compared with bare counting on two masks, and the bundled
 * engine's search.
 */
import { resolve } from 'node:path';
import { ALL, inMill, lowest, morris, takeable, type MorrisPosition } from '../../app/games/morris/index.ts';
import { perft } from '../../app/games/perft.ts';
import { EngineProcess } from '../../engines/shared/testing/process.ts';
import { compare, median, perProcessorSecond, perSecond, processorTime, type BenchRow } from './harness.ts';

const depth = 5;
/** Perft 5: 24, 552, 12 144, 255 024, 5 140 800. */
const nodes = 5_140_800;

/** Placing only, which covers the first five plies. */
function barePerft(own: number, enemy: number, plies: number): number {
  if (plies === 0) return 1;
  let found = 0;
  for (let left = ALL & ~(own | enemy); left !== 0; left &= left - 1) {
    const to = lowest(left);
    const men = own | (1 << to);
    if (enemy === 0 || !inMill(own, to)) found += barePerft(enemy, men, plies - 1);
    else {
      for (let targets = takeable(enemy); targets !== 0; targets &= targets - 1) {
        found += barePerft(enemy & ~(1 << lowest(targets)), men, plies - 1);
      }
    }
  }
  return found;
}

function expectNodes(counted: number): void {
  if (counted !== nodes) throw new Error(`perft ${depth} counted ${counted} instead of ${nodes}`);
}

const stages = [
  { name: 'placing men', position: morris.initial() },
  {
    name: 'moving men',
    position: morris.parsePosition('w:a7,d7,g4,b4,d2,f6;b:g7,d6,c5,a4,f2,e3;w;18;0'),
  },
  { name: 'flying', position: morris.parsePosition('w:d7,b4,g4,f2;b:g7,d6,c5;w;18;0') },
];
const searched = 1_000_000;
const rounds = 3;

/** Seconds that a search of this many nodes takes, in a new process with an empty table. */
async function searchSeconds(position: MorrisPosition): Promise<{ wall: number; processor: number | null }> {
  const engine = new EngineProcess(resolve('dist/engines/morris/main.cjs'), ['--nodes', String(searched)]);
  try {
    engine.say('init');
    await engine.lineOf('ready');
    const before = processorTime(engine.child.pid!);
    engine.say(`newgame ${morris.positionText(position)}`, 'go noplay');
    await engine.lineOf('bestmove');
    const after = processorTime(engine.child.pid!);
    const told = engine.heard.findLast((line) => line.startsWith('info')) ?? '';
    const [, seconds] = /^info time (\S+) .*nodes \d+$/.exec(told) ?? [];
    const processor = before === null || after === null ? null : (after - before) / 1000;
    return { wall: Number(seconds), processor };
  } finally {
    engine.kill();
  }
}

async function engineRows(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const { name, position } of stages) {
    const row = (what: string, seconds: readonly number[]): BenchRow => ({
      work: `nine men's morris engine, ${name}${what}`,
      unit: 'nodes/s',
      ours: searched / median(seconds),
      reference: null,
      target: { of: 'ours', atLeast: 500_000 },
    });
    const found = [];
    for (let round = 0; round < rounds; round++) found.push(await searchSeconds(position));
    rows.push(
      row(
        '',
        found.map(({ wall }) => wall),
      ),
    );
    const processor = found.flatMap((each) => each.processor ?? []);
    if (processor.length > 0) rows.push(row(', by processor time', processor));
  }
  return rows;
}

export async function run(): Promise<BenchRow[]> {
  return [
    await compare({
      work: `perft ${depth} of nine men's morris`,
      unit: 'nodes/s',
      rounds,
      ours: () => perSecond(nodes, () => expectNodes(perft(morris, morris.initial(), depth))),
      reference: {
        name: 'two masks',
        measure: () => perSecond(nodes, () => expectNodes(barePerft(0, 0, depth))),
      },
      target: { of: 'ours', atLeast: 3_000_000 },
    }),
    await compare({
      work: `perft ${depth} of nine men's morris, by processor time`,
      unit: 'nodes/s',
      rounds,
      ours: () => perProcessorSecond(nodes, () => expectNodes(perft(morris, morris.initial(), depth))),
      reference: null,
      target: { of: 'ours', atLeast: 3_000_000 },
    }),
    ...(await engineRows()),
  ];
}
