/**
 * A game as forms read and write it: a tree whose every move was played by the rules. It holds positions, so that a form
 * need not play a move that another has played. Walks are loops: variations may be thousands of levels deep.
 */
import type { FormScore } from '../../games/form.ts';
import type { Game, Result, Seat } from '../../games/game.ts';
import { playOn } from '../../games/line.ts';
import type { Annotations, Glyph, Mark } from '../../shapes/tree.ts';
import { mostComment, mostNodes } from '../../shapes/tree.ts';
import { normalStart, startPosition } from '../record.ts';
import { gameOf, newNode, newTree, rootId, type GameNode, type GameTree } from '../tree.ts';
import { Vector } from '../vector.ts';

/** What an engine or a solver said of a position, as seen by the side to move there. */
export interface Evaluation {
  /** Who said it; empty if unknown. */
  readonly by: string;
  readonly score: FormScore | { readonly kind: 'estimate'; readonly value: number };
}

/** What a node holds beside its move; what is absent is empty or unknown. */
export interface Notes {
  comment?: string;
  glyphs?: Glyph[];
  marks?: Mark[];
  clock?: number;
  spent?: number;
  evaluations?: Evaluation[];
  /** Properties of SGF that Plywire does not use. */
  properties?: Record<string, readonly string[]>;
}

export interface PlayedNode {
  readonly parent: PlayedNode | null;
  /** Undefined for the root. */
  readonly move: unknown;
  readonly ply: number;
  /** After the move. */
  readonly position: unknown;
  readonly children: PlayedNode[];
  notes: Notes | null;
}

export interface PlayedGame {
  readonly game: Game;
  readonly root: PlayedNode;
  /** By our names: `white` is the side that moves first. */
  headers: Record<string, string>;
  /** Nodes including the root. */
  nodes: number;
}

export const newPlayed = (game: Game, start: unknown): PlayedGame => ({
  game,
  root: { parent: null, move: undefined, ply: 0, position: start, children: [], notes: null },
  headers: {},
  nodes: 1,
});

/** A move cannot be added, since the game has as many as a game may have. */
export class TooManyMoves extends Error {
  override readonly name = 'TooManyMoves';
}

/** The child of a node with this move, new or not. @throws IllegalMove | TooManyMoves */
export function played(whole: PlayedGame, at: PlayedNode, move: unknown): PlayedNode {
  for (const child of at.children) if (child.move === move) return child;
  if (whole.nodes >= mostNodes) throw new TooManyMoves(`a game holds at most ${mostNodes} moves`);
  const position = playOn(whole.game, at.position, move);
  const node: PlayedNode = { parent: at, move, ply: at.ply + 1, position, children: [], notes: null };
  at.children.push(node);
  whole.nodes++;
  return node;
}

export const notesOf = (node: PlayedNode): Notes => (node.notes ??= {});

/** Appends to the comment of a node, within its limit; false if a part was cut off. */
export function addComment(node: PlayedNode, text: string): boolean {
  const notes = notesOf(node);
  const whole = notes.comment === undefined ? text : `${notes.comment}\n${text}`;
  notes.comment = whole.slice(0, mostComment);
  return whole.length <= mostComment;
}

/** The root, and the nodes that follow it by first children. */
export function mainLine(root: PlayedNode): PlayedNode[] {
  const line: PlayedNode[] = [];
  for (let node: PlayedNode | undefined = root; node; node = node.children[0]) line.push(node);
  return line;
}

/** Every node, each before those that follow it, a variation after the move that it replaces. */
export function* allNodes(root: PlayedNode): Generator<PlayedNode> {
  const stack = [root];
  for (let node = stack.pop(); node; node = stack.pop()) {
    yield node;
    for (let index = node.children.length - 1; index >= 0; index--) stack.push(node.children[index]!);
  }
}

/** The first node of the main line where the rules end the game, and after which it goes on; null if there is none. */
export function wentOnAt({
  game,
  root,
}: PlayedGame): { readonly ply: number; readonly reason: string } | null {
  if (game.playOn === undefined) return null;
  for (const { position, ply, children } of mainLine(root)) {
    const over = children.length > 0 ? game.result(position) : null;
    if (over !== null) return { ply, reason: over.reason };
  }
  return null;
}

/** By the rules, at the end of the main line. */
export const endOf = ({ game, root }: PlayedGame): Result | null => {
  const last = mainLine(root).at(-1)!;
  return game.result(last.position);
};

const finalResults: ReadonlySet<string> = new Set(['1-0', '0-1', '1/2-1/2']);

/** As PGN writes it: of the headers, else of the rules. */
export function resultText(whole: PlayedGame): string {
  const told = whole.headers['result'];
  if (told !== undefined && finalResults.has(told)) return told;
  const over = endOf(whole);
  return over === null ? '*' : over.kind === 'draw' ? '1/2-1/2' : over.winner === 0 ? '1-0' : '0-1';
}

export function winnerOf(whole: PlayedGame): Seat | null {
  const text = resultText(whole);
  return text === '1-0' ? 0 : text === '0-1' ? 1 : null;
}

export const isInitial = ({ game, root }: PlayedGame): boolean =>
  game.positionText(root.position) === game.positionText(game.initial());

/** The property that keeps evaluations in a tree; each value is a score and who said it. */
export const evaluationsProperty = 'PWE';

/** In characters: of who said it. */
const mostBy = 200;

/** As `readEvaluation` reads one. */
const plainNumber = /^-?\d{1,12}(?:\.\d{1,20})?(?:e[+-]\d{1,3})?$/;

function numberText(value: number): string {
  const text = String(value);
  return plainNumber.test(text) ? text : value.toExponential();
}

/** `win 5`, `loss 12`, `win`, `draw`, `0.25`, then who said it; `?` stands for unknown plies before a name. */
export function evaluationText({ by, score }: Evaluation): string {
  const word =
    score.kind === 'estimate'
      ? numberText(score.value)
      : score.kind === 'draw'
        ? score.kind
        : score.plies === null && by === ''
          ? score.kind
          : `${score.kind} ${score.plies ?? '?'}`;
  return by === '' ? word : `${word} ${by.slice(0, mostBy)}`;
}

/** Null if the text is not an evaluation. */
export function readEvaluation(text: string): Evaluation | null {
  const match = /^(?:(win|loss)(?: (\d{1,6}|\?))?|(draw)|(-?\d[\d.e+-]*))(?: ([^]{1,200}))?$/.exec(text);
  if (match === null) return null;
  const [, decisive, plies = '?', draw, value, by = ''] = match;
  if (draw !== undefined) return { by, score: { kind: 'draw' } };
  if (value !== undefined) {
    const number = Number(value);
    if (!plainNumber.test(value) || !Number.isFinite(number)) return null;
    return { by, score: { kind: 'estimate', value: number } };
  }
  return {
    by,
    score: { kind: decisive as 'win' | 'loss', plies: plies === '?' ? null : Number(plies) },
  };
}

/** A game that was read, as a tree of the window. */
export function treeOf(whole: PlayedGame, key: string): GameTree {
  const { game, root, headers } = whole;
  const setup = game.setupOf(root.position);
  const tree = newTree(game, key, {
    ...normalStart(game, { start: game.positionText(root.position) }),
    setup,
  });
  const nodes: GameNode[] = [];
  const idOf = new Map<PlayedNode, number>();
  for (const node of allNodes(root)) {
    const before = node.parent === null ? null : nodes[idOf.get(node.parent)!]!;
    const id = nodes.length;
    idOf.set(node, id);
    const text = before === null ? '' : game.moveText(node.parent!.position, node.move);
    nodes.push({ ...newNode(id, before, text), ...annotationsOf(node.notes), children: [] });
    if (before !== null) (before.children as number[]).push(id);
  }
  const filled = nodes.reduce((vector, node) => vector.appended(node), Vector.empty as Vector<GameNode>);
  return { ...tree, nodes: filled, headers: { ...headers } };
}

function annotationsOf(notes: Notes | null): Partial<Annotations> {
  if (notes === null) return {};
  const { evaluations = [], properties = {}, ...rest } = notes;
  if (evaluations.length === 0) return { ...rest, properties };
  const said = [...evaluations.map(evaluationText), ...(properties[evaluationsProperty] ?? [])];
  return { ...rest, properties: { ...properties, [evaluationsProperty]: said } };
}

/**
 * A tree without what is deleted, as forms write it.
 * @throws BadNotation | IllegalMove if a move cannot be played, which no tree of ours has
 */
export function playedOf(tree: GameTree): PlayedGame {
  const game = gameOf(tree);
  const whole = newPlayed(game, startPosition(tree));
  whole.headers = { ...tree.headers };
  const first = tree.nodes.get(rootId)!;
  whole.root.notes = notesFrom(first);
  const stack: { readonly node: GameNode; readonly at: PlayedNode }[] = [{ node: first, at: whole.root }];
  for (let step = stack.pop(); step; step = stack.pop()) {
    const next: typeof stack = [];
    for (const id of step.node.children) {
      const child = tree.nodes.get(id);
      if (child === undefined || child.isDeleted) continue;
      const at = played(whole, step.at, game.parseMove(step.at.position, child.move));
      at.notes = notesFrom(child);
      next.push({ node: child, at });
    }
    stack.push(...next.reverse());
  }
  return whole;
}

function notesFrom({ comment, glyphs, marks, clock, spent, properties }: GameNode): Notes | null {
  const { [evaluationsProperty]: said = [], ...others } = properties;
  const evaluations = said.flatMap((text) => readEvaluation(text) ?? []);
  const unread = said.filter((text) => readEvaluation(text) === null);
  const foreign = unread.length === 0 ? others : { ...others, [evaluationsProperty]: unread };
  const notes: Notes = {
    ...(comment !== '' && { comment }),
    ...(glyphs.length > 0 && { glyphs: [...glyphs] }),
    ...(marks.length > 0 && { marks: [...marks] }),
    ...(clock !== null && { clock }),
    ...(spent !== null && { spent }),
    ...(evaluations.length > 0 && { evaluations }),
    ...(Object.keys(foreign).length > 0 && { properties: foreign }),
  };
  return Object.keys(notes).length > 0 ? notes : null;
}
