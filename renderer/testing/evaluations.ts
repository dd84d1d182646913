/** Evaluations for tests of components: tellers, and what they said. */
import type { EvaluationsState, Figure, Score, Teller } from '../../app/api/contract.ts';

/** An id as a SHA-256 has it. */
export const tellerId = (number: number): string => String(number).repeat(64);

export const teller = (number: number, name: string, protocol = 'cfsi'): Teller => ({
  ...{ id: tellerId(number), engine: `e${number}`, name, protocol },
  ...{ files: [], args: [], settings: {}, options: {} },
});

export const win = (plies: number): Score => ({ type: 'decisive', winner: 'mover', plies });
export const loss = (plies: number): Score => ({ type: 'decisive', winner: 'opponent', plies });
export const estimate = (value: number): Score => ({ type: 'static', value });

/** @param number of the teller */
export const figure = (number: number, score: Score | null, more: Partial<Figure> = {}): Figure => ({
  ...{ teller: tellerId(number), bestmove: null, score, staticScale: 1, exhaustive: false },
  ...{ measure: { kind: 'depth', amount: 8 }, isMirrored: false },
  ...more,
});

/** @param byNode what was said about each node */
export const evaluationsState = (
  key: string,
  tellers: readonly Teller[],
  byNode: Readonly<Record<number, readonly Figure[]>>,
): EvaluationsState => ({
  ...{ key, tellers, place: null, here: [] },
  nodes: Object.entries(byNode).map(([node, figures]) => ({ node: Number(node), figures })),
});
