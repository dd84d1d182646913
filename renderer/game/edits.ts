/** What the user changes at the node shown, beside moves: marks, glyphs and kept lines. Each is one edit. */
import type { Annotations, Edit, Mark } from '../../app/api/contract.ts';
import { lineEdit } from '../../app/records/edits.ts';
import { childByMove } from '../../app/records/tree.ts';
import { withMark } from '../board/drawing.svelte.ts';
import type { App } from '../state/app.svelte.ts';
import type { GameView } from '../state/game.svelte.ts';
import { nodesOf } from '../state/nodes.ts';

const annotate = (game: GameView, to: Partial<Annotations>): Promise<void> =>
  game.edit((_, node) => [{ kind: 'annotate', node, to }]);

/** The rings and arrows of the node shown. */
export const marksOf = ({ state }: GameView): readonly Mark[] => state?.nodes[state.shown]?.marks ?? [];

/** Draws a mark at the node shown; one that is drawn there already is removed. */
export const drawMark = (game: GameView, mark: Mark): Promise<void> =>
  annotate(game, { marks: withMark(marksOf(game), mark) });

export const clearMarks = (game: GameView): Promise<void> => annotate(game, { marks: [] });

/** Names a game; an empty name removes it. */
export async function nameGame(app: App, game: string, name: string): Promise<void> {
  const text = name.trim() === '' ? null : name.trim();
  await app.run(app.client.game.edit({ game, change: [{ kind: 'header', name: 'event', text }] }), 'game');
}

/** Glyphs of the node shown, as numbers of PGN. */
export const glyphsOf = ({ state }: GameView): readonly number[] => state?.nodes[state.shown]?.glyphs ?? [];

const judgesMove = (glyph: number): boolean => glyph >= 1 && glyph <= 6;
const judgesPosition = (glyph: number): boolean => glyph >= 10 && glyph <= 19;

/** Whether two glyphs judge the same: `!` and `?` together would read as `!?`. */
const areRivals = (one: number, other: number): boolean =>
  [judgesMove, judgesPosition].some((judges) => judges(one) && judges(other));

/** Sets a glyph of the node shown in place of those that judge the same, or removes it. */
export function toggleGlyph(game: GameView, glyph: number): Promise<void> {
  const glyphs = glyphsOf(game);
  const next = glyphs.includes(glyph)
    ? glyphs.filter((one) => one !== glyph)
    : [...glyphs.filter((one) => !areRivals(one, glyph)), glyph].toSorted((one, other) => one - other);
  return annotate(game, { glyphs: next });
}

/** Keeps the line on the board as a variation after the node shown, with its figure as the comment of its first move. */
export async function keepLine(app: App): Promise<void> {
  const { game } = app;
  const { state, foreseen } = game;
  if (state === null || foreseen.moves.length === 0) return;
  const node = state.shown;
  const tree = nodesOf(state);
  const { edits } = lineEdit(tree, node, foreseen.moves);
  // The first move of the line says who recommends it; a comment that it has already stays.
  const first = childByMove(tree, node, foreseen.moves[0]!)?.id ?? state.nodes.length;
  const comment = state.nodes[first]?.comment ?? '';
  const isSaid = foreseen.comment === '' || comment.split('\n').includes(foreseen.comment);
  const told: Edit[] = isSaid
    ? []
    : [
        {
          kind: 'annotate',
          node: first,
          to: { comment: [comment, foreseen.comment].filter(Boolean).join('\n') },
        },
      ];
  if (edits.length + told.length === 0) {
    app.toast({ text: 'The game has this line already.', tone: 'info' });
    return;
  }
  await game.edit(() => [...edits, ...told]);
  // The host shows what was edited, but the user still looks at the first position of the line. This window may not know
  // yet that another one is shown, so `show` might do nothing.
  await app.run(app.client.game.goTo({ game: state.key, node }));
}
