/**
 * Setting up positions of Quoridor. Both pawns are always on the board, and walls always fit between each other. A wall
 * that is placed comes from its side's stock, and goes back there when it is removed.
 */
import type { Edited, Editor, EditorField } from '../editor.ts';
import type { Seat } from '../board.ts';
import {
  cellText,
  columnOf,
  HORIZONTAL,
  isWall,
  MAX_SIZE,
  MIN_SIZE,
  orientationOf,
  ownerOf,
  readMove,
  rowOf,
  SEATS,
  startCell,
  VERTICAL,
  wallOf,
  wallText,
  type Orientation,
  type QuoridorPosition,
} from './board.ts';
import { wallShape } from './geometry.ts';
import { inTheWay } from './maze.ts';
import { parseMove, positionFaults, readPosition } from './notation.ts';
import { fitObjection } from './rules.ts';
import { PAWN_SHAPE } from './view.ts';

type Kind = 'pawn' | 'wall';

/** The pointer passes many grooves on its way to a cell, so that nothing is told of them. */
const pawnInGroove = { refusal: '' } as const;
const wallOnCell = { refusal: 'a wall stands between cells: H or V leads to one' } as const;
const BOTH: readonly Seat[] = [0, 1];
const toolId = (kind: Kind, seat: Seat): string => `${kind}-${SEATS[seat].token}`;
const readTool = (tool: string): { readonly kind: Kind; readonly seat: Seat } => ({
  kind: tool.startsWith('pawn') ? 'pawn' : 'wall',
  seat: tool.endsWith(SEATS[0].token) ? 0 : 1,
});

/** The most walls left that the field takes; a text may have more. */
const MOST_LEFT = 99;

const withStock = (
  { wallsLeft: [black, white] }: QuoridorPosition,
  seat: Seat,
  by: number,
): [number, number] => (seat === 0 ? [Math.max(0, black + by), white] : [black, Math.max(0, white + by)]);

const withPawn = (draft: QuoridorPosition, seat: Seat, cell: number): QuoridorPosition => ({
  ...draft,
  pawns: seat === 0 ? [cell, draft.pawns[1]] : [draft.pawns[0], cell],
});

function withWall(draft: QuoridorPosition, centre: number, wall: number): QuoridorPosition {
  const walls = draft.walls.slice();
  walls[centre] = wall;
  return { ...draft, walls };
}

function putPawn(draft: QuoridorPosition, seat: Seat, cell: number): Edited<QuoridorPosition> {
  const { size, pawns } = draft;
  if (pawns[seat] === cell)
    return { refusal: `${SEATS[seat].name}'s pawn stands on ${cellText(size, cell)}` };
  const other = seat === 0 ? 1 : 0;
  if (pawns[other] === cell)
    return { refusal: `${SEATS[other].name}'s pawn stands on ${cellText(size, cell)}` };
  return { draft: withPawn(draft, seat, cell) };
}

function putWall(
  draft: QuoridorPosition,
  seat: Seat,
  centre: number,
  orientation: Orientation,
): Edited<QuoridorPosition> {
  const there = draft.walls[centre]!;
  if (isWall(there, orientation)) {
    if (ownerOf(there) === seat) return { draft: lifted(draft, centre) };
    const given = { ...draft, wallsLeft: withStock(draft, ownerOf(there), 1) };
    return {
      draft: withWall({ ...given, wallsLeft: withStock(given, seat, -1) }, centre, wallOf(orientation, seat)),
    };
  }
  const why = fitObjection(draft, centre, orientation);
  if (why !== null) return { refusal: why };
  return {
    draft: withWall({ ...draft, wallsLeft: withStock(draft, seat, -1) }, centre, wallOf(orientation, seat)),
  };
}

const lifted = (draft: QuoridorPosition, centre: number): QuoridorPosition =>
  withWall({ ...draft, wallsLeft: withStock(draft, ownerOf(draft.walls[centre]!), 1) }, centre, 0);

const meaning = (size: number, area: string) => readMove(size, parseMove({ size } as QuoridorPosition, area));

function paths(draft: QuoridorPosition): (readonly [string, string])[] {
  const { size, pawns, walls } = draft;
  const found: (readonly [string, string])[] = [];
  for (const seat of BOTH) {
    const from = cellText(size, pawns[seat]);
    for (let cell = 0; cell < size * size; cell++) {
      if (!pawns.includes(cell)) found.push([from, cellText(size, cell)]);
    }
  }
  const others = walls.slice();
  const targets = [...walls.keys()].flatMap((centre) =>
    [HORIZONTAL, VERTICAL].map((turned) => [centre, turned, wallText(size, centre, turned)] as const),
  );
  walls.forEach((wall, centre) => {
    if (wall === 0) return;
    others[centre] = 0;
    const from = wallText(size, centre, orientationOf(wall));
    for (const [to, orientation, name] of targets) {
      if (name !== from && inTheWay(size, others, to, orientation) < 0) found.push([from, name]);
    }
    others[centre] = wall;
  });
  return found;
}

/** A cell of a board of another size: the start stays the start, and the other cells their names where they have them. */
function cellOn(draft: QuoridorPosition, size: number, seat: Seat): number {
  const cell = draft.pawns[seat];
  if (cell === startCell(draft.size, seat)) return startCell(size, seat);
  const last = size - 1;
  return Math.min(rowOf(draft.size, cell), last) * size + Math.min(columnOf(draft.size, cell), last);
}

function resized(draft: QuoridorPosition, size: number): QuoridorPosition {
  const walls = new Uint8Array((size - 1) * (size - 1));
  let at: QuoridorPosition = {
    ...draft,
    size,
    pawns: [cellOn(draft, size, 0), cellOn(draft, size, 1)],
    walls,
  };
  draft.walls.forEach((wall, centre) => {
    if (wall === 0) return;
    const [row, column] = [Math.floor(centre / (draft.size - 1)), centre % (draft.size - 1)];
    if (row < size - 1 && column < size - 1) walls[row * (size - 1) + column] = wall;
    else at = { ...at, wallsLeft: withStock(at, ownerOf(wall), 1) };
  });
  return at;
}

export const editor: Editor<QuoridorPosition> = {
  tools: (['pawn', 'wall'] as const).flatMap((kind) =>
    BOTH.map((seat) => ({
      id: toolId(kind, seat),
      name: `${SEATS[seat].name}'s ${kind}`,
      seat,
      icon: {
        ...{ id: kind, x: 0, y: 0, seat, look: kind },
        shape: kind === 'pawn' ? PAWN_SHAPE : wallShape(VERTICAL),
      },
    })),
  ),
  fields: ({ size, wallsLeft }) => [
    ...BOTH.map((seat): EditorField => ({
      ...{ id: `left-${SEATS[seat].token}`, label: `${SEATS[seat].name}'s walls left`, kind: 'number' },
      ...{ value: wallsLeft[seat], min: 0, max: Math.max(MOST_LEFT, wallsLeft[seat]), step: 1 },
    })),
    {
      ...{ id: 'size', label: 'Size', kind: 'number', value: size, min: MIN_SIZE, max: MAX_SIZE, step: 2 },
      hint: `${MIN_SIZE} to ${MAX_SIZE}, odd`,
    },
  ],
  withField(draft, id, value) {
    if (id === 'size') return resized(draft, value);
    const [black, white] = draft.wallsLeft;
    return { ...draft, wallsLeft: id.endsWith(SEATS[0].token) ? [value, white] : [black, value] };
  },
  withMover: (draft, mover) => ({ ...draft, mover }),
  cleared(draft) {
    let at = draft;
    draft.walls.forEach((wall, centre) => {
      if (wall !== 0) at = lifted(at, centre);
    });
    return at;
  },

  put(draft, tool, area) {
    const { kind, seat } = readTool(tool);
    const meant = meaning(draft.size, area);
    if (kind === 'pawn') {
      return meant?.kind === 'pawn' ? putPawn(draft, seat, meant.cell) : pawnInGroove;
    }
    return meant?.kind === 'wall' ? putWall(draft, seat, meant.centre, meant.orientation) : wallOnCell;
  },
  removed(draft, area) {
    const meant = meaning(draft.size, area);
    if (meant?.kind === 'wall' && isWall(draft.walls[meant.centre]!, meant.orientation)) {
      return { draft: lifted(draft, meant.centre) };
    }
    if (meant?.kind === 'pawn' && draft.pawns.includes(meant.cell)) {
      return { refusal: 'both pawns stay on the board; move this one instead' };
    }
    return { refusal: `nothing stands on ${area}` };
  },
  paths,
  moved(draft, [from, to]) {
    const [start, end] = [meaning(draft.size, from), meaning(draft.size, to)];
    if (start?.kind === 'pawn' && end?.kind === 'pawn') {
      return withPawn(draft, start.cell === draft.pawns[0] ? 0 : 1, end.cell);
    }
    if (start?.kind !== 'wall' || end?.kind !== 'wall') return draft;
    const owner = ownerOf(draft.walls[start.centre]!);
    return withWall(withWall(draft, start.centre, 0), end.centre, wallOf(end.orientation, owner));
  },
  faults: positionFaults,
  read: readPosition,
};
