/** A game as it is written into a file: its tree, who played, how it ended, and what engines said about its positions. */
import { createHash } from 'node:crypto';
import type { Seat } from '../games/game.ts';
import type { EvaluationStore } from '../evaluations/store.ts';
import { readSaidBy, saidByText } from '../evaluations/said-by.ts';
import { digestOf } from '../evaluations/turned.ts';
import type { OpenGame } from '../play/open-game.ts';
import {
  allNodes,
  mainLine,
  notesOf,
  playedOf,
  type Evaluation,
  type PlayedGame,
} from '../records/forms/played.ts';
import { mainLineFrom, namedPlayers, rootId, savedNode, type GameTree } from '../records/tree.ts';
import type { GameEnding } from '../shapes/games.ts';
import type { Figure } from '../shapes/evaluations.ts';
import type { PlayingEngines } from './games.ts';

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

type Store = Pick<EvaluationStore, 'has' | 'figures' | 'tellers'>;

/** @throws BadNotation | IllegalMove if the game is damaged */
export function recordOf(game: OpenGame, store: Store, engines: PlayingEngines): PlayedGame {
  const whole = playedOf(game.tree);
  addPlayers(whole, store, engines);
  addEnding(whole, game);
  addEvaluations(whole, store);
  return whole;
}

/** The engines that played, unless headers name the players. What a person is called, only the user knows. */
function addPlayers(whole: PlayedGame, store: Store, engines: PlayingEngines): void {
  const named = namedPlayers(whole.headers);
  for (const [seat, header] of [
    [0, 'white'],
    [1, 'black'],
  ] as const) {
    const player = engines[seat];
    if (player === null || named[seat] !== null) continue;
    const hasMoved = player.hasMoved ?? hasSpoken(whole, store, seat, player.engine);
    if (hasMoved) whole.headers[header] = player.name;
  }
}

/**
 * Whether an engine said something about a position where its side moved. That an engine is seated says little: a new game
 * seats the last players, and the user may have made all the moves.
 */
function hasSpoken(whole: PlayedGame, store: Store, seat: Seat, engine: string): boolean {
  const own = new Set(store.tellers().flatMap((each) => (each.engine === engine ? [each.id] : [])));
  return mainLine(whole.root).some(
    ({ position, children }) =>
      children.length > 0 &&
      whole.game.seatToMove(position) === seat &&
      store.figures(whole.game, position).some(({ teller }) => own.has(teller)),
  );
}

/** How the main line ended, unless headers tell. */
function addEnding(whole: PlayedGame, game: OpenGame): void {
  const ending = game.endingAt(mainLineFrom(game.tree, rootId).at(-1)!.id);
  if (ending === null || ending.word === 'void') return;
  const { winner, word, reason } = ending;
  whole.headers['result'] ??= winner === null ? '1/2-1/2' : winner === 0 ? '1-0' : '0-1';
  whole.headers['termination'] ??= terminations[word] ?? reason;
}

function addEvaluations(whole: PlayedGame, store: Store): void {
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
    // What was said before by the same engine is replaced.
    const anew = new Set(said.map(({ by }) => readSaidBy(by).name));
    const others = (notes.evaluations ?? []).filter(({ by }) => !anew.has(readSaidBy(by).name));
    notes.evaluations = [...others, ...said];
  }
}

/** Null for one without a score. */
function evaluationOf(
  { score, staticScale, exhaustive, measure }: Figure,
  name: string | undefined,
): Evaluation | null {
  if (score === null || name === undefined) return null;
  const decided = { name, measure, scale: 1 };
  if (score.type === 'decisive')
    return {
      by: saidByText(decided),
      score: { kind: score.winner === 'mover' ? 'win' : 'loss', plies: score.plies },
    };
  if (exhaustive && score.value === 0) return { by: saidByText(decided), score: { kind: 'draw' } };
  const by = saidByText({ ...decided, scale: staticScale / (score.unit?.full ?? 1) });
  return { by, score: { kind: 'estimate', value: score.value } };
}
