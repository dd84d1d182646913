/** Defects of the games: one for each rule, notation or ending. */
import type { Defect } from './defect.ts';

const connect4 = { file: 'app/games/connect4/rules.ts', by: 'app/games/connect4/rules.test.ts' } as const;
const quoridor = { by: 'app/games/quoridor/rules.test.ts' } as const;
const morris = { file: 'app/games/morris/rules.ts', by: 'app/games/morris/rules.test.ts' } as const;
const stones = { file: 'app/games/stones/rules.ts', by: 'app/games/stones/rules.test.ts' } as const;

export const rules: readonly Defect[] = [
  {
    ...connect4,
    name: 'connect four: one diagonal wins nothing',
    find: '    inRow(board, index, 1, -1)\n',
    replace: '    false\n',
  },
  {
    ...connect4,
    name: 'connect four: a win needs five in a row',
    find: 'run(board, index, -stepX, -stepY) >= 3;',
    replace: 'run(board, index, -stepX, -stepY) >= 4;',
  },
  {
    ...connect4,
    name: 'connect four: a full board is not a draw',
    find: "position.open === 0 ? { kind: 'draw'",
    replace: "position.open < 0 ? { kind: 'draw'",
  },
  {
    ...connect4,
    name: 'connect four: moves go on after a four',
    find: '  if (position.winner !== null) return none;\n',
    replace: '',
  },
  {
    ...connect4,
    name: 'connect four: a full column takes a stone',
    find: 'row === undefined || row >= height)',
    replace: 'row === undefined || row > height)',
  },
  {
    ...quoridor,
    name: 'quoridor: horizontal walls overlap to the east',
    file: 'app/games/quoridor/maze.ts',
    find: '    if (column < size - 2 && isWall(walls[centre + 1]!, orientation)) return centre + 1;\n',
    replace: '',
  },
  {
    ...quoridor,
    name: 'quoridor: walls cross',
    file: 'app/games/quoridor/maze.ts',
    find: '  if (walls[centre] !== 0) return centre;\n',
    replace: '  if (walls[centre] !== 0 && isWall(walls[centre]!, orientation)) return centre;\n',
  },
  {
    name: 'quoridor: a wall that meets the edge and another wall is not looked at',
    file: 'app/games/quoridor/maze.ts',
    find: 'return ends === 2 || (ends === 1 && touched[point] !== 0);',
    replace: 'return ends === 1 && touched[point] !== 0;',
    by: 'app/games/quoridor/maze.slow.test.ts',
  },
  {
    ...quoridor,
    name: 'quoridor: one wall too many by default',
    file: 'app/games/quoridor/board.ts',
    find: 'Math.floor((7 * size - 23) / 4)',
    replace: 'Math.floor((7 * size - 19) / 4)',
  },
  {
    ...quoridor,
    name: 'quoridor: no pawn arrives',
    file: 'app/games/quoridor/board.ts',
    find: "return winner === null ? null : { kind: 'win'",
    replace: "return winner !== 1 ? null : { kind: 'win'",
  },
  {
    ...morris,
    name: 'morris: a man flies with four men',
    find: 'const atMostThree = (men: number): boolean => atMostTwo(withoutOne(men));',
    replace: 'const atMostThree = (men: number): boolean => atMostTwo(withoutOne(withoutOne(men)));',
  },
  {
    ...morris,
    name: 'morris: two men lose while men are placed',
    find: 'if (!isPlacing(position) && atMostTwo(',
    replace: 'if (atMostTwo(',
  },
  {
    ...morris,
    name: 'morris: the draw comes a ply late',
    find: 'position.quiet >= MAX_QUIET',
    replace: 'position.quiet > MAX_QUIET',
  },
  {
    ...morris,
    name: 'morris: the second time is a draw',
    find: '++times === 3)',
    replace: '++times === 2)',
  },
  {
    ...morris,
    name: 'morris: the blocked side has won',
    find: "null : { kind: 'win', winner, reason: BLOCKED };",
    replace: "null : { kind: 'win', winner: position.mover, reason: BLOCKED };",
  },
  {
    ...stones,
    name: 'stones: a lower stone attacks a higher one',
    find: 'if (heightOf(other) <= heightOf(own)) return null;',
    replace: 'if (heightOf(other) <= heightOf(own) + 1) return null;',
  },
  {
    ...stones,
    name: 'stones: White begins with two actions',
    find: "const keeps = phase === 'first';",
    replace: "const keeps = phase !== 'second';",
  },
  {
    ...stones,
    name: 'stones: heights do not add',
    find: 'other > 0 === own > 0 ? 4 * heightOf(other) : 0;',
    replace: 'other > 0 === own > 0 ? 4 : 0;',
  },
  {
    ...stones,
    name: 'stones: a first action may pass',
    find: '  if (!attacksOnly) found.push(PASS);',
    replace: '  found.push(PASS);',
  },
  {
    ...stones,
    name: 'stones: who cannot attack has won',
    find: "return { kind: 'win', winner: otherSeat(position.mover), reason: NO_ATTACK };",
    replace: "return { kind: 'win', winner: position.mover, reason: NO_ATTACK };",
  },
  {
    name: 'quoridor: a position may have a pawn without a path',
    file: 'app/games/quoridor/notation.ts',
    find: 'if (shortestPath(position, seat) === null) {',
    replace: 'if (shortestPath(position, seat)?.length === 0) {',
    by: 'app/games/quoridor/notation.test.ts',
  },
  {
    name: 'connect four: a disc that floats is not told',
    file: 'app/games/connect4/editor.ts',
    find: 'cell !== EMPTY && index >= width && cells[index - width] === EMPTY',
    replace: 'cell !== EMPTY && index < width && cells[index - width] === EMPTY',
    by: 'app/games/editing.test.ts',
  },
  {
    name: 'editor: a stock gives a wall twice',
    file: 'app/games/quoridor/editor.ts',
    find: 'wallsLeft: withStock(draft, ownerOf(draft.walls[centre]!), 1)',
    replace: 'wallsLeft: withStock(draft, ownerOf(draft.walls[centre]!), 2)',
    by: 'app/games/editing.test.ts',
  },
];
