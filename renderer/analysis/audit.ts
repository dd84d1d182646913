/** The audit of the game on the board, as the move list shows it. */
import type {
  AuditedMove,
  AuditedNode,
  AuditState,
  HostState,
  SideCount,
  Truth,
} from '../../app/api/contract.ts';
import { counted } from '../ui/words.ts';

/** The first engine that can score every move of the game, with the protocol for it; bundled engines come first. */
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

/** The audited moves of a game by their nodes; empty for another game than the one audited. */
export const auditedNodes = (audit: AuditState | null, key: string): ReadonlyMap<number, AuditedNode> =>
  new Map(audit?.key === key ? audit.moves.map((audited) => [audited.node, audited]) : []);

/** The last audited ply of a line; null if the audit was of another line. @param nodes of the line, by ply */
export function auditReach(audit: AuditState, key: string, nodes: readonly number[]): number | null {
  if (audit.key !== key || audit.moves.some(({ ply, node }) => nodes[ply] !== node)) return null;
  return audit.moves.at(-1)?.ply ?? 0;
}

export const truthWords = (truth: Truth): string =>
  truth.outcome === 'draw' || truth.plies === null
    ? `a ${truth.outcome}`
    : `a ${truth.outcome} in ${truth.plies}`;

/** `??` for a move that lost the game, `?` for one that turned a win into a draw. */
export function auditMark({ turn }: AuditedMove): '' | '?' | '??' {
  if (turn === null) return '';
  return turn === 'win to draw' ? '?' : '??';
}

export function auditTip({ was, is, best, move }: AuditedMove): string {
  if (was === null || is === null) return 'not proven';
  if (best.includes(move)) return `${truthWords(is)}, the best available`;
  return `was ${truthWords(was)}, is ${truthWords(is)}; best: ${best.join(', ')}`;
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
