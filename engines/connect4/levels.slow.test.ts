import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { long } from '../../tests/support/long.ts';
import { levelDepth, overlookChance, seenAtLevel, strongest } from './levels.ts';
import stated from './levels.json';
import { connect4 } from '../../app/games/connect4/index.ts';
import { seededRandom } from '../../app/games/random.ts';
import { bestOf } from './search.ts';
import { playedPosition, minimaxColumns } from './testing/positions.ts';
import {
  iterationsOf,
  measuredLevels,
  overlooked,
  positionsEach,
  choicesEach,
  rightColumn,
  threatDistances,
  threatsAt,
} from './testing/threats.ts';
import { isDecisive, win } from './evaluate.ts';

/** Rows of the README's tables by their first cell, without blanks. */
const readme = new Map(
  readFileSync('engines/connect4/README.md', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, name = '', ...cells]) => [name, cells.slice(0, -1)]),
);

const shareAt = (plies: number): readonly number[] =>
  stated.shares.find((share) => share.plies === plies)!.overlooked;

/** Four standard errors of a difference between two measured shares: chance exceeds them once in 15 000. */
const margin = (share: number, trials: number): number =>
  4 * Math.sqrt((2 * share * (1 - share)) / trials) + 0.01;

describe('the stated chances of overlooking a four', { timeout: 60_000 }, () => {
  it('are those of the README', () => {
    expect(stated.trials).toBe(positionsEach * choicesEach);
    for (const plies of threatDistances) {
      expect(readme.get(String(plies)), `${plies} plies`).toEqual(
        shareAt(plies)
          .map((share) => share.toFixed(2))
          .concat('0'),
      );
    }
    const all = Array.from({ length: strongest }, (_, index) => index + 1);
    expect(readme.get('looks ahead, plies')).toEqual(
      all.map((level) => (level === strongest ? 'board' : String(levelDepth(level)))),
    );
    expect(readme.get('lapse')).toEqual(
      all.map((level) => String(Number(overlookChance(level, 1).toFixed(4)))),
    );
  });

  it('are what the levels do in the same positions with other chances', long, () => {
    for (const [plies, level] of [
      [1, 1],
      [1, 4],
      [2, 2],
      [2, 7],
      [3, 3],
      [3, 5],
    ] as const) {
      const threats = threatsAt(plies, positionsEach);
      const share = overlooked(level, threats, 20, 7) / (positionsEach * 20);
      const expected = shareAt(plies)[level - 1]!;
      expect(
        Math.abs(share - expected),
        `level ${level} at ${plies}: ${share}, stated ${expected}`,
      ).toBeLessThan(margin(expected, positionsEach * 20));
    }
  });

  it('fall from level to level', () => {
    for (const plies of threatDistances) {
      shareAt(plies).forEach((share, index, all) => {
        const before = all[index - 1] ?? 1;
        expect(share, `level ${index + 1} at ${plies}`).toBeLessThanOrEqual(
          before + margin(before, stated.trials),
        );
      });
      expect(shareAt(plies).at(-1)).toBeLessThan(0.06);
      expect(shareAt(plies)[0]).toBeGreaterThan(0.15);
    }
  });
});

describe('positions with a threat', () => {
  it('have one right column, as plain minimax says', () => {
    for (const plies of [1, 2, 3, 4]) {
      for (const { position, right } of threatsAt(plies, 3)) {
        expect(rightColumn(position, plies)).toBe(right);
        const plain = minimaxColumns(position, plies);
        if (plies % 2 === 1) {
          expect(plain.get(right)).toBe(win - plies);
          for (const [column, value] of plain) if (column !== right) expect(value).toBeLessThan(win - 1000);
        } else {
          expect(isDecisive(plain.get(right)!)).toBe(false);
          for (const [column, value] of plain)
            if (column !== right) expect(value).toBeLessThanOrEqual(plies - win);
        }
      }
    }
  });
});

describe('a weak level', () => {
  it('plays the best column that it knows, never one at random, where it overlooks nothing', () => {
    const random = seededRandom(61);
    let quiet = 0;
    for (let i = 0; i < 60; i++) {
      const position = playedPosition(random, 7, 6, 4 + (i % 16));
      if (connect4.result(position) !== null) continue;
      for (const level of measuredLevels.slice(0, 6)) {
        const iterations = iterationsOf(position, levelDepth(level));
        const { best, values } = iterations.at(-1)!;
        expect(bestOf(seenAtLevel(level, iterations, () => 0.999))).toEqual(best);
        if (values.some(({ value }) => isDecisive(value))) continue;
        quiet++;
        // Nothing to overlook: the same column for any random numbers.
        expect(bestOf(seenAtLevel(level, iterations, () => 0))).toEqual(best);
      }
    }
    expect(quiet).toBeGreaterThan(60);
  });
});
