/**
 * How a position is told: `boardsize`, `clear_board`, `walls`, then the moves. A position that was not reached by
 * play is told by a made-up sequence on the empty board: the pawns step to their cells, then the walls are put
 * up, moves of one colour in a row, as the text allows.
 */
import {
  goalRow,
  moveAt,
  orientationOf,
  ownerOf,
  quoridor,
  readMove,
  rowOf,
  startCell,
  wallMove,
  wallsPlaced,
  type QuoridorPosition,
} from '../../games/quoridor/index.ts';
import { otherSeat, type Seat } from '../../games/game.ts';
import type { Line } from '../../games/line.ts';
import { MOST_INT, writeColor, writePlacement, type Placement, type WallForm } from './messages.ts';
import type { Search, DriverEvent } from '../protocol.ts';

export interface Step {
  readonly seat: Seat;
  readonly placement: Placement;
}

export interface Telling {
  readonly size: number;
  /** What each side begins with. */
  readonly walls: number;
  readonly steps: readonly Step[];
  /** Who is to move in the end. */
  readonly mover: Seat;
}

/** A move's number in the text's terms. Moves of a line are legal, so none lies outside the board. */
export function placementOf(size: number, move: number): Placement {
  const meant = readMove(size, move);
  if (meant?.kind === 'wall') {
    const row = Math.floor(meant.centre / (size - 1)) + 2;
    const vertex = { column: meant.centre % (size - 1), row };
    return { kind: 'wall', vertex, orientation: meant.orientation === 0 ? 'horizontal' : 'vertical' };
  }
  const cell = meant?.kind === 'pawn' ? meant.cell : 0;
  return { kind: 'pawn', vertex: { column: cell % size, row: rowOf(size, cell) + 1 } };
}

/** The move's number; a vertex that is not on this board gives a move that the rules refuse. */
export function moveOf(size: number, placement: Placement): number {
  const { column, row } = placement.vertex;
  if (placement.kind === 'pawn') return moveAt(size, column, row, null);
  return moveAt(size, column, row, placement.orientation === 'horizontal' ? 0 : 1);
}

/** How the position at the end of a line is told, or why it cannot be, in words. */
export function tellingOf(line: Line): Telling | string {
  if (line.game.id !== quoridor.id) return `QTP carries Quoridor only, not ${line.game.name}`;
  const start = line.start as QuoridorPosition;
  const setup = setupSteps(start);
  if (typeof setup === 'string') return setup;
  const { size } = start;
  const steps = [...setup.steps];
  let seat = start.mover;
  for (const move of line.moves as readonly number[]) {
    steps.push({ seat, placement: placementOf(size, move) });
    seat = otherSeat(seat);
  }
  return { size, walls: setup.walls, steps, mover: seat };
}

/** A made-up way to a position; nothing where a game begins with it. */
function setupSteps(start: QuoridorPosition): { walls: number; steps: readonly Step[] } | string {
  const { size, pawns, walls, wallsLeft } = start;
  const placed = wallsPlaced(start);
  const [black, white] = [wallsLeft[0] + placed[0], wallsLeft[1] + placed[1]];
  if (black !== white) {
    const counts = `Black has ${black} walls in all and White ${white}`;
    return `QTP gives both sides the same number of walls to begin with; here ${counts}`;
  }
  if (black > MOST_INT) return `QTP has no number as large as that of the walls, ${black}`;
  const steps: Step[] = [];
  const at: [number, number] = [startCell(size, 0), startCell(size, 1)];
  for (const seat of [0, 1] as const) {
    const way = wayTo(size, seat, at[seat], pawns[seat], at[otherSeat(seat)]);
    if (way === null) return 'QTP can tell this position only by moves, and no pawn can walk there';
    for (const cell of way) steps.push({ seat, placement: placementOf(size, cell) });
    at[seat] = pawns[seat];
  }
  walls.forEach((wall, centre) => {
    if (wall === 0) return;
    const placement = placementOf(size, wallMove(size, centre, orientationOf(wall)));
    steps.push({ seat: ownerOf(wall), placement });
  });
  return { walls: black, steps };
}

/** Cells of a shortest way on the empty board that keeps clear of the other pawn and of one's own goal. */
function wayTo(size: number, seat: Seat, from: number, to: number, other: number): readonly number[] | null {
  if (from === to) return [];
  const before = new Map<number, number>([[from, from]]);
  const queue = [from];
  for (let cell = queue.shift(); cell !== undefined; cell = queue.shift()) {
    for (const next of neighbours(size, cell)) {
      if (before.has(next) || next === other || rowOf(size, next) === goalRow(size, seat)) continue;
      before.set(next, cell);
      if (next === to) return wayBack(before, from, to);
      queue.push(next);
    }
  }
  return null;
}

function wayBack(before: ReadonlyMap<number, number>, from: number, to: number): readonly number[] {
  const way: number[] = [];
  for (let cell = to; cell !== from; cell = before.get(cell)!) way.push(cell);
  return way.reverse();
}

function neighbours(size: number, cell: number): readonly number[] {
  const column = cell % size;
  return [
    ...(cell >= size ? [cell - size] : []),
    ...(column > 0 ? [cell - 1] : []),
    ...(column < size - 1 ? [cell + 1] : []),
    ...(cell < size * (size - 1) ? [cell + size] : []),
  ];
}

/** How many commands come before the moves. */
export const openingLength = 3;

/** The commands that tell it, in the form that every engine understands, or in that of the token dialect. */
export function commandsOf({ size, walls, steps }: Telling, form: WallForm): readonly string[] {
  return [
    `boardsize ${size}`,
    'clear_board',
    `walls ${walls}`,
    ...steps.map(({ seat, placement }) => {
      const command = placement.kind === 'pawn' ? 'playmove' : 'playwall';
      return `${command} ${writeColor(seat)} ${writePlacement(placement, form)}`;
    }),
  ];
}

/** What the engines of the token dialect are for. */
const TOKEN_SIZE = 9;

/** Why an engine of the token dialect cannot be told this, in words; null where it can. */
export function tokenObjection({ size, steps, mover }: Telling): string | null {
  if (size !== TOKEN_SIZE) {
    return `this engine writes walls in one word, as engines do that know the board of 9 by 9 only; this one is ${size} by ${size}`;
  }
  const alternates = steps.every(({ seat }, index) => seat === index % 2) && mover === steps.length % 2;
  return alternates
    ? null
    : 'this engine writes walls in one word, as engines do that want Black and White to move in turn; this position can only be told otherwise';
}

/** A search on its way: its position is told, then its move is asked for. */

/** What a command of ours does on the engine's board. */
export type Told =
  | { readonly kind: 'opening'; readonly at: number; readonly telling: Telling }
  | { readonly kind: 'step'; readonly step: Step };

/** A command that the engine did not obey. */
export interface Refusal {
  readonly line: string;
  readonly command: string;
  /** The engine's own, quoted; null where it gave no answer at all. */
  readonly words: string | null;
}

export class Task {
  readonly search: Search;
  readonly telling: Telling;
  form: WallForm;
  /** What is to be sent of the commands that tell the position: all of them, or those of the moves that are new. */
  lines: readonly string[] = [];
  /** Moves that stand on the engine's board already; null where it is told from its beginning. */
  known: number | null = null;
  /** Commands of `lines` that were proposed. */
  told = 0;
  /** Of those, how many were answered, well or not. */
  answered = 0;
  /** The first command that the engine did not obey. */
  refusal: Refusal | null = null;
  /** Somebody else changed the engine's board while it was told. */
  spoiled = false;
  /** What the engine refused in the other form of walls. */
  before: Refusal | null = null;
  /** When `genmove` went out, in ms. */
  askedAt = 0;
  /** Counts how often it was told: an answer to an earlier telling is none to this one. */
  attempt = 0;

  constructor(search: Search, telling: Telling, form: WallForm) {
    this.search = search;
    this.telling = telling;
    this.form = form;
  }

  /** @param known moves that stand on the engine's board already; null to tell all of it */
  begin(form: WallForm, known: number | null): void {
    this.form = form;
    this.known = known;
    this.lines = commandsOf(this.telling, form).slice(this.known === null ? 0 : openingLength + this.known);
    this.told = 0;
    this.answered = 0;
    this.refusal = null;
    this.spoiled = false;
    this.attempt++;
  }

  /** What the line of this number among `lines` does. */
  toldBy(index: number): Told {
    const { telling, known } = this;
    if (known === null && index < openingLength) return { kind: 'opening', at: index, telling };
    return { kind: 'step', step: telling.steps[index + (known ?? -openingLength)]! };
  }

  get isTold(): boolean {
    return this.answered === this.lines.length;
  }

  /** Whether another search asks for the same move. */
  asksFor(telling: Telling): boolean {
    const asked = commandsOf(this.telling, this.form);
    const lines = commandsOf(telling, this.form);
    return (
      telling.mover === this.telling.mover &&
      lines.length === asked.length &&
      lines.every((line, index) => line === asked[index])
    );
  }
}

/** What a line of ours was sent for. */
export type Purpose =
  | { readonly kind: 'name' | 'list' | 'board' }
  | { readonly kind: 'fence'; readonly ping: boolean }
  | { readonly kind: 'tell'; readonly task: Task; readonly attempt: number; readonly told: Told }
  /**
   * `task` is null once nobody waits for the answer, `asked` where it is open which position the engine stands
   * on.
   */
  | { readonly kind: 'genmove'; task: Task | null; asked: Task | null };

/** What is known of an engine that no line of the protocol says: how it writes walls, which boards it plays. */

export class Dialect {
  /** How the engine writes walls; null as long as that is not known. */
  form: WallForm | null;
  /** Sizes that it does not play. */
  readonly refusedSizes = new Set<number>();

  constructor(form: WallForm | null) {
    this.form = form;
  }

  learn(form: WallForm, out: DriverEvent[]): void {
    if (this.form !== null) return;
    this.form = form;
    out.push({ kind: 'learned', setting: 'walls', value: form });
  }

  /** Why the position at the end of a line cannot be told to this engine, in words; null where it can. */
  objection(line: Line): string | null {
    const telling = tellingOf(line);
    if (typeof telling === 'string') return telling;
    const { size } = telling;
    if (this.refusedSizes.has(size)) return `the engine has refused the board of ${size} by ${size}`;
    return this.form === 'token' ? tokenObjection(telling) : null;
  }
}
