import { describe, expect, it } from 'vitest';
import { quoridor, type QuoridorPosition } from '../../app/games/quoridor/index.ts';
import { seededRandom } from '../../app/games/random.ts';
import { strongest } from './settings.ts';
import { ask, brain } from './testing/engine.ts';
import { opening, playedPosition } from './testing/positions.ts';
import type { Limit } from '../../app/shapes/engines.ts';

const never = (): boolean => false;
const unheard = (): void => undefined;

describe('answers', () => {
  it('are legal on every size, with no walls, few and more than fit', () => {
    const random = seededRandom(10);
    for (let size = 3; size <= 25; size += 2) {
      const walls = [0, 2, 10_000][size % 3]!;
      const position = playedPosition(random, { size, walls }, 2 + Math.floor(random() * size));
      const { bestmove, line } = ask(brain({ nodes: 100 }), position);
      expect(quoridor.moves(position), quoridor.positionText(position)).toContain(bestmove);
      let at = position;
      for (const move of line) at = quoridor.play(at, move as number);
      expect(line[0]).toBe(bestmove);
    }
  });

  it('are none where the game is over', () => {
    expect(ask(brain(), quoridor.parsePosition('5 c1 d1 3 3 - - w')).bestmove).toBeNull();
  });

  it('come at once when told to stop, with a legal move all the same', () => {
    for (const wallsLeft of [
      [10, 10],
      [0, 0],
    ] as const) {
      const position: QuoridorPosition = { ...quoridor.initial(), wallsLeft };
      const job = { id: 1, position, limit: { kind: 'none' }, only: undefined } as const;
      const finding = brain({ nodes: Infinity }).search(job, () => true, unheard);
      expect(quoridor.moves(position)).toContain(finding.bestmove);
      expect(finding.nodes).toBeLessThan(3000);
    }
  });

  it('come when the time is over: its own, or that of the job', () => {
    const nodes = (time: number, limit: Limit): number => {
      // A fake clock: each reading takes a millisecond.
      let clock = 0;
      return ask(
        brain({ time, nodes: Infinity }, () => clock++),
        quoridor.initial(),
        limit,
      ).nodes;
    };
    const short = nodes(0.05, { kind: 'none' });
    expect(nodes(0.2, { kind: 'none' })).toBeGreaterThan(short);
    expect(nodes(5, { kind: 'time', seconds: 0.05 })).toBe(short);
  });

  it('go on with the solution of a long race from move to move, and search for half of the time until then', () => {
    // A fake clock: each reading takes a millisecond.
    let clock = 0;
    const engine = brain({ time: 0.1, nodes: Infinity }, () => clock++);
    const position = quoridor.initial({ size: 25, walls: 0 });
    const findings = Array.from({ length: 12 }, () => ask(engine, position));
    const [first] = findings;
    expect(first!.depth).toBeGreaterThan(1);
    expect(first!.score).toMatchObject({ type: 'static' });
    const solved = findings.findIndex(({ nodes }) => nodes === 0);
    expect(solved).toBeGreaterThan(1);
    expect(findings[solved]!.score).not.toMatchObject({ type: 'static' });
  });

  it('look no deeper than the job asks', () => {
    expect(ask(brain({ nodes: Infinity }), quoridor.initial(), { kind: 'depth', plies: 3 }).depth).toBe(3);
  });

  it('are the same again for the same nodes', () => {
    for (let game = 0; game < 4; game++) {
      const once = ask(brain(), opening(2 * game));
      expect(ask(brain(), opening(2 * game))).toEqual(once);
    }
  });

  it('tell of each iteration as it goes', () => {
    const depths: number[] = [];
    const job = {
      id: 1,
      position: quoridor.initial(),
      limit: { kind: 'depth', plies: 4 },
      only: undefined,
    } as const;
    brain({ nodes: Infinity }).search(job, never, ({ depth }) => depths.push(depth));
    expect(depths).toEqual([1, 2, 3, 4]);
  });
});

describe('levels', () => {
  it('make the same choices for the same seed, and others for another', () => {
    const chosen = (seed: number): unknown[] => {
      const mind = brain({ level: 1, seed });
      return Array.from({ length: 12 }, (_, i) => ask(mind, opening(2 * i)).bestmove);
    };
    expect(chosen(7)).toEqual(chosen(7));
    expect(chosen(8)).not.toEqual(chosen(7));
  });

  it('take another seed each time where none is given', () => {
    const mind = brain({ level: 1, seed: 0 });
    const moves = new Set<unknown>();
    for (let i = 0; i < 30; i++) {
      mind.newGame();
      moves.add(ask(mind, quoridor.initial()).bestmove);
    }
    expect(moves.size).toBeGreaterThan(1);
  });

  it('take a win at hand, whatever the level', () => {
    const position = quoridor.parsePosition('9 a2 i8 5 5 - - b');
    for (let level = 1; level <= strongest; level++) {
      expect(quoridor.moveText(position, ask(brain({ level }), position).bestmove as number)).toBe('a1');
    }
  });
});
