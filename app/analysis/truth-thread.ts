/** The thread that proves: one question at a time, each answered once. It keeps a prover for each game. */
import { parentPort } from 'node:worker_threads';
import type { Game } from '../games/game.ts';
import { gameById } from '../games/registry.ts';
import { makeLine } from '../games/line.ts';
import type { Prover } from '../truth/prover.ts';
import { makeProver } from '../truth/registry.ts';
import { type PositionTruth, unknown } from '../truth/verdict.ts';

export type TruthPart = 'all' | 'value' | 'line';

export interface TruthQuestion {
  readonly id: number;
  readonly game: string;
  /** Where the moves begin, and the moves, as texts. */
  readonly start: string;
  readonly moves: string;
  readonly seconds: number;
  /** What is asked: the position and each of its moves, or as a whole, or that with the best line. */
  readonly part: TruthPart;
  /** Not 0 once the question is called off. */
  readonly flag: Int32Array;
}

export type TruthAnswer = { readonly id: number } & (
  | { readonly truth: PositionTruth<string> & { readonly line: readonly string[] } }
  | { readonly error: string }
);

const provers = new Map<string, Prover>();

function answer({
  game: gameId,
  start,
  moves,
  seconds,
  part,
  flag,
}: TruthQuestion): Extract<TruthAnswer, { truth: unknown }>['truth'] {
  const game = gameById(gameId);
  const first = game.parsePosition(start);
  const { position } = makeLine(game, '', first, moves === '' ? [] : game.parseMoves(first, moves));
  const prover = provers.get(gameId) ?? makeProver(gameId);
  provers.set(gameId, prover);
  const until = performance.now() + seconds * 1000;
  const shouldStop = (): boolean => Atomics.load(flag, 0) !== 0 || performance.now() > until;
  const truth = proved(game, prover, position, part, shouldStop);
  const line =
    part === 'line' && truth.verdict.value !== 'unknown' ? prover.line?.(position, shouldStop) : [];
  return {
    ...truth,
    moves: truth.moves.map(({ move, verdict }) => ({ move: game.moveText(position, move), verdict })),
    line: texts(game, position, line ?? []),
  };
}

function proved(
  game: Game,
  prover: Prover,
  position: unknown,
  part: TruthPart,
  shouldStop: () => boolean,
): PositionTruth<unknown> {
  if (part === 'all' || !prover.value || game.result(position) !== null) {
    return prover.prove(position, shouldStop);
  }
  const verdict = prover.value(position, shouldStop);
  const moves = game.moves(position).map((move) => ({ move, verdict: unknown }));
  return { verdict, moves };
}

/** Moves one after the other, as texts. */
function texts(game: Game, position: unknown, moves: readonly unknown[]): string[] {
  return moves.map((move) => {
    const text = game.moveText(position, move);
    position = game.play(position, move);
    return text;
  });
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
