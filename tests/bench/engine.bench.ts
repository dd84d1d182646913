/** The bundled engine's search from the empty board, compared with plain minimax over the rules. */
import { connect4, type Connect4Position } from '../../app/games/connect4/index.ts';
import { Connect4Brain } from '../../engines/connect4/brain.ts';
import { minimaxColumns } from '../../engines/connect4/testing/positions.ts';
import { compare, perSecond, type BenchRow } from './harness.ts';

const start = connect4.initial() as Connect4Position;
const depth = 11;

/** Nodes of the whole tree of six plies: 7 + 49 + … + 117 649; no four is possible before the seventh. */
const plainDepth = 6;
const plainNodes = 137_256;

function searchedNodes(): number {
  // A fresh engine each time: a warm table would leave nothing to search.
  const brain = new Connect4Brain(
    'scores',
    () => performance.now(),
    () => 0,
  );
  brain.prepare();
  const job = { id: 1, position: start, limit: { kind: 'depth', plies: depth }, only: undefined } as const;
  const began = performance.now();
  const finding = brain.search(
    job,
    () => false,
    () => undefined,
  );
  return (finding.nodes * 1000) / (performance.now() - began);
}

export async function run(): Promise<BenchRow[]> {
  return [
    await compare({
      work: `Connect Four engine, depth ${depth}`,
      unit: 'nodes/s',
      ours: searchedNodes,
      reference: {
        name: 'plain minimax over the rules',
        measure: () => perSecond(plainNodes, () => minimaxColumns(start, plainDepth)),
      },
      target: null,
    }),
  ];
}
