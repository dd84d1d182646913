/** Several engines at once, over all protocols, as real processes. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fileURLToPath } from 'node:url';
import { bot, launchOf, makeBench, misbehave, type Bench } from '../../tests/engines/support.ts';
import type { Game } from '../games/game.ts';
import { connect4 } from '../games/connect4/index.ts';
import { makeLine, type Line } from '../games/line.ts';
import { morris } from '../games/morris/index.ts';
import { quoridor } from '../games/quoridor/index.ts';
import { seededRandom } from '../games/random.ts';
import { stones } from '../games/stones/index.ts';
import { EngineHandle } from '../play/engine-handle.ts';
import { protocols } from '../protocols/registry.ts';
import type { Session } from '../sessions/session.ts';
import type { AnalysisSetup, RememberedAnalysis } from '../shapes/analysis.ts';
import { Refused } from '../shapes/refused.ts';
import { Analysts, type Analysis } from './analysts.ts';
import { long } from '../../tests/support/long.ts';

let bench: Bench;
beforeEach(() => void (bench = makeBench()));
afterEach(async () => expect(await bench.clean()).toEqual([]));

const built = (engine: string) =>
  fileURLToPath(new URL(`../../dist/engines/${engine}/main.cjs`, import.meta.url));
const own = (name: string) => fileURLToPath(new URL(`../../tests/engines/${name}`, import.meta.url));
const patient = { handshake: 20_000, ready: 20_000, stop: 20_000, move: 20_000 };

/** Programs by the names under which the tests let them analyse. */
const programs: Readonly<Record<string, { readonly file: string; readonly args: readonly string[] }>> = {
  // Its answer is the number of stones on the board that it was asked about.
  counter: { file: misbehave, args: ['--by-position', '--late', '40'] },
  solver: { file: built('connect4'), args: [] },
  runner: { file: built('quoridor'), args: ['--nodes', '4000'] },
  miller: { file: process.execPath, args: [own('nmm.mjs'), '--think', '60'] },
  bot: { file: bot, args: ['--slow', '60'] },
  crasher: { file: misbehave, args: ['--crash-in-search'] },
  hanger: { file: misbehave, args: ['--no-answer-to-stop'] },
  endless: { file: process.execPath, args: [own('qtp.mjs'), '--think', '600000'] },
};

/** A game played at random, up to so many plies. */
function playout(game: Game, plies: number): readonly unknown[] {
  const random = seededRandom(7);
  const moves: unknown[] = [];
  let position = game.initial({});
  while (moves.length < plies && game.result(position) === null) {
    const all = game.moves(position);
    const move = all[Math.floor(random() * all.length)]!;
    moves.push(move);
    position = game.play(position, move);
  }
  return moves;
}

interface Told {
  readonly engine: string;
  /** The line that the answer was asked for, and the one at which it was shown. */
  readonly about: string;
  readonly at: string;
  readonly bestmove: string | null;
}

/** The engines of one kind of game, with all that they showed. */
class Table {
  readonly game: Game;
  readonly analysts: Analysts;
  readonly told: Told[] = [];
  readonly opened: { readonly engine: string; readonly session: Session }[] = [];
  /** States of processes when the analysis replaced them. */
  readonly replaced: string[] = [];
  kept: readonly RememberedAnalysis[] = [];
  room = Infinity;
  readonly #moves: readonly unknown[];
  readonly #asked = new Map<number, string>();
  readonly #answered = new Map<Session, string>();
  readonly #shown = new Map<string, unknown>();

  constructor(game: Game, remembered: readonly RememberedAnalysis[] = []) {
    this.game = game;
    this.#moves = playout(game, 24);
    this.analysts = new Analysts(
      {
        open: (setup) => this.#open(setup),
        isFull: () => this.#running >= this.room,
        isKnown: (engine) => engine in programs,
        keep: (all) => (this.kept = all),
        onChange: () => this.#look(),
      },
      remembered,
    );
  }

  get #running(): number {
    return this.opened.filter(({ session }) => session.ending === null).length;
  }

  get plies(): number {
    return this.#moves.length;
  }

  lineAt(cursor: number): Line {
    return makeLine(this.game, 'g-1', this.game.initial({}), this.#moves.slice(0, cursor));
  }

  step(cursor: number): void {
    this.analysts.follow(this.lineAt(cursor), { game: 'g-1', node: cursor });
  }

  of(engine: string): Analysis {
    return this.analysts.all.find(({ setup }) => setup.engine === engine)!;
  }

  async until(wanted: (all: readonly Analysis[]) => boolean): Promise<void> {
    const told = () =>
      this.analysts.all.map(({ setup, session, assessment: { state, reason } }) =>
        [setup.engine, state, session?.state, reason].join(' '),
      );
    const check = () => (wanted(this.analysts.all) ? 'so it is' : told());
    await expect.poll(check, { timeout: 60_000, interval: 5 }).toBe('so it is');
  }

  #open({ engine, protocol }: AnalysisSetup): EngineHandle {
    if (this.#running >= this.room) throw new Refused('There is no more room.');
    const start = (): Session => this.#start(engine, protocol);
    return new EngineHandle(start(), async (before) => {
      this.replaced.push(before.state);
      await before.close();
      return start();
    });
  }

  #start(engine: string, protocol: string): Session {
    const { file, args } = programs[engine]!;
    const { session } = bench.open(launchOf(file, args, { bundled: file.endsWith('.cjs') }), {
      protocol: protocols.get(protocol)!,
      ...(engine !== 'hanger' && { deadlines: patient }),
    });
    const request = session.request.bind(session);
    session.request = (intent) => {
      if (intent.kind === 'search') {
        const { game, start, moves } = intent.search.line;
        this.#asked.set(intent.search.id, game.movesText(start, moves));
      }
      return request(intent);
    };
    session.subscribe((event) => {
      if (event.kind === 'report') this.#answered.set(session, this.#asked.get(event.search)!);
    });
    this.opened.push({ engine, session });
    return session;
  }

  /** Notes each report that is shown for the first time. */
  #look(): void {
    for (const { setup, session, assessment } of this.analysts?.all ?? []) {
      const { report, place } = assessment;
      if (report === null || session === null || this.#shown.get(setup.id) === report) continue;
      this.#shown.set(setup.id, report);
      const { start, moves } = this.lineAt(place!.node);
      this.told.push({
        engine: setup.engine,
        about: this.#answered.get(session)!,
        at: this.game.movesText(start, moves),
        bestmove: report.bestmove,
      });
    }
  }
}

const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

describe('engines side by side', () => {
  it(
    'never show at one place what was said of another, over all protocols, while one crashes and one hangs',
    long,
    async () => {
      const tables = [connect4, quoridor, morris, stones].map((game) => new Table(game as Game));
      const [columns, paths, mills, towers] = tables as [Table, Table, Table, Table];
      for (const table of tables) table.step(0);
      await columns.analysts.start('counter', 'cfp');
      await columns.analysts.start('solver', 'cfsi');
      await columns.analysts.start('crasher', 'cfp');
      await columns.analysts.start('hanger', 'cfp');
      await paths.analysts.start('runner', 'qtp');
      await mills.analysts.start('miller', 'nmm');
      await towers.analysts.start('bot', 'gos');
      const slow = ['counter', 'solver', 'runner', 'miller', 'bot'];
      const answered = (table: Table) =>
        table.until((all) =>
          all.every(({ setup, assessment }) => !slow.includes(setup.engine) || assessment.report !== null),
        );
      for (let step = 1; step <= 40; step++) {
        for (const table of tables) {
          const cursor = (step * 7) % (table.plies - 1);
          table.step(cursor);
          // Nothing that was said before is left.
          for (const { assessment } of table.analysts.all) {
            if (assessment.state === 'failed') continue;
            expect(assessment).toMatchObject({ place: { node: cursor }, report: null });
          }
        }
        if (step % 10 === 0) await Promise.all(tables.map(answered));
        else await pause((step * 13) % 30);
      }
      await Promise.all(tables.map(answered));
      for (const table of tables) {
        expect(table.told.filter(({ about, at }) => about !== at)).toEqual([]);
      }
      for (const engine of slow) {
        const said = tables.flatMap(({ told }) => told.filter((one) => one.engine === engine));
        expect(said.length, engine).toBeGreaterThanOrEqual(4);
      }
      // What this one says itself tells which board it was asked about.
      for (const { at, bestmove } of columns.told.filter(({ engine }) => engine === 'counter')) {
        const stonesOn = connect4.parseMoves(connect4.initial(), at).length;
        if (bestmove !== null) expect(Number(bestmove) - 1).toBe(stonesOn);
      }
      expect(columns.of('crasher').assessment).toMatchObject({ state: 'failed', restarts: { left: true } });
      expect(columns.of('hanger').assessment).toMatchObject({ state: 'failed', report: null });
      expect(columns.of('hanger').session!.ending).toMatchObject({ word: 'stalled' });
      // The others were never restarted, apart from the bot, and that one only between its answers.
      for (const engine of ['counter', 'solver', 'runner', 'miller']) {
        const sessions = tables.flatMap(({ opened }) => opened.filter((one) => one.engine === engine));
        expect(sessions, engine).toHaveLength(1);
      }
      expect(towers.opened.length).toBeGreaterThan(1);
      expect(new Set(towers.replaced)).toEqual(new Set(['idle']));
    },
  );

  it(
    'says that an engine that nothing stops finishes its move, and lets only the user end it',
    long,
    async () => {
      const table = new Table(quoridor as Game);
      table.step(0);
      await table.analysts.start('endless', 'qtp');
      await table.until(([one]) => one!.session!.state === 'thinking');
      for (const cursor of [3, 5, 2]) {
        table.step(cursor);
        await pause(20);
        expect(table.of('endless').assessment).toMatchObject({ state: 'stopping', place: { node: cursor } });
      }
      expect(table.opened).toHaveLength(1);
      const { session } = table.of('endless');
      await table.analysts.restart(session!, async () => {
        await session!.close();
        return bench.open(launchOf(process.execPath, [own('qtp.mjs')]), { protocol: protocols.get('qtp')! })
          .session;
      });
      await table.until(([one]) => one!.assessment.report !== null);
      expect(table.of('endless').assessment.place).toEqual({ game: 'g-1', node: 2 });
    },
  );
});

describe('a restart by hand', () => {
  it.each(['stopped', 'stopped and started'])(
    'leaves no process behind where its engine is %s meanwhile',
    long,
    async (what) => {
      const table = new Table(connect4 as Game);
      table.step(3);
      const id = await table.analysts.start('counter', 'cfp');
      await table.until(([one]) => one!.assessment.report !== null);
      const session = table.of('counter').session!;
      const { file, args } = programs['counter']!;
      let fresh: Session | null = null;
      await table.analysts.restart(session, async () => {
        await session.close();
        expect(table.of('counter').assessment.state).toBe('starting');
        table.analysts.stop(id);
        if (what !== 'stopped') await table.analysts.resume(id);
        return (fresh = bench.open(launchOf(file, args), { protocol: protocols.get('cfp')! }).session);
      });
      await fresh!.ended;
      if (what === 'stopped') expect(table.of('counter').session).toBeNull();
      else await table.until(([one]) => one!.assessment.report !== null);
      expect(table.opened.map(({ session: each }) => each.ending === null)).toEqual(
        what === 'stopped' ? [false] : [false, true],
      );
    },
  );
});

describe('the set of engines', () => {
  const counter = ['counter', 'cfp'] as const;

  it('has each with a limit of its own, which can be changed while it runs', long, async () => {
    const table = new Table(connect4 as Game);
    table.step(20);
    const one = await table.analysts.start('solver', 'cfsi', { limit: { kind: 'depth', plies: 3 } });
    const other = await table.analysts.start('solver', 'cfsi', {
      limit: { kind: 'depth', plies: 2 },
      options: { Level: '3' },
    });
    expect(other).not.toBe(one);
    await table.until((all) => all.every(({ assessment }) => assessment.state === 'done'));
    expect(table.analysts.all.map(({ assessment }) => assessment.report!.depth)).toEqual([3, 2]);
    await table.analysts.change(other, { limit: { kind: 'depth', plies: 5 } });
    await table.until((all) => all[1]!.assessment.report?.depth === 5 && all[1]!.assessment.state === 'done');
    expect(table.opened).toHaveLength(2);
    // Other options need another process.
    await table.analysts.change(other, { options: {} });
    expect(table.opened).toHaveLength(3);
    await table.until((all) => all.every(({ assessment }) => assessment.state === 'done'));
    expect(table.kept.map(({ limit }) => limit)).toEqual([
      { kind: 'depth', plies: 3 },
      { kind: 'depth', plies: 5 },
    ]);
  });

  it('adds none twice, and starts again those that ran when the last one was stopped', long, async () => {
    const table = new Table(connect4 as Game);
    table.step(0);
    const id = await table.analysts.start(...counter);
    expect(await table.analysts.start(...counter)).toBe(id);
    const [b, c] = [
      await table.analysts.start('solver', 'cfsi'),
      await table.analysts.start('solver', 'cfp'),
    ];
    expect(table.analysts.all.map(({ setup }) => setup.number)).toEqual([0, 1, 2]);
    table.analysts.stop(b);
    const running = () => table.analysts.all.flatMap(({ setup, session }) => (session ? setup.id : []));
    expect(running()).toEqual([id, c]);
    table.analysts.stop();
    expect(running()).toEqual([]);
    await table.analysts.resume();
    expect(running()).toEqual([id, c]);
    await table.analysts.resume(b);
    table.analysts.stop(id);
    table.analysts.remove(c);
    table.analysts.stop(b);
    await table.analysts.resume();
    expect(running()).toEqual([b]);
    // A removed letter is given again; the others keep theirs.
    await table.analysts.start('hanger', 'cfp');
    expect(table.analysts.all.map(({ setup }) => setup.number)).toEqual([0, 1, 2]);
    expect(() => table.analysts.stop(c)).toThrow(Refused);
    table.analysts.end();
  });

  it('is kept for each kind of game, and stops where another one is shown', async () => {
    const table = new Table(connect4 as Game);
    table.step(0);
    await table.analysts.start(...counter);
    const session = table.of('counter').session!;
    const other = new Table(quoridor as Game);
    table.analysts.follow(other.lineAt(0), { game: 'g-2', node: 0 });
    expect(table.analysts.all).toEqual([]);
    await session.ended;
    await table.analysts.start('runner', 'qtp');
    expect(table.analysts.all).toHaveLength(1);
    table.step(0);
    expect(table.analysts.all).toMatchObject([{ setup: { engine: 'counter' }, session: null }]);
    // The next host has the same set, and starts nothing by itself.
    const next = new Table(connect4 as Game, table.kept);
    next.step(0);
    expect(next.opened).toEqual([]);
    await next.analysts.resume();
    expect(next.of('counter').session).not.toBeNull();
    expect(next.analysts.all).toHaveLength(1);
  });

  it('starts what it can at the limit on engines, and takes the place of one that is leaving', async () => {
    const table = new Table(connect4 as Game);
    table.room = 1;
    table.step(0);
    const id = await table.analysts.start(...counter);
    await expect(table.analysts.start('solver', 'cfsi')).rejects.toThrow(Refused);
    expect(table.analysts.all).toHaveLength(1);
    table.analysts.stop(id);
    await table.analysts.start('solver', 'cfsi');
    await expect(table.analysts.resume(id)).rejects.toThrow(Refused);
    expect(table.analysts.all.map(({ session }) => session !== null)).toEqual([false, true]);
  });

  it('restarts only the one whose process the user ends, and is off where that is for good', async () => {
    const table = new Table(connect4 as Game);
    table.step(4);
    await table.analysts.start(...counter);
    await table.analysts.start('solver', 'cfsi');
    await table.until((all) => all.every(({ session }) => session!.opened));
    const [first, second] = table.analysts.all.map(({ session }) => session!) as [Session, Session];
    await second.close();
    expect(table.of('solver').assessment.state).toBe('off');
    await table.until(([one]) => one!.assessment.report !== null);
    expect(table.of('counter').session).toBe(first);
    expect([table.analysts.owns(first), table.analysts.owns(second)]).toEqual([true, false]);
  });
});
