import { describe, expect, it } from 'vitest';
import { morris, type MorrisPosition } from '../../app/games/morris/index.ts';
import { seededRandom } from '../../app/games/random.ts';
import forced from './forced.json';
import { ask, at, brain, endless, moveOf, never, plies } from './testing/engine.ts';
import { playedPosition } from './testing/positions.ts';
import type { Limit } from '../../app/shapes/engines.ts';

const texts = (position: MorrisPosition, moves: readonly unknown[]): string =>
  morris.movesText(position, moves as readonly number[]);

describe('draws', () => {
  /** Black is far behind. */
  const start = at('w:a7,g7,d1,c5,e4,f2,g4;b:b6,f6,c3,e3;w;40;0');
  const round = ['a7-d7', 'b6-d6', 'd7-a7', 'd6-b6'];
  const played = (moves: readonly string[]): MorrisPosition =>
    moves.reduce((position, text) => morris.play(position, morris.parseMove(position, text)), start);

  it('are taken by repetition where that is better, and known to be draws', () => {
    const [once, twice] = [round.slice(0, 3), [...round, ...round.slice(0, 3)]].map(played);
    const mind = brain({ nodes: 30_000 });
    const { score } = ask(mind, once);
    expect(score?.type === 'static' ? score.value : 0).toBeLessThan(-1);
    const found = ask(mind, twice);
    expect(found.score).toEqual({ type: 'static', value: 0 });
    expect(texts(twice, [found.bestmove])).toBe('d6-b6');
  });

  it('are not run into by a side that is ahead', () => {
    const ahead = played([...round, ...round.slice(0, 2)]);
    const { bestmove, score } = ask(brain({ nodes: 30_000 }), ahead);
    expect(texts(ahead, [bestmove])).not.toBe('d7-a7');
    expect(score?.type === 'static' ? score.value : 0).toBeGreaterThan(1);
  });

  it('come after a hundred plies without a capture: no move but a capture is worth anything then', () => {
    const quiet = (count: number): MorrisPosition => at(`w:a7,g7,d1,d2,f4;b:b6,c3,e3;w;140;${count}`);
    expect(ask(brain(), quiet(0)).score).not.toEqual({ type: 'static', value: 0 });
    expect(ask(brain(), quiet(99)).score).toEqual({ type: 'static', value: 0 });
    // The mill at hand is closed even with little time.
    const mill = at('w:a7,g7,d6,d2,f4,g4;b:b4,c3,e3,f2,a1,d1;w;140;99');
    expect(texts(mill, [ask(brain(), mill).bestmove])).toMatch(/^d6-d7x/);
    expect(ask(brain(), at('w:a7,g7,d6;b:b4,c3,e3;w;140;99')).score).toEqual({
      type: 'decisive',
      winner: 'mover',
      plies: 1,
    });
  });

  it('do not spoil what the table knows of the same men at another time', () => {
    const mind = brain({ nodes: 30_000 });
    const quiet = (count: number): MorrisPosition => at(`w:a7,g7,d1,d2,f4;b:b6,c3,e3;w;140;${count}`);
    expect(ask(mind, quiet(99)).score).toEqual({ type: 'static', value: 0 });
    expect(ask(mind, quiet(0)).score).not.toEqual({ type: 'static', value: 0 });
    expect(ask(mind, quiet(99)).score).toEqual({ type: 'static', value: 0 });
  });
});

describe('findings', () => {
  it('are none where the game is over', () => {
    for (const text of ['w:a7,a4;b:d6,b6,f6;w;30;0', 'w:a7,d7,a4,d6;b:g7,b6,f6,d5,a1,b4;w;30;0']) {
      expect(morris.result(at(text))).not.toBeNull();
      expect(ask(brain(), at(text))).toMatchObject({ bestmove: null, score: null, nodes: 0 });
    }
  });

  it('see the score from the mover', () => {
    const men = 'w:a7,d7,b4,f4,d2;b:g7,e3,c5';
    const [white, black] = ['w;40;0', 'b;41;0'].map((rest) => ask(brain(), at(`${men};${rest}`)).score);
    if (white?.type !== 'static') throw new Error('no side wins at once here');
    expect(white.value).toBeGreaterThan(0);
    expect(black?.type === 'static' ? black.value : -1).toBeLessThan(white.value);
    const winning = at(forced[0]!);
    const next = morris.play(winning, ask(brain(), winning).bestmove as number);
    expect(ask(brain(), next).score).toEqual({ type: 'decisive', winner: 'opponent', plies: 2 });
  });

  it('are legal from any position, and so is the line behind them', () => {
    const random = seededRandom(21);
    const mind = brain({ nodes: 300 });
    for (let i = 0; i < 80; i++) {
      const position = playedPosition(random, i % 60);
      const { bestmove, line } = ask(mind, position);
      expect(line[0]).toBe(bestmove);
      (line as number[]).reduce((before, move) => morris.play(before, move), position);
    }
  });

  it('are told as each iteration ends, and come at once when asked for', () => {
    const depths: number[] = [];
    const job = { id: 1, position: morris.initial(), limit: plies(5), only: undefined };
    brain({ nodes: Infinity }).search(job, never, ({ depth }) => void depths.push(depth));
    expect(depths).toEqual([1, 2, 3, 4, 5]);
    const cut = brain({ nodes: Infinity }).search(
      { ...job, limit: endless },
      () => true,
      () => undefined,
    );
    expect(cut.depth).toBe(1);
    expect(morris.moves(morris.initial())).toContain(cut.bestmove);
  });

  it('come when the time is over: its own, or that of the job', () => {
    let clock = 0;
    const now = (): number => (clock += 1);
    const timed = (time: number, limit: Limit): number => {
      clock = 0;
      ask(brain({ nodes: Infinity, time }, now), morris.initial(), limit);
      return clock;
    };
    expect(timed(0.2, endless)).toBeLessThan(300);
    expect(timed(60, { kind: 'time', seconds: 0.1 })).toBeLessThan(200);
  });

  it('are the same for the same nodes and seed, and others for another seed', () => {
    const game = (seed: number): string => {
      const mind = brain({ level: 2, seed });
      let position: MorrisPosition = morris.initial();
      const moves: number[] = [];
      while (moves.length < 16) {
        moves.push(moveOf(mind, position));
        position = morris.play(position, moves.at(-1)!);
      }
      return texts(morris.initial(), moves);
    };
    expect(game(5)).toBe(game(5));
    expect(new Set([5, 6, 7].map(game)).size).toBe(3);
  });

  it('that are forced take little time', () => {
    const one = at('w:b4,a4,b6,b2;b:a7,a1,d6,d2;w;18;0');
    expect(morris.moves(one)).toHaveLength(1);
    const { bestmove, nodes } = ask(brain({ nodes: 10_000_000 }), one);
    expect(bestmove).toBe(morris.moves(one)[0]);
    expect(nodes).toBeLessThan(1_000_000);
  });
});
