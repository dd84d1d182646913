/** The meaning of an engine's lines for the search that they answer, and for the notations that the engine reads. */
import { failed, reported } from '../conversation.ts';
import { morris, MEN, type PointNotation } from '../../games/morris/index.ts';
import type { Score, ScoreUnit } from '../../shapes/games.ts';
import { type DriverEvent, bareReport, type Report, type Answer, type Skimmed } from '../protocol.ts';
import {
  briefly,
  oddity,
  quoted,
  type BestmoveMessage,
  type Fault,
  type InfoMessage,
  type MoveRead,
} from './messages.ts';
import { NEITHER, TRIAL, type Notations, type NotationSettings } from './notations.ts';
import type { Purpose, Searches, Task } from './searches.ts';
import { objection, positionAfter, type Go, type ToldPosition, type Wire } from './states.ts';

/**
 * The pause, in ms, after a bestmove of an engine that once answered a `go` twice, and after the trials that show its
 * notation: nothing else shows to which of two questions a line belongs.
 */
export const QUIET = 100;

const REFUSAL =
  'invalid|illegal|malformed|wrong|bad|cannot|could not|fail|failed|reject|rejected|error|unexpected';

/** A line of stderr that may refuse this. Both words stand in one phrase: other output of an engine has them too. */
const refusalOf = (what: 'position' | 'move'): RegExp =>
  new RegExp(
    String.raw`\b(?:${REFUSAL})\b[^.,:;]{0,40}\b${what}\b|\b${what}\b[^.,:;]{0,40}\b(?:${REFUSAL})\b`,
    'i',
  );

/** Texts that engines write to stderr if they refuse a position or a move: `Invalid position string`. */
const refusals = { position: refusalOf('position'), move: refusalOf('move') } as const;

export class Answers {
  readonly #wire: Wire<Purpose>;
  readonly #notations: Notations;
  readonly #searches: Searches;
  /** Whether the engine has answered a `go` twice. */
  #doubles = false;
  #quietUntil = -Infinity;

  constructor(wire: Wire<Purpose>, notations: Notations, searches: Searches) {
    this.#wire = wire;
    this.#notations = notations;
    this.#searches = searches;
  }

  /** Whether a bestmove may answer a `go` that has been answered. */
  get areDoubled(): boolean {
    return this.#doubles;
  }

  /** When the next question may be sent, in ms. */
  get quietUntil(): number {
    return this.#quietUntil;
  }

  hearInfo(info: InfoMessage, faults: Fault[], out: DriverEvent[]): void {
    const go = this.#wire.gos[0];
    if (!go) {
      faults.push({ name: 'unasked-info' });
      out.push({ kind: 'understood', what: 'info' });
      return;
    }
    if (go.board?.told) go.board.told.taken = true;
    keepValues(info, go);
    out.push(progressOf(info, go));
  }

  hearBestmove(heard: BestmoveMessage, line: string, now: number, faults: Fault[], out: DriverEvent[]): void {
    const read = heard.kind === 'bestmove' ? heard.read : null;
    if (read !== null) this.#overruleComplaint(read);
    const go = this.#wire.answered(read?.move ?? null);
    const isTrial = go?.purpose?.kind === 'moves' || go?.purpose?.kind === 'positions';
    if (this.#doubles || isTrial) this.#quietUntil = now + QUIET;
    if (go === null) {
      faults.push({ name: 'unasked-bestmove' });
      out.push({ kind: 'stale', text: quoted(line) });
      if (this.#wire.started && this.#wire.initialised) this.#doubles = true;
      return;
    }
    const position = go.board?.told?.refusal ? null : (go.board?.position ?? null);
    this.#wire.exchange.about(() => position, answerOf(heard));
    if (position !== null) {
      const over = morris.result(position) !== null;
      if (heard.kind === 'none' && !over) faults.push({ name: 'early-none' });
      if (heard.kind === 'bestmove' && over) faults.push({ name: 'finished-move', detail: quoted(line) });
    }
    const learned = read ? this.#learnMoves(go, read) : [];
    const kept = read !== null && this.#looksKept(go, read, faults);
    const { purpose } = go;
    if (purpose === null) out.push({ kind: 'understood', what: `answered: ${quoted(line)}` });
    else if (purpose.kind === 'task') this.#takeAnswer(purpose.task, go, heard, kept, now, out);
    else if (purpose.kind === 'nothing') out.push({ kind: 'stale', text: quoted(line) });
    else
      out.push({ kind: 'understood', what: `a question to see how it writes is answered: ${quoted(line)}` });
    out.push(...learned);
    if (purpose?.kind === 'moves') this.#takeMovesTrial(go, heard, now, out);
    else if (purpose?.kind === 'positions') {
      const proven = read?.kind === 'move' && objection(TRIAL, read.move) === null;
      // An engine that was told to quit may answer with anything.
      if (proven || this.#wire.conversation.state !== 'quitting')
        this.#takePositionTrial(purpose.notation, proven, faults, out);
    }
  }

  /** Whether `hearComplaint` could take a line as a refusal. */
  get heedsComplaints(): boolean {
    const { board } = this.#wire;
    if (board === null) return false;
    const { told, moves } = board;
    return (told !== null && mayBeRefused(told)) || (moves.length > 0 && this.#notations.isSupposed('moves'));
  }

  /**
   * Takes a line of stderr: the protocol gives engines no other way to refuse a position or a move. It is a hint only,
   * which the answer may overrule.
   */
  hearComplaint(line: string, out: DriverEvent[]): void {
    const { board } = this.#wire;
    const told = board?.told;
    if (told && mayBeRefused(told) && refusals.position.test(line)) {
      told.refusal = quoted(line);
      out.push({ kind: 'oddity', oddity: oddity({ name: 'position-refused', detail: told.refusal }) });
      if (this.#notations.isSupposed('positions')) this.#findOutAgain('positions');
    } else if (board?.moves.length && this.#notations.isSupposed('moves') && refusals.move.test(line)) {
      this.#findOutAgain('moves');
    }
  }

  /**
   * A move that is possible in the position that was told, and not in the one before, shows that it was taken. Where the
   * one before is unknown, a man that is moved shows it: the board may have been empty.
   */
  #overruleComplaint({ move, kind }: MoveRead): void {
    const board = this.#wire.gos[0]?.board;
    const told = board?.told;
    if (!told) return;
    told.taken = true;
    if (told.refusal === null || objection(board!.position, move) !== null) return;
    const kept = told.before === null ? null : positionAfter(told.before, board!.moves);
    const fitsBefore =
      told.before === null ? kind === 'place' : kept !== null && objection(kept, move) === null;
    if (!fitsBefore) told.refusal = null;
  }

  /** Discards a notation that only an earlier process has shown: lines in it may mean anything to this process. */
  #findOutAgain(id: keyof NotationSettings): void {
    this.#notations.forget(id);
    this.#wire.lose();
    for (const go of this.#wire.gos) go.mistold = true;
  }

  /** Learns from an answer how the engine writes moves, and therefore reads them. */
  #learnMoves(go: Go<Purpose>, { notation }: MoveRead): DriverEvent[] {
    const notations = this.#notations;
    if (notation === null || !(notations.moves === null || notations.isSupposed('moves'))) return [];
    const wasTold = notations.moves !== null && (go.board?.moves.length ?? 0) > 0;
    if (!notations.prove('moves', notation)) return [];
    if (wasTold) go.mistold = true;
    return [{ kind: 'learned', setting: 'moves', value: notation }];
  }

  /** Whether the answer shows that the engine has kept its previous position instead of the one that it was told. */
  #looksKept(go: Go<Purpose>, { move, kind }: MoveRead, faults: Fault[]): boolean {
    const notations = this.#notations;
    const { board } = go;
    const told = board?.told;
    if (!board || !told || board.moves.length > 0 || go.purpose?.kind === 'positions') return false;
    const why = objection(told.position, move);
    if (why === null) {
      if (kind === 'move' && notations.positions !== null) notations.prove('positions', notations.positions);
      return false;
    }
    const kept = told.before !== null && objection(told.before, move) === null;
    if (told.refusal === null)
      faults.push({ name: kept ? 'position-kept' : 'position-misread', detail: why });
    if (kept) told.refusal ??= 'it answered for the one before';
    if (notations.isSupposed('positions')) {
      notations.forget('positions');
      go.mistold = true;
    }
    return kept;
  }

  #takeAnswer(
    task: Task,
    go: Go<Purpose>,
    heard: BestmoveMessage,
    kept: boolean,
    now: number,
    out: DriverEvent[],
  ): void {
    const { search } = task;
    const refusal = go.mistold
      ? 'it was told in a notation that the engine no longer reads'
      : (go.board?.told?.refusal ?? null);
    const refused = refusal !== null && (go.mistold || !(kept && search.purpose === 'play'));
    if (task.over || refused) {
      const text = heard.kind === 'bestmove' ? heard.read.text : heard.kind;
      out.push({ kind: 'stale', text: quoted(text) });
    }
    if (go.mistold) this.#wire.lose();
    if (task.over) return;
    if (refused) {
      const reason = `the engine did not take the position: ${refusal}`;
      // For a search that is not ending, the engine is told the position in another way.
      if (task.ending) this.#searches.finish(task, failed(search, reason, 'refused'), out);
      return;
    }
    const report = reportOf(heard, go, now, go.stoppedAt !== null && task.ending);
    task.since ??= go.at;
    const inRounds = search.purpose === 'analyse' && !task.ending && report.answer.kind === 'move';
    const goesOn =
      search.limit.kind === 'time'
        ? mayTellMore(task, report, search.limit.seconds, now)
        : go.stoppedAt !== null;
    if (!inRounds || !goesOn) {
      this.#searches.finish(task, reported(search, report, true), out);
      return;
    }
    task.held = report;
    task.round++;
    out.push(reported(search, report, false));
  }

  /**
   * The answer to a question about the initial position should have shown how the engine writes moves. If it names no
   * move, it answers the search; if its move is unreadable, the search fails.
   */
  #takeMovesTrial(go: Go<Purpose>, heard: BestmoveMessage, now: number, out: DriverEvent[]): void {
    const task = this.#searches.current;
    if (this.#notations.moves !== null || task === null) return;
    const { search } = task;
    if (heard.kind === 'bestmove') {
      const reason = `how the engine writes moves cannot be told from ${quoted(heard.read.text)}; none is sent before that is known`;
      this.#searches.finish(task, failed(search, reason, 'refused'), out);
    } else this.#searches.finish(task, reported(search, reportOf(heard, go, now, false), true), out);
  }

  #takePositionTrial(notation: PointNotation, proven: boolean, faults: Fault[], out: DriverEvent[]): void {
    const notations = this.#notations;
    if (proven) {
      if (notations.positions === null && notations.prove('positions', notation)) {
        out.push({ kind: 'learned', setting: 'positions', value: notation });
      }
      return;
    }
    this.#wire.lose();
    notations.fail(notation);
    if (!notations.hopeless) return;
    faults.push({ name: 'positions-unread' });
    out.push({ kind: 'learned', setting: 'positions', value: NEITHER });
  }
}

/** Whether a complaint may be about this position: an engine reads it before it says anything about it. */
const mayBeRefused = ({ refusal, taken }: ToldPosition): boolean => refusal === null && !taken;

/** In seconds: an engine that answers faster has nothing more to find. */
const LEAST_ROUND = 1;

/** Whether an engine that answered before its time was up would find more if it were asked again. */
function mayTellMore(
  { held, since }: Task,
  { seconds, answer, score, nodes }: Report,
  most: number,
  now: number,
): boolean {
  if (seconds < LEAST_ROUND || (now - since!) / 1000 >= most) return false;
  const isNew = (report: Report): boolean =>
    report.nodes !== nodes || report.answer.text !== answer.text || valueOf(report.score) !== valueOf(score);
  return held === null || isNew(held);
}

const valueOf = (score: Score | null): number | null => (score?.type === 'static' ? score.value : null);

export function answerOf(heard: BestmoveMessage): Answer {
  switch (heard.kind) {
    case 'bestmove':
      return { kind: 'move', move: heard.read.move, text: briefly(heard.read.text) };
    case 'none':
      return { kind: 'none', text: 'none' };
    case 'unreadable-bestmove':
      return { kind: 'unreadable', text: heard.text, reason: heard.reason };
  }
}

/** Keeps the values of an info for the report. */
export function keepValues(info: InfoMessage, go: Go<Purpose>): void {
  go.eval = info.eval ?? go.eval;
  go.nodes = info.nodes ?? go.nodes;
}

/** The event of an info. */
export function progressOf(info: InfoMessage, go: Go<Purpose>): Skimmed['event'] {
  const task = go.purpose?.kind === 'task' && !go.purpose.task.over ? go.purpose.task : null;
  if (info.nodes === null && info.eval === null) return { kind: 'understood', what: 'info' };
  return { kind: 'progress', search: task?.search.id ?? null, nodes: info.nodes, score: scoreOf(info.eval) };
}

/** The text leaves the unit of an eval open. Engines count men, of which a player has this many. */
const unit: ScoreUnit = { word: 'eval', full: MEN };

/** The engine's own eval; by the text, it is from the view of the player to move. */
const scoreOf = (value: number | null): Score | null =>
  value === null ? null : { type: 'static', value, unit };

/** @param truncated whether the search was ended before its time */
export const reportOf = (
  heard: BestmoveMessage,
  go: Pick<Go<unknown>, 'at' | 'eval' | 'nodes'>,
  now: number,
  truncated: boolean,
): Report => ({
  ...bareReport(answerOf(heard), (now - go.at) / 1000),
  score: scoreOf(go.eval),
  nodes: go.nodes,
  truncated,
});
