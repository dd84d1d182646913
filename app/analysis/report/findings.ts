/** What a report has found out: proofs and answers by position, and from them the verdict on each move. */
import type { Positions } from '../../records/positions.ts';
import { gameOf, type GameTree } from '../../records/tree.ts';
import type { JudgedReport } from '../../shapes/analysis.ts';
import type { Score } from '../../shapes/games.ts';
import type { EngineScale, ReportedMove } from '../../shapes/report.ts';
import type { NodeId } from '../../shapes/tree.ts';
import { type After, climb } from '../../truth/climb.ts';
import { type PositionTruth, unknown } from '../../truth/verdict.ts';
import {
  isAssessed,
  provenMove,
  scoresOf,
  verdictsOf,
  weightOfMove,
  type JudgedMove,
  type Said,
} from '../move-verdicts.ts';

type Truth = PositionTruth<string>;

/** What an engine says about the positions before and after a move that is tried. */
export type TriedBy = Pick<Said, 'before' | 'after'>;

/** What is known of a move that is tried. */
export interface TriedFindings extends Pick<ReportedMove, 'verdicts' | 'weight' | 'isAssessed'> {
  readonly values: ReturnType<typeof provenMove>;
  /** Of the engines that say something about the move. */
  readonly figures: readonly {
    readonly teller: string;
    readonly was: Score | null;
    readonly is: Score | null;
    /** The engine would have played it. */
    readonly isOwn: boolean;
  }[];
}

/** An engine, as its answers are judged. */
export interface Judge {
  /** The id of its teller, which no other engine of the report has; null until that is known. */
  teller: string | null;
  readonly scale: EngineScale | null;
  readonly proves: boolean;
}

export class Findings {
  readonly tree: GameTree;
  readonly positions: Positions;
  /** The nodes whose moves are reported. */
  readonly moves: readonly NodeId[];
  readonly #judges: readonly Judge[];
  readonly #children = new Map<NodeId, NodeId[]>();
  readonly #truths = new Map<NodeId, Truth>();
  /** By engine, then by node. */
  readonly #said: readonly Map<NodeId, JudgedReport>[];
  /** The number of parts, Plywire's and each engine's, that are done with a position. */
  readonly #done = new Map<NodeId, number>();
  readonly #parts: number;
  readonly #better = new Map<NodeId, readonly string[]>();
  readonly #made = new Map<NodeId, ReportedMove>();
  /** The number of legal moves, by position. */
  readonly #legal = new Map<NodeId, number>();

  /** @param parts those that finish each position */
  constructor(
    tree: GameTree,
    positions: Positions,
    moves: readonly NodeId[],
    judges: readonly Judge[],
    parts: number,
  ) {
    this.tree = tree;
    this.positions = positions;
    this.moves = moves;
    this.#judges = judges;
    this.#said = judges.map(() => new Map());
    this.#parts = parts;
    for (const id of moves) {
      const parent = tree.nodes.get(id)!.parent!;
      this.#children.set(parent, [...(this.#children.get(parent) ?? []), id]);
    }
  }

  truth(node: NodeId): Truth | null {
    return this.#truths.get(node) ?? null;
  }

  /** Keeps a proof, and lets it climb to the positions before. */
  prove(node: NodeId, found: Truth): void {
    this.#truths.set(node, this.#climbed(node, found));
    this.#touch(node);
    for (let id = this.#parentOf(node); id !== null; id = this.#parentOf(id)) {
      const before = this.#truths.get(id);
      if (before === undefined) break;
      const climbed = this.#climbed(id, before);
      if (climbed.verdict.value === before.verdict.value) break;
      this.#truths.set(id, climbed);
      this.#touch(id);
    }
  }

  said(engine: number, node: NodeId): JudgedReport | null {
    return this.#said[engine]!.get(node) ?? null;
  }

  say(engine: number, node: NodeId, report: JudgedReport): void {
    this.#said[engine]!.set(node, report);
    this.#touch(node);
  }

  /** One part is done with a position. @returns the moves that are complete with it */
  finish(node: NodeId): readonly NodeId[] {
    this.#done.set(node, (this.#done.get(node) ?? 0) + 1);
    this.#touch(node);
    return this.#about(node).filter((id) => this.#isComplete(id));
  }

  /** The errors by proof of Plywire among the reported moves from a position. */
  errorsFrom(node: NodeId): readonly NodeId[] {
    return (this.#children.get(node) ?? []).filter((id) =>
      this.move(id).verdicts.some(
        (each) => each.kind === 'proven' && each.weight !== null && each.by === null,
      ),
    );
  }

  /** A line that keeps the proven value which an error gave away. */
  improve(node: NodeId, better: readonly string[]): void {
    this.#better.set(node, better);
    this.#made.delete(node);
  }

  /** Whether the value of a position, and of each reported move from it, is proven, so that no engine need be asked. */
  isSettled(node: NodeId): boolean {
    const truth = this.#truths.get(node);
    if (truth === undefined || truth.verdict.value === 'unknown') return false;
    const values = new Map(truth.moves.map(({ move, verdict }) => [move, verdict.value]));
    return (this.#children.get(node) ?? []).every(
      (id) => (values.get(this.tree.nodes.get(id)!.move) ?? 'unknown') !== 'unknown',
    );
  }

  move(node: NodeId): ReportedMove {
    const made = this.#made.get(node) ?? this.#make(node);
    this.#made.set(node, made);
    return made;
  }

  /**
   * What is known of another move from the same position.
   * @param tried with the proof of the position after it
   * @param asked what the engines were asked about it, in their order; an empty list if they were not
   */
  judge(
    node: NodeId,
    tried: Pick<JudgedMove, 'move' | 'turns' | 'after'>,
    asked: readonly TriedBy[],
  ): TriedFindings {
    const parent = this.#parentOf(node)!;
    const said = this.#judges.flatMap(({ teller, scale, proves }, engine): Said[] => {
      const { before, after } = asked[engine] ?? { before: this.said(engine, parent), after: null };
      return teller === null ? [] : [{ teller, scale, proves, before, after }];
    });
    const judged: JudgedMove = {
      ...tried,
      ...{ legal: this.#legalIn(parent), before: this.truth(parent), said },
    };
    const values = provenMove(judged);
    const verdicts = verdictsOf(judged, values);
    const figures = said.flatMap((one) => {
      const { was, is } = scoresOf(judged, one);
      const isOwn = one.before?.bestmove === tried.move;
      return isOwn || (was !== null && is !== null) ? [{ teller: one.teller, was, is, isOwn }] : [];
    });
    const weight = weightOfMove(values, verdicts);
    return { values, verdicts, weight, figures, isAssessed: isAssessed(judged, values) };
  }

  #make(id: NodeId): ReportedMove {
    const { move, parent, ply } = this.tree.nodes.get(id)!;
    const game = gameOf(this.tree);
    const seat = game.seatToMove(this.positions.at(this.tree, parent!));
    const turns = this.#turns(parent!, id);
    const judged: JudgedMove = {
      ...{ move, turns, legal: this.#legalIn(parent!) },
      before: this.truth(parent!),
      after: this.truth(id)?.verdict ?? null,
      said: this.#judges.flatMap(({ teller, scale, proves }, engine): Said[] =>
        teller === null
          ? []
          : [{ teller, scale, proves, before: this.said(engine, parent!), after: this.said(engine, id) }],
      ),
    };
    const values = provenMove(judged);
    const verdicts = verdictsOf(judged, values);
    const better = this.#better.get(id);
    const best = values.best.length === 0 && better !== undefined ? [better[0]!] : values.best;
    const weight = weightOfMove(values, verdicts);
    return {
      ...{ id: `n${id}`, node: id, ply, seat, move },
      ...{ was: values.was, is: values.is, how: values.how, best },
      figures: judged.said.flatMap((said) => {
        if (said.before === null && said.after === null) return [];
        const { was, is } = scoresOf(judged, said);
        return [{ teller: said.teller, was, is, best: said.before?.bestmove ?? null }];
      }),
      ...{ verdicts, weight },
      better: weight === null ? [] : (better ?? betterThan(judged, best)),
      isComplete: this.#isComplete(id),
      isAssessed: isAssessed(judged, values),
    };
  }

  #isComplete(id: NodeId): boolean {
    const parent = this.#parentOf(id);
    return [id, parent!].every((each) => (this.#done.get(each) ?? 0) >= this.#parts);
  }

  /** The reported moves that lead to a position, or from it. */
  #about(node: NodeId): readonly NodeId[] {
    const parent = this.#parentOf(node);
    const own = parent !== null && this.#children.get(parent)?.includes(node) ? [node] : [];
    return [...own, ...(this.#children.get(node) ?? [])];
  }

  #touch(node: NodeId): void {
    for (const id of this.#about(node)) this.#made.delete(id);
  }

  #climbed(node: NodeId, truth: Truth): Truth {
    const after: After<string>[] = [];
    for (const id of this.#children.get(node) ?? []) {
      const verdict = this.#truths.get(id)?.verdict ?? unknown;
      const { move } = this.tree.nodes.get(id)!;
      if (verdict.value !== 'unknown') after.push({ move, verdict, turns: this.#turns(node, id) });
    }
    return after.length === 0 ? truth : climb(truth, after);
  }

  #turns(before: NodeId, after: NodeId): boolean {
    const game = gameOf(this.tree);
    const at = (id: NodeId) => game.seatToMove(this.positions.at(this.tree, id));
    return at(before) !== at(after);
  }

  #legalIn(node: NodeId): number {
    const count = this.#legal.get(node) ?? gameOf(this.tree).moves(this.positions.at(this.tree, node)).length;
    this.#legal.set(node, count);
    return count;
  }

  #parentOf(node: NodeId): NodeId | null {
    return this.tree.nodes.get(node)!.parent;
  }
}

/** The first moves of a better line by what is at hand: a proven one, else what the first engine would have played. */
function betterThan({ move, said }: JudgedMove, best: readonly string[]): readonly string[] {
  const [proven] = best;
  if (proven !== undefined && !best.includes(move)) return [proven];
  for (const { before } of said) {
    if (before !== null && before.bestmove !== null && before.bestmove !== move) {
      return before.winningMoves !== null && before.winningMoves.length > 1 ? [before.turn[0]!] : before.turn;
    }
  }
  return [];
}
