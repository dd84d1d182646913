/** An engine's drawing of its board beside ours: the differences to mark, and the place it is about. */
import type { DrawingDifference, EngineDrawing } from '../../app/api/contract.ts';
import type { Game, Geometry, Shape } from '../../app/games/game.ts';
import type { Ring } from '../board/overlay.ts';

/** A part of a line that differs or does not differ as a whole. */
export interface Stretch {
  readonly text: string;
  readonly differs: boolean;
}

/** Each line, split where the drawing differs. */
export function stretchesOf(
  lines: readonly string[],
  differences: readonly Pick<DrawingDifference, 'spans'>[],
): readonly (readonly Stretch[])[] {
  const spans = differences.flatMap((difference) => difference.spans);
  return lines.map((text, line) => {
    const own = spans.filter((span) => span.line === line).sort((one, other) => one.from - other.from);
    const stretches: Stretch[] = [];
    let at = 0;
    for (const { from, to } of own) {
      if (to <= at) continue;
      const begin = Math.max(at, from);
      if (begin > at) stretches.push({ text: text.slice(at, begin), differs: false });
      // Padded, because the line may end before the place where something is missing.
      stretches.push({ text: text.slice(begin, to).padEnd(to - begin), differs: true });
      at = to;
    }
    return [...stretches, { text: text.slice(at), differs: false }].filter((stretch) => stretch.text !== '');
  });
}

/** The shape of a ring around an area without a ghost. */
const ROUND: Shape = { kind: 'circle', r: 0.32 };

/** A ring around each of these areas. */
export function ringsOf(geometry: Geometry, areas: readonly string[]): readonly Ring[] {
  return geometry.areas
    .filter(({ id }) => areas.includes(id))
    .map(({ id, x, y, ghost }) => ({
      id,
      piece: { id, x, y, seat: null, look: ghost === undefined ? 'pawn' : 'wall', shape: ghost ?? ROUND },
      weight: 0.7,
    }));
}

/** How the engine's position relates to the one that the window shows, in words; empty if they are the same. */
export function placeWords(
  stands: NonNullable<EngineDrawing['stands']>,
  shown: { readonly game: Game; readonly position: unknown },
  movedOn: boolean,
): string {
  const { game, position } = shown;
  if (stands.game === game.id && stands.position === game.positionText(position)) return '';
  if (movedOn) return 'The game has moved on since the drawing.';
  if (stands.game === game.id && game.result(position) === null) {
    const made = game
      .moves(position)
      .find((move) => game.positionText(game.play(position, move)) === stands.position);
    if (made !== undefined) {
      return `The engine is one move ahead of the board, after its own answer ${game.moveText(position, made)}.`;
    }
  }
  return 'The engine has a different position from the board: the one it was asked about last.';
}
