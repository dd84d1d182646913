/** One game between two engines, from its first question to its ending: the games of `plywire play`. */
import type { Seat } from '../games/game.ts';
import { extendLine, type Line } from '../games/line.ts';
import type { Report } from '../protocols/protocol.ts';
import { moveTexts } from '../records/record.ts';
import { whenReady, type Retry } from './ask.ts';
import type { GameLimits } from '../library/settings-table.ts';
import { Adjudicator, judge, type JudgedDecision, type LegalMove } from './judge.ts';
import type { EngineHandle } from './engine-handle.ts';
import { endingByFault, endingByRule, type GameFault } from './ending.ts';
import type { JudgedReport } from '../shapes/analysis.ts';
import { judgeReport } from './report.ts';
import type { Limit } from '../shapes/engines.ts';
import type { GameEnding } from '../shapes/games.ts';
import type { SessionEnding } from '../shapes/sessions.ts';

export interface EnginePlayer {
  readonly handle: EngineHandle;
  readonly limit: Limit;
}

export interface GameOptions {
  /** Limits for games that the rules would not end. */
  readonly limits?: Partial<GameLimits>;
  readonly signal?: AbortSignal;
}

export type GameEvent =
  /** The engine of `seat` failed at this ply and was restarted, to be addressed in another way. */
  | ({ readonly kind: 'retry'; readonly ply: number; readonly seat: Seat } & Retry)
  | {
      readonly kind: 'move';
      /** Counted from 1. */
      readonly ply: number;
      readonly seat: Seat;
      readonly move: string;
      readonly report: JudgedReport;
    }
  | {
      readonly kind: 'result';
      /** All moves from the start position, canonical. */
      readonly moves: string[];
      readonly ending: GameEnding;
      /** The session's ending if an engine failed. */
      readonly session: SessionEnding | null;
    };

/**
 * Referees one game between two engines from the end of `line`. Yields every event once, the result last. Asks for no
 * move before both engines are ready.
 */
export async function* playGame(
  line: Line,
  players: readonly [EnginePlayer, EnginePlayer],
  { limits = {}, signal }: GameOptions = {},
): AsyncGenerator<GameEvent> {
  const { game } = line;
  const texts = [...moveTexts(game, line.start, line.moves)];
  const adjudicator = new Adjudicator();
  const lost = (seat: Seat, fault: GameFault): GameEvent => ({
    kind: 'result',
    moves: texts,
    ending: endingByFault(game, seat, fault),
    session: fault.kind === 'session' ? fault.ending : null,
  });
  for (const seat of [0, 1] as const) {
    const ending = await whenReady(players[seat].handle.session, signal);
    if (ending) return yield lost(seat, { kind: 'session', ending });
  }
  for (;;) {
    for (const seat of [0, 1] as const) players[seat].handle.follow(line, seat);
    const result = game.result(line.position);
    const ending = result ? endingByRule(result) : adjudicator.endingAt(line, texts, limits);
    if (ending) return yield { kind: 'result', moves: texts, ending, session: null };
    const seat = game.seatToMove(line.position);
    const { handle, limit } = players[seat];
    const retries: Retry[] = [];
    const onRetry = (retry: Retry): void => void retries.push(retry);
    const decision = await handle.ask(line, limit, { signal, onRetry });
    for (const retry of retries) yield { kind: 'retry', ply: texts.length + 1, seat, ...retry };
    if (decision.kind === 'cancelled') return;
    const settled = settle(line, decision);
    if (settled.kind === 'fault') return yield lost(seat, settled.fault);
    texts.push(settled.text);
    const report = judgeReport(line, settled.report, settled);
    yield { kind: 'move', ply: texts.length, seat, move: settled.text, report };
    line = extendLine(line, settled.move, settled.reached);
  }
}

/** What an engine's decision means for the game: a legal move, or a fault that ends it. */
export function settle(
  line: Line,
  decision: Exclude<JudgedDecision, { kind: 'cancelled' }>,
): (LegalMove & { readonly report: Report }) | { readonly kind: 'fault'; readonly fault: GameFault } {
  switch (decision.kind) {
    case 'failed': {
      const kind = decision.by === 'refused' ? 'disobeyed' : 'refused';
      return { kind: 'fault', fault: { kind, why: decision.reason } };
    }
    case 'ended':
      return { kind: 'fault', fault: { kind: 'session', ending: decision.ending } };
    case 'report': {
      const { report } = decision;
      const verdict = 'verdict' in decision ? decision.verdict : judge(line, report.answer);
      if (verdict.kind === 'fault') return verdict;
      const { kind, move, text, reached } = verdict;
      return { kind, move, text, reached, report };
    }
  }
}
