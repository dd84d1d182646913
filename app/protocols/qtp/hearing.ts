/** What an answer means for the command that it belongs to. Every line gives at least one event. */
import type { QuoridorPosition } from '../../games/quoridor/index.ts';
import type { DriverEvent } from '../protocol.ts';
import { answerFaults, readGenerated, readList, type Answered } from './answers.ts';
import type { Asked, Heard } from './asked.ts';
import { readColor } from './entities.ts';
import { tells } from './introduction.ts';
import { distinct, oddity, quoted, type Fault } from './oddities.ts';
import { losesBoard } from './pace.ts';
import { placementText, reportOf } from './reports.ts';
import { failed, holdBack } from './searches.ts';
import { mayChange } from './sending.ts';
import type { Talk } from './talk.ts';
import type { Purpose } from './tasks.ts';

const refusalText = ({ lines }: Answered): string =>
  `the engine refused it: ${quoted((lines[0] ?? '').trim())}`;

export function takeHeard(
  talk: Talk,
  { heard, faults: found }: Heard,
  now: number,
  out: DriverEvent[],
): void {
  const faults = [...found];
  // A fence's own answer that comes twice says nothing of any other.
  const harmless = heard.some((one) => one.kind === 'stale' && one.text === talk.ledger.fence);
  if (!harmless) talk.pace.judge(faults);
  if (talk.pace.resync || talk.ledger.doubtful) holdBack(talk);
  if (!harmless && losesBoard(faults)) talk.engineBoard.lose();
  for (const one of heard) {
    switch (one.kind) {
      case 'part':
        out.push({ kind: 'understood', what: one.what });
        break;
      case 'aside':
        out.push({ kind: 'info', text: one.text });
        break;
      case 'stale':
        out.push({ kind: 'stale', text: one.text });
        break;
      case 'missing':
        out.push({ kind: 'understood', what: `no answer: ${one.asked.line}` });
        talk.standing.missed(one.asked);
        takeAnswer(talk, one.asked, null, faults, now, out);
        break;
      case 'answered':
        faults.push(...answerFaults(one.asked.command.name, one.answered));
        talk.standing.follow(one.asked, one.answered, talk.dialect.form, talk.ledger.exchange);
        takeAnswer(talk, one.asked, one.answered, faults, now, out);
        break;
    }
  }
  for (const fault of distinct(faults)) out.push({ kind: 'oddity', oddity: oddity(fault) });
}

/** @param answered null where there was no answer */
function takeAnswer(
  talk: Talk,
  asked: Asked,
  answered: Answered | null,
  faults: Fault[],
  now: number,
  out: DriverEvent[],
): void {
  const { command, purpose } = asked;
  if (talk.pace.careful && purpose?.kind !== 'fence') talk.pace.resync = true;
  if (answered !== null && (command.name !== 'name' || purpose?.kind === 'fence')) open(talk, out);
  switch (command.name) {
    case 'name':
      takeName(talk, asked, answered, now, out);
      break;
    case 'list_commands':
      takeList(talk, answered, faults);
      if (purpose?.kind === 'list') talk.introduction.over = true;
      tell(asked, answered, out);
      break;
    case 'showboard':
      takeDrawing(talk, answered, out);
      break;
    case 'genmove':
      takeMove(talk, asked, answered, faults, now, out);
      break;
    default:
      if (purpose === null && mayChange(command.name)) talk.engineBoard.lose();
      if (purpose?.kind === 'tell') takeStep(talk, asked, purpose, answered, out);
      else tell(asked, answered, out);
  }
}

/** The engine takes commands. */
function open(talk: Talk, out: DriverEvent[]): void {
  const before = talk.state;
  talk.pass('opened', out);
  if (before === 'handshake' && !talk.start) out.push({ kind: 'ready' });
}

/** An answer to a line that was typed or recorded. */
function tell({ line }: Asked, answered: Answered | null, out: DriverEvent[]): void {
  if (answered === null) return;
  const text = answered.lines.length === 1 ? answered.lines[0]!.trim() : '';
  const what = answered.success ? `answered: ${line}` : `refused: ${line}`;
  out.push({ kind: 'understood', what: text === '' ? what : `${what}: ${quoted(text)}` });
}

function takeName(
  { ledger, introduction, pace }: Talk,
  { purpose, at, line, isFence }: Asked,
  answered: Answered | null,
  now: number,
  out: DriverEvent[],
): void {
  // Whoever sent it: what came before it is answered.
  if (isFence && answered) pace.resync = false;
  if (purpose?.kind === 'fence') {
    out.push(
      purpose.ping
        ? { kind: 'alive', milliseconds: now - at }
        : { kind: 'understood', what: 'the fence: whatever came before it is answered' },
    );
    return;
  }
  const name = answered?.lines[0]?.trim() ?? '';
  if (answered?.success) {
    if (ledger.fence === null && tells(name)) ledger.fence = name;
    else if (ledger.fence === null) ledger.nameless = true;
    introduction.friendly = true;
    if (name !== '') out.push({ kind: 'identity', name });
  }
  if (answered?.success === false) ledger.nameless = ledger.fence === null;
  out.push({ kind: 'understood', what: `answered: ${line}` });
  if (purpose?.kind === 'name') introduction.next = 'list';
}

function takeList({ introduction }: Talk, answered: Answered | null, faults: Fault[]): void {
  if (answered?.success) {
    introduction.friendly = true;
    introduction.commands = readList(answered.lines, faults);
  } else if (!introduction.over) faults.push({ name: 'no-list' });
}

function takeDrawing({ standing }: Talk, answered: Answered | null, out: DriverEvent[]): void {
  if (answered?.success) out.push({ kind: 'drawing', lines: answered.lines, position: standing.position });
  else {
    const reason = answered ? refusalText(answered) : 'the engine gave no answer';
    out.push({ kind: 'undrawn', reason });
  }
}

/** A command that tells a position was answered. */
function takeStep(
  talk: Talk,
  { command, line }: Asked,
  { task, attempt, told }: Purpose & { kind: 'tell' },
  answered: Answered | null,
  out: DriverEvent[],
): void {
  out.push({ kind: 'understood', what: answered?.success ? `obeyed: ${line}` : `not obeyed: ${line}` });
  // Some engines refuse `walls 0`, and their boards have none all the same.
  const isObeyed =
    answered !== null && (answered.success || (command.name === 'walls' && task.telling.walls === 0));
  if (isObeyed) talk.engineBoard.obeyed(told);
  else talk.engineBoard.lose();
  if (task !== talk.task || attempt !== task.attempt) return;
  task.answered++;
  if (answered?.success) {
    talk.pace.orderly++;
    if (command.name === 'playwall') talk.dialect.learn(task.form, out);
  } else if (!isObeyed) {
    const words = answered && quoted(answered.lines[0] ?? '');
    task.refusal ??= { line, command: command.name, words };
  }
}

function takeMove(
  talk: Talk,
  { purpose, line, command }: Asked,
  answered: Answered | null,
  faults: Fault[],
  now: number,
  out: DriverEvent[],
): void {
  const { dialect } = talk;
  const generated = answered?.success ? readGenerated(answered.lines, dialect.form, faults) : null;
  if (generated?.kind === 'placement' && generated.form !== null) dialect.learn(generated.form, out);
  const seat = readColor(command.args[0]);
  if (purpose !== null && seat !== null && generated?.kind === 'placement') {
    talk.engineBoard.generated({ seat, placement: generated.placement });
  } else talk.engineBoard.lose();
  const task = purpose?.kind === 'genmove' ? purpose.task : null;
  const text =
    generated?.kind === 'placement' ? placementText(generated.placement) : (answered?.lines.join(' ') ?? '');
  if (task) {
    talk.task = null;
    const position = task.search.line.position as QuoridorPosition;
    if (generated) {
      const report = reportOf(generated, answered!.lines.join(' '), position, (now - task.askedAt) / 1000);
      out.push({ kind: 'report', search: task.search.id, report, final: true });
    } else {
      const words = answered ? `: ${refusalText(answered)}` : ' by any answer';
      out.push(failed(task, `the engine did not obey ${line}${words}`, 'refused'));
    }
  } else if (purpose === null) {
    const what = answered?.success ? 'answered' : 'refused';
    out.push({ kind: 'understood', what: `${what}: ${line}: ${quoted(text)}` });
  } else {
    out.push({ kind: 'stale', text: `${command.name} ${command.args.join(' ')}: ${quoted(text)}` });
  }
  if (!talk.ledger.asked.some((other) => other.command.name === 'genmove')) talk.pass('answer', out);
}
