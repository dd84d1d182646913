/** Suites: positions with the moves that solve them, or those that lose. Pure. */
import { makeLine, type Line } from '../games/line.ts';
import { playedPlies, startAt } from '../games/plies.ts';
import { gameById } from '../games/registry.ts';
import {
  allNodes,
  isInitial,
  mainLine,
  wentOnAt,
  type PlayedGame,
  type PlayedNode,
} from '../records/forms/played.ts';
import type { SuitePosition } from '../shapes/builds.ts';
import type { PositionTruth } from '../truth/verdict.ts';

/** A position with neither: what solves it must be proven. */
export const isOpen = ({ best, losing }: SuitePosition): boolean => best.length === 0 && losing.length === 0;

/** The most positions of a suite. */
export const mostPositions = 100_000;

/**
 * The positions of a game in any form: those with a move that a glyph marks (`!` and `!!` solve, `?` and `??` lose); else
 * of a problem, which does not begin at the initial position, the first one, which its first move solves; else the last
 * one, open.
 * @param name of the game
 * @param isCut whether the game could not be read as a whole: then only marked moves count
 */
export function positionsOf(whole: PlayedGame, name: string, isCut = false): SuitePosition[] {
  const { game, root } = whole;
  const found: SuitePosition[] = [];
  for (const node of openNodes(whole)) {
    const marked = (wanted: readonly number[]): string[] =>
      node.children
        .filter(({ notes }) => notes?.glyphs?.some((glyph) => wanted.includes(glyph)))
        .map(({ move }) => game.moveText(node.position, move));
    const [best, losing] = [marked([1, 3]), marked([2, 4])];
    if (best.length + losing.length > 0) {
      found.push({ ...wayTo(whole, node), best, losing, from: `${name}, ply ${node.ply}` });
    }
  }
  if (found.length > 0 || isCut) return found;
  const [first, next] = mainLine(root);
  if (!isInitial(whole) && next !== undefined) {
    const best = [game.moveText(first!.position, next.move)];
    return [{ ...wayTo(whole, root), best, losing: [], from: name }];
  }
  const last = mainLine(root).at(-1)!;
  if (game.result(last.position) !== null || wentOnAt(whole) !== null) return [];
  return [{ ...wayTo(whole, last), best: [], losing: [], from: name }];
}

/** The nodes that play can reach: other programs may have played on where the rules end a game. */
function* openNodes({ game, root }: PlayedGame): Generator<PlayedNode> {
  const over = new Set<PlayedNode>();
  for (const node of allNodes(root)) {
    const isBehind = node.parent !== null && over.has(node.parent);
    if (isBehind || (node.children.length > 0 && game.result(node.position) !== null)) over.add(node);
    else yield node;
  }
}

/**
 * An open position with what is proven about it: the moves that keep its value.
 * @returns null if that is not proven of all moves, or all of them keep it
 */
export function provenOf(open: SuitePosition, truth: PositionTruth<string>): SuitePosition | null {
  const { value } = truth.verdict;
  if (value === 'unknown' || value === 'loss') return null;
  const best = truth.moves.filter(({ verdict }) => verdict.value === value).map(({ move }) => move);
  const rest = truth.moves.filter(({ verdict }) => verdict.value !== value);
  // Of a win, each move that is not proven to win may still do.
  if (rest.some(({ verdict }) => verdict.value === 'unknown')) return null;
  return best.length === 0 || rest.length === 0 ? null : { ...open, best };
}

export const solves = ({ best, losing }: SuitePosition, move: string | null): boolean =>
  move !== null && (best.length > 0 ? best.includes(move) : !losing.includes(move));

/** The line that an engine is asked about. */
export function suiteLine({ game: id, start, moves }: SuitePosition, key: string): Line {
  const game = gameById(id);
  const from = startAt(game, start);
  const played = Array.from(playedPlies(game, from, moves), ({ move }) => move);
  return makeLine(game, key, from, played);
}

/** Equal for positions with the same text and the same solution. */
export function suiteKey(position: SuitePosition): string {
  const { game, position: end } = suiteLine(position, 'suite');
  const all = [game.id, game.positionText(end), position.best.join(' '), position.losing.join(' ')].join(
    '\n',
  );
  // FNV-1a over 64 bits: short keys of files, not a defence.
  let hash = 0xcbf29ce484222325n;
  for (let at = 0; at < all.length; at++) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(all.charCodeAt(at))) * 0x100000001b3n);
  }
  return hash.toString(16).padStart(16, '0');
}

function wayTo(
  { game, root }: PlayedGame,
  node: PlayedNode,
): Pick<SuitePosition, 'game' | 'start' | 'moves'> {
  const moves: string[] = [];
  for (let each = node; each.parent !== null; each = each.parent) {
    moves.push(game.moveText(each.parent.position, each.move));
  }
  const start = game.positionText(root.position);
  return {
    game: game.id,
    start: start === game.positionText(game.initial()) ? null : start,
    moves: moves.reverse(),
  };
}
