/** Accuracy of engines in a finished game: where it is proven what a position is worth, whether the move kept that. */
import type { Game } from '../games/game.ts';
import { makeLine, type Line } from '../games/line.ts';
import { playedPlies, startAt } from '../games/plies.ts';
import type { JudgedGame, LostValue, Opening } from '../shapes/matches.ts';
import type { PositionTruth, Verdict } from '../truth/verdict.ts';

/** A finished game, as its journal has it. */
export interface GamePlayed {
  readonly number: number;
  readonly players: readonly [number, number];
  readonly opening: Opening;
  /** All moves, the opening's included. */
  readonly texts: readonly string[];
}

/** Asks what is proven about the end of a line and each of its moves. */
export type AskProof = (line: Line, seconds: number, signal: AbortSignal) => Promise<PositionTruth<string>>;

/** So many positions in a row of which nothing is proven end the way back: those before them are further from the end. */
const mostUnproven = 4;

const ranks: Readonly<Record<Verdict['value'], number | null>> = { win: 2, draw: 1, loss: 0, unknown: null };

/**
 * Goes back from the end of a game to its opening. A decision is a move in a position that is proven to be won or drawn
 * and has a move that is proven to be worse.
 * @param seconds for each position
 * @returns null if `signal` was aborted
 */
export async function judgeGame(
  game: Game,
  { number, players, opening, texts }: GamePlayed,
  ask: AskProof,
  seconds: number,
  signal: AbortSignal,
): Promise<JudgedGame | null> {
  const start = startAt(game, opening.start);
  const plies = [...playedPlies(game, start, texts)];
  const moves = plies.map(({ move }) => move);
  const decisions: [number, number] = [0, 0];
  const kept: [number, number] = [0, 0];
  const lost: LostValue[] = [];
  let unproven = 0;
  for (let ply = texts.length - 1; ply >= opening.moves.length && unproven < mostUnproven; ply--) {
    const line = makeLine(game, `judged-${number}`, start, moves.slice(0, ply));
    const truth = await ask(line, seconds, signal);
    if (signal.aborted) return null;
    const value = ranks[truth.verdict.value];
    unproven = value === null ? unproven + 1 : 0;
    if (value === null || value === 0) continue;
    const rankOf = (move: PositionTruth<string>['moves'][number]): number | null => ranks[move.verdict.value];
    const played = truth.moves.find(({ move }) => move === texts[ply]);
    const after = played === undefined ? null : rankOf(played);
    const isDecision = truth.moves.some((move) => (rankOf(move) ?? value) < value);
    if (after === null || !isDecision) continue;
    const seat = game.seatToMove(plies[ply]!.before);
    decisions[seat]++;
    if (after >= value) kept[seat]++;
    else {
      const isWhole = truth.moves.every((move) => rankOf(move) !== null);
      const best = truth.moves.filter((move) => rankOf(move) === value).map(({ move }) => move);
      lost.unshift({
        ...{ ply: ply + 1, seat, before: truth.verdict.value, after: played!.verdict.value },
        // Where not all moves are proven, others may be as good.
        best: isWhole ? best : [],
      });
    }
  }
  return { number, players: [players[0], players[1]], decisions, kept, lost };
}
