import fc from 'fast-check';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { gameById, games } from '../games/registry.ts';
import type { Game, Symmetry } from '../games/game.ts';
import type { JudgedReport } from '../shapes/analysis.ts';
import { Home, reportOf, say, sourceOf, tellerOf } from './testing/stores.ts';
import type { EvaluationStore } from './store.ts';

let home: Home;
beforeEach(() => void (home = new Home()));
afterEach(() => home.remove());

const connect4 = gameById('connect4');
const after = (moves: string, game: Game = connect4): unknown =>
  game.parseMoves(game.initial(), moves).reduce((at, move) => game.play(at, move), game.initial());
const bytes = (): number =>
  readdirSync(home.evaluations)
    .filter((name) => name.endsWith('.log'))
    .reduce((sum, name) => sum + statSync(join(home.evaluations, name)).size, 0);

describe('what is deeper', () => {
  it('replaces what is shallower, and never the other way round', async () => {
    const store = await home.open();
    expect(say(store, connect4, after('44'), reportOf('4', { depth: 8 }))).toBe(true);
    expect(say(store, connect4, after('44'), reportOf('3', { depth: 7 }))).toBe(false);
    expect(say(store, connect4, after('44'), reportOf('5', { depth: 9 }))).toBe(true);
    // A round that was cut short counts as the one before.
    expect(say(store, connect4, after('44'), reportOf('6', { depth: 9, truncated: true }))).toBe(false);
    expect(store.at(connect4, after('44'))).toMatchObject([
      { report: { bestmove: '5' }, measure: { kind: 'depth', amount: 9 }, source: sourceOf('5') },
    ]);
  });

  it('is of its own kind: where kinds differ both stay, the newer first', async () => {
    const store = await home.open();
    const win = { type: 'decisive', winner: 'mover', plies: 9 } as const;
    say(store, connect4, after('44'), reportOf('4', { depth: 8 }));
    say(store, connect4, after('44'), reportOf('5', { depth: 3, score: win }));
    const kinds = (): string[] => store.at(connect4, after('44')).map(({ measure }) => measure.kind);
    expect(new Set(kinds())).toEqual(new Set(['claimed', 'depth']));
    await store.flush();
    await new Promise((resolve) => setTimeout(resolve, 2));
    say(store, connect4, after('44'), reportOf('4', { depth: 12 }));
    expect(kinds()).toEqual(['depth', 'claimed']);
  });

  it('stays over restarts and in any order of what is said, as a plain table keeps it', async () => {
    const kinds = fc.constantFrom('depth', 'nodes', 'seconds');
    const saying = fc.record({
      moves: fc.constantFrom('', '1', '7', '44', '12', '76', '4455', '4433'),
      column: fc.integer({ min: 1, max: 7 }),
      teller: fc.integer({ min: 1, max: 3 }),
      kind: kinds,
      amount: fc.integer({ min: 1, max: 9 }),
    });
    const step = fc.oneof({ weight: 8, arbitrary: saying }, fc.constantFrom('flush', 'restart'));
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const own = new Home();
        let store = await own.open();
        const table = new Map<string, number>();
        try {
          for (const each of steps) {
            if (each === 'flush') await store.flush();
            else if (each === 'restart') {
              await store.close();
              store = await own.open();
            } else {
              const { moves, column, teller, kind, amount } = each;
              const report = reportOf(String(column), {
                [kind]: amount,
                seconds: kind === 'seconds' ? amount : 1,
              });
              const key = `${connect4.key(after(moves))} ${teller} ${kind}`;
              say(store, connect4, after(moves), report, tellerOf(teller));
              table.set(key, Math.max(amount, table.get(key) ?? 0));
            }
          }
          for (const [key, amount] of table) {
            const [size, placement, mover, teller, kind] = key.split(' ');
            const moves = ['', '1', '7', '44', '12', '76', '4455', '4433'];
            const at = moves.find((text) => connect4.key(after(text)) === `${size} ${placement} ${mover}`)!;
            const found = store
              .at(connect4, after(at))
              .filter((one) => one.teller === tellerOf(Number(teller)).id);
            // At most two kinds of a teller are shown.
            const same = found.find(({ measure }) => measure.kind === kind);
            if (found.length < 2 || same) expect(same?.measure.amount).toBe(amount);
          }
        } finally {
          await own.remove();
        }
      }),
      { numRuns: 25 },
    );
  });

  it('is not written again if it is said again', async () => {
    const store = await home.open();
    const report = reportOf('4', { depth: 8, scores: { 4: { type: 'static', value: 0.5 } } });
    expect(say(store, connect4, after('44'), report)).toBe(true);
    await store.flush();
    const before = bytes();
    expect(say(store, connect4, after('44'), report)).toBe(false);
    await store.close();
    const again = await home.open();
    expect(say(again, connect4, after('44'), report)).toBe(false);
    await again.flush();
    expect(bytes()).toBe(before);
  });

  it('is found among what was said before the files were open', async () => {
    const first = await home.open();
    say(first, connect4, after('44'), reportOf('4', { depth: 8 }));
    await first.close();
    const register = {
      holds: () => undefined,
      frees: () => undefined,
      wants: () => undefined,
      done: () => undefined,
    };
    const { EvaluationStore } = await import('./store.ts');
    const store: EvaluationStore = new EvaluationStore({
      ...{ folder: home.evaluations, register, others: () => Promise.resolve([]), limit: () => 1024 ** 3 },
      ...{ say: () => undefined, written: () => undefined, onChange: () => undefined },
    });
    say(store, connect4, after('44'), reportOf('3', { depth: 7 }));
    await store.flush();
    expect(store.at(connect4, after('44'))).toMatchObject([{ report: { bestmove: '4' } }]);
    await store.close();
  });
});

/** A report as one about an image of its position. */
function turnedBy(
  game: Game,
  way: Symmetry<unknown, unknown>,
  at: unknown,
  report: JudgedReport,
): JudgedReport {
  const image = way.position(at);
  const moveOf = (text: string): string => game.moveText(image, way.move(game.parseMove(at, text)));
  let position = at;
  const turn = report.turn.map((text) => {
    const move = game.parseMove(position, text);
    const turned = game.moveText(way.position(position), way.move(move));
    position = game.play(position, move);
    return turned;
  });
  const scores = Object.entries(report.scores!).map(([text, score]) => [moveOf(text), score] as const);
  return { ...report, bestmove: moveOf(report.bestmove!), turn, scores: Object.fromEntries(scores) };
}

describe('symmetric positions', () => {
  it.each([...games.keys()])('share what was said, with their own moves (%s)', async (id) => {
    const game = gameById(id);
    const store = await home.open();
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(1_000_000), { maxLength: 12 }), fc.nat(1_000), async (picks, one) => {
        let position = game.initial();
        for (const pick of picks) {
          const legal = game.moves(position);
          if (legal.length === 0) break;
          position = game.play(position, legal[pick % legal.length]);
        }
        const moves = game.moves(position);
        if (moves.length === 0) return;
        const symmetries = game.symmetries(game.setupOf(position));
        const symmetry = symmetries[one % symmetries.length]!;
        const image = symmetry.position(position);
        const text = (move: unknown): string => game.moveText(position, move);
        const best = moves[one % moves.length];
        const turn = [text(best)];
        const next = game.play(position, best);
        const [second] = game.moves(next);
        if (second !== undefined && !game.beginsTurn(next)) turn.push(game.moveText(next, second));
        const scores: JudgedReport['scores'] = Object.fromEntries(
          moves.map((move, at) => [text(move), { type: 'static', value: at }]),
        );
        const report = reportOf(turn[0]!, {
          turn,
          scores,
          depth: picks.length + 1,
          seconds: one,
        });
        const own = tellerOf(picks.length * 1000 + one);
        say(store, game, position, report, own);
        if (one % 3 === 0) await store.flush();
        const of = (at: unknown) => store.at(game, at).find(({ teller }) => teller === own.id)!;
        expect(of(position)).toMatchObject({ isMirrored: false, report });
        const isSame = game.ownKey(image) === game.ownKey(position);
        const found = of(image);
        expect(found.isMirrored).toBe(!isSame);
        if (isSame) return;
        // An image that is symmetric itself can be reached in several ways.
        const ways = symmetries.filter((each) => game.ownKey(each.position(position)) === game.ownKey(image));
        const reports = ways.map((way) => turnedBy(game, way, position, report));
        expect(reports).toContainEqual(found.report);
        const figures = store.figures(game, image).find(({ teller }) => teller === own.id)!;
        expect(figures.bestmove).toBe(found.report.bestmove);
      }),
      { numRuns: 60 },
    );
  });
});

describe('what an engine says', () => {
  it('may be anything, and is bounded', async () => {
    const store = await home.open();
    const control = '\u0000\u001b[2J\u202e\ud800"\\\n';
    const huge = control.repeat(20_000);
    say(store, connect4, after('44'), reportOf('4', { depth: 8, text: huge }), tellerOf(1), sourceOf(huge));
    await store.close();
    const again = await home.open();
    const [found] = again.at(connect4, after('44'));
    expect(found!.report.text.length).toBeLessThanOrEqual(1024);
    expect(found!.source!.text.length).toBeLessThanOrEqual(4096);
    expect(found!.report.text.startsWith('\u0000\u001b[2J')).toBe(true);
    expect(bytes()).toBeLessThan(64 * 1024);
  });

  it('is not kept with a move that cannot be made, or by a teller that does not fit', async () => {
    const store = await home.open();
    const illegal = reportOf('9', { depth: 8, fault: '9 is illegal' });
    expect(say(store, connect4, after('44'), illegal)).toBe(false);
    expect(say(store, connect4, after('44'), reportOf('x', { depth: 8 }))).toBe(false);
    expect(say(store, connect4, after('44'), { ...reportOf('4'), bestmove: null })).toBe(false);
    const options = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`o${at}`, 'x'.repeat(4096)]));
    say(store, connect4, after('44'), reportOf('4', { depth: 8 }), tellerOf(1, { options }));
    say(store, connect4, after('44'), reportOf('5', { depth: 8 }), tellerOf(2));
    await store.close();
    const again = await home.open();
    expect(again.at(connect4, after('44')).map(({ teller }) => teller)).toEqual([tellerOf(2).id]);
  });
});
