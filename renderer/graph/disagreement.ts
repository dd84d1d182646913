/**
 * Where engines disagree: they name other best moves, their scores exclude each other, or one of them contradicts what is
 * proven. What was said about a symmetric position never counts. Pure.
 */
import type { Seat } from '../../app/games/game.ts';
import type { EvaluationsState, Figure, ProofState } from '../../app/api/contract.ts';
import { exclude, opinionOf } from './opinion.ts';
import { type Board, type Certain, valueAfter } from './truth.ts';

/** How an engine stands to what is proven of a node. */
export type Verdict = 'right' | 'wrong' | 'undecided';

export interface Disagreement {
  readonly node: number;
  /** They name other best moves. */
  readonly moves: boolean;
  /** Their scores exclude each other. */
  readonly scores: boolean;
  /** The tellers that contradict what is proven. */
  readonly wrong: readonly string[];
}

/** By how it stood to what is proven, the nodes about which a teller said something. */
export interface Standing extends Readonly<Record<Verdict, readonly number[]>> {
  readonly teller: string;
}

export interface Comparison {
  /** In the order of the nodes' ids. */
  readonly disagreements: readonly Disagreement[];
  /** In the order of the tellers; without those of whose nodes nothing is proven. */
  readonly standings: readonly Standing[];
}

export interface Compared extends Board {
  readonly evaluations: Pick<EvaluationsState, 'tellers' | 'nodes'>;
  readonly certain: ReadonlyMap<number, Certain>;
  readonly proofs: ProofState | null;
}

/** What each teller said itself, the first of its figures. */
function own(figures: readonly Figure[]): readonly Figure[] {
  const byTeller = new Map<string, Figure>();
  for (const figure of figures) {
    if (!figure.isMirrored && !byTeller.has(figure.teller)) byTeller.set(figure.teller, figure);
  }
  return [...byTeller.values()];
}

/** Tells whether two moves from a node come to the same, keeping what it found. */
export class SameMoves {
  readonly #found = new Map<string, boolean>();

  /** @param moves two canonical texts */
  at(compared: Board, node: number, moves: readonly [string, string]): boolean {
    if (moves[0] === moves[1]) return true;
    const key = `${compared.tree.key} ${node} ${moves.toSorted().join(' ')}`;
    let same = this.#found.get(key);
    if (same === undefined) this.#found.set(key, (same = leadToOne(compared, node, moves)));
    return same;
  }
}

/** Whether the positions after two moves are images of each other. */
function leadToOne({ game, tree, reader }: Board, node: number, moves: readonly [string, string]): boolean {
  const facts = reader.at(tree, node);
  if (facts === null) return false;
  try {
    const [one, other] = moves.map((move) =>
      game.key(game.play(facts.position, game.parseMove(facts.position, move))),
    );
    return one === other;
  } catch {
    // An evaluation of a damaged file may name what is not a move here.
    return false;
  }
}

export function compare(compared: Compared, same: SameMoves): Comparison {
  const { game, tree, reader, evaluations, certain } = compared;
  const disagreements: Disagreement[] = [];
  const standings = new Map<string, Record<Verdict, number[]>>();
  for (const { node, figures } of evaluations.nodes) {
    const said = own(figures);
    const facts = said.length === 0 ? null : reader.at(tree, node);
    if (facts === null) continue;
    const mover = game.seatToMove(facts.position);
    const truth = certain.get(node);
    const wrong: string[] = [];
    for (const figure of truth === undefined ? [] : said) {
      const verdict = judge(compared, { node, figure, mover, truth: truth! });
      let standing = standings.get(figure.teller);
      if (standing === undefined) {
        standings.set(figure.teller, (standing = { right: [], wrong: [], undecided: [] }));
      }
      standing[verdict].push(node);
      if (verdict === 'wrong') wrong.push(figure.teller);
    }
    const moves = movesDiffer(compared, { node, mover, said, truth }, same);
    const scores = scoresDiffer(said, mover);
    if (moves || scores || wrong.length > 0) disagreements.push({ node, moves, scores, wrong });
  }
  return {
    disagreements: disagreements.sort((one, other) => one.node - other.node),
    standings: evaluations.tellers.flatMap(({ id }) => {
      const standing = standings.get(id);
      return standing === undefined ? [] : [{ teller: id, ...standing }];
    }),
  };
}

/** Two moves that are both proven to keep the value of the position do not differ, nor do images of one another. */
function movesDiffer(
  compared: Compared,
  told: {
    readonly node: number;
    readonly mover: Seat;
    readonly said: readonly Figure[];
    readonly truth: Certain | undefined;
  },
  same: SameMoves,
): boolean {
  const { tree, certain, proofs } = compared;
  const { node, mover: seat, truth } = told;
  const keeps = (move: string): boolean =>
    truth !== undefined && valueAfter(tree, certain, proofs, { node, move, seat }) === truth.value;
  const [first, ...others] = told.said.flatMap(({ bestmove }) => bestmove ?? []);
  return (
    first !== undefined &&
    others.some((move) => !same.at(compared, node, [first, move]) && !(keeps(first) && keeps(move)))
  );
}

function scoresDiffer(said: readonly Figure[], mover: Seat): boolean {
  const opinions = said.map((figure) => opinionOf(figure, mover));
  return opinions.some((one, at) => opinions.slice(at + 1).some((other) => exclude(one, other)));
}

/**
 * A score is wrong if it excludes the truth, and right if it says the same; a best move is wrong if it gives away the
 * value of the position, and right if it keeps it. Wrong in one of both is wrong.
 */
function judge(
  { tree, certain, proofs }: Compared,
  told: { readonly node: number; readonly figure: Figure; readonly mover: Seat; readonly truth: Certain },
): Verdict {
  const { node, figure, mover, truth } = told;
  const opinion = opinionOf(figure, mover);
  if (exclude(opinion, { value: truth.value, isClaim: true })) return 'wrong';
  const after =
    figure.bestmove === null
      ? null
      : valueAfter(tree, certain, proofs, { node, move: figure.bestmove, seat: mover });
  if (after !== null && after !== truth.value) return 'wrong';
  return after !== null || opinion.value === truth.value ? 'right' : 'undecided';
}

/** The node of the next disagreement along a line, after or before a ply; null if there is none. */
export function nextDisagreement(
  nodes: readonly number[],
  cursor: number,
  by: -1 | 1,
  isDisputed: (node: number) => boolean,
): number | null {
  for (let ply = cursor + by; ply >= 0 && ply < nodes.length; ply += by) {
    if (isDisputed(nodes[ply]!)) return nodes[ply]!;
  }
  return null;
}
