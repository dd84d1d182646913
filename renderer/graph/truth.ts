/** What is certain about the nodes of a game, from the rules and from what was proven; seen from the first seat. */
import type { Game, Seat } from '../../app/games/game.ts';
import type { ProofState, Proven, ReportedMove, Truth } from '../../app/api/contract.ts';
import type { NodeReader, Tree } from '../state/nodes.ts';

/** 1: the first seat wins; 0: a draw; -1: the second seat wins. */
export type Value = -1 | 0 | 1;

/** The game on the board, with its rules. */
export interface Board {
  readonly game: Game;
  readonly tree: Tree;
  readonly reader: NodeReader;
}

export interface Certain {
  readonly value: Value;
  /** Plies from the node to the end of the game; null if they are not known. */
  readonly plies: number | null;
  /** Whether the game is over there. */
  readonly isOver: boolean;
}

/** The value for the first seat of what is proven for one of the seats; null if nothing is. */
function valueFor({ value }: Pick<Proven, 'value'>, seat: Seat): Value | null {
  if (value === 'unknown') return null;
  if (value === 'draw') return 0;
  return (value === 'win') === (seat === 0) ? 1 : -1;
}

/** What is proven for a seat. @param by plies that were played since the position it was proven for */
function certainOf(truth: Truth, seat: Seat, by: number): Certain {
  const plies = truth.outcome === 'draw' ? null : truth.plies;
  return { value: valueFor({ value: truth.outcome }, seat)!, plies: plies && plies - by, isOver: false };
}

/** Null if the distance is unknown, or leads to a capture instead of the end. */
const pliesToEnd = ({ plies, to }: Proven): number | null => (to === 'capture' ? null : plies);

/**
 * The certain nodes of a game, by node; deleted nodes may be among them.
 * @param reported the moves of a report on the game
 */
export function certainNodes(
  board: Board | null,
  proofs: ProofState | null,
  reported: Iterable<ReportedMove> = [],
): ReadonlyMap<number, Certain> {
  const certain = new Map<number, Certain>();
  if (board === null) return certain;
  const { game, tree, reader } = board;
  // What an engine proved does not count as truth to hold engines to.
  const ours = [...reported].filter(({ how }) => how !== null);
  for (const { node, seat, was, figures } of ours) {
    const parent = tree.nodes[node]?.parent;
    // Of the first position a report has no move: its value is what the best move there keeps. Where an engine was asked
    // about it, that may be the engine's proof.
    if (parent === undefined || was === null || figures.some((figure) => figure.was !== null)) continue;
    certain.set(parent, certainOf(was, seat, 0));
  }
  for (const { node, seat, is } of ours) {
    if (is !== null) certain.set(node, certainOf(is, seat, 1));
  }
  if (proofs !== null && proofs.key === tree.key) {
    for (const { node, verdict } of proofs.nodes) {
      const facts = reader.at(tree, node);
      const value = facts === null ? null : valueFor(verdict, facts.seat);
      // Counted from the position before the move.
      const plies = pliesToEnd(verdict);
      if (value !== null) {
        certain.set(node, { value, plies: plies && plies - 1, isOver: false });
      }
    }
    const { place, verdict } = proofs;
    const facts = place?.game === tree.key ? reader.at(tree, place.node) : null;
    if (place !== null && facts !== null) {
      const value = valueFor(verdict, game.seatToMove(facts.position));
      if (value !== null) certain.set(place.node, { value, plies: pliesToEnd(verdict), isOver: false });
    }
  }
  for (const [node, { children = [] }] of tree.nodes.entries()) {
    if (children.length > 0) continue;
    const facts = reader.at(tree, node);
    const result = facts === null ? null : game.result(facts.position);
    if (result === null) continue;
    certain.set(node, {
      value: result.kind === 'draw' ? 0 : result.winner === 0 ? 1 : -1,
      plies: 0,
      isOver: true,
    });
  }
  return certain;
}

/**
 * The certain value after a move from a node, for the first seat; null if it is not known. Known are the node's children
 * and, at the place that the proofs are about, every proven move.
 */
export function valueAfter(
  tree: Tree,
  certain: ReadonlyMap<number, Certain>,
  proofs: ProofState | null,
  { node, move, seat }: { readonly node: number; readonly move: string; readonly seat: Seat },
): Value | null {
  const child = tree.nodes[node]?.children?.find((id) => tree.nodes[id]?.move === move);
  const known = child === undefined ? undefined : certain.get(child);
  if (known !== undefined) return known.value;
  const isHere = proofs?.place?.game === tree.key && proofs.place.node === node;
  const verdict = isHere ? proofs.moves[move] : undefined;
  return verdict === undefined ? null : valueFor(verdict, seat);
}

/** `White wins`, `a draw`. */
export const valueWords = (game: Pick<Game, 'seats'>, value: Value): string =>
  value === 0 ? 'a draw' : `${game.seats[value === 1 ? 0 : 1].name} wins`;

/** `White wins in 12`; plies are counted from the node. */
export const certainWords = (game: Pick<Game, 'seats'>, { value, plies }: Certain): string =>
  `${valueWords(game, value)}${value === 0 || plies === null || plies === 0 ? '' : ` in ${plies}`}`;
