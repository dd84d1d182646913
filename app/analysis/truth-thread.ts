/** The thread that proves: one question at a time, each answered once. It keeps a prover for each game. */
import { parentPort } from 'node:worker_threads';
import { gameById } from '../games/registry.ts';
import { makeLine } from '../games/line.ts';
import type { Prover } from '../truth/prover.ts';
import { makeProver } from '../truth/registry.ts';
import type { PositionTruth } from '../truth/verdict.ts';

export interface TruthQuestion {
  readonly id: number;
  readonly game: string;
  /** Where the moves begin, and the moves, as texts. */
  readonly start: string;
  readonly moves: string;
  readonly seconds: number;
  /** Not 0 once the question is called off. */
  readonly flag: Int32Array;
}

export type TruthAnswer = { readonly id: number } & (
  { readonly truth: PositionTruth<string> } | { readonly error: string }
);

const provers = new Map<string, Prover>();

function answer({ game: gameId, start, moves, seconds, flag }: TruthQuestion): PositionTruth<string> {
  const game = gameById(gameId);
  const first = game.parsePosition(start);
  const { position } = makeLine(game, '', first, moves === '' ? [] : game.parseMoves(first, moves));
  const prover = provers.get(gameId) ?? makeProver(gameId);
  provers.set(gameId, prover);
  const until = performance.now() + seconds * 1000;
  const truth = prover.prove(position, () => Atomics.load(flag, 0) !== 0 || performance.now() > until);
  return {
    ...truth,
    moves: truth.moves.map(({ move, verdict }) => ({ move: game.moveText(position, move), verdict })),
  };
}

const port = parentPort;
if (port === null) throw new Error('this is the main thread');
port.on('message', (question: TruthQuestion) => {
  const { id } = question;
  let message: TruthAnswer;
  try {
    message = { id, truth: answer(question) };
  } catch (error) {
    message = { id, error: (error as Error).message };
  }
  port.postMessage(message);
});
