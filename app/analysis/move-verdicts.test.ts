import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JudgedReport } from '../shapes/analysis.ts';
import type { Score } from '../shapes/games.ts';
import type { EngineScale } from '../shapes/report.ts';
import { type PositionTruth, proven, unknown, type Value, type Verdict } from '../truth/verdict.ts';
import { lossOn, readScale, scaleText, thresholdWords, weightOf } from '../records/engine-scale.ts';
import {
  isAssessed,
  provenMove,
  provenWeights,
  verdictsOf,
  weightOfMove,
  type JudgedMove,
  type Said,
} from './move-verdicts.ts';
import { randomCases } from '../games/testing/effort.ts';

const points: EngineScale = { kind: 'points', inaccuracy: 0.1, mistake: 0.3, blunder: 0.6 };

const value = (score: number): Score => ({ type: 'static', value: score });
const wins = (plies: number): Score => ({ type: 'decisive', winner: 'mover', plies });
const loses = (plies: number): Score => ({ type: 'decisive', winner: 'opponent', plies });

const report = (bestmove: string, score: Score | null, more: Partial<JudgedReport> = {}): JudgedReport => ({
  ...{ bestmove, turn: [bestmove], text: bestmove, fault: null, score, scores: null, staticScale: 1 },
  ...{ winningMoves: null, depth: 4, nodes: null, seconds: 1, truncated: false, exhaustive: false },
  ...more,
});

const says = (before: JudgedReport | null, after: JudgedReport | null, more: Partial<Said> = {}): Said => ({
  ...{ teller: 'a', scale: points, proves: false, before, after },
  ...more,
});

const played = (more: Partial<JudgedMove>): JudgedMove => ({
  ...{ move: '3', turns: true, legal: 2, before: null, after: null, said: [] },
  ...more,
});

const truth = (...moves: [string, Verdict][]): PositionTruth<string> => ({
  verdict: unknown,
  moves: moves.map(([move, verdict]) => ({ move, verdict })),
});

const of = (what: Value, plies: number | null = null): Verdict => proven(what, 'solver', plies);

describe('a proven verdict', () => {
  it.each([
    ['win to draw', of('win', 5), of('draw'), 'mistake'],
    ['win to loss', of('win', 5), of('loss', 8), 'blunder'],
    ['draw to loss', of('draw'), of('loss', 8), 'blunder'],
    ['slower win', of('win', 5), of('win', 9), null],
    ['faster loss', of('loss', 12), of('loss', 2), null],
  ] as const)('tells %s', (change, best, own, weight) => {
    const move = played({ before: truth(['3', own], ['4', best]) });
    expect(verdictsOf(move)).toMatchObject([{ kind: 'proven', change, weight, by: null }]);
    expect(weightOfMove(provenMove(move), verdictsOf(move))).toBe(weight);
    expect(provenMove(move).best).toEqual(['4']);
  });

  it.each([
    [
      'the best move',
      [
        ['3', of('win', 5)],
        ['4', of('draw')],
      ],
    ],
    [
      'one of several best moves',
      [
        ['3', of('draw')],
        ['4', of('draw')],
      ],
    ],
    [
      'a move of which nothing is known',
      [
        ['3', unknown],
        ['4', of('win', 5)],
      ],
    ],
    [
      'a draw where another move might win',
      [
        ['3', of('draw')],
        ['4', unknown],
      ],
    ],
  ] as const)('is not told of %s', (_, moves) => {
    const before = truth(...moves.map(([move, verdict]): [string, Verdict] => [move, verdict]));
    expect(verdictsOf(played({ before }))).toEqual([]);
  });

  it('tells no distance where only a capture is proven', () => {
    const soon: Verdict = { value: 'win', how: 'search', plies: 3, to: 'capture' };
    const move = played({ before: truth(['3', { ...soon, plies: 9 }], ['4', soon]) });
    expect(provenMove(move)).toMatchObject({ was: { outcome: 'win', plies: null }, is: { plies: null } });
    expect(verdictsOf(move)).toEqual([]);
  });

  it('takes the value of a move from the position after it, for the side that moved', () => {
    const move = played({ before: truth(['3', unknown], ['4', of('win', 5)]), after: of('win', 2) });
    expect(verdictsOf(move)).toMatchObject([{ change: 'win to loss', is: { outcome: 'loss', plies: 3 } }]);
    const same = played({ ...move, turns: false, after: of('loss', 2) });
    expect(verdictsOf(same)).toMatchObject([{ change: 'win to loss', is: { outcome: 'loss', plies: 3 } }]);
  });

  it('takes decisive scores of an engine that proves, and of no other', () => {
    const scores = { '3': loses(8), '4': wins(5) };
    const before = report('4', wins(5), { scores });
    const move = (proves: boolean) => played({ said: [says(before, null, { proves })] });
    expect(verdictsOf(move(true))[0]).toMatchObject({ kind: 'proven', change: 'win to loss', by: 'a' });
    expect(verdictsOf(move(false))).toMatchObject([{ kind: 'claimed', change: 'win to loss', by: 'a' }]);
  });

  it('needs the value of every legal move, however few of them an engine scored', () => {
    const scores = { '3': loses(8), '4': loses(5) };
    const said = [says(report('3', value(0.1), { scores }), null, { proves: true })];
    expect(provenMove(played({ said, legal: 3 }))).toMatchObject({ was: null, is: { outcome: 'loss' } });
    expect(provenMove(played({ said, legal: 2 }))).toMatchObject({ was: { outcome: 'loss', plies: 8 } });
  });

  it('tells the value of a position with one legal move where that of the move is known', () => {
    const draws = report('1', value(0), { exhaustive: true });
    const said = [says(report('3', value(0.1), { scores: { '3': value(0.1) } }), draws, { proves: true })];
    const draw = { outcome: 'draw' };
    expect(provenMove(played({ said, legal: 1 }))).toMatchObject({ was: draw, is: draw, best: ['3'] });
    expect(provenMove(played({ said, legal: 2 }))).toMatchObject({ was: null, is: draw, best: [] });
  });

  it('decides the weight: what is proven to be good is not an error, whatever an engine says', () => {
    const move = played({
      before: truth(['3', of('draw')], ['4', of('draw')]),
      said: [says(report('4', value(0.9)), report('1', value(0.9)))],
    });
    const verdicts = verdictsOf(move);
    expect(verdicts).toMatchObject([{ kind: 'judged', weight: 'blunder' }]);
    expect(weightOfMove(provenMove(move), verdicts)).toBeNull();
  });
});

describe('a claimed verdict', () => {
  it.each([
    ['win to loss', wins(5), wins(3), 'blunder'],
    ['open to loss', value(0.1), wins(3), 'mistake'],
  ] as const)('tells %s between two searches', (change, before, after, weight) => {
    const said = [says(report('4', before), report('1', after))];
    expect(verdictsOf(played({ said }))).toMatchObject([{ kind: 'claimed', change, weight }]);
  });

  it('tells of a win given up only if one search saw both', () => {
    const two = [says(report('4', wins(5)), report('1', value(0)), { scale: null })];
    expect(verdictsOf(played({ said: two }))).toEqual([]);
    const one = [says(report('4', wins(5), { scores: { '3': value(0), '4': wins(5) } }), null)];
    expect(verdictsOf(played({ said: one }))).toMatchObject([{ change: 'win to open', weight: 'mistake' }]);
  });

  it("is not told of the engine's own move", () => {
    const said = [says(report('3', wins(5)), report('1', wins(3)))];
    expect(verdictsOf(played({ said }))).toEqual([]);
  });
});

describe('a judged verdict', () => {
  it.each([
    [0.09, null],
    [0.1, 'inaccuracy'],
    [0.3, 'mistake'],
    [0.6, 'blunder'],
  ] as const)('of a fall by %d is %s', (lost, weight) => {
    const said = [says(report('4', value(0)), report('1', value(lost)))];
    expect(verdictsOf(played({ said })).map((each) => each.weight)).toEqual(weight === null ? [] : [weight]);
  });

  it("is on the engine's own scale, at any depth", () => {
    const before = report('4', value(0.02), { staticScale: 10 });
    const after = report('1', value(0.05), { staticScale: 2 });
    // From 0.2 to -0.1.
    expect(verdictsOf(played({ said: [says(before, after)] }))).toMatchObject([
      { kind: 'judged', weight: 'mistake', lost: expect.closeTo(0.3, 9) as number },
    ]);
  });

  it('needs scores and a scale', () => {
    const [before, after] = [report('4', value(0)), report('1', value(5))];
    expect(verdictsOf(played({ said: [says(before, after, { scale: null })] }))).toEqual([]);
    expect(verdictsOf(played({ said: [says(report('4', null), report('1', null))] }))).toEqual([]);
    expect(verdictsOf(played({ said: [says(before, null), says(null, after)] }))).toEqual([]);
  });

  it('does not turn the score around where the same side moves on', () => {
    const said = [says(report('4', value(0)), report('1', value(-0.7)))];
    expect(verdictsOf(played({ said, turns: false }))).toMatchObject([{ weight: 'blunder' }]);
    expect(verdictsOf(played({ said }))).toEqual([]);
  });
});

const anyValue = fc.constantFrom<Verdict>(
  unknown,
  of('win', 3),
  of('win', 7),
  of('draw'),
  of('loss', 4),
  of('loss', 10),
);
const anyScore = fc.oneof(
  fc.double({ min: -1, max: 1, noNaN: true }).map(value),
  fc.nat(30).map(wins),
  fc.nat(30).map(loses),
);
const anyReport = fc
  .tuple(
    fc.constantFrom('1', '2', '3'),
    fc.option(anyScore),
    fc.option(fc.record({ '1': anyScore, '3': anyScore })),
  )
  .map(([best, score, scores]) => report(best, score, { scores }));
const anyMove = fc
  .record({
    turns: fc.boolean(),
    legal: fc.constant(3),
    before: fc.option(
      fc.tuple(anyValue, anyValue, anyValue).map(([a, b, c]) => truth(['1', a], ['2', b], ['3', c])),
    ),
    after: fc.option(anyValue),
    said: fc.array(
      fc.record({
        teller: fc.constantFrom('a', 'b'),
        scale: fc.option(fc.constant(points)),
        proves: fc.boolean(),
        before: fc.option(anyReport),
        after: fc.option(anyReport),
      }),
      { maxLength: 3 },
    ),
  })
  .map((more): JudgedMove => played(more));

describe('verdicts', () => {
  it('are at most one of each voice, and weigh no more than they say', () => {
    fc.assert(
      fc.property(anyMove, (move) => {
        const verdicts = verdictsOf(move);
        expect(verdicts.filter(({ kind }) => kind === 'proven').length).toBeLessThanOrEqual(1);
        expect(verdicts.length).toBeLessThanOrEqual(1 + move.said.length);
        const values = provenMove(move);
        const weight = weightOfMove(values, verdicts);
        if (weight !== null) expect(verdicts.map((each) => each.weight)).toContain(weight);
        for (const verdict of verdicts) {
          if (verdict.kind === 'proven') expect(verdict.weight).toBe(provenWeights[verdict.change]);
        }
      }),
      { numRuns: randomCases(2000) },
    );
  });

  it('of the move that an engine would have played itself, it says nothing against', () => {
    fc.assert(
      fc.property(anyMove, (move) => {
        const said = move.said.map((each) => ({
          ...each,
          proves: false,
          before: each.before && { ...each.before, bestmove: move.move },
        }));
        expect(verdictsOf({ ...move, said }).filter(({ kind }) => kind !== 'proven')).toEqual([]);
      }),
    );
  });
});

describe('a scale', () => {
  it.each([points, { kind: 'chances', points: 1.5 } as const])('is read from its own text', (scale) => {
    expect(readScale(scaleText(scale))).toEqual(scale);
    expect(thresholdWords(scale)).toMatch(/inaccuracy from .*blunder from/);
  });

  it.each([
    '',
    '1',
    '1/2',
    '1/2/3/4',
    '3/2/1',
    '0/1/2',
    '-1/2/3',
    'x/2/3',
    'win:',
    'win:0',
    '1e10/1e10/1e10',
  ])('is not read from "%s"', (text) => {
    expect(() => readScale(text)).toThrow(/points/);
  });

  it('of chances counts where games are decided, and little where they are won', () => {
    const scale: EngineScale = { kind: 'chances', points: 2 };
    expect(lossOn(scale, 2, 0)).toBeCloseTo(0.4, 9);
    expect(weightOf(scale, lossOn(scale, 0, -1))).toBe('blunder');
    expect(weightOf(scale, lossOn(scale, 9, 8))).toBeNull();
  });
});

describe('a move is assessed', () => {
  const assessed = (more: Partial<JudgedMove>): boolean => isAssessed(played(more), provenMove(played(more)));
  const scored = (was: Score | null, is: Score | null, more: Partial<Said> = {}): boolean =>
    assessed({ said: [says(report('4', was), report('1', is), more)] });

  it.each([
    ['not by nothing', assessed({}), false],
    [
      'by a proof before and after it',
      assessed({ before: truth(['3', of('draw')], ['4', of('win')]) }),
      true,
    ],
    ['not by a proof after it alone', assessed({ after: of('win', 3) }), false],
    ['by an engine that would have played it', assessed({ said: [says(report('3', null), null)] }), true],
    ['not by one that would not, without scores', assessed({ said: [says(report('4', null), null)] }), false],
    ['by scores with a scale', scored(value(0.1), value(0.2)), true],
    ['not by scores without one', scored(value(0.1), value(0.2), { scale: null }), false],
    ['not by one score', scored(value(0.1), null), false],
    ['by a claim after it', scored(value(0.1), wins(4), { scale: null }), true],
    ['by a loss that was claimed before it', scored(loses(9), value(0.1), { scale: null }), true],
    ['not by a win that another search no longer sees', scored(wins(9), value(0.1)), false],
  ])('%s', (_, is, expected) => expect(is).toBe(expected));
});
