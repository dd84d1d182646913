/**
 * The result of a report as one change of the game: a glyph and a comment at each error, and the better line as a
 * variation. What the game has already is left alone, so that the same report again changes nothing: a person's own glyphs and
 * words stay, and lines that an earlier report wrote are replaced.
 */
import { applyChange } from '../../records/edits.ts';
import { childByMove, nodeOf, type GameTree } from '../../records/tree.ts';
import type { ReportedMove } from '../../shapes/report.ts';
import type { Change, Edit, NodeId } from '../../shapes/tree.ts';
import { isVerdictLine, verdictWords, weightGlyphs, type NameOf } from '../../records/verdict-words.ts';

/** Glyphs that assess a move: `!` to `?!`. */
const isMoveGlyph = (glyph: number): boolean => glyph >= 1 && glyph <= 6;

/** @returns an empty list if the game has all of it. @throws TreeIsFull */
export function annotationsFor(tree: GameTree, moves: readonly ReportedMove[], nameOf: NameOf): Change {
  const edits: Edit[] = [];
  const apply = (edit: Edit): void => {
    edits.push(edit);
    ({ tree } = applyChange(tree, [edit]));
  };
  for (const reported of moves) {
    // The game may have changed while the report was made.
    const node = nodeOf(tree, reported.node);
    if (!reported.isComplete || node?.move !== reported.move) continue;
    const edit = annotationOf(tree, reported, nameOf);
    if (edit !== null) apply(edit);
    if (reported.weight === null || reported.better.length === 0) continue;
    const variation = variationOf(tree, node.parent!, reported.better);
    if (variation !== null) apply(variation);
  }
  return edits;
}

/**
 * Whether a game still has any of what `annotationsFor` has added to it; true if that was nothing. The same moves, played
 * by a person, are other nodes.
 * @param first the id of the first node that the change has made
 */
export function hasAnnotations(tree: GameTree, change: Change, first: NodeId): boolean {
  let made = first;
  const added = change.flatMap((edit): boolean[] => {
    if (edit.kind === 'play') {
      const node = made;
      made += edit.moves.length;
      return [nodeOf(tree, node) !== null];
    }
    const said = edit.kind === 'annotate' ? (edit.to.comment ?? '').split('\n').filter(isVerdictLine) : [];
    if (edit.kind !== 'annotate' || said.length === 0) return [];
    const has = nodeOf(tree, edit.node)?.comment.split('\n') ?? [];
    return [said.some((line) => has.includes(line))];
  });
  return added.length === 0 || added.includes(true);
}

function annotationOf(tree: GameTree, reported: ReportedMove, nameOf: NameOf): Edit | null {
  const { node, weight, verdicts, how } = reported;
  const { comment, glyphs } = tree.nodes.get(node)!;
  const lines = comment === '' ? [] : comment.split('\n');
  const kept = lines.filter((line) => !isVerdictLine(line));
  const said = weight === null ? [] : verdicts.filter((each) => each.weight !== null);
  const after = [...kept, ...said.map((verdict) => verdictWords(verdict, nameOf, how))].join('\n');
  const isOurs = kept.length < lines.length;
  const others = glyphs.filter((glyph) => !isMoveGlyph(glyph));
  const isFree = isOurs || others.length === glyphs.length;
  const glyphsAfter = isFree ? [...(weight === null ? [] : [weightGlyphs[weight]]), ...others] : glyphs;
  const isSame = after === comment && glyphsAfter.join() === glyphs.join();
  return isSame ? null : { kind: 'annotate', node, to: { comment: after, glyphs: [...glyphsAfter] } };
}

/** The part of a line that the game does not have yet; null if it has all of it. */
function variationOf(tree: GameTree, at: NodeId, moves: readonly string[]): Edit | null {
  for (const [index, move] of moves.entries()) {
    const child = childByMove(tree, at, move);
    if (child === null) return { kind: 'play', at, moves: moves.slice(index) };
    at = child.id;
  }
  return null;
}
