/**
 * What is proven, for the window: follows the position shown, keeps every proof for as long as the game is open, and lets
 * proofs climb towards the start of the tree.
 */
import type { Line } from '../games/line.ts';
import type { OpenTree } from '../records/open-tree.ts';
import { Positions } from '../records/positions.ts';
import { gameOf, type GameTree, nodeOf, pathTo, rootId } from '../records/tree.ts';
import type { BestLineEvent } from '../shapes/analysis.ts';
import type { ProofState } from '../shapes/proofs.ts';
import type { NodeId } from '../shapes/tree.ts';
import { type After, climb } from '../truth/climb.ts';
import { ofMove, type PositionTruth, unknown, type Verdict } from '../truth/verdict.ts';
import { proofLine } from './proof-line.ts';
import type { AskTruth } from './truth-asker.ts';

/** Seconds for one position. */
export const proofSeconds = 10;

/** Positions of one game that are remembered; the oldest are forgotten. */
const mostPositions = 20_000;
/** Games that are remembered. */
const mostGames = 8;

type Truth = PositionTruth<string>;
/** The place shown. */
type Shown = Pick<OpenTree, 'tree' | 'shown'>;

/** What was found out about the positions of one game. */
interface Found {
  readonly positions: Positions;
  /** By node; `isWhole` if the question was not called off. */
  readonly truths: Map<NodeId, { readonly truth: Truth; readonly isWhole: boolean }>;
}

const nothing: Pick<ProofState, 'verdict' | 'moves' | 'note'> = { verdict: unknown, moves: {}, note: null };
const off: ProofState = { state: 'off', place: null, ...nothing, key: null, nodes: [] };

export class Proofs {
  readonly #ask: AskTruth;
  readonly #onChange: () => void;
  /** By the key of the game, the one used last at the end. */
  readonly #found = new Map<string, Found>();
  #isOn = false;
  #abort: AbortController | null = null;
  #question: AbortController | null = null;
  #shown: Shown | null = null;
  #state: ProofState['state'] = 'off';
  #failure: string | null = null;

  constructor(ask: AskTruth, onChange: () => void) {
    this.#ask = ask;
    this.#onChange = onChange;
  }

  /** Whether it asks for proofs. */
  turn(isOn: boolean): void {
    if (isOn === this.#isOn) return;
    this.#isOn = isOn;
    if (isOn && this.#shown !== null) return this.#turnTo(this.#shown);
    this.#abort?.abort();
    this.#abort = null;
    this.#state = 'off';
    this.#onChange();
  }

  /** Turns to the place shown. The same place again changes nothing. */
  follow(open: Shown): void {
    const before = this.#shown;
    this.#shown = open;
    if (!this.#isOn || (before?.tree === open.tree && before.shown === open.shown)) return;
    if (before?.tree.key === open.tree.key && before.shown === open.shown) return this.#onChange();
    this.#turnTo(open);
  }

  /** The line of proof after a move; a new question ends the previous one. Leaving the loop ends it too. */
  async *line(line: Line, move: unknown, signal?: AbortSignal): AsyncGenerator<BestLineEvent> {
    this.#question?.abort();
    const question = new AbortController();
    this.#question = question;
    const until = signal ? AbortSignal.any([signal, question.signal]) : question.signal;
    try {
      yield* proofLine(this.#ask, line, move, until);
    } finally {
      question.abort();
    }
  }

  get standing(): ProofState {
    if (!this.#isOn || this.#shown === null) return off;
    const { tree, shown } = this.#shown;
    const truth = this.#foundIn(tree).truths.get(shown)?.truth ?? null;
    return {
      state: this.#state,
      place: { game: tree.key, node: shown },
      verdict: truth?.verdict ?? unknown,
      moves: Object.fromEntries(truth?.moves.map(({ move, verdict }) => [move, verdict]) ?? []),
      note: this.#failure ?? truth?.note ?? null,
      key: tree.key,
      nodes: this.#nodes(tree),
    };
  }

  #turnTo({ tree, shown }: Shown): void {
    this.#abort?.abort();
    this.#abort = null;
    this.#failure = null;
    const known = this.#foundIn(tree).truths.get(shown);
    if (known?.isWhole === true) {
      this.#state = 'done';
      return this.#onChange();
    }
    const abort = new AbortController();
    this.#abort = abort;
    this.#state = 'proving';
    this.#onChange();
    const line = this.#foundIn(tree).positions.line(tree, shown);
    const answered = (isWhole: boolean, truth: Truth | null, failure: string | null): void => {
      if (truth !== null) this.#keep(tree, shown, truth, isWhole);
      if (this.#abort === abort) {
        this.#state = failure === null ? 'done' : 'failed';
        this.#failure = failure;
        this.#abort = null;
      }
      this.#onChange();
    };
    this.#ask(line, proofSeconds, abort.signal).then(
      (truth) => answered(!abort.signal.aborted, truth, null),
      (error: Error) => answered(false, null, `The search for proofs failed: ${error.message}`),
    );
  }

  #foundIn(tree: GameTree): Found {
    const found = this.#found.get(tree.key) ?? { positions: new Positions(tree), truths: new Map() };
    // The games used last stay.
    this.#found.delete(tree.key);
    this.#found.set(tree.key, found);
    const [oldest] = this.#found.keys();
    if (this.#found.size > mostGames) this.#found.delete(oldest!);
    return found;
  }

  /** Keeps an answer, and improves those of the positions before it. @param asked the game as it was then */
  #keep(asked: GameTree, node: NodeId, truth: Truth, isWhole: boolean): void {
    // The game may have grown meanwhile.
    const tree = this.#shown?.tree.key === asked.key ? this.#shown.tree : asked;
    const found = this.#foundIn(tree);
    const { truths } = found;
    const known = truths.get(node)?.truth ?? null;
    truths.delete(node);
    truths.set(node, { truth: joined(known, truth), isWhole });
    const [oldest] = truths.keys();
    if (truths.size > mostPositions) truths.delete(oldest!);
    for (const { id } of [rootNode(tree), ...pathTo(tree, node)].reverse()) {
      const climbed = climbedTo(tree, found, id);
      if (climbed !== null) truths.set(id, { truth: climbed, isWhole: truths.get(id)?.isWhole ?? false });
    }
  }

  /** The proven moves of the game shown. */
  #nodes(tree: GameTree): ProofState['nodes'] {
    const { positions, truths } = this.#foundIn(tree);
    const verdicts = new Map<NodeId, Verdict>();
    for (const [id, { truth }] of truths) {
      const node = nodeOf(tree, id);
      if (node === null) continue;
      const byMove = new Map(truth.moves.map(({ move, verdict }) => [move, verdict]));
      for (const child of node.children) {
        const move = nodeOf(tree, child)?.move;
        const verdict = move === undefined ? undefined : byMove.get(move);
        if (verdict !== undefined && verdict.value !== 'unknown') verdicts.set(child, verdict);
      }
      if (node.parent === null || truth.verdict.value === 'unknown' || verdicts.has(id)) continue;
      verdicts.set(id, ofMove(truth.verdict, turns(tree, positions, node.parent, id)));
    }
    return [...verdicts].map(([node, verdict]) => ({ node, verdict }));
  }
}

const rootNode = (tree: GameTree) => tree.nodes.get(rootId)!;

/** Whether the other side is to move after a node's move. */
function turns(tree: GameTree, positions: Positions, parent: NodeId, id: NodeId): boolean {
  const game = gameOf(tree);
  return game.seatToMove(positions.at(tree, parent)) !== game.seatToMove(positions.at(tree, id));
}

/** What is known of a node, its children included; null if nothing is. */
function climbedTo(tree: GameTree, { positions, truths }: Found, at: NodeId): Truth | null {
  const after: After<string>[] = [];
  for (const child of nodeOf(tree, at)?.children ?? []) {
    const verdict = truths.get(child)?.truth.verdict;
    const node = nodeOf(tree, child);
    if (node === null || verdict === undefined || verdict.value === 'unknown') continue;
    after.push({ move: node.move, verdict, turns: turns(tree, positions, at, child) });
  }
  const known = truths.get(at)?.truth ?? null;
  if (after.length === 0) return known;
  if (known !== null && known.moves.length > 0) return climb(known, after);
  const game = gameOf(tree);
  const position = positions.at(tree, at);
  const moves = game
    .moves(position)
    .map((move) => ({ move: game.moveText(position, move), verdict: unknown }));
  return climb({ verdict: unknown, moves }, after);
}

/** Two answers about the same position: what the later one does not know stays. */
function joined(before: Truth | null, after: Truth): Truth {
  if (before === null) return after;
  const known = new Map(before.moves.map(({ move, verdict }) => [move, verdict]));
  return {
    ...after,
    verdict: after.verdict.value === 'unknown' ? before.verdict : after.verdict,
    moves: after.moves.map((each) =>
      each.verdict.value === 'unknown' ? { ...each, verdict: known.get(each.move) ?? each.verdict } : each,
    ),
  };
}
