/** The audit of the game on the board as the move list shows it. */
import type { AuditedMove, AuditState, HostState, SideCount, Truth } from '../../app/api/contract.ts';
import { counted, lasted } from '../ui/words.ts';

/** The engine that can say what every move is worth: the first there is, bundled ones before others. */
export function auditorOf(state: HostState): { engine: string; protocol: string } | null {
  const tells = new Set(
    state.about.protocols
      .filter(({ capabilities }) => capabilities.scoresPerMove && capabilities.depth)
      .map(({ id }) => id),
  );
  for (const engine of state.engines.toSorted((a, b) => Number(b.bundled) - Number(a.bundled))) {
    const protocol = engine.protocols.find((id) => tells.has(id));
    if (protocol !== undefined && engine.games.includes(state.game.gameId)) {
      return { engine: engine.id, protocol };
    }
  }
  return null;
}

/** What is known of each ply, where the moves are still those that were audited. */
export function auditedPlies(
  audit: AuditState,
  key: string,
  moves: readonly string[],
): ReadonlyMap<number, AuditedMove> {
  const plies = new Map<number, AuditedMove>();
  if (audit.key !== key) return plies;
  for (const audited of audit.moves) {
    // Behind a move that was replaced everything is another game.
    if (moves[audited.ply - 1] !== audited.move) break;
    plies.set(audited.ply, audited);
  }
  return plies;
}

/** Whether the game still has every move that was audited, and which ply they reach; null where it went another way. */
export function auditReach(audit: AuditState, key: string, moves: readonly string[]): number | null {
  if (audit.key !== key || auditedPlies(audit, key, moves).size < audit.moves.length) return null;
  return audit.moves.at(-1)?.ply ?? 0;
}

export const truthWords = (truth: Truth): string =>
  truth.outcome === 'draw' ? 'a draw' : `a ${truth.outcome} in ${truth.plies}`;

/** Two marks for a game that was lost by the move, one for a win that became a draw. */
export function auditMark({ turn }: AuditedMove): '' | '?' | '??' {
  if (turn === null) return '';
  return turn === 'win to draw' ? '?' : '??';
}

export function auditTip({ was, is, best, move }: AuditedMove): string {
  if (was === null || is === null) return 'not proven';
  if (best.includes(move)) return `${truthWords(is)}, the best available`;
  return `was ${truthWords(was)}, is ${truthWords(is)}; best: ${best.join(', ')}`;
}

/**
 * `, about 40 s left`, by what the moves before took; empty before the first is done, and where that says nothing.
 * @param took seconds of the moves that are done
 * @param elapsed seconds since the beginning
 */
export function remainingWords(done: number, total: number, took: number, elapsed: number): string {
  if (done === 0 || done >= total) return '';
  const left = Math.max(0, (took / done) * total - elapsed);
  return left < 1 ? '' : `, about ${lasted(left)} left`;
}

/** `White made 2 mistakes in 17 moves (1 win to draw, 1 draw to loss).`. */
export function sideWords(side: string, { moves, proven, turns }: SideCount): string {
  const given = Object.entries(turns).filter(([, count]) => count > 0);
  const count = given.reduce((sum, [, turned]) => sum + turned, 0);
  const details = given.map(([turn, turned]) => `${turned} ${turn}`).join(', ');
  const unproven = proven < moves ? `, ${moves - proven} not proven` : '';
  return count === 0
    ? `${side} made no mistakes in ${moves} moves${unproven}.`
    : `${side} made ${counted(count, 'mistake')} in ${moves} moves (${details})${unproven}.`;
}
