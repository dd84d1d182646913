/**
 * Compares every move of a game with proven results, and marks moves that gave away a win or a draw. First it asks for
 * the truth, from the last position to the first, so that proof climbs; then an engine for the exact value of each move
 * of the positions that are left. Only proofs count: of an engine, a decisive score, or a zero for which play was
 * followed to the end.
 */
import { otherSeat, type Seat } from '../games/game.ts';
import { extendLine, type Line } from '../games/line.ts';
import type { EngineHandle } from '../play/engine-handle.ts';
import type { JudgedReport } from '../shapes/analysis.ts';
import { climb } from '../truth/climb.ts';
import { type PositionTruth, unknown, type Verdict } from '../truth/verdict.ts';
import { analyse } from './analyse.ts';
import type { AskTruth } from './truth-asker.ts';
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

/** Seconds for the truth about one position. */
const truthSeconds = 5;
/** After so many positions without a proof, those before them are not asked about: proofs get harder towards the start. */
const patience = 3;

/**
 * Audits the moves of `line`, first to last, and sums up.
 * @param askTruth null to ask the engine alone
 * @param handle of an engine, which searches to the end of the game; null to ask for the truth alone
 * @param seconds for each question to the engine; a position that is not proven by then gets no verdict
 */
export async function* audit(
  askTruth: AskTruth | null,
  handle: EngineHandle | null,
  line: Line,
  seconds: number,
  signal?: AbortSignal,
): AsyncGenerator<AuditEvent> {
  const all: AuditedMove[] = [];
  const truths = askTruth === null ? [] : await truthsAlong(askTruth, line, signal);
  let reached: Line = { ...line, moves: [], position: line.start };
  for (const [at, move] of line.moves.entries()) {
    const { game } = line;
    const seat = game.seatToMove(reached.position);
    const text = game.moveText(reached.position, move);
    const truth = truths[at] ?? null;
    let report: JudgedReport | null = null;
    if (handle !== null && !isSettled(truth, text)) {
      const until = AbortSignal.any([AbortSignal.timeout(seconds * 1000), ...(signal ? [signal] : [])]);
      for await (const event of analyse(handle, reached, toTheEnd, until)) {
        if (event.kind === 'failed' || event.kind === 'ended') return yield event;
        if (event.kind === 'report') ({ report } = event);
      }
    }
    if (signal?.aborted) return;
    const audited = judgeMove(at + 1, seat, text, truth, report);
    all.push(audited);
    yield { kind: 'move', audited };
    reached = extendLine(reached, move);
  }
  yield { kind: 'summary', sides: [count(all, 0), count(all, 1)] };
}

/** The truth about each position of the line that has a move, by ply; null where it was not asked for. */
async function truthsAlong(
  askTruth: AskTruth,
  line: Line,
  signal?: AbortSignal,
): Promise<(PositionTruth<string> | null)[]> {
  const { game } = line;
  const lines: Line[] = [{ ...line, moves: [], position: line.start }];
  for (const move of line.moves) lines.push(extendLine(lines.at(-1)!, move));
  const truths: (PositionTruth<string> | null)[] = lines.map(() => null);
  let fruitless = 0;
  for (let at = line.moves.length; at >= 0 && fruitless < patience && !signal?.aborted; at--) {
    const asked = lines[at]!;
    let truth = await askTruth(asked, truthSeconds, signal);
    const after = truths[at + 1];
    if (after) {
      const move = game.moveText(asked.position, line.moves[at]);
      const turns = game.seatToMove(asked.position) !== game.seatToMove(lines[at + 1]!.position);
      truth = climb(truth, [{ move, verdict: after.verdict, turns }]);
    }
    truths[at] = truth;
    fruitless = truth.moves.every(({ verdict }) => verdict.value === 'unknown') ? fruitless + 1 : 0;
  }
  return truths;
}

/** Whether the values of the position and of the move played are known, so that no engine need be asked. */
function isSettled(truth: PositionTruth<string> | null, played: string): boolean {
  if (truth === null || truth.verdict.value === 'unknown') return false;
  return truth.moves.some(({ move, verdict }) => move === played && verdict.value !== 'unknown');
}

/** A verdict as it is told; null if nothing is proven. */
function truthOfVerdict({ value, plies }: Verdict): Truth | null {
  if (value === 'draw') return { outcome: 'draw' };
  return value === 'unknown' ? null : { outcome: value, plies };
}

/** The proven result that a score gives; null if the score is an estimate. */
export function truthOf(score: Score, exhaustive: boolean): Truth | null {
  if (score.type === 'decisive') {
    return { outcome: score.winner === 'mover' ? 'win' : 'loss', plies: score.plies };
  }
  return exhaustive && score.value === 0 ? { outcome: 'draw' } : null;
}

function judgeMove(
  ply: number,
  seat: Seat,
  move: string,
  truth: PositionTruth<string> | null,
  report: JudgedReport | null,
): AuditedMove {
  const truths = new Map<string, Truth | null>();
  for (const [text, score] of Object.entries(report?.scores ?? {})) {
    truths.set(text, truthOf(score, report!.exhaustive));
  }
  for (const { move: text, verdict } of truth?.moves ?? []) {
    truths.set(text, truthOfVerdict(verdict) ?? truths.get(text) ?? null);
  }
  const is = truths.get(move) ?? null;
  const was = bestOf([...truths.values()]) ?? truthOfVerdict(truth?.verdict ?? unknown);
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

/** In plies: beyond every game. */
const farthest = 10_000;

/** Orders results: wins, the shortest first, then draws, then losses, the longest first. */
function rank(truth: Truth): number {
  switch (truth.outcome) {
    case 'win':
      return farthest - (truth.plies ?? farthest - 1);
    case 'draw':
      return 0;
    case 'loss':
      return (truth.plies ?? farthest - 1) - farthest;
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
  readonly #askTruth: AskTruth;
  readonly #onChange: () => void;
  #standing: AuditState = off;
  #abort: AbortController | null = null;

  constructor(askTruth: AskTruth, onChange: () => void) {
    this.#askTruth = askTruth;
    this.#onChange = onChange;
  }

  get standing(): AuditState {
    return this.#standing;
  }

  /**
   * Audits `line`, and closes the handle afterwards. Cancels an audit that is under way. Never rejects.
   * @param handle of an engine, for what the truth does not reach; null if none is asked
   * @param nodes the node of each move of the line
   */
  async run(
    handle: EngineHandle | null,
    line: Line,
    nodes: readonly NodeId[],
    seconds: number,
  ): Promise<void> {
    this.#abort?.abort();
    const abort = new AbortController();
    this.#abort = abort;
    this.#set({ ...off, state: 'running', key: line.gameKey, total: line.moves.length });
    try {
      for await (const event of audit(this.#askTruth, handle, line, seconds, abort.signal)) {
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
      await handle?.close();
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
  if (truth.plies === null) return null;
  const winner = truth.outcome === 'win' ? mover : otherSeat(mover);
  return { winner, ply: played + truth.plies };
}

export const sameEnd = (one: Forecast, other: Forecast): boolean =>
  one.winner === other.winner && (one.winner === null || other.winner === null || one.ply === other.ply);
