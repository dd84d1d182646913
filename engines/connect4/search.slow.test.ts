import { describe, expect, it } from 'vitest';
import {
  connect4,
  parsePlacement,
  makePosition,
  type Connect4Position,
} from '../../app/games/connect4/index.ts';
import { Connect4SearchBoard } from './board.ts';
import { seatWeights, isDecisive, pliesOf, win } from './evaluate.ts';
import { centreFirst } from './settings.ts';
import { search, type Iteration, type SearchResult, type SearchTask } from './search.ts';
import { Table } from './table.ts';
import { pollInterval } from './tree.ts';
import { minimaxColumns, floatingPosition, playedPosition } from './testing/positions.ts';
import { seededRandom } from '../../app/games/random.ts';
import { long } from '../../tests/support/long.ts';

function look(
  position: Connect4Position,
  maxDepth: number,
  more: Partial<SearchTask> = {},
): { result: SearchResult; iterations: Iteration[] } {
  const order = centreFirst(position.width);
  const legal = connect4.moves(position);
  const iterations: Iteration[] = [];
  const result = search({
    board: new Connect4SearchBoard(position),
    table: new Table(1),
    columns: order.filter((column) => legal.includes(column)),
    order,
    weights: seatWeights('Normal', position.mover),
    salt: 0,
    maxDepth,
    everyColumn: true,
    extend: false,
    shouldStop: () => false,
    onIteration: (iteration) => iterations.push(iteration),
    ...more,
  });
  return { result, iterations };
}

const position = (placement: string, mover: 0 | 1): Connect4Position =>
  makePosition(parsePlacement(placement), mover);

const empty = connect4.initial();

/** Tactical positions with fours at every distance, on many sizes. */
function samples(): { name: string; position: Connect4Position; depth: number }[] {
  const random = seededRandom(4);
  const found: { name: string; position: Connect4Position; depth: number }[] = [];
  const shapes = [
    [4, 4, 6],
    [5, 4, 6],
    [4, 6, 6],
    [5, 5, 5],
    [6, 5, 5],
    [7, 6, 5],
    [3, 7, 6],
    [1, 5, 5],
  ] as const;
  for (const [width, height, depth] of shapes) {
    for (let i = 0; i < 12; i++) {
      const plies = Math.floor((random() * width * height * 3) / 4);
      const played = playedPosition(random, width, height, plies);
      found.push({ name: `${width}x${height}`, position: played, depth });
      const floating = floatingPosition(random, width, height, 0.2 + random() * 0.4);
      found.push({ name: `${width}x${height} floating`, position: floating, depth });
    }
  }
  return found;
}

describe('search against plain minimax', { timeout: 60_000 }, () => {
  const all = samples();
  const expected = all.map(({ position, depth }) =>
    Array.from({ length: depth }, (_, i) => minimaxColumns(position, i + 1)),
  );

  it('gives every column the same value at every depth, decisive and static', () => {
    let decisiveOnes = 0;
    all.forEach(({ name, position, depth }, index) => {
      const { iterations } = look(position, depth);
      for (const iteration of iterations) {
        const minimax = expected[index]![iteration.depth - 1]!;
        const ours = new Map(iteration.values.map(({ column, value }) => [column, value]));
        const where = `${name} ${connect4.positionText(position)} depth ${iteration.depth}`;
        expect(Object.fromEntries(ours), where).toEqual(Object.fromEntries(minimax));
        for (const value of ours.values()) if (isDecisive(value)) decisiveOnes++;
      }
      const last = iterations.at(-1)!;
      const settled = last.values.every(({ value }) => isDecisive(value) && pliesOf(value) <= last.depth);
      const full = last.depth >= new Connect4SearchBoard(position).empty;
      expect(last.depth === depth || settled || full, `${name} ended early without a proof`).toBe(true);
    });
    expect(decisiveOnes).toBeGreaterThan(300);
  });

  it('gives the best column its value when only that is asked for', () => {
    all.forEach(({ position, depth }, index) => {
      const { iterations } = look(position, depth, { everyColumn: false });
      for (const iteration of iterations) {
        const minimax = expected[index]![iteration.depth - 1]!;
        expect(iteration.best.value).toBe(Math.max(...minimax.values()));
        expect(minimax.get(iteration.best.column)).toBe(iteration.best.value);
      }
    });
  });

  it('keeps every distance within the depth when forced moves are followed further', () => {
    let beyond = 0;
    all.forEach(({ position, depth }, index) => {
      const { iterations } = look(position, depth, { extend: true });
      for (const iteration of iterations) {
        const minimax = expected[index]![iteration.depth - 1]!;
        for (const { column, value } of iteration.values) {
          const plain = minimax.get(column)!;
          if (isDecisive(plain)) expect(value).toBe(plain);
          else if (isDecisive(value)) {
            expect(pliesOf(value)).toBeGreaterThan(iteration.depth);
            beyond++;
          }
        }
      }
    });
    expect(beyond).toBeGreaterThan(20);
  });

  it('is not misled by a table that is tiny, missing, or full of other depths', long, () => {
    const tables = [new Table(1), new Table(1 / 1024), null];
    all.forEach(({ position, depth }, index) => {
      for (const table of tables) {
        // The second time, every iteration finds the table entries of deeper ones.
        for (const { iterations } of [
          look(position, depth + 2, { table }),
          look(position, depth, { table }),
        ]) {
          for (const iteration of iterations.slice(0, depth)) {
            const minimax = expected[index]![iteration.depth - 1]!;
            const ours = iteration.values.map(({ column, value }) => [column, value] as const);
            expect(Object.fromEntries(ours)).toEqual(Object.fromEntries(minimax));
          }
        }
        for (const { depth: at, best } of look(position, depth, { table, everyColumn: false }).iterations) {
          expect(best.value).toBe(Math.max(...expected[index]![at - 1]!.values()));
        }
      }
    });
  });

  it('plays a decisive line out to the four', () => {
    let lines = 0;
    for (const { position, depth } of all) {
      const { result } = look(position, depth);
      if (!isDecisive(result.best.value)) continue;
      lines++;
      expect(result.line).toHaveLength(pliesOf(result.best.value));
      const end = result.line.reduce((at, column) => connect4.play(at, column), position);
      const winner = result.best.value > 0 ? position.mover : 1 - position.mover;
      expect(connect4.result(end)).toMatchObject({ kind: 'win', winner });
    }
    expect(lines).toBeGreaterThan(25);
  });
});

describe('search', { timeout: 60_000 }, () => {
  it('finds the four of the CFSI text in three plies, column 4 twice', () => {
    const { result } = look(position('xoxx2/xxoo1o/xxoo1o/ox4', 1), 4);
    expect(result.best).toEqual({ column: 4, value: win - 3 });
    expect(result.line.filter((_, ply) => ply % 2 === 0)).toEqual([4, 4]);
    expect(result.values.map(({ column }) => column).sort()).toEqual([2, 3, 4, 5]);
  });

  it('looks only at the columns it is given', () => {
    const { result } = look(empty, 4, { columns: [6] });
    expect(result.values.map(({ column }) => column)).toEqual([6]);
  });

  it('lets the preferred column win ties', () => {
    const small = connect4.initial({ width: 3, height: 3 });
    expect(look(small, 1).result.best.column).toBe(1);
    const other = look(small, 1, { columns: [2, 1, 0] });
    expect(other.result.best.column).toBe(2);
  });

  it('goes no deeper than the board is and then calls its values proven', () => {
    const { result } = look(connect4.initial({ width: 4, height: 3 }), 100);
    expect(result).toMatchObject({ depth: 12, proven: true, stopped: false });
    expect(result.best.value).toBe(0);
  });

  it('finishes the first iteration although it is told to stop at once', () => {
    const { result } = look(empty, 40, { shouldStop: () => true });
    expect(result.stopped).toBe(true);
    expect(result.values).toHaveLength(7);
    expect(result.nodes).toBeLessThan(10_000);
  });

  it('reports the last finished iteration when it is stopped, and leaves the board as it was', () => {
    const board = new Connect4SearchBoard(empty);
    let polls = 0;
    const { result, iterations } = look(empty, 40, { board, shouldStop: () => ++polls > 20 });
    expect(result.stopped).toBe(true);
    expect(result.depth).toBe(iterations.length);
    expect(result.values).toEqual(iterations.at(-1)!.values);
    expect(board).toEqual(new Connect4SearchBoard(empty));
  });

  it(
    'asks whether to go on at every thousandth node or so, and is over soon after it was told not to',
    long,
    () => {
      const random = seededRandom(15);
      let decided = 0;
      for (let i = 0; i < 60; i++) {
        const large = i % 2 === 0;
        const start = large ? playedPosition(random, 12, 12, 12) : playedPosition(random, 7, 6, 12);
        const limit = 5_000 + 1_000 * i;
        const asked: number[] = [];
        let told = 0;
        const { result } = look(start, 144, {
          table: i % 3 === 0 ? null : new Table(1),
          everyColumn: i % 4 > 0,
          shouldStop(nodes) {
            asked.push(nodes);
            if (nodes >= limit && told === 0) told = nodes;
            return told > 0;
          },
        });
        if (!result.stopped) continue;
        // One ply before the horizon all columns are searched without a poll.
        const steps = asked.slice(1).map((nodes, index) => nodes - asked[index]!);
        expect(Math.max(...steps)).toBeLessThanOrEqual(pollInterval + 12);
        expect(result.nodes - told).toBeLessThan(10_000);
        if (isDecisive(result.best.value) && pliesOf(result.best.value) > 3) decided++;
      }
      // Those play out a line, which takes extra nodes.
      expect(decided).toBeGreaterThan(0);
    },
  );

  it('finds longer wins at the same depth when it follows forced moves', () => {
    const random = seededRandom(77);
    const depthOfWin = { plain: 0, extended: 0 };
    for (let i = 0; i < 40; i++) {
      const start = playedPosition(random, 7, 6, 14);
      for (const extend of [false, true]) {
        const { result } = look(start, 5, { extend });
        if (isDecisive(result.best.value)) depthOfWin[extend ? 'extended' : 'plain']++;
      }
    }
    expect(depthOfWin.extended).toBeGreaterThan(depthOfWin.plain);
  });

  it('has nothing to say about no column at all', () => {
    expect(() => look(empty, 3, { columns: [] })).toThrow(RangeError);
  });

  it('is answered soon too where a long four is known and its line is dear', long, () => {
    // Few threats and no table: each move of such a line costs a search of many thousand nodes.
    const random = seededRandom(50);
    let dearest = 0;
    let fours = 0;
    for (let i = 0; i < 40; i++) {
      const at = playedPosition(random, 12, 12, 16 + (i % 12));
      let stoppedAt = 0;
      let ended = false;
      const { result } = look(at, 12, {
        table: null,
        everyColumn: false,
        shouldStop: (nodes) => {
          if (ended || nodes > 400_000) stoppedAt ||= nodes;
          return stoppedAt > 0;
        },
        onIteration: ({ best, depth }) => (ended = isDecisive(best.value) && depth >= 5),
      });
      if (!isDecisive(result.best.value) || pliesOf(result.best.value) < 5) continue;
      fours++;
      dearest = Math.max(dearest, result.nodes - (stoppedAt || result.nodes));
    }
    expect(fours).toBeGreaterThan(1);
    expect(dearest).toBeLessThan(10_000);
  });
});
