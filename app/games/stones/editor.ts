/** Setting up positions of the Game of Stones: stones by type, their heights, and what the next action may be. */
import type { Seat } from '../board.ts';
import type { Editor, Tool } from '../editor.ts';
import {
  isPlace,
  packStone,
  placeName,
  PLACES,
  readStone,
  SQUARES,
  STONES,
  TYPES,
  typeText,
  type StoneType,
} from './board.ts';
import { STONE_SHAPES } from './geometry.ts';
import { boardFaults, readPosition } from './notation.ts';
import { makePosition, mustAttack, SEATS, type StonesPosition } from './rules.ts';

const BOTH: readonly Seat[] = [0, 1];
const HIGHER = 'higher';
const LOWER = 'lower';
const toolId = (seat: Seat, type: StoneType): string => `${SEATS[seat].token}-${typeText(type)}`;

const squares: ReadonlyMap<string, number> = new Map(PLACES.map((square) => [placeName(square), square]));

function withStone(draft: StonesPosition, square: number, value: number): StonesPosition {
  const stones = draft.stones.slice();
  stones[square] = value;
  return makePosition(stones, draft.mover, mustAttack(draft) ? 'first' : 'second');
}

export const editor: Editor<StonesPosition> = {
  tools: [
    ...BOTH.flatMap((seat) =>
      TYPES.map((type): Tool => ({
        id: toolId(seat, type),
        name: `${SEATS[seat].name}'s ${typeText(type)}`,
        seat,
        icon: {
          ...{ id: 'stone', x: 0, y: 0, seat, look: 'stone', text: typeText(type) },
          shape: STONE_SHAPES[type],
        },
      })),
    ),
    { id: HIGHER, name: 'One storey higher', seat: null, icon: '+' },
    { id: LOWER, name: 'One storey lower', seat: null, icon: '−' },
  ],
  fields: (draft) => [
    {
      ...{ id: 'allowed', label: 'The next action', kind: 'choice', value: mustAttack(draft) ? 1 : 2 },
      choices: [
        { value: 1, title: 'the first of a turn: an attack' },
        { value: 2, title: 'the second of a turn: any' },
      ],
    },
  ],
  withField: ({ stones, mover }, _id, value) => makePosition(stones, mover, value === 1 ? 'first' : 'second'),
  withMover: (draft, mover) => makePosition(draft.stones, mover, mustAttack(draft) ? 'first' : 'second'),
  cleared: (draft) =>
    makePosition(new Array<number>(SQUARES).fill(0), draft.mover, mustAttack(draft) ? 'first' : 'second'),

  put(draft, tool, area) {
    const square = squares.get(area);
    if (square === undefined || !isPlace(square)) return { refusal: `the board has no place ${area}` };
    const stone = readStone(draft.stones[square]!);
    if (tool === HIGHER || tool === LOWER) {
      if (stone === null) return { refusal: `no stone stands on ${area}` };
      const height = stone.height + (tool === HIGHER ? 1 : -1);
      if (height < 1) return { refusal: `the stone on ${area} is 1 high` };
      if (height > STONES)
        return { refusal: `the stone on ${area} is ${STONES} high, and a side has ${STONES} stones` };
      return { draft: withStone(draft, square, packStone({ ...stone, height })) };
    }
    const seat = BOTH.find((each) => tool.startsWith(SEATS[each].token)) ?? 0;
    const type = TYPES.find((each) => tool === toolId(seat, each)) ?? 1;
    const isSame = stone?.seat === seat && stone.type === type;
    return { draft: withStone(draft, square, isSame ? 0 : packStone({ seat, type, height: 1 })) };
  },
  removed(draft, area) {
    const square = squares.get(area);
    if (square === undefined || draft.stones[square] === 0) return { refusal: `no stone stands on ${area}` };
    return { draft: withStone(draft, square, 0) };
  },
  paths: ({ stones }) =>
    PLACES.filter((square) => stones[square] !== 0).flatMap((from) =>
      PLACES.flatMap((to) => (to === from ? [] : [[placeName(from), placeName(to)] as const])),
    ),
  moved(draft, [from, to]) {
    const [start, end] = [squares.get(from)!, squares.get(to)!];
    return withStone(withStone(draft, end, draft.stones[start]!), start, 0);
  },
  faults: ({ stones }) => boardFaults(stones),
  read: readPosition,
};
