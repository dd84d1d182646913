/**
 * Setting up positions of nine men's morris. The men in hand follow from the plies played, so that those of both sides
 * are set together: they differ by one at most, with Black to move.
 */
import type { Seat } from '../board.ts';
import { counted } from '../sentences.ts';
import type { Editor, EditorField, Fault } from '../editor.ts';
import { count, NAMES, pointOf, pointsOf } from './board.ts';
import { MAN } from './geometry.ts';
import { positionFaults, readPosition } from './notation.ts';
import {
  inHand,
  MAX_PLIES,
  MEN,
  menOf,
  pliesPlayed,
  SEATS,
  seatOn,
  start,
  type MorrisPosition,
} from './rules.ts';

const BOTH: readonly Seat[] = [0, 1];
const toolId = (seat: Seat): string => `man-${SEATS[seat].token}`;

/** The draft with a man of the seat on a point, or with none. */
function withMan(draft: MorrisPosition, point: number, seat: Seat | null): MorrisPosition {
  const [bit, others] = [1 << point, ~(1 << point)];
  return {
    ...draft,
    white: (draft.white & others) | (seat === 0 ? bit : 0),
    black: (draft.black & others) | (seat === 1 ? bit : 0),
    trail: null,
  };
}

/** The draft with so many men of a seat in hand, as far as the side to move allows, and no more plies than that takes. */
function withHand(draft: MorrisPosition, seat: Seat, hand: number): MorrisPosition {
  const { mover } = draft;
  if (hand === 0 && inHand(draft, seat) === 0) return draft;
  // White places first: with Black to move it has one man less in hand.
  const turns = Math.max(0, MEN - hand - (seat === 0 ? mover : 0));
  return { ...draft, plies: 2 * turns + mover, trail: null };
}

function withMover(draft: MorrisPosition, mover: Seat): MorrisPosition {
  const plies = pliesPlayed(draft);
  if (mover === draft.mover) return draft;
  const changed = mover === 1 ? plies + 1 : plies - 1;
  return { ...draft, mover, plies: Math.min(changed, MAX_PLIES), trail: null };
}

/** Men on the board and in hand, where they are more than a side has. */
function tooMany(draft: MorrisPosition): Fault<MorrisPosition>[] {
  const most = Math.max(0, Math.min(...BOTH.map((seat) => MEN - count(menOf(draft, seat)))));
  return BOTH.flatMap((seat): Fault<MorrisPosition>[] => {
    const board = count(menOf(draft, seat));
    const hand = inHand(draft, seat);
    const over = board + hand - MEN;
    if (over <= 0 || board > MEN) return [];
    const remedy = withHand(draft, 1, most);
    const words = `${SEATS[seat].name} has ${counted(over, 'man', 'men')} too many: ${board} on the board and ${hand} in hand, and a side has ${MEN}`;
    const title = most === 0 ? 'Leave none in hand' : `Leave ${counted(most, 'man', 'men')} in hand`;
    return [{ words, level: 'warning', at: [], remedy: { title, draft: remedy } }];
  });
}

export const editor: Editor<MorrisPosition> = {
  tools: BOTH.map((seat) => ({
    id: toolId(seat),
    name: `${SEATS[seat].name}'s man`,
    seat,
    icon: { id: 'man', x: 0, y: 0, seat, look: 'man', shape: { kind: 'circle', r: MAN } },
  })),
  fields: (draft) => [
    ...BOTH.map((seat): EditorField => ({
      ...{ id: `hand-${SEATS[seat].token}`, label: `${SEATS[seat].name}'s men in hand`, kind: 'number' },
      ...{ value: inHand(draft, seat), min: 0, max: MEN - (seat === 0 ? draft.mover : 0), step: 1 },
    })),
    {
      ...{ id: 'quiet', label: 'Plies without a capture', kind: 'number', value: draft.quiet },
      ...{ min: 0, max: MAX_PLIES, step: 1 },
    },
  ],
  withField(draft, id, value) {
    if (id === 'quiet') return { ...draft, quiet: value, trail: null };
    return withHand(draft, id === `hand-${SEATS[0].token}` ? 0 : 1, value);
  },
  withMover,
  cleared: ({ mover }) => withMover(start, mover),

  put(draft, tool, area) {
    const point = pointOf(area);
    if (point === undefined) return { refusal: `the board has no point ${area}` };
    const seat = tool === toolId(0) ? 0 : 1;
    return { draft: withMan(draft, point, seatOn(draft, point) === seat ? null : seat) };
  },
  removed(draft, area) {
    const point = pointOf(area);
    if (point === undefined || seatOn(draft, point) === null) return { refusal: `no man stands on ${area}` };
    return { draft: withMan(draft, point, null) };
  },
  paths: (draft) =>
    pointsOf(draft.white | draft.black).flatMap((from) =>
      NAMES.flatMap((to) => (to === NAMES[from] ? [] : [[NAMES[from]!, to] as const])),
    ),
  moved(draft, [from, to]) {
    const [start, end] = [pointOf(from)!, pointOf(to)!];
    return withMan(withMan(draft, start, null), end, seatOn(draft, start));
  },
  faults: (draft) => [...positionFaults(draft), ...tooMany(draft)],
  read: readPosition,
};
