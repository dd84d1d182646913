/** Reports by proof and by real engines, held against plain counting on a board that is small enough for it. */
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { launchOf, makeBench, misbehave, type Bench } from '../../../tests/engines/support.ts';
import { connect4, type Connect4Position } from '../../games/connect4/index.ts';
import { gameById } from '../../games/registry.ts';
import { EngineHandle } from '../../play/engine-handle.ts';
import { cfp } from '../../protocols/cfp/index.ts';
import { cfsi } from '../../protocols/cfsi/index.ts';
import type { Protocol } from '../../protocols/protocol.ts';
import { changed, opened } from '../../records/open-tree.ts';
import { newTree, rootId, type GameTree } from '../../records/tree.ts';
import type { SessionOptions } from '../../sessions/options.ts';
import type { Session } from '../../sessions/session.ts';
import type { JudgedReport } from '../../shapes/analysis.ts';
import type { Limit } from '../../shapes/engines.ts';
import type { Truth } from '../../shapes/games.ts';
import type { ReportedMove, ReportOptions } from '../../shapes/report.ts';
import { proven, unknown } from '../../truth/verdict.ts';
import { counted, countedMove } from '../testing/truth.ts';
import { TruthAsker, type AskTruth } from '../truth-asker.ts';
import { annotationsFor } from './annotate.ts';
import { Gate } from './gate.ts';
import type { LaneEngine, Memory } from './lane.ts';
import { GameReport } from './report.ts';
import { long } from '../../../tests/support/long.ts';

vi.setConfig({ testTimeout: 90_000 });

let bench: Bench;
beforeEach(() => void (bench = makeBench()));
afterEach(async () => expect(await bench.clean()).toEqual([]));

const thread = fileURLToPath(new URL('../../../dist/app/truth-thread.cjs', import.meta.url));
const asker = new TruthAsker(thread);
afterAll(() => asker.close());

function treeOf(
  moves: string,
  setup: Record<string, number> = { width: 4, height: 4 },
  id = 'connect4',
): GameTree {
  const game = gameById(id);
  const start = game.initial(setup);
  let position = start;
  const texts = game.parseMoves(start, moves).map((move) => {
    const text = game.moveText(position, move);
    position = game.play(position, move);
    return text;
  });
  return changed(opened(newTree(game, 'g-1', { setup })), [{ kind: 'play', at: rootId, moves: texts }]).tree;
}

const usual: ReportOptions = { order: 'backward', onlyUnknown: true, truthSeconds: 20, writes: false };
const enginesOnly: ReportOptions = { ...usual, truthSeconds: null };

/** What engines said, and how often one was asked. */
function memory(): Memory & { readonly kept: Map<string, JudgedReport>; asked: number } {
  const kept = new Map<string, JudgedReport>();
  const keyOf: (...of: Parameters<Memory['find']>) => string = ({ game, position }, { id }) =>
    `${id} ${game.positionText(position)}`;
  return {
    kept,
    asked: 0,
    find: (...of) => kept.get(keyOf(...of)) ?? null,
    keep(line, teller, limit, report) {
      this.asked++;
      kept.set(keyOf(line, teller, limit), report);
    },
  };
}

/** A gate that counts what waits at it. */
class WatchedGate extends Gate {
  held = 0;

  override async pass(signal: AbortSignal): Promise<void> {
    this.held++;
    await super.pass(signal);
    this.held--;
  }
}

let tellers = 0;

/** An engine of a report over these sessions; a restart opens the next one. */
function engineOf(
  open: () => Session,
  protocol: Protocol,
  limit: Limit,
  more: Partial<LaneEngine> = {},
): LaneEngine {
  const id = String(++tellers).padStart(64, '0');
  return {
    ...{ name: `engine ${tellers}`, protocol: protocol.id, limit, scale: null, proves: false },
    program: () => Promise.resolve(null),
    teller: () =>
      Promise.resolve({
        ...{ id, engine: null, name: `engine ${tellers}`, protocol: protocol.id, files: [] },
        ...{ args: [], settings: {}, options: {} },
      }),
    open: () =>
      Promise.resolve(
        new EngineHandle(open(), async (before) => {
          await before.close();
          return open();
        }),
      ),
    ...more,
  };
}

const bundled = (limit: Limit, more: Partial<LaneEngine> = {}): LaneEngine =>
  engineOf(() => bench.bundled(cfsi), cfsi, limit, { proves: true, ...more });

const misbehaving = (flags: readonly string[], options: Partial<SessionOptions> = {}): LaneEngine => {
  const launch = launchOf(misbehave, flags, { interpreter: process.execPath });
  return engineOf(() => bench.open(launch, options).session, cfp, { kind: 'time', seconds: 0.05 });
};

const toTheEnd: Limit = { kind: 'depth', plies: 1000 };

interface Made {
  readonly report: GameReport;
  readonly moves: readonly ReportedMove[];
  /** As they were told. */
  readonly told: readonly ReportedMove[];
}

async function make(
  tree: GameTree,
  engines: readonly LaneEngine[],
  options: ReportOptions = usual,
  ports: { memory?: Memory; gate?: Gate; signal?: AbortSignal; askTruth?: AskTruth } = {},
): Promise<Made> {
  const told: ReportedMove[] = [];
  const report = new GameReport(tree, { kind: 'game' }, engines, options, {
    ...{ askTruth: asker.ask, memory: memory(), gate: new Gate(), ...ports },
    onChange: () => undefined,
    onMove: (move) => told.push(move),
  });
  await report.run(ports.signal ?? new AbortController().signal);
  return { report, moves: report.moves, told };
}

/** Of all tests, since counting takes seconds. */
const seen = new Map<string, Truth>();

/** What counting says about each move. */
function countedMoves(moves: string): { was: Truth; is: Truth }[] {
  let position = connect4.initial({ width: 4, height: 4 });
  return connect4.parseMoves(position, moves).map((move) => {
    const [was, is] = [counted(position, seen), countedMove(position as Connect4Position, move, seen)];
    position = connect4.play(position, move);
    return { was, is };
  });
}

// A win that is given away twice, a draw held to the end, and a loss that was forced.
const games = ['1213141', '2233114', '2322311'];

/** A report by proof alone, made once. */
let made: Promise<Made> | null = null;
const byProof = (): Promise<Made> => (made ??= make(treeOf('1213141'), []));

describe('a report', () => {
  it('by proof alone says what counting says', long, async () => {
    const [moves] = games as [string];
    const { moves: made, told } = await byProof();
    expect(made.map(({ was, is }) => ({ was, is }))).toEqual(countedMoves(moves));
    expect(told.map(({ ply }) => ply)).toEqual(told.map((_, index) => moves.length - index));
    for (const { was, is, weight, better, isComplete } of made) {
      expect(isComplete).toBe(true);
      const isError = was!.outcome !== is!.outcome;
      expect(weight).toBe(!isError ? null : is!.outcome === 'draw' ? 'mistake' : 'blunder');
      expect(better.length > 0).toBe(isError);
    }
  });

  it.each(games)('by an engine that proves says of %s what counting says', long, async (moves) => {
    for (const order of ['backward', 'forward'] as const) {
      const { moves: made } = await make(treeOf(moves), [bundled(toTheEnd)], { ...enginesOnly, order });
      expect(made.map(({ was, is }) => ({ was, is }))).toEqual(countedMoves(moves));
    }
  });

  it('counts the errors of each side, and what was kept', async () => {
    const { report, moves } = await byProof();
    for (const seat of [0, 1] as const) {
      const own = moves.filter((move) => move.seat === seat);
      const errors = own.filter(({ weight }) => weight !== null).length;
      const couldLose = own.filter(({ was }) => was!.outcome !== 'loss').length;
      expect(report.sides[seat]).toMatchObject({
        ...{ moves: own.length, known: own.length, proven: errors, claimed: 0, judged: 0 },
        ...{ couldLose, kept: couldLose - errors },
      });
    }
    expect(report.turningPoints).toEqual(
      moves.flatMap(({ node, weight }) => (weight === null ? [] : [node])),
    );
  });

  it('asks no engine where the truth is known, and an engine where it is not', async () => {
    const said = memory();
    const { report } = await byProof();
    const known: AskTruth = ({ start: from, moves }) => {
      const text = connect4.movesText(from as Connect4Position, moves as readonly number[]);
      const truth = '1213141'.startsWith(text) ? report.truth(moves.length) : null;
      return Promise.resolve(truth ?? { verdict: unknown, moves: [] });
    };
    await make(treeOf('1213141'), [bundled(toTheEnd)], usual, { memory: said, askTruth: known });
    expect(said.asked).toBe(0);
    const nothing: AskTruth = () => Promise.resolve({ verdict: unknown, moves: [] });
    await make(treeOf('1213141'), [bundled(toTheEnd)], usual, { memory: said, askTruth: nothing });
    // The last position is over.
    expect(said.asked).toBe(7);
  });

  it('looks for moments beyond positions without a proof, and takes the whole time where one is found', async () => {
    const moves = '44433355566671';
    const asked: [ply: number, seconds: number][] = [];
    const askTruth: AskTruth = ({ moves: { length } }, seconds) => {
      asked.push([length, seconds]);
      const isWon = length === 8;
      return Promise.resolve({ verdict: isWon ? proven('win', 'rules', 1) : unknown, moves: [] });
    };
    const { report } = await make(treeOf(moves, { width: 7, height: 6 }), [], usual, { askTruth });
    const [whole, brief] = [usual.truthSeconds!, 0.2];
    expect(asked).toEqual([
      ...[14, 13, 12].map((ply) => [ply, whole]),
      ...[11, 10, 9, 8].map((ply) => [ply, brief]),
      ...[7, 6, 5].map((ply) => [ply, whole]),
      ...[4, 3, 2, 1, 0].map((ply) => [ply, brief]),
    ]);
    expect(report.moves[8]).toMatchObject({ ply: 9, was: { outcome: 'win', plies: 1 }, is: null });
  });

  it('tells the time left by the proofs that it looks for now', async () => {
    const lefts: number[] = [];
    const askTruth: AskTruth = async (_, seconds) => {
      lefts.push(report.standing.secondsLeft ?? Infinity);
      await new Promise((resolve) => setTimeout(resolve, seconds === 0.2 ? 1 : 100));
      return { verdict: unknown, moves: [] };
    };
    const report = new GameReport(treeOf('1213142334'), { kind: 'game' }, [], usual, {
      ...{ askTruth, memory: memory(), gate: new Gate(), onChange: () => undefined, onMove: () => undefined },
    });
    await report.run(new AbortController().signal);
    expect(lefts[2]).toBeGreaterThan(0.5);
    expect(lefts[4]).toBeLessThan(0.3);
  });

  it('done twice asks nothing, and says the same', async () => {
    const said = memory();
    const engine = bundled(toTheEnd);
    const first = await make(treeOf('1213141'), [engine], enginesOnly, { memory: said });
    expect(said.asked).toBe(7);
    const again = await make(
      treeOf('1213141'),
      [{ ...engine, open: () => Promise.reject(new Error('it was started')) }],
      enginesOnly,
      { memory: said },
    );
    expect(said.asked).toBe(7);
    expect(again.moves).toEqual(first.moves);
    expect(again.report.standing.engines).toMatchObject([{ state: 'done', answered: 0, known: 7 }]);
  });

  it('that was stopped goes on where it was', long, async () => {
    const said = memory();
    const stop = new AbortController();
    const engine = bundled(toTheEnd);
    const early = {
      ...said,
      keep: (...[line, teller, limit, report]: Parameters<Memory['keep']>) => {
        said.keep(line, teller, limit, report);
        if (said.asked === 3) stop.abort();
      },
    };
    const { told } = await make(treeOf('1213141'), [engine], enginesOnly, {
      memory: early,
      signal: stop.signal,
    });
    expect([said.asked, told.length]).toEqual([3, 2]);
    const { moves } = await make(treeOf('1213141'), [engine], enginesOnly, { memory: said });
    expect(said.asked).toBe(7);
    expect(moves.map(({ was, is }) => ({ was, is }))).toEqual(countedMoves('1213141'));
  });

  it('judges scores on the scale of the engine, and not without one', async () => {
    const limit: Limit = { kind: 'depth', plies: 3 };
    const scale = { kind: 'points', inaccuracy: 0.001, mistake: 1e3, blunder: 1e3 } as const;
    const tree = treeOf('4444432', { width: 7, height: 6 });
    const make2 = async (more: Partial<LaneEngine>) =>
      (await make(tree, [bundled(limit, { proves: false, ...more })], enginesOnly)).moves;
    const judged = await make2({ scale });
    expect(judged.some(({ verdicts }) => verdicts.some(({ kind }) => kind === 'judged'))).toBe(true);
    const silent = await make2({});
    expect(silent.flatMap(({ verdicts }) => verdicts.filter(({ kind }) => kind === 'judged'))).toEqual([]);
    expect(silent.every(({ figures }) => figures.length === 1)).toBe(true);
  });
});

describe('a move that is tried', () => {
  const never = new AbortController().signal;
  const nothing: AskTruth = () => Promise.resolve({ verdict: unknown, moves: [] });
  const limit: Limit = { kind: 'depth', plies: 4 };
  const scale = { kind: 'points', inaccuracy: 0.001, mistake: 1e3, blunder: 1e3 } as const;
  const tree = treeOf('414', { width: 7, height: 6 });

  it('is put to the engine of the report, which is asked once', async () => {
    const said = memory();
    const engine = bundled(limit, { proves: false, scale: null });
    const { report } = await make(tree, [engine], enginesOnly, { memory: said, askTruth: nothing });
    const { asked } = said;
    const tried = await report.tried(3, '7', never);
    // An engine of CFSI scores each column at once, but the position after the move says more.
    expect(said.asked).toBe(asked + 1);
    expect(tried.words).toMatch(/engine \d+: was .*, is .* for Player 1\./);
    expect(await report.tried(3, '7', never)).toEqual(tried);
    expect(said.asked).toBe(asked + 1);
  });

  it('is judged on the scale of that engine', long, async () => {
    const ask = async (of: Partial<LaneEngine>, move: string) => {
      const engine = bundled(limit, { proves: false, ...of });
      const { report } = await make(tree, [engine], enginesOnly, { askTruth: nothing });
      return report.tried(3, move, never);
    };
    expect((await ask({ scale }, '7')).outcome).toBe('lost');
    expect((await ask({ scale: { ...scale, inaccuracy: 1e3 } }, '7')).outcome).toBe('kept');
    expect((await ask({ scale: null }, '7')).outcome).toBe('unknown');
  });

  it('is no better where it is proven lost, whatever was proven before it', async () => {
    const lost: AskTruth = ({ moves }) =>
      Promise.resolve({ verdict: moves.length === 3 ? proven('win', 'solver', 3) : unknown, moves: [] });
    const { report } = await make(tree, [], { ...usual, truthSeconds: null }, { askTruth: lost });
    expect(await report.tried(3, '7', never)).toEqual({
      outcome: 'lost',
      words: 'Proven: a loss in 4 for Player 1 (solver).',
    });
  });

  it('leaves no process behind when it is called off', async () => {
    const engine = { ...bundled(limit, { proves: false }) };
    const { report } = await make(tree, [engine], enginesOnly, { askTruth: nothing });
    Object.assign(engine, { limit: { kind: 'time', seconds: 600 } });
    const stop = new AbortController();
    const tried = report.tried(3, '7', stop.signal);
    setTimeout(() => stop.abort(), 500);
    expect((await tried).outcome).toBe('unknown');
  });
});

describe('engines of a report', () => {
  it('go on while one crashes, one hangs, and one cannot be started', async () => {
    const options = { deadlines: { handshake: 8000, ready: 1000, stop: 300, move: 1000 } };
    const missing = engineOf(() => bench.open(launchOf('/no/such/engine')).session, cfp, {
      ...{ kind: 'time', seconds: 0.05 },
    });
    const { report, moves } = await make(
      treeOf('1213141', { width: 7, height: 6 }),
      [
        bundled({ kind: 'depth', plies: 3 }),
        misbehaving(['--crash-in-search']),
        misbehaving(['--no-answer-to-stop'], options),
        missing,
        misbehaving([]),
      ],
      enginesOnly,
    );
    const { engines } = report.standing;
    expect(engines.map(({ state }) => state)).toEqual(['done', 'left', 'left', 'left', 'done']);
    expect(engines[1]).toMatchObject({
      restarts: 3,
      ending: 'crashed',
      reason: expect.stringContaining('3 restarts') as string,
    });
    expect(engines[2]).toMatchObject({ restarts: 0, ending: 'stalled' });
    expect(engines[3]).toMatchObject({ ending: 'unstartable' });
    for (const index of [0, 4]) expect(engines[index]).toMatchObject({ answered: 7, restarts: 0 });
    for (const { figures, isComplete } of moves) {
      expect(isComplete).toBe(true);
      expect(figures.map(({ teller }) => teller).length).toBeGreaterThanOrEqual(2);
    }
    const { done, total } = report.standing;
    expect(done).toBe(total);
  });

  it('give way while something else goes first, and are paused and resumed', async () => {
    const gate = new WatchedGate();
    const tree = treeOf('4 4 4', { width: 9, height: 9 });
    const said = memory();
    const running = make(tree, [bundled({ kind: 'time', seconds: 0.3 })], enginesOnly, {
      memory: said,
      gate,
    });
    await expect.poll(() => said.asked, { timeout: 30_000 }).toBeGreaterThan(0);
    gate.yieldTo('play');
    expect(gate.waitsFor).toBe('play');
    await expect.poll(() => gate.held, { timeout: 30_000 }).toBe(1);
    const { asked } = said;
    expect(asked).toBeLessThan(4);
    gate.pause(true);
    gate.yieldTo(null);
    // What a gate lets pass goes on in a microtask.
    await new Promise((resolve) => setImmediate(resolve));
    expect([said.asked, gate.held, gate.isPaused]).toEqual([asked, 1, true]);
    gate.pause(false);
    await running;
    expect(said.asked).toBe(4);
  });
});

describe('the result in the game', () => {
  it('is a glyph, a comment and the better line, once', async () => {
    const tree = treeOf('1213141');
    const { moves } = await byProof();
    const change = annotationsFor(tree, moves, () => 'mine');
    const after = changed(opened(tree), change).tree;
    const errors = moves.filter(({ weight }) => weight !== null);
    expect(errors.length).toBeGreaterThan(0);
    for (const { node, weight, better } of errors) {
      const { comment, glyphs, parent } = after.nodes.get(node)!;
      expect(glyphs).toEqual([weight === 'mistake' ? 2 : 4]);
      expect(comment).toMatch(/^Proven: was a (win|draw).*, is a (draw|loss).* \(.+\)\.$/);
      const others = after.nodes.get(parent!)!.children.map((id) => after.nodes.get(id)!.move);
      expect(others).toContain(better[0]);
    }
    expect(annotationsFor(after, moves, () => 'mine')).toEqual([]);
  });

  it("leaves a person's own glyphs and words, and replaces those of an earlier report", async () => {
    const tree = treeOf('1213141');
    const { moves } = await byProof();
    const [error] = moves.filter(({ weight }) => weight !== null);
    const { node } = error!;
    const own = changed(opened(tree), [
      { kind: 'annotate', node, to: { comment: 'Why not?', glyphs: [5, 14] } },
    ]).tree;
    const after = changed(
      opened(own),
      annotationsFor(own, moves, () => 'mine'),
    ).tree.nodes.get(node)!;
    expect(after.glyphs).toEqual([5, 14]);
    expect(after.comment).toMatch(/^Why not\?\nProven: /);
    const early = changed(opened(tree), [
      {
        kind: 'annotate',
        node,
        to: { comment: 'old claims: was win in 3, is loss in 2.\nMine.', glyphs: [6] },
      },
    ]).tree;
    const later = changed(
      opened(early),
      annotationsFor(early, moves, () => 'mine'),
    ).tree.nodes.get(node)!;
    expect(later.glyphs).toEqual([error!.weight === 'mistake' ? 2 : 4]);
    expect(later.comment).toMatch(/^Mine\.\nProven: [^\n]*$/);
  });
});

describe('the thread of the truth', () => {
  const lineAt = (moves: string, width = 4, height = 4) => {
    const start = connect4.initial({ width, height });
    const parsed = connect4.parseMoves(start, moves);
    return {
      game: connect4,
      gameKey: 'g-1',
      start,
      moves: parsed,
      position: parsed.reduce((at, move) => connect4.play(at, move), start),
    };
  };

  it('answers with what it has when a question is called off, and goes on with the next', async () => {
    const stop = new AbortController();
    const early = asker.ask(lineAt('', 9, 9) as never, 600, stop.signal);
    const next = asker.ask(lineAt('12131') as never, 20);
    setTimeout(() => stop.abort(), 100);
    expect((await early).verdict.value).toBe('unknown');
    expect((await next).verdict).toMatchObject({ value: 'draw', how: 'search' });
  });

  it('says what cannot be asked, and that it is closed', async () => {
    const own = new TruthAsker(thread);
    const stray = { ...lineAt('1'), game: { ...connect4, id: 'chess' } };
    await expect(own.ask(stray as never, 1)).rejects.toThrow(/chess/);
    const waiting = own.ask(lineAt('', 9, 9) as never, 600);
    own.close();
    await expect(waiting).rejects.toThrow('the host is closing');
  });
});
