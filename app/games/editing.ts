/** What the position editors of all games have in common: the actions on a board, and what is wrong with a draft. Pure. */
import type { Geometry, Mark, Piece, Point, View } from './board.ts';
import type { Edited, Editor, Fault } from './editor.ts';
import { BadNotation, type Choice, type Game } from './game.ts';

/** A game whose positions can be set up. */
export type EditableGame<Position = unknown> = Game<Position> & { readonly editor: Editor<Position> };

export const isEditable = (game: Game): game is EditableGame => game.editor !== undefined;

/** What a press on the board does: it uses a tool, removes, or moves a piece. */
export type EditMode =
  | { readonly kind: 'put'; readonly tool: string }
  | { readonly kind: 'remove' }
  | { readonly kind: 'move' };

/** One change that a press makes. */
export type EditAction =
  | { readonly kind: 'put'; readonly tool: string; readonly area: string }
  | { readonly kind: 'remove'; readonly area: string }
  | { readonly kind: 'move'; readonly path: readonly [from: string, to: string] };

/** The board of a draft: that of its setup, with the areas of the editor. */
export function editorGeometry(game: EditableGame, draft: unknown): Geometry {
  const geometry = game.geometry(game.setupOf(draft));
  const areas = game.editor.areas?.(draft) ?? geometry.areas.filter(({ button }) => button === undefined);
  return { ...geometry, areas };
}

/** What stands on each area, by its id. */
const standingOn = (game: EditableGame, draft: unknown): Readonly<Record<string, string>> =>
  game.editor.standing?.(draft) ?? game.view(draft, null).standing ?? {};

/** The draft as drawn, with a mark at the place of each fault. */
export function editorView(
  game: EditableGame,
  draft: unknown,
  geometry: Pick<Geometry, 'areas'>,
  faults: readonly Fault[],
): View {
  const { pieces, marks, gauges, spoken } = game.view(draft, null);
  const wrong = new Set(faults.flatMap(({ at }) => at));
  const faulty = geometry.areas
    .filter(({ id }) => wrong.has(id))
    .map(({ x, y, shape, ghost, outline }): Mark => {
      const piece = pieces.find((one) => one.x === x && one.y === y);
      return { x, y, shape: piece?.shape ?? ghost ?? outline ?? shape, look: 'fault' };
    });
  const standing = standingOn(game, draft);
  return { pieces, marks: [...marks, ...faulty], gauges, spoken, standing };
}

/** The draft after an action. */
export function edited(game: EditableGame, draft: unknown, action: EditAction): Edited<unknown> {
  switch (action.kind) {
    case 'put':
      return game.editor.put(draft, action.tool, action.area);
    case 'remove':
      return game.editor.removed(draft, action.area);
    case 'move':
      return { draft: game.editor.moved(draft, action.path) };
  }
}

/** An action as a choice. Thousands are offered and one at a time is pointed at, so that its preview is made on demand. */
class EditChoice implements Choice<EditAction> {
  readonly move: EditAction;
  readonly path: readonly string[];
  readonly chip: Point;
  readonly #previewOf: (action: EditAction) => readonly Piece[];
  #preview: readonly Piece[] | null = null;

  constructor(
    move: EditAction,
    path: readonly string[],
    chip: Point,
    previewOf: (action: EditAction) => readonly Piece[],
  ) {
    this.move = move;
    this.path = path;
    this.chip = chip;
    this.#previewOf = previewOf;
  }

  get preview(): readonly Piece[] {
    return (this.#preview ??= this.#previewOf(this.move));
  }
}

/** The actions of a mode, as choices that a board can offer. */
export function editChoices(
  game: EditableGame,
  draft: unknown,
  { areas }: Pick<Geometry, 'areas'>,
  mode: EditMode,
): readonly Choice<EditAction>[] {
  const before = new Map(game.view(draft, null).pieces.map((piece) => [piece.id, piece]));
  const previewOf = (action: EditAction) => came(game, before, edited(game, draft, action));
  if (mode.kind === 'move') {
    const byId = new Map(areas.map((area) => [area.id, area]));
    return game.editor
      .paths(draft)
      .map((path) => new EditChoice({ kind: 'move', path }, path, byId.get(path[1])!, previewOf));
  }
  return areas.flatMap((area) => {
    const action: EditAction = { ...mode, area: area.id };
    const isRefused = edited(game, draft, action).refusal !== undefined;
    return isRefused ? [] : [new EditChoice(action, [area.id], area, previewOf)];
  });
}

/** The pieces that an action has brought or changed. */
function came(game: Game, before: ReadonlyMap<string, Piece>, after: Edited<unknown>): readonly Piece[] {
  if (after.refusal !== undefined) return [];
  return game.view(after.draft, null).pieces.filter((piece) => {
    const known = before.get(piece.id);
    return (
      known === undefined ||
      known.x !== piece.x ||
      known.y !== piece.y ||
      known.seat !== piece.seat ||
      known.text !== piece.text ||
      known.storeys !== piece.storeys
    );
  });
}

/**
 * Why these picks change nothing. Empty if they do, and where there is nothing to remove or to move: an empty place needs
 * no words.
 */
export function editRefusal(
  game: EditableGame,
  draft: unknown,
  { areas }: Pick<Geometry, 'areas'>,
  mode: EditMode,
  picks: readonly string[],
): string {
  const area = picks.at(-1);
  if (area === undefined) return '';
  if (mode.kind === 'put') return edited(game, draft, { ...mode, area }).refusal ?? '';
  if (mode.kind === 'remove' || picks.length < 2) return '';
  const [from, to] = picks.map((id) => areas.find((one) => one.id === id)?.name ?? id);
  const goes = game.editor.paths(draft).some((path) => path[0] === picks[0] && path[1] === area);
  return goes ? '' : `what stands on ${from} cannot stand on ${to}`;
}

/** What is wrong with a draft, errors first, and whether the game is over there. */
export function faultsOf(game: EditableGame, draft: unknown): readonly Fault[] {
  const faults = game.editor.faults(draft);
  const errors = faults.filter(({ level }) => level === 'error');
  if (errors.length > 0) return [...errors, ...faults.filter(({ level }) => level === 'warning')];
  const over = game.result(draft);
  if (over === null) return faults;
  const ends = over.kind === 'win' ? `${game.seats[over.winner].name} has won` : 'the game is drawn';
  return [{ words: `no move can be played: ${ends}, ${over.reason}`, level: 'warning', at: [] }, ...faults];
}

/** Throws the first error of a position that was read. @throws BadNotation */
export function refuseFaults(faults: readonly Fault[]): void {
  const error = faults.find(({ level }) => level === 'error');
  if (error !== undefined) throw new BadNotation(error.words);
}
