/** The bundled Quoridor engine's search from the start, compared with one that makes its moves by the rules. */
import { distance, quoridor, type QuoridorPosition } from '../../app/games/quoridor/index.ts';
import { QuoridorBrain } from '../../engines/quoridor/brain.ts';
import { defaultSettings } from '../../engines/quoridor/settings.ts';
import { compare, perSecond, type BenchRow } from './harness.ts';

const start = quoridor.initial();
const depth = 9;

function searchedNodes(): number {
  // A fresh engine each time: a warm table would leave nothing to search.
  const settings = { ...defaultSettings, time: Infinity };
  const brain = new QuoridorBrain(
    settings,
    () => performance.now(),
    () => 0,
  );
  brain.prepare();
  const job = { id: 1, position: start, limit: { kind: 'depth', plies: depth }, only: undefined } as const;
  const began = performance.now();
  const { nodes } = brain.search(
    job,
    () => false,
    () => undefined,
  );
  return (nodes * 1000) / (performance.now() - began);
}

/** 1 + 131 + 16 677 positions, each with both sides' paths. */
const plainNodes = 16_809;

function plain(position: QuoridorPosition, plies: number): number {
  let best = distance(position, 1) - distance(position, 0);
  if (plies === 0) return best;
  for (const move of quoridor.moves(position)) {
    best = Math.max(best, -plain(quoridor.play(position, move), plies - 1));
  }
  return best;
}

export async function run(): Promise<BenchRow[]> {
  return [
    await compare({
      work: `Quoridor engine, 9x9, depth ${depth}`,
      unit: 'nodes/s',
      ours: searchedNodes,
      reference: {
        name: 'plain minimax over the rules',
        measure: () => perSecond(plainNodes, () => plain(start, 2)),
      },
      target: null,
    }),
  ];
}
