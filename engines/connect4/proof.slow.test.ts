import { describe, expect, it } from 'vitest';
import { connect4, type Connect4Position } from '../../app/games/connect4/index.ts';
import type { Finding } from '../../app/protocols/responder.ts';
import { Connect4Brain, type SearchPurpose } from './brain.ts';
import { pliesOfScore, Solver } from '../../app/truth/connect4/solver.ts';
import { exactValue, toldColumns } from './told.ts';
import { playedMoves, solvedPositions } from './testing/positions.ts';
import { win } from './evaluate.ts';
import type { Limit } from '../../app/shapes/engines.ts';
import type { Score } from '../../app/shapes/games.ts';
import { long } from '../../tests/support/long.ts';

const columns = [0, 1, 2, 3, 4, 5, 6];
const stonesOn = ({ cells }: Connect4Position): number => cells.filter((cell) => cell !== 0).length;

/** In milliseconds: about what a thousand nodes take. */
const quiet = 1;
/** The same on a machine that leaves the engine hardly any time: each of its turns ends at the next clock reading. */
const busy = 400;

/** @param perLook the time between two clock readings, independent of the machine */
function brain(purpose: SearchPurpose, perLook = quiet): Connect4Brain {
  let clock = 0;
  return new Connect4Brain(
    purpose,
    () => (clock += perLook),
    () => 0.5,
  );
}

const ask = (mind: Connect4Brain, position: Connect4Position, limit: Limit, only?: number): Finding =>
  mind.search(
    { id: 1, position, limit, only },
    () => false,
    () => undefined,
  );

/** The score of a finding for a solved score, with the whole board within the depth. */
function scoreFor(score: number, stones: number): Score {
  if (score === 0) return { type: 'static', value: 0 };
  return {
    type: 'decisive',
    winner: score > 0 ? 'mover' : 'opponent',
    plies: pliesOfScore(score, stones),
  };
}

describe('a proven score', () => {
  it('becomes the value that the search would find', () => {
    expect(exactValue(1, 41)).toBe(win - 1);
    expect(exactValue(18, 6)).toBe(win - 1);
    expect(exactValue(-1, 40)).toBe(2 - win);
    expect(exactValue(0, 7)).toBe(0);
  });

  it('is told within the limit only, unless there is none', () => {
    const known = new Map([
      [1, { column: 1, score: 1 }],
      [2, { column: 2, score: 0 }],
      [3, { column: 3, score: 14 }],
    ]);
    const searched = columns.map((column) => ({ column, value: 10 + column }));
    const told = (limit: number): number[] =>
      toldColumns(searched, columns, known, 10, limit).map(({ value }) => value);
    expect(told(20)).toEqual([10, 11, 12, win - 5, 14, 15, 16]);
    expect(told(255)).toEqual([10, win - 31, 0, win - 5, 14, 15, 16]);
    // If only a move is wanted, only the best column is searched exactly.
    expect(toldColumns([{ column: 0, value: 5 }], columns, known, 10, 255)).toHaveLength(4);
  });
});

describe('the engine on the usual board', () => {
  it.each([
    ['a quiet machine', quiet, 30],
    ['a busy one', busy, 20],
  ])('plays a best move and knows the outcome, with the whole line of a win, on %s', (_, perLook, count) => {
    const mind = brain('move', perLook);
    const solver = new Solver(18);
    for (const { position, score } of solvedPositions('L2_R2').slice(0, count)) {
      const finding = ask(mind, position, { kind: 'none' });
      const stones = stonesOn(position);
      expect(finding.score).toEqual(scoreFor(score, stones));
      const best = solver.analyse(position, columns).scores.filter((column) => column.score === score);
      expect(best.map(({ column }) => column)).toContain(finding.bestmove);
      if (score !== 0) expect(finding.line).toHaveLength(pliesOfScore(score, stones));
    }
  });

  it('values every column exactly when all plies are asked for', () => {
    const mind = brain('scores');
    const solver = new Solver(18);
    for (const { position } of solvedPositions('L2_R2').slice(60, 75)) {
      const stones = stonesOn(position);
      const { scores } = ask(mind, position, { kind: 'depth', plies: 42 });
      for (const { column, score } of solver.analyse(position, columns).scores) {
        const told = scores.find(({ move }) => move === column)!.score;
        expect(told).toEqual(scoreFor(score, stones));
      }
    }
  });

  it('says nothing of an end beyond the depth that was asked for', long, () => {
    const mind = brain('scores');
    let hidden = 0;
    let shown = 0;
    for (const { position, score } of solvedPositions('L2_R2').slice(90, 120)) {
      const end = pliesOfScore(score, stonesOn(position));
      if (score === 0 || end < 13) continue;
      for (const plies of [end - 1, end]) {
        const finding = ask(mind, position, { kind: 'depth', plies });
        if (plies === end) {
          shown++;
          expect(finding.score).toEqual(scoreFor(score, stonesOn(position)));
          continue;
        }
        hidden++;
        const told = [finding.score!, ...finding.scores.map((column) => column.score)];
        for (const one of told) if (one.type === 'decisive') expect(one.plies).toBeLessThanOrEqual(plies);
        expect(finding.score!.type).toBe('static');
      }
    }
    expect(hidden).toBeGreaterThan(3);
    expect(shown).toBe(hidden);
  });

  it('values the one column that was asked for', () => {
    const { position } = solvedPositions('L2_R2')[3]!;
    const column = connect4.moves(position)[1]!;
    const finding = ask(brain('scores'), position, { kind: 'depth', plies: 42 }, column);
    expect(finding.bestmove).toBe(column);
    expect(finding.scores).toHaveLength(1);
  });

  it('answers in time, and at once when it is stopped, with what it knows by then', () => {
    const mind = brain('move');
    const timed = ask(mind, playedMoves('1'), { kind: 'time', seconds: 0.4 });
    expect(connect4.moves(connect4.initial())).toContain(timed.bestmove);
    let asked = 0;
    const stopped = mind.search(
      { id: 2, position: playedMoves('12'), limit: { kind: 'none' }, only: undefined },
      () => ++asked > 500,
      () => undefined,
    );
    expect(connect4.moves(connect4.initial())).toContain(stopped.bestmove);
    expect(asked).toBeLessThan(600);
  });

  it('keeps within the memory that the option says, and forgets when it is told to', () => {
    const mind = brain('move');
    const { position } = solvedPositions('L2_R2')[7]!;
    mind.option('Hash', '1');
    mind.prepare();
    expect(mind.solverBytes).toBeLessThan(2 ** 20);
    expect(ask(mind, position, { kind: 'none' }).score).not.toBeNull();
  });
});
