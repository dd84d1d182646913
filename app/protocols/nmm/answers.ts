/** What an engine's words mean for the search that it was asked for. */
import { morris, MEN } from '../../games/morris/index.ts';
import type { Score, ScoreUnit } from '../../shapes/games.ts';
import type { DriverEvent } from '../protocol.ts';
import { bareReport, type Report, type Answer } from '../report.ts';
import { quoted, briefly, type InfoHeard, type Fault, type Heard } from './messages.ts';
import type { MoveRead } from './moves.ts';
import { NEITHER, TRIAL } from './notations.ts';
import type { Purpose, Task } from './position.ts';
import { failed, finish, type Talk } from './searches.ts';
import { objection, type Go } from './states.ts';

/**
 * The quiet period, in ms, behind a bestmove of an engine that has answered a `go` twice before, and behind the first
 * ones of all, which are asked for to see how it speaks: nothing else shows to which of two questions a line belongs.
 */
export const QUIET = 100;

export function hearInfo(talk: Talk, heard: InfoHeard, faults: Fault[], out: DriverEvent[]): void {
  const go = talk.wire.gos[0];
  if (!go) {
    faults.push({ name: 'unasked-info' });
    out.push({ kind: 'understood', what: 'info' });
    return;
  }
  go.eval = heard.eval ?? go.eval;
  go.nodes = heard.nodes ?? go.nodes;
  const task = go.purpose?.kind === 'task' && !go.purpose.task.over ? go.purpose.task : null;
  if (heard.nodes === null && heard.eval === null) out.push({ kind: 'understood', what: 'info' });
  else {
    const score = scoreOf(heard.eval);
    out.push({ kind: 'progress', search: task?.search.id ?? null, nodes: heard.nodes, score });
  }
}

export function hearBestmove(
  talk: Talk,
  heard: BestmoveHeard,
  line: string,
  now: number,
  faults: Fault[],
  out: DriverEvent[],
): void {
  const read = heard.kind === 'bestmove' ? heard.read : null;
  const go = talk.wire.answered(read?.move ?? null);
  const isTrial = go?.purpose?.kind === 'moves' || go?.purpose?.kind === 'positions';
  if (talk.doubles || isTrial) talk.quietUntil = now + QUIET;
  if (go === null) {
    faults.push({ name: 'unasked-bestmove' });
    out.push({ kind: 'stale', text: quoted(line) });
    if (talk.wire.started && talk.wire.initialised) talk.doubles = true;
    return;
  }
  const position = go.board?.told?.refusal ? null : (go.board?.position ?? null);
  talk.wire.exchange.about(() => position, answerOf(heard));
  if (position !== null) {
    const over = morris.result(position) !== null;
    if (heard.kind === 'none' && !over) faults.push({ name: 'early-none' });
    if (heard.kind === 'bestmove' && over) faults.push({ name: 'finished-move', detail: quoted(line) });
  }
  const learned = read ? learnMoves(talk, go, read) : [];
  const kept = read !== null && looksKept(talk, go, read, faults);
  const { purpose } = go;
  if (purpose === null) out.push({ kind: 'understood', what: `answered: ${quoted(line)}` });
  else if (purpose.kind === 'task') takeAnswer(talk, purpose.task, go, heard, kept, now, out);
  else if (purpose.kind === 'nothing') out.push({ kind: 'stale', text: quoted(line) });
  else out.push({ kind: 'understood', what: `a question to see how it writes is answered: ${quoted(line)}` });
  out.push(...learned);
  if (purpose?.kind === 'moves') takeProbe(talk, go, heard, now, out);
  else if (purpose?.kind === 'positions') {
    const proven = read?.kind === 'move' && objection(TRIAL, read.move) === null;
    takeTrial(talk, purpose.notation, proven && !go.board?.told?.refusal, faults, out);
  }
}

/** What an answer shows of how the engine writes moves, and so reads them. */
function learnMoves({ notations }: Talk, go: Go<Purpose>, { notation }: MoveRead): DriverEvent[] {
  if (notation === null || !(notations.moves === null || notations.isSupposed('moves'))) return [];
  const wasTold = notations.moves !== null && (go.board?.moves.length ?? 0) > 0;
  if (!notations.prove('moves', notation)) return [];
  if (wasTold) go.mistold = true;
  return [{ kind: 'learned', setting: 'moves', value: notation }];
}

/** Whether the answer shows that the engine stands on the position before the one that it was told. */
function looksKept({ notations }: Talk, go: Go<Purpose>, { move, kind }: MoveRead, faults: Fault[]): boolean {
  const { board } = go;
  const told = board?.told;
  if (!board || !told || board.moves.length > 0 || go.purpose?.kind === 'positions') return false;
  const why = objection(told.position, move);
  if (why === null) {
    if (kind === 'move' && notations.positions !== null) notations.prove('positions', notations.positions);
    return false;
  }
  const kept = told.before !== null && objection(told.before, move) === null;
  if (told.refusal === null) faults.push({ name: kept ? 'position-kept' : 'position-misread', detail: why });
  if (kept) told.refusal ??= 'it answered for the one before';
  if (notations.isSupposed('positions')) {
    notations.forget('positions');
    go.mistold = true;
  }
  return kept;
}

function takeAnswer(
  talk: Talk,
  task: Task,
  go: Go<Purpose>,
  heard: BestmoveHeard,
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
  // Where it stands now is unknown.
  if (go.mistold) talk.wire.board = null;
  if (task.over) return;
  if (refused) {
    // Otherwise it may be told in another way.
    if (task.ending)
      finish(talk, task, failed(search, `the engine did not take the position: ${refusal}`, 'refused'), out);
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
    finish(talk, task, { kind: 'report', search: search.id, report, final: true }, out);
    return;
  }
  task.held = report;
  task.round++;
  out.push({ kind: 'report', search: search.id, report, final: false });
}

/** In seconds: an engine that answers sooner has nothing more to find. */
const LEAST_ROUND = 1;

/** Whether an engine that has answered before the time was up thinks on where it is asked once more. */
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

/**
 * The answer to a question about the initial position should have shown how the engine writes moves. One that has
 * no move there, or none that can be read, is all that it has to say to the search.
 */
function takeProbe(talk: Talk, go: Go<Purpose>, heard: BestmoveHeard, now: number, out: DriverEvent[]): void {
  const task = talk.task;
  if (talk.notations.moves !== null || task === null) return;
  const { search } = task;
  if (heard.kind === 'bestmove') {
    const reason = `how the engine writes moves cannot be told from ${quoted(heard.read.text)}; none is sent before that is known`;
    finish(talk, task, failed(search, reason, 'refused'), out);
    return;
  }
  const report = reportOf(heard, go, now, false);
  finish(talk, task, { kind: 'report', search: search.id, report, final: true }, out);
}

function takeTrial(
  talk: Talk,
  notation: 'index' | 'name',
  proven: boolean,
  faults: Fault[],
  out: DriverEvent[],
): void {
  const notations = talk.notations;
  if (proven) {
    if (notations.positions === null && notations.prove('positions', notation)) {
      out.push({ kind: 'learned', setting: 'positions', value: notation });
    }
    return;
  }
  // Where it stands now is unknown.
  talk.wire.board = null;
  notations.fail(notation);
  if (!notations.hopeless) return;
  faults.push({ name: 'positions-unread' });
  out.push({ kind: 'learned', setting: 'positions', value: NEITHER });
}

export type BestmoveHeard = Extract<Heard, { kind: 'bestmove' | 'none' | 'unreadable-bestmove' }>;

/** What it is as an answer to `go`. */
export function answerOf(heard: BestmoveHeard): Answer {
  switch (heard.kind) {
    case 'bestmove':
      return { kind: 'move', move: heard.read.move, text: briefly(heard.read.text) };
    case 'none':
      return { kind: 'none', text: 'none' };
    case 'unreadable-bestmove':
      return { kind: 'unreadable', text: heard.text, reason: heard.reason };
  }
}

/** The text leaves open what an eval counts. Engines count men, more or less, of which there are so many. */
const unit: ScoreUnit = { word: 'eval', full: MEN };

/** The engine's own eval, which the text has from the view of the player to move. */
export const scoreOf = (value: number | null): Score | null =>
  value === null ? null : { type: 'static', value, unit };

/** @param truncated it was ended before its time by its asker */
export const reportOf = (
  heard: BestmoveHeard,
  go: Pick<Go<unknown>, 'at' | 'eval' | 'nodes'>,
  now: number,
  truncated: boolean,
): Report => ({
  ...bareReport(answerOf(heard), (now - go.at) / 1000),
  score: scoreOf(go.eval),
  nodes: go.nodes,
  truncated,
});
