import { describe, expect, it } from 'vitest';
import { morris, type MorrisPosition } from '../../app/games/morris/index.ts';
import type { Limit } from '../../app/protocols/protocol.ts';
import type { Finding } from '../../app/protocols/responder.ts';
import { seededRandom } from '../shared/random.ts';
import { Brain } from './brain.ts';
import forced from './forced.json';
import { strongest } from './levels.ts';
import { defaultSettings, type Settings } from './settings.ts';
import { endWithin, winningMoves } from './testing/exhaust.ts';
import { forcedCount, forcedWithin } from './testing/forced.ts';
import { greedyMove } from './testing/greedy.ts';
import { playedPosition, randomMove } from './testing/positions.ts';

const never = (): boolean => false;
const endless = { kind: 'none' } as const;
const plies = (count: number): Limit => ({ kind: 'depth', plies: count });
let ids = 0;

function brain(settings: Partial<Settings> = {}, now = () => 0): Brain {
  const all = { ...defaultSettings, time: Infinity, nodes: 2000, hash: 4, seed: 1, ...settings };
  return new Brain(all, now, seededRandom(1));
}

const ask = (mind: Brain, position: MorrisPosition, limit: Limit = endless): Finding =>
  mind.search({ id: ++ids, position, limit, only: undefined }, never, () => undefined);

const moveOf = (mind: Brain, position: MorrisPosition): number => ask(mind, position).bestmove as number;
const at = (text: string): MorrisPosition => morris.parsePosition(text);
const texts = (position: MorrisPosition, moves: readonly unknown[]): string =>
  morris.movesText(position, moves as readonly number[]);

/** How a game from here ends; each player by seat. */
function finished(
  start: MorrisPosition,
  players: readonly [(position: MorrisPosition) => number, (position: MorrisPosition) => number],
): MorrisPosition {
  let position = start;
  while (morris.result(position) === null)
    position = morris.play(position, players[position.mover](position));
  return position;
}

describe('strength', { timeout: 120_000 }, () => {
  it.each([0, 1] as const)('as seat %i beats a player who sees one ply ahead in 19 games of 20', (seat) => {
    const random = seededRandom(40 + seat);
    let won = 0;
    for (let game = 0; game < 20; game++) {
      const mind = brain({ nodes: 5000 });
      const own = (position: MorrisPosition): number => moveOf(mind, position);
      const other = (position: MorrisPosition): number => greedyMove(position, random);
      const end = finished(playedPosition(random, 2), seat === 0 ? [own, other] : [other, own]);
      const result = morris.result(end);
      if (result?.kind === 'win' && result.winner === seat) won++;
    }
    expect(won).toBeGreaterThanOrEqual(19);
  });

  it(`finds every win in ${forcedWithin} plies of a set that an exhaustive search proves`, () => {
    expect(new Set(forced).size).toBe(forcedCount);
    for (const text of forced) {
      const position = at(text);
      expect(endWithin(position, forcedWithin), text).toBe(forcedWithin);
      const winning = winningMoves(position, forcedWithin);
      for (const mind of [brain({ nodes: 50_000 }), brain({ nodes: Infinity })]) {
        const { bestmove, score, line } = ask(mind, position, plies(forcedWithin));
        expect(winning, text).toContain(bestmove);
        expect(score, text).toEqual({ type: 'decisive', winner: 'mover', plies: forcedWithin });
        const end = (line as number[]).reduce((before, move) => morris.play(before, move), position);
        expect(morris.result(end), text).toMatchObject({ kind: 'win', winner: position.mover });
      }
    }
  });

  it('tells an end within its depth where there is one and nowhere else, for better and for worse', () => {
    const random = seededRandom(6);
    const seen = new Map<number, number>();
    const starts = forced.map((text) => morris.play(at(text), winningMoves(at(text), forcedWithin)[0]!));
    for (let i = 0; i < 100; i++) {
      let position = playedPosition(random, 30);
      let before = position;
      while (morris.result(position) === null) {
        before = position;
        position = morris.play(position, i % 2 ? greedyMove(position, random) : randomMove(random, position));
      }
      starts.push(before);
    }
    for (const [i, played] of starts.entries()) {
      const start = at(morris.positionText(played));
      const depth = 2 + (i % 2);
      const end = endWithin(start, depth);
      const { score } = ask(brain({ nodes: Infinity }), start, plies(depth));
      // Captures at the end of a line may tell of an end beyond it.
      const near = score?.type === 'decisive' && score.plies <= depth ? score : null;
      const told = near === null ? 0 : near.winner === 'mover' ? near.plies : -near.plies;
      expect(told, morris.positionText(start)).toBe(end);
      seen.set(end, (seen.get(end) ?? 0) + 1);
    }
    for (const end of [1, 0, -2]) expect(seen.get(end), String(end)).toBeGreaterThan(5);
  });

  it('holds its levels apart', () => {
    const random = seededRandom(12);
    const points = (level: number, other: number): number => {
      let found = 0;
      for (let game = 0; game < 16; game++) {
        const minds = [level, other].map((each) => brain({ level: each, seed: 0, nodes: 5000 }));
        const [one, two] = minds.map((mind) => (position: MorrisPosition) => moveOf(mind, position));
        const seat = game % 2;
        const end = finished(playedPosition(random, 2), seat === 0 ? [one, two] : [two, one]);
        const result = morris.result(end);
        found += result?.kind !== 'win' ? 0.5 : result.winner === seat ? 1 : 0;
      }
      return found;
    };
    for (const [level, other] of [
      [4, 1],
      [7, 4],
      [strongest, 6],
    ] as const) {
      expect(points(level, other), `${level} against ${other}`).toBeGreaterThanOrEqual(11);
    }
  });
});

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
    // The mill at hand is closed while there is time.
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
    if (white?.type !== 'static') throw new Error('nobody wins at once here');
    expect(white.value).toBeGreaterThan(0);
    expect(black?.type === 'static' ? black.value : -1).toBeLessThan(white.value);
    const winning = at(forced[0]!);
    const next = morris.play(winning, ask(brain(), winning).bestmove as number);
    expect(ask(brain(), next).score).toEqual({ type: 'decisive', winner: 'opponent', plies: 2 });
  });

  it('are legal from any position, and so is the line behind them', () => {
    const random = seededRandom(21);
    const mind = brain({ nodes: 300 });
    for (let i = 0; i < 200; i++) {
      const position = playedPosition(random, i % 60);
      const { bestmove, line } = ask(mind, position);
      expect(line[0]).toBe(bestmove);
      (line as number[]).reduce((before, move) => morris.play(before, move), position);
    }
  });

  it('are told as each iteration ends, and come at once when asked for', () => {
    const depths: number[] = [];
    const job = { id: ++ids, position: morris.initial(), limit: plies(5), only: undefined };
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
