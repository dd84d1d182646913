/** A game as a page: its main line on a board that steps, its moves with glyphs, and its comments and variations. */
import { markPlaces } from '../pictures/drawn-marks.ts';
import { escaped } from '../pictures/svg.ts';
import { glyphText } from '../records/glyphs.ts';
import { lineThrough } from '../records/open-tree.ts';
import { Positions } from '../records/positions.ts';
import { writeGameText } from '../records/text.ts';
import { gameOf, mainLineFrom, rootId, type GameNode, type GameTree } from '../records/tree.ts';
import type { Mark, NodeId } from '../shapes/tree.ts';
import { pageDocument } from './document.ts';
import { mostSteps, movesOf, moveWords, playable, subtitleOf, titleOf } from './game-parts.ts';
import { steppingBoard, type Step } from './stepping-board.ts';

export interface GamePageInput {
  readonly tree: GameTree;
  /** Of Plywire. */
  readonly version: string;
  readonly madeAt: Date;
}

/** The most moves of variations that a page lists. */
const mostVaried = 10_000;

export function gamePage({ tree, version, madeAt }: GamePageInput): string {
  const game = gameOf(tree);
  const positions = new Positions(tree);
  const line = playable(tree, positions, lineThrough(tree, rootId)).slice(0, mostSteps);
  const title = titleOf(tree) ?? (tree.headers['event']?.trim() || game.name);
  const root = tree.nodes.get(rootId)!;
  const body = `<main>
<header><h1>${escaped(title)}</h1>
<p class="dim">${escaped(subtitleOf(tree, title))}</p>${root.comment === '' ? '' : `<p>${escaped(root.comment)}</p>`}</header>
<section class="game">${steppingBoard(game, stepsOf(tree, positions, line))}
<div>${line.length === 0 ? '<p class="dim">No move has been played from this position.</p>' : `<h2>Moves</h2>${movesOf(tree, line, (node, ply) => cell(tree.nodes.get(node)!, ply))}`}${notes(tree, positions, line)}</div></section>
<section><h2>As text</h2><p class="about">Paste it into Plywire to open the position or the game.</p>
<p><code>${escaped(textOf(tree, line))}</code></p></section>
<p class="about">Made by Plywire ${escaped(version)} on ${madeAt.toISOString().slice(0, 10)}. This page loads nothing from anywhere.</p>
</main>`;
  return pageDocument(title, body);
}

const cell = ({ move, glyphs }: GameNode, ply: number): string =>
  `<span data-ply="${ply}">${escaped(move)}${glyphs.length === 0 ? '' : `<span class="sign">${escaped(glyphText(glyphs))}</span>`}</span>`;

function stepsOf(tree: GameTree, positions: Positions, line: readonly NodeId[]): readonly Step[] {
  const game = gameOf(tree);
  const root = tree.nodes.get(rootId)!;
  const start = positions.at(tree, rootId);
  const { spots } = game.geometry(game.setupOf(start));
  // A file may have marks of spots that this board does not have.
  const drawnAt = ({ marks }: GameNode): readonly Mark[] =>
    marks.filter((mark) => markPlaces(mark, spots, (at) => at) !== null);
  const steps: Step[] = [{ position: start, last: null, drawn: drawnAt(root), words: 'The start' }];
  for (const id of line) {
    const node = tree.nodes.get(id)!;
    const before = steps.at(-1)!.position;
    const move = game.parseMove(before, node.move);
    const words = [moveWords(tree, positions, id) + glyphText(node.glyphs), node.comment]
      .filter((each) => each !== '')
      .join(' · ');
    steps.push({ position: positions.at(tree, id), last: { before, move }, drawn: drawnAt(node), words });
  }
  return steps;
}

/** Comments and variations in the order of the moves that they belong to. */
function notes(tree: GameTree, positions: Positions, line: readonly NodeId[]): string {
  const items: string[] = [];
  let left = mostVaried;
  const parents = [rootId, ...line];
  for (const [index, parent] of parents.entries()) {
    const next = line[index];
    if (next !== undefined) {
      const { comment, glyphs } = tree.nodes.get(next)!;
      const named = `<span data-ply="${index + 1}">${escaped(moveWords(tree, positions, next) + glyphText(glyphs))}</span>`;
      if (comment !== '') items.push(`<li>${named} ${escaped(comment)}</li>`);
    }
    for (const child of tree.nodes.get(parent)!.children) {
      if (child === next) continue;
      for (const text of variationsFrom(tree, child)) {
        left -= text.moves;
        if (left < 0) break;
        items.push(`<li><span data-ply="${index}">instead</span> ${escaped(text.words)}</li>`);
      }
    }
  }
  if (items.length === 0) return '';
  const cut = left < 0 ? `<p class="about">More variations than ${mostVaried} moves are left out.</p>` : '';
  return `<h2>Comments and variations</h2><ul class="notes">${items.join('')}</ul>${cut}`;
}

/** The variation that begins with a node, and then each variation of it, with the ply that it begins at. */
function* variationsFrom(
  tree: GameTree,
  first: NodeId,
): Generator<{ readonly moves: number; readonly words: string }> {
  const waiting: NodeId[] = [first];
  for (let begin = waiting.pop(); begin !== undefined; begin = waiting.pop()) {
    const nodes = mainLineFrom(tree, begin);
    const words = nodes.map(({ move, glyphs, comment }) =>
      [move + glyphText(glyphs), comment === '' ? '' : `(${comment})`].filter(Boolean).join(' '),
    );
    yield { moves: nodes.length, words: `${nodes[0]!.ply}. ${words.join(' ')}` };
    for (const { children } of nodes) waiting.push(...children.slice(1));
  }
}

function textOf(tree: GameTree, line: readonly NodeId[]): string {
  const { key, gameId, setup, start } = tree;
  const moves = line.map((id) => tree.nodes.get(id)!.move);
  return writeGameText(gameOf(tree), { key, gameId, setup, start, moves, cursor: moves.length });
}
