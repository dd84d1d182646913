/**
 * Setting up boards of Connect Four, cell by cell: a disc may float, as CFSI allows ("Piece placement"), and either side
 * may have any number of discs. Both are told, since no game leads there.
 */
import type { Area } from '../board.ts';
import type { Editor, Fault } from '../editor.ts';
import { centreX, centreY, DISC_SHAPE, SEATS } from './geometry.ts';
import { parsePosition } from './notation.ts';
import {
  EMPTY,
  emptyBoard,
  makePosition,
  MAX_SIDE,
  MIN_SIDE,
  stoneOf,
  type Connect4Position,
} from './rules.ts';

const cellId = (column: number, row: number): string => `cell-${column + 1}-${row + 1}`;
const cellWords = (column: number, row: number): string => `column ${column + 1}, row ${row + 1}`;

/** The index of a cell of this board; -1 if the area is none. */
function cellOf({ width, height }: Connect4Position, area: string): number {
  const [, x, y] = /^cell-(\d{1,2})-(\d{1,2})$/.exec(area) ?? [];
  const [column, row] = [Number(x) - 1, Number(y) - 1];
  return column >= 0 && column < width && row >= 0 && row < height ? row * width + column : -1;
}

const idAt = ({ width }: Connect4Position, index: number): string =>
  cellId(index % width, Math.floor(index / width));

/** The draft with other contents in some cells. */
function withCells(
  { width, height, cells, mover }: Connect4Position,
  changes: readonly (readonly [index: number, value: number])[],
): Connect4Position {
  const board = { width, height, cells: cells.slice() };
  for (const [index, value] of changes) board.cells[index] = value;
  return makePosition(board, mover);
}

function resized(draft: Connect4Position, width: number, height: number): Connect4Position {
  const board = emptyBoard(width, height);
  for (let row = 0; row < Math.min(height, draft.height); row++) {
    for (let column = 0; column < Math.min(width, draft.width); column++) {
      board.cells[row * width + column] = draft.cells[row * draft.width + column]!;
    }
  }
  return makePosition(board, draft.mover);
}

/** Every disc on top of the one below it. */
function fallen(draft: Connect4Position): Connect4Position {
  const { width, height, cells, mover } = draft;
  const board = emptyBoard(width, height);
  for (let column = 0; column < width; column++) {
    let top = 0;
    for (let row = 0; row < height; row++) {
      const cell = cells[row * width + column]!;
      if (cell !== EMPTY) board.cells[top++ * width + column] = cell;
    }
  }
  return makePosition(board, mover);
}

function floating({ width, cells }: Connect4Position): number[] {
  const found: number[] = [];
  cells.forEach((cell, index) => {
    if (cell !== EMPTY && index >= width && cells[index - width] === EMPTY) found.push(index);
  });
  return found;
}

function faults(draft: Connect4Position): Fault<Connect4Position>[] {
  const { width, cells, mover } = draft;
  const found: Fault<Connect4Position>[] = [];
  const float = floating(draft);
  const [first] = float;
  if (first !== undefined) {
    const where = cellWords(first % width, Math.floor(first / width));
    const others = float.length === 1 ? '' : `, and ${float.length - 1} more`;
    found.push({
      words: `the disc in ${where} floats above an empty cell${others}: CFSI allows such boards, and other programs may not`,
      level: 'warning',
      at: float.map((index) => idAt(draft, index)),
      remedy: { title: 'Let it fall', draft: fallen(draft) },
    });
  }
  const counts = [0, 1].map((seat) => cells.filter((cell) => cell === stoneOf(seat as 0 | 1)).length);
  const [one, other] = counts as [number, number];
  if (one - other !== mover) {
    const [x, o] = SEATS;
    const wanted = mover === 0 ? `as many ${x.token} as ${o.token}` : `one more ${x.token} than ${o.token}`;
    found.push({
      words: `with ${SEATS[mover].name} to move a game has ${wanted} discs on the board, and here are ${one} ${x.token} and ${other} ${o.token}`,
      level: 'warning',
      at: [],
    });
  }
  return found;
}

export const editor: Editor<Connect4Position> = {
  areas({ width, height }) {
    const areas: Area[] = [];
    for (let row = 0; row < height; row++) {
      for (let column = 0; column < width; column++) {
        areas.push({
          id: cellId(column, row),
          name: cellWords(column, row),
          ...{ x: centreX(column), y: centreY(height, row) },
          shape: { kind: 'rect', width: 1, height: 1 },
        });
      }
    }
    return areas;
  },
  standing(draft) {
    const words: Record<string, string> = {};
    draft.cells.forEach((cell, index) => {
      if (cell !== EMPTY) words[idAt(draft, index)] = `${SEATS[cell === stoneOf(0) ? 0 : 1].name}'s disc`;
    });
    return words;
  },

  tools: ([0, 1] as const).map((seat) => ({
    id: `disc-${SEATS[seat].token}`,
    name: `${SEATS[seat].name}'s disc`,
    seat,
    icon: { id: 'disc', x: 0, y: 0, seat, look: 'disc', shape: DISC_SHAPE },
  })),
  fields: ({ width, height }) => [
    { id: 'width', label: 'Columns', kind: 'number', value: width, min: MIN_SIDE, max: MAX_SIDE, step: 1 },
    { id: 'height', label: 'Rows', kind: 'number', value: height, min: MIN_SIDE, max: MAX_SIDE, step: 1 },
  ],
  withField: (draft, id, value) =>
    id === 'width' ? resized(draft, value, draft.height) : resized(draft, draft.width, value),
  withMover: (draft, mover) => makePosition(draft, mover),
  cleared: ({ width, height, mover }) => makePosition(emptyBoard(width, height), mover),

  put(draft, tool, area) {
    const index = cellOf(draft, area);
    if (index < 0) return { refusal: 'this is not a cell of the board' };
    const stone = stoneOf(tool === `disc-${SEATS[0].token}` ? 0 : 1);
    return { draft: withCells(draft, [[index, draft.cells[index] === stone ? EMPTY : stone]]) };
  },
  removed(draft, area) {
    const index = cellOf(draft, area);
    if (index < 0 || draft.cells[index] === EMPTY) return { refusal: 'the cell is empty' };
    return { draft: withCells(draft, [[index, EMPTY]]) };
  },
  paths(draft) {
    const ids = [...draft.cells.keys()].map((index) => idAt(draft, index));
    return ids.flatMap((from, index) =>
      draft.cells[index] === EMPTY ? [] : ids.flatMap((to) => (to === from ? [] : [[from, to] as const])),
    );
  },
  moved(draft, [from, to]) {
    const [start, end] = [cellOf(draft, from), cellOf(draft, to)];
    return withCells(draft, [
      [end, draft.cells[start]!],
      [start, EMPTY],
    ]);
  },
  faults,
  read: parsePosition,
};
