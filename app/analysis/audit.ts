/**
 * Compares every move of a game with proven results: an engine is asked for the exact value of each move in each
 * position, and moves that gave away a win or a draw are marked. Only proofs count: a decisive score, or a zero for
 * which play was followed to the end.
 */
import { otherSeat, type Seat } from '../games/game.ts';
import { extendLine, type Line } from '../games/line.ts';
import type { EngineHandle } from '../play/engine-handle.ts';
import type { JudgedReport } from '../shapes/analysis.ts';
import { analyse } from './analyse.ts';
import type { Limit } from '../shapes/engines.ts';
import type {
  AuditedMove,
  AuditedNode,
  AuditState,
  Forecast,
  Score,
  SideCount,
  Truth,
  Turn,
} from '../shapes/games.ts';
import type { NodeId } from '../shapes/tree.ts';
import type { SessionEnding } from '../shapes/sessions.ts';

export type AuditEvent =
  | { readonly kind: 'move'; readonly audited: AuditedMove }
  | { readonly kind: 'summary'; readonly sides: readonly [SideCount, SideCount] }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'ended'; readonly ending: SessionEnding };

/**
 * Seconds for one position. The bundled engine needs a quarter of that with few stones on the board, and next to
 * nothing later.
 */
export const auditSeconds = 60;

/** In plies: beyond the end of any game that an engine has followed so far. */
export const toTheEnd: Limit = { kind: 'depth', plies: 1000 };

/**
 * Audits the moves of `line`, first to last, and sums up. The engine searches to the end of the game and has `seconds`
 * for each position; a position that is not proven by then gets no verdict.
 */
export async function* audit(
  handle: EngineHandle,
  line: Line,
  seconds: number,
  signal?: AbortSignal,
): AsyncGenerator<AuditEvent> {
  const all: AuditedMove[] = [];
  let reached: Line = { ...line, moves: [], position: line.start };
  for (const move of line.moves) {
    let report: JudgedReport | null = null;
    const until = AbortSignal.any([AbortSignal.timeout(seconds * 1000), ...(signal ? [signal] : [])]);
    for await (const event of analyse(handle, reached, toTheEnd, until)) {
      if (event.kind === 'failed' || event.kind === 'ended') return yield event;
      if (event.kind === 'report') ({ report } = event);
    }
    if (signal?.aborted) return;
    const { game } = line;
    const seat = game.seatToMove(reached.position);
    const audited = judgeMove(all.length + 1, seat, game.moveText(reached.position, move), report);
    all.push(audited);
    yield { kind: 'move', audited };
    reached = extendLine(reached, move);
  }
  yield { kind: 'summary', sides: [count(all, 0), count(all, 1)] };
}

/** The proven result that a score gives; null if the score is an estimate. */
export function truthOf(score: Score, exhaustive: boolean): Truth | null {
  if (score.type === 'decisive') {
    return { outcome: score.winner === 'mover' ? 'win' : 'loss', plies: score.plies };
  }
  return exhaustive && score.value === 0 ? { outcome: 'draw' } : null;
}

function judgeMove(ply: number, seat: Seat, move: string, report: JudgedReport | null): AuditedMove {
  const truths = new Map<string, Truth | null>();
  for (const [text, score] of Object.entries(report?.scores ?? {})) {
    truths.set(text, truthOf(score, report!.exhaustive));
  }
  const is = truths.get(move) ?? null;
  const was = bestOf([...truths.values()]);
  if (was === null) return { ply, seat, move, was, is, best: [], turn: null };
  const best = [...truths].flatMap(([text, truth]) => (truth && rank(truth) === rank(was) ? [text] : []));
  return { ply, seat, move, was, is, best, turn: is && turnOf(was, is) };
}

/** The best result of all moves. An estimate may hide anything except an improvement on a proven win. */
function bestOf(truths: readonly (Truth | null)[]): Truth | null {
  const proven = truths.filter((truth) => truth !== null);
  if (proven.length === 0) return null;
  const best = proven.reduce((a, b) => (rank(b) > rank(a) ? b : a));
  return best.outcome === 'win' || proven.length === truths.length ? best : null;
}

/** Orders results: wins, the shortest first, then draws, then losses, the longest first. */
function rank(truth: Truth): number {
  switch (truth.outcome) {
    case 'win':
      return 10_000 - truth.plies;
    case 'draw':
      return 0;
    case 'loss':
      return truth.plies - 10_000;
  }
}

function turnOf(was: Truth, is: Truth): Turn | null {
  if (was.outcome === 'win' && is.outcome === 'draw') return 'win to draw';
  if (was.outcome === 'win' && is.outcome === 'loss') return 'win to loss';
  if (was.outcome === 'draw' && is.outcome === 'loss') return 'draw to loss';
  return null;
}

function count(all: readonly AuditedMove[], seat: Seat): SideCount {
  const own = all.filter((audited) => audited.seat === seat);
  const turned = (turn: Turn) => own.filter((audited) => audited.turn === turn).length;
  return {
    moves: own.length,
    proven: own.filter(({ was, is }) => was !== null && is !== null).length,
    turns: {
      'win to draw': turned('win to draw'),
      'win to loss': turned('win to loss'),
      'draw to loss': turned('draw to loss'),
    },
  };
}

const off: AuditState = { state: 'off', key: null, moves: [], total: 0, sides: null, reason: null };

/** Runs one audit at a time and keeps its findings until they are cleared or another audit begins. */
export class Auditor {
  readonly #onChange: () => void;
  #standing: AuditState = off;
  #abort: AbortController | null = null;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  get standing(): AuditState {
    return this.#standing;
  }

  /**
   * Audits `line` with the engine of `handle`, and closes the handle afterwards. Cancels an audit that is under way.
   * Never rejects.
   * @param nodes the node of each move of the line
   */
  async run(handle: EngineHandle, line: Line, nodes: readonly NodeId[], seconds: number): Promise<void> {
    this.#abort?.abort();
    const abort = new AbortController();
    this.#abort = abort;
    this.#set({ ...off, state: 'running', key: line.gameKey, total: line.moves.length });
    try {
      for await (const event of audit(handle, line, seconds, abort.signal)) {
        if (abort.signal.aborted) break;
        switch (event.kind) {
          case 'move':
            this.#add({ ...event.audited, node: nodes[event.audited.ply - 1]! });
            break;
          case 'summary':
            this.#set({ ...this.#standing, state: 'done', sides: event.sides });
            break;
          case 'failed':
            this.#set({ ...this.#standing, state: 'failed', reason: event.reason });
            break;
          case 'ended':
            this.#set({ ...this.#standing, state: 'failed', reason: event.ending.reason });
            break;
        }
      }
    } catch (error) {
      this.#set({ ...this.#standing, state: 'failed', reason: (error as Error).message });
    } finally {
      if (this.#abort === abort) this.#abort = null;
      await handle.close();
    }
  }

  /** Cancels an audit that is under way, and clears the findings. */
  clear(): void {
    this.#abort?.abort();
    this.#set(off);
  }

  #add(audited: AuditedNode): void {
    this.#set({ ...this.#standing, moves: [...this.#standing.moves, audited] });
  }

  #set(standing: AuditState): void {
    this.#standing = standing;
    this.#onChange();
  }
}

/** What a score predicts; null for an estimate. @param played plies of the line before the scored position */
export function forecastOf(
  score: Score | null,
  exhaustive: boolean,
  mover: Seat,
  played: number,
): Forecast | null {
  const truth = score && truthOf(score, exhaustive);
  if (truth === null) return null;
  if (truth.outcome === 'draw') return { winner: null };
  const winner = truth.outcome === 'win' ? mover : otherSeat(mover);
  return { winner, ply: played + truth.plies };
}

export const sameEnd = (one: Forecast, other: Forecast): boolean =>
  one.winner === other.winner && (one.winner === null || other.winner === null || one.ply === other.ply);
