/**
 * The reports of this host: one at a time, with its result. A report that has begun is stored until it is done, so that a
 * host that starts again offers to go on with it; what its engines had answered by then is in the store of evaluations
 * and is not asked again.
 */
import { randomUUID } from 'node:crypto';
import { annotationsFor, hasAnnotations } from '../analysis/report/annotate.ts';
import { Gate, type Obstacle } from '../analysis/report/gate.ts';
import type { LaneEngine, Memory } from '../analysis/report/lane.ts';
import { GameReport } from '../analysis/report/report.ts';
import { sidesOf, turningPointsOf } from '../analysis/report/summary.ts';
import type { AskTruth } from '../analysis/truth-asker.ts';
import type { Line } from '../games/line.ts';
import type { ReportJobs } from '../library/report-jobs.ts';
import type { OpenGame } from '../play/open-game.ts';
import { reportPage } from '../page/report-page.ts';
import { nodeOf, rootId, type GameTree } from '../records/tree.ts';
import { Queue } from '../sessions/queue.ts';
import type { Change, NodeId } from '../shapes/tree.ts';
import { Refused } from '../shapes/refused.ts';
import type {
  ReportedMove,
  ReportEngine,
  ReportJob,
  ReportOptions,
  ReportScope,
  ReportState,
  TriedMove,
} from '../shapes/report.ts';

export interface ReportsPorts {
  /** Of Plywire, for the page. */
  readonly version: string;
  readonly askTruth: AskTruth;
  readonly memory: Memory;
  readonly jobs: ReportJobs;
  /** An open game; null if it is not open here. */
  game(key: string): OpenGame | null;
  /** An engine that can be asked about a game. @throws Refused */
  engine(asked: ReportEngine, line: Line): LaneEngine;
  onChange(): void;
  /** Engines of a report have ended. */
  onIdle(): void;
}

/** A report that runs, or has run. */
interface Run {
  readonly job: ReportJob;
  readonly report: GameReport;
  readonly abort: AbortController;
  readonly gate: Gate;
  state: ReportState['state'];
  /** What was written into the game; null if it was not. */
  written: Written | null;
  reason: string | null;
  done: Promise<void>;
  /** What is left of the moves in a tree, once they change no more: each change of the game asks for it several times. */
  left: { readonly of: GameTree; readonly written: Written | null; readonly moves: Moves } | null;
}

interface Written {
  readonly change: Change;
  /** The id of the first node that it has made. */
  readonly first: NodeId;
}

type Moves = readonly ReportedMove[];

const off: ReportState = {
  state: 'off',
  ...{ id: null, key: null, waitsFor: null, done: 0, total: 0, secondsLeft: null },
  ...{ engines: [], sides: null, turningPoints: [], isWritten: false, reason: null },
};

export class Reports {
  readonly #ports: ReportsPorts;
  #run: Run | null = null;
  /** Beginning and ending: two reports that begin at once would run beside each other, and only one could be ended. */
  readonly #changing = new Queue();
  #obstacle: Obstacle | null = null;
  /** The host is closing: a report that runs is kept for the next one. */
  #isClosing = false;
  /** Aborted when the host closes: moves that are tried. */
  readonly #trying = new AbortController();
  readonly #tries = new Set<Promise<TriedMove>>();
  /** Jobs of earlier hosts that the person has put off. */
  readonly #declined = new Set<string>();

  constructor(ports: ReportsPorts) {
    this.#ports = ports;
  }

  get state(): ReportState {
    const run = this.#run;
    if (run === null) {
      const job = this.#interrupted;
      return job === null ? off : { ...off, state: 'interrupted', id: job.id, key: job.game };
    }
    const { report, gate, job, written, reason } = run;
    const moves = this.#movesOf(run);
    if (moves.length === 0 && run.state !== 'running') return off;
    const state = run.state === 'running' && gate.isPaused ? 'paused' : run.state;
    const waitsFor = run.state === 'running' ? gate.waitsFor : null;
    const ended = run.state === 'done' || run.state === 'stopped';
    return {
      state: state === 'running' && waitsFor !== null ? 'waiting' : state,
      ...{ id: job.id, key: job.game },
      waitsFor,
      ...report.standing,
      sides: ended ? sidesOf(moves) : null,
      turningPoints: ended ? turningPointsOf(moves) : [],
      ...{ isWritten: written !== null, reason },
    };
  }

  /** The moves of which something is known. */
  get moves(): Moves {
    return this.#run === null ? [] : this.#movesOf(this.#run).filter(isKnown);
  }

  /**
   * The moves of a report that its game still has; none once what the report wrote is undone, since its words and signs go
   * together. Both come back with redo.
   */
  #movesOf(run: Run): Moves {
    const { job, report, written, left } = run;
    const tree = this.#ports.game(job.game)?.tree;
    if (tree === undefined) return report.moves;
    if (left?.of === tree && left.written === written) return left.moves;
    const isLeft = written === null || hasAnnotations(tree, written.change, written.first);
    const moves = isLeft ? report.moves.filter(({ node }) => nodeOf(tree, node) !== null) : [];
    run.left = run.state === 'running' ? null : { of: tree, written, moves };
    return moves;
  }

  /** What is left of the result as one HTML file, with the game as it is now; null while there is none. */
  page(): { readonly name: string; readonly text: string } | null {
    const run = this.#run;
    if (run === null || run.state === 'running') return null;
    const { report, job } = run;
    const moves = this.#movesOf(run);
    if (moves.length === 0) return null;
    const tree = this.#ports.game(job.game)?.tree ?? report.tree;
    const madeAt = new Date();
    const text = reportPage({
      ...{ tree, moves: moves.filter(isKnown), engines: report.standing.engines },
      ...{ sides: sidesOf(moves), turningPoints: turningPointsOf(moves) },
      ...{ asksTruth: job.options.truthSeconds !== null, isDone: run.state === 'done' },
      ...{ version: this.#ports.version, madeAt },
    });
    return { name: `report-${tree.gameId}-${madeAt.toISOString().slice(0, 10)}.html`, text };
  }

  /**
   * Begins a report; another one that is under way is stopped. Resolves when the job is on disk.
   * @throws Refused
   */
  start(
    key: string,
    scope: ReportScope,
    engines: readonly ReportEngine[],
    options: ReportOptions,
  ): Promise<void> {
    return this.#changing.run(async () => {
      const game = this.#ports.game(key);
      if (game === null) throw new Refused('That game is no longer open.', 'Open it from the list of games.');
      await this.#stop();
      const job = { id: `r-${randomUUID()}`, game: key, nodes: [], engines, options, begunAt: Date.now() };
      const run = this.#begin(game, scope, job);
      await this.#ports.jobs.begin(run.job).catch(() => undefined);
    });
  }

  /** Goes on with the report of an earlier host. @throws Refused */
  goOn(): Promise<void> {
    return this.#changing.run(() => this.#goOn());
  }

  #goOn(): void {
    const job = this.#interrupted;
    const game = job === null ? null : this.#ports.game(job.game);
    if (job === null || game === null || this.#run !== null) {
      throw new Refused('There is no report to go on with.');
    }
    const nodes = job.nodes.filter((node) => nodeOf(game.tree, node) !== null);
    if (nodes.length === 0) {
      void this.#ports.jobs.end(job.id).catch(() => undefined);
      throw new Refused('The moves of that report are no longer in the game.');
    }
    this.#begin(game, { kind: 'nodes', nodes }, job);
  }

  pause(isPaused: boolean): void {
    this.#run?.gate.pause(isPaused);
  }

  /** Works on although play or an analysis goes first. */
  workBeside(): void {
    this.#run?.gate.workBeside();
  }

  /** Ends a report that runs, and keeps what it found; the result of an earlier one is cleared. */
  stop(): Promise<void> {
    return this.#changing.run(() => this.#stop());
  }

  async #stop(): Promise<void> {
    const run = this.#run;
    if (run === null) {
      const job = this.#interrupted;
      if (job !== null) {
        this.#declined.add(job.id);
        await this.#ports.jobs.end(job.id).catch(() => undefined);
      }
    } else if (run.state === 'running') {
      run.state = 'stopped';
      run.abort.abort();
      await run.done;
    } else {
      await run.done;
      this.#run = null;
    }
    this.#ports.onChange();
  }

  /** @param signal aborted when the answer is not wanted any more. @throws Refused, BadNotation, IllegalMove */
  async tried(node: NodeId, move: string, signal?: AbortSignal): Promise<TriedMove> {
    const run = this.#run;
    if (run === null || !run.report.nodes.includes(node)) {
      throw new Refused('That move is in no report.', 'Analyse the game again.');
    }
    // Its engines end with the host, too.
    const own = this.#trying.signal;
    const tried = run.report.tried(node, move, signal === undefined ? own : AbortSignal.any([signal, own]));
    this.#tries.add(tried);
    try {
      return await tried;
    } finally {
      this.#tries.delete(tried);
      this.#ports.onIdle();
    }
  }

  /** What goes first now; null for nothing. */
  yieldTo(obstacle: Obstacle | null): void {
    this.#obstacle = obstacle;
    this.#run?.gate.yieldTo(obstacle);
  }

  /** Writes the result into its game, as one change. @throws Refused, TreeIsFull, or the file system's own errors */
  async write(): Promise<void> {
    const run = this.#run;
    const game = run && this.#ports.game(run.job.game);
    if (run === null || run.state === 'running') throw new Refused('The report is not done yet.');
    if (game === null) throw new Refused('That game is no longer open.', 'Open it from the list of games.');
    await this.#write(run, game);
    this.#ports.onChange();
  }

  /** Resolves when no engine of a report runs. The job stays stored. */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.#run?.abort.abort();
    this.#trying.abort();
    await this.#changing.idle();
    await Promise.allSettled([this.#run?.done, ...this.#tries]);
    await this.#ports.jobs.save();
  }

  /** The newest job of an earlier host whose game is open here. */
  get #interrupted(): ReportJob | null {
    const { jobs, game } = this.#ports;
    return jobs.list.findLast(({ id, game: key }) => !this.#declined.has(id) && game(key) !== null) ?? null;
  }

  /** @throws Refused */
  #begin(game: OpenGame, scope: ReportScope, begun: ReportJob): Run {
    if (this.#isClosing) throw new Refused('The report was not started: Plywire is closing.');
    const { askTruth, memory, onChange } = this.#ports;
    const engines = begun.engines.map((engine) => this.#ports.engine(engine, game.line(rootId)));
    const gate = new Gate(onChange);
    gate.yieldTo(this.#obstacle);
    const report = new GameReport(game.tree, scope, engines, begun.options, {
      askTruth,
      memory,
      gate,
      onChange,
    });
    if (report.nodes.length === 0)
      throw new Refused('No moves to report on yet.', 'Play a game, or enter its moves.');
    const run: Run = {
      job: { ...begun, nodes: report.nodes },
      ...{ report, gate, abort: new AbortController(), state: 'running', written: null, reason: null },
      ...{ done: Promise.resolve(), left: null },
    };
    this.#run = run;
    run.done = this.#work(run);
    onChange();
    return run;
  }

  /** Never rejects. */
  async #work(run: Run): Promise<void> {
    const { report, abort, job } = run;
    try {
      await report.run(abort.signal);
      if (run.state === 'running' && !abort.signal.aborted) {
        const game = this.#ports.game(job.game);
        if (job.options.writes && game !== null) await this.#write(run, game);
        run.state = 'done';
      }
    } catch (error) {
      run.state = 'failed';
      run.reason = (error as Error).message;
    }
    this.#ports.onIdle();
    if (!this.#isClosing) await this.#ports.jobs.end(job.id).catch(() => undefined);
    this.#ports.onChange();
  }

  async #write(run: Run, game: OpenGame): Promise<void> {
    const { report } = run;
    const change = annotationsFor(game.tree, report.moves, (teller) => report.nameOf(teller));
    run.written = { change, first: game.tree.nodes.length };
    if (change.length === 0) return;
    const { shown } = game;
    const kept = game.edit(change);
    // The person may look elsewhere: the place shown stays.
    await Promise.all([kept, game.show(shown)]);
  }
}

const isKnown = ({ was, is, figures, isComplete }: ReportedMove): boolean =>
  isComplete || was !== null || is !== null || figures.length > 0;
