import { describe, expect, it } from 'vitest';
import {
  connect4,
  formatPlacement,
  makePosition,
  parsePlacement,
  type Connect4Position,
} from '../../app/games/connect4/index.ts';
import type { Finding } from '../../app/protocols/responder.ts';
import { Connect4Brain, type SearchPurpose } from './brain.ts';
import { overlookChance } from './levels.ts';
import { seededRandom } from '../../app/games/random.ts';
import { floatingPosition, playedPosition, solvedPositions } from './testing/positions.ts';
import type { Limit } from '../../app/shapes/engines.ts';
import { long } from '../../tests/support/long.ts';

const never = (): boolean => false;
const empty = connect4.initial();
let ids = 0;

function brain(
  options: Readonly<Record<string, string>> = {},
  purpose: SearchPurpose = 'move',
): Connect4Brain {
  let clock = 0;
  // Each clock reading takes a millisecond, independent of the machine.
  const made = new Connect4Brain(purpose, () => (clock += 1), seededRandom(1));
  for (const [name, value] of Object.entries(options)) made.option(name, value);
  return made;
}

const plies = (count: number): Limit => ({ kind: 'depth', plies: count });

function ask(mind: Connect4Brain, position: Connect4Position, limit: Limit, only?: number): Finding {
  return mind.search({ id: ++ids, position, limit, only }, never, () => undefined);
}

const board = (placement: string, mover: 0 | 1): Connect4Position =>
  makePosition(parsePlacement(placement), mover);

describe('findings', { timeout: 60_000 }, () => {
  it('divide a static score by ten a ply for CFSI, and leave it whole for CFP', () => {
    const position = board('3x3/3o3/7/7/7/7', 0);
    const scaled = ask(brain({}, 'scores'), position, plies(4));
    const whole = ask(brain({ 'Extend Forced Moves': 'false' }), position, plies(4));
    const [small, large] = [scaled.score, whole.score];
    if (small?.type !== 'static' || large?.type !== 'static') throw new Error('both must be static');
    expect(large.value).not.toBe(0);
    expect(small.value).toBeCloseTo(large.value / 1000, 12);
    expect(scaled.scores).toHaveLength(7);
  });

  it('name no move if none is possible, and only the column that was asked for', () => {
    expect(ask(brain(), board('xxx/ooo/xxx', 0), plies(1)).bestmove).toBeNull();
    expect(ask(brain(), board('x3/o3/x3/o3', 0), plies(3), 0).bestmove).toBeNull();
    expect(ask(brain({}, 'scores'), empty, plies(3), 0)).toMatchObject({
      bestmove: 0,
      scores: [{ move: 0 }],
    });
  });

  it('come in time when the limit is a time', () => {
    const large = connect4.initial({ width: 12, height: 12 });
    const finding = ask(brain(), large, { kind: 'time', seconds: 0.05 });
    expect(finding.bestmove).not.toBeNull();
    expect(finding.depth).toBeLessThan(144);
  });

  it('are told as each iteration ends', () => {
    const depths: number[] = [];
    brain().search({ id: ++ids, position: empty, limit: plies(6), only: undefined }, never, ({ depth }) =>
      depths.push(depth),
    );
    expect(depths).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('search a board that is already won as if nothing had happened', () => {
    const finding = ask(brain({}, 'scores'), board('xxxx3/ooo4/7/7/7/7', 1), plies(2));
    expect(finding).toMatchObject({ bestmove: 3, score: { type: 'decisive', winner: 'mover', plies: 1 } });
  });
});

describe('option', { timeout: 60_000 }, () => {
  it('Hash and Clear Hash are felt by the search: what is remembered need not be searched again', () => {
    const mind = brain();
    const cold = ask(mind, empty, plies(10)).nodes;
    const warm = ask(mind, empty, plies(10)).nodes;
    expect(warm).toBeLessThan(cold / 2);
    mind.option('Clear Hash', '');
    expect(ask(mind, empty, plies(10)).nodes).toBe(cold);
    mind.newGame();
    expect(ask(mind, empty, plies(10)).nodes).toBe(cold);
  });

  it('Clear Hash and a new game make the solver forget as well', long, () => {
    const mind = brain();
    const { position } = solvedPositions('L1_R2')[0]!;
    const cold = ask(mind, position, { kind: 'none' });
    expect(ask(mind, position, { kind: 'none' }).nodes).toBe(0);
    for (const forget of [() => mind.option('Clear Hash', ''), () => mind.newGame()]) {
      forget();
      const again = ask(mind, position, { kind: 'none' });
      expect(again.score).toEqual(cold.score);
      expect(again.nodes).toBeGreaterThan(cold.nodes / 4);
    }
  });

  it('Level sets how far it looks', () => {
    expect(ask(brain({ level: '1' }), empty, { kind: 'none' }).depth).toBe(2);
    expect(ask(brain({ level: '4' }), empty, { kind: 'none' }).depth).toBe(4);
    expect(ask(brain({ level: '4' }), empty, plies(3)).depth).toBe(3);
  });

  it('Level sets how often fours are overlooked, its own and of the other side, as stated', long, () => {
    // The four, or the only defence against one, is in the column searched last.
    const own = board('x1oo2o/x6/x6/7/7/7', 0);
    const theirs = board('o1xx2x/o6/o6/7/7/7', 0);
    const count = 400;
    for (const level of [1, 3, 6, 10]) {
      for (const [position, distance] of [
        [own, 1],
        [theirs, 2],
      ] as const) {
        const mind = brain({ hash: '1', level: String(level), 'move order': '7654321' });
        let overlooked = 0;
        for (let seed = 1; seed <= count; seed++) {
          mind.option('Seed', String(seed));
          if (ask(mind, position, plies(2)).bestmove !== 0) overlooked++;
        }
        const stated = overlookChance(level, distance);
        expect(Math.abs(overlooked / count - stated), `level ${level} at ${distance}`).toBeLessThan(0.07);
        expect(overlooked > 0).toBe(stated > 0);
      }
    }
  });

  it('Seed repeats what chance did', () => {
    const random = seededRandom(12);
    const positions = Array.from({ length: 20 }, () => playedPosition(random, 7, 6, 14));
    const moves = (seed: string): unknown[] => {
      const mind = brain({ level: '1', seed });
      return positions.map((position) => {
        mind.newGame();
        return ask(mind, position, plies(2)).bestmove;
      });
    };
    expect(moves('7')).toEqual(moves('7'));
    expect(moves('7')).not.toEqual(moves('8'));
  });

  it('Seed 0 takes another seed each game', () => {
    const mind = brain({ level: '1' });
    const position = board('xxx4/oo5/7/7/7/7', 0);
    const moves = new Set<unknown>();
    for (let game = 0; game < 40; game++) {
      moves.add(ask(mind, position, plies(2)).bestmove);
      mind.newGame();
    }
    expect(moves.size).toBeGreaterThan(1);
  });

  it('Style changes what it values', long, () => {
    const random = seededRandom(9);
    const chosen = { Normal: '', Solid: '', Risky: '' };
    for (let i = 0; i < 30; i++) {
      const position = playedPosition(random, 7, 6, 8);
      for (const style of ['Normal', 'Solid', 'Risky'] as const) {
        chosen[style] += String(ask(brain({ style }), position, plies(4)).bestmove);
      }
    }
    expect(chosen.Solid).not.toBe(chosen.Normal);
    expect(chosen.Risky).not.toBe(chosen.Normal);
    expect(chosen.Risky).not.toBe(chosen.Solid);
  });

  it('Style does not disturb what the table holds for another style', () => {
    const mind = brain({ style: 'Risky' });
    ask(mind, empty, plies(9));
    mind.option('style', 'normal');
    const after = ask(mind, empty, plies(8));
    expect(after.score).toEqual(ask(brain(), empty, plies(8)).score);
  });

  it('Extend Forced Moves finds wins that lie beyond the depth', long, () => {
    const random = seededRandom(5);
    const wins = { true: 0, false: 0 };
    for (let i = 0; i < 60; i++) {
      const position = playedPosition(random, 7, 6, 16);
      for (const extend of ['true', 'false'] as const) {
        const finding = ask(brain({ 'extend forced moves': extend }), position, plies(5));
        if (finding.score?.type === 'decisive') wins[extend]++;
      }
    }
    expect(wins.true).toBeGreaterThan(wins.false);
  });

  it('Move Order decides between columns of equal worth', () => {
    // The board is its own mirror image, and the middle is full.
    const position = board('3x3/3o3/3x3/3o3/3x3/3o3', 0);
    const left = ask(brain({ 'move order': '321' }), position, plies(5));
    const right = ask(brain({ 'move order': '567' }), position, plies(5));
    expect(left.score).toEqual(right.score);
    expect(Number(left.bestmove) + Number(right.bestmove)).toBe(6);
    expect(Number(left.bestmove)).toBeLessThan(3);
    const back = ask(brain({ 'move order': '' }), position, plies(5));
    expect(back.bestmove).toBe(left.bestmove);
  });

  it('values that make no sense are refused in words', () => {
    for (const [name, value, words] of [
      ['Hash', '0', 'from 1 to 256'],
      ['Hash', 'much', 'from 1 to 256'],
      ['Level', '11', 'from 1 to 10'],
      ['Seed', '-1', 'from 0'],
      ['Style', 'Wild', 'Normal, Solid, Risky'],
      ['Extend Forced Moves', 'yes', 'true or false'],
      ['Move Order', '4453', 'each once'],
      ['Move Order', '8', 'from 1 to 7'],
      ['Colour', 'red', 'no option'],
    ] as const) {
      expect(() => brain({ [name]: value })).toThrow(words);
    }
  });
});

describe('strength', { timeout: 60_000 }, () => {
  type Player = (position: Connect4Position) => number;

  function game(first: Player, second: Player): 0 | 1 | null {
    let position = empty;
    for (let ply = 0; ; ply++) {
      const result = connect4.result(position);
      if (result !== null) return result.kind === 'win' ? result.winner : null;
      position = connect4.play(position, (ply % 2 === 0 ? first : second)(position));
    }
  }

  const engine: Player = (position) => Number(ask(player, position, plies(6)).bestmove);
  const player = brain({ hash: '1' });

  const pick = (random: () => number, moves: readonly number[]): number =>
    moves[Math.floor(random() * moves.length)]!;

  /** Makes a four, else stops one, else plays anywhere. */
  const greedy = (random: () => number): Player => {
    return (position) => {
      const moves = connect4.moves(position);
      const wins = (at: Connect4Position, move: number): boolean =>
        connect4.result(connect4.play(at, move))?.kind === 'win';
      const other = makePosition(position, position.mover === 0 ? 1 : 0);
      const urgent = moves.find((move) => wins(position, move)) ?? moves.find((move) => wins(other, move));
      return urgent ?? pick(random, moves);
    };
  };

  function won(opponent: Player, games: number): number {
    let count = 0;
    for (let i = 0; i < games; i++) {
      const winner = i % 2 === 0 ? game(engine, opponent) : game(opponent, engine);
      if (winner === i % 2) count++;
    }
    return count;
  }

  it('beats a player at random, always', () => {
    const random = seededRandom(31);
    expect(won((position) => pick(random, connect4.moves(position)), 30)).toBe(30);
  });

  it('beats a player who sees one ply ahead in 19 games of 20 at least', long, () => {
    expect(won(greedy(seededRandom(32)), 40)).toBeGreaterThanOrEqual(38);
  });

  it('answers a legal column on every board there is', () => {
    const random = seededRandom(33);
    for (let width = 1; width <= 12; width++) {
      for (let height = 1; height <= 12; height++) {
        const position = floatingPosition(random, width, height, 0.3);
        const move = ask(player, position, plies(3)).bestmove;
        const where = formatPlacement(position);
        if (connect4.moves(position).length > 0) expect(connect4.moves(position), where).toContain(move);
        else expect(move, where).toBeNull();
      }
    }
  });
});
