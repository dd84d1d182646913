/** A game as it is written into a file: its tree, how it ended, and what engines said about its positions. */
import { createHash } from 'node:crypto';
import type { EvaluationStore } from '../evaluations/store.ts';
import { digestOf } from '../evaluations/turned.ts';
import type { OpenGame } from '../play/open-game.ts';
import { allNodes, notesOf, playedOf, type Evaluation, type PlayedGame } from '../records/forms/played.ts';
import { mainLineFrom, rootId, savedNode, type GameTree } from '../records/tree.ts';
import type { GameEnding } from '../shapes/games.ts';
import type { Figure } from '../shapes/evaluations.ts';

/** In nodes: of a larger game, two states are compared by what they are and not by what they hold. */
const mostDigested = 4000;

const digests = new WeakMap<GameTree, string>();

/** SHA-256 of what a file would hold of a game: not of what was deleted, nor of the order in which it came about. */
export function contentDigest(tree: GameTree): string {
  const known = digests.get(tree);
  if (known !== undefined) return known;
  const hash = createHash('sha256');
  hash.update(JSON.stringify([tree.gameId, tree.setup, tree.start, Object.entries(tree.headers).toSorted()]));
  const stack = [rootId];
  for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
    const node = tree.nodes.get(id)!;
    const children = node.children.filter((child) => tree.nodes.get(child)?.isDeleted === false);
    const { children: _, parent: __, ...own } = savedNode(node);
    hash.update(JSON.stringify([own, children.length]));
    for (let index = children.length - 1; index >= 0; index--) stack.push(children[index]!);
  }
  const digest = hash.digest('hex');
  digests.set(tree, digest);
  return digest;
}

/** Whether digests of this game are cheap enough for each of its edits. */
export const isDigestible = (tree: GameTree): boolean => tree.nodes.length <= mostDigested;

/** Words of SGF and PGN for endings that come from no rule. */
const terminations: Partial<Record<GameEnding['word'], string>> = {
  time: 'time forfeit',
  illegal: 'rules infraction',
};

/** @throws BadNotation | IllegalMove if the game is damaged */
export function recordOf(
  game: OpenGame,
  store: Pick<EvaluationStore, 'has' | 'figures' | 'tellers'>,
): PlayedGame {
  const whole = playedOf(game.tree);
  addEnding(whole, game);
  addEvaluations(whole, store);
  return whole;
}

/** How the main line ended, unless headers tell. */
function addEnding(whole: PlayedGame, game: OpenGame): void {
  const ending = game.endingAt(mainLineFrom(game.tree, rootId).at(-1)!.id);
  if (ending === null || ending.word === 'void') return;
  const { winner, word, reason } = ending;
  whole.headers['result'] ??= winner === null ? '1/2-1/2' : winner === 0 ? '1-0' : '0-1';
  whole.headers['termination'] ??= terminations[word] ?? reason;
}

/** What was said before by the same engine is replaced: names end before how far it looked. */
const nameIn = (by: string): string => by.replace(/, (?:depth|nodes|seconds) [\d.]+$/, '');

function addEvaluations(
  whole: PlayedGame,
  store: Pick<EvaluationStore, 'has' | 'figures' | 'tellers'>,
): void {
  // What files said is in the notes of the games that are from them.
  const names = new Map(
    store.tellers().flatMap(({ id, name, origin }) => (origin === 'file' ? [] : [[id, name] as const])),
  );
  if (names.size === 0) return;
  for (const node of allNodes(whole.root)) {
    if (!store.has(digestOf(whole.game, node.position))) continue;
    const said = store
      .figures(whole.game, node.position)
      .flatMap((figure) => evaluationOf(figure, names.get(figure.teller)) ?? []);
    if (said.length === 0) continue;
    const notes = notesOf(node);
    const anew = new Set(said.map(({ by }) => nameIn(by)));
    const others = (notes.evaluations ?? []).filter(({ by }) => !anew.has(nameIn(by)));
    notes.evaluations = [...others, ...said];
  }
}

/** Null for one without a score. */
function evaluationOf(
  { score, exhaustive, measure: { kind, amount } }: Figure,
  name: string | undefined,
): Evaluation | null {
  if (score === null || name === undefined) return null;
  const by = `${name.replace(/[\u0000-\u001f\u007f]+/g, ' ').slice(0, 150)}${
    kind === 'proven' ? '' : `, ${kind} ${Number(amount.toPrecision(3))}`
  }`;
  if (score.type === 'decisive')
    return { by, score: { kind: score.winner === 'mover' ? 'win' : 'loss', plies: score.plies } };
  if (exhaustive && score.value === 0) return { by, score: { kind: 'draw' } };
  return { by, score: { kind: 'estimate', value: score.value } };
}
