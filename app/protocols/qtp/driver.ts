/**
 * Our side of QTP. The states and their arrows stand in `states.ts`; how lines become answers in `splitter.ts`, and
 * what those mean in `hearing.ts`; what goes out in `serving.ts`, and how a position is told in `telling.ts`. Here
 * wishes, lines and time come in and events go out.
 *
 * There is at most one search that is served and one that waits (`searches.ts`):
 *
 * | search   | request search                         | its position is told | its move is answered |
 * |----------|----------------------------------------|----------------------|----------------------|
 * | none     | serve it                               |                      |                      |
 * | told     | failed; the new one is served          | `genmove`            |                      |
 * | thinking | the same position: it is the new one's | report, final        | report, final        |
 * |          | another: failed; the answer is stale   |                      |                      |
 * | waiting  | failed; the new one waits              |                      |                      |
 *
 * Nothing stops an engine, so a search that is given up while it thinks is answered all the same, and only then
 * is the next position told. `genmove` plays on the engine's own board: what stands there is kept in mind
 * (`engine-board.ts`), so that the next search tells the moves that are new, or all of them where that is not known.
 */
import type { Line } from '../../games/line.ts';
import type { Deadlines, Driver, DriverEvent, Exchange, Intent } from '../protocol.ts';
import { decline, misuse } from '../faults.ts';
import { quoted, readColor, distinct, oddity, type WallForm, type Fault } from './messages.ts';
import {
  raiseFence,
  wantsFence,
  spoil,
  stopSearches,
  takeSearch,
  follow,
  serve,
  tellMore,
  Talk,
  tells,
  losesBoard,
  failed,
  holdBack,
  mayChange,
  PATIENCE,
} from './searches.ts';
import { offersAt, misuseOf, answerFaults, readGenerated, readList, type Answered } from './commands.ts';
import { receive } from './splitter.ts';
import type { Capabilities, DriverState } from '../../shapes/engines.ts';
import type { QuoridorPosition } from '../../games/quoridor/index.ts';
import { QUIET, type Asked, type Heard } from './states.ts';
import { placementText, reportOf } from './position.ts';
import type { Purpose } from './telling.ts';
import { inSeconds } from '../text.ts';

export class QtpDriver implements Driver {
  readonly #talk: Talk;

  /** @param form how the engine writes walls; null to find out */
  constructor(deadlines: Deadlines, form: WallForm | null) {
    this.#talk = new Talk(deadlines, form);
  }

  get state(): DriverState {
    return this.#talk.state;
  }

  get exchange(): Exchange {
    return this.#talk.ledger.exchange;
  }

  get capabilities(): Capabilities {
    return this.#talk.capabilities;
  }

  accepts(line: Line): string | null {
    return this.#talk.dialect.objection(line);
  }

  offers(word: string, line: Line): readonly string[] {
    return offersAt(word, line, this.#talk.dialect.form);
  }

  request(intent: Intent, now: number): readonly DriverEvent[] {
    const out: DriverEvent[] = [];
    const talk = this.#talk;
    const open = !talk.over && talk.state !== 'quitting';
    switch (intent.kind) {
      case 'start':
        talk.start = true;
        break;
      case 'search':
        takeSearch(talk, intent.search, out);
        break;
      case 'stop':
        stopSearches(talk, out);
        break;
      case 'resynchronise':
        spoil(talk);
        if (talk.running) talk.running.asked = null;
        break;
      case 'follow':
        // A search says all that is to be known of its game.
        break;
      case 'showBoard':
        if (open) talk.board = true;
        else out.push({ kind: 'undrawn', reason: 'the engine was told to leave' });
        break;
      case 'ping':
        talk.ping = open;
        break;
      case 'options':
      case 'press':
      case 'debug':
        out.push(...decline('QTP', intent));
        break;
    }
    return this.#advance(now, out);
  }

  wants(line: string): boolean {
    return this.#talk.proposed.some((proposal) => proposal.line === line);
  }

  sent(line: string, now: number): readonly DriverEvent[] {
    const out: DriverEvent[] = [];
    const talk = this.#talk;
    talk.ledger.exchange.goesOut();
    const index = talk.proposed.findIndex((proposal) => proposal.line === line);
    const [proposal] = index < 0 ? [] : talk.proposed.splice(index, 1);
    const purpose = proposal?.purpose ?? null;
    if (talk.state === 'quitting') {
      return [misuse(`${quoted(line)} was sent after quit; nobody reads it any more`)];
    }
    talk.sentAt = now;
    if (purpose === null) out.push(...misuseOf(line, talk.introduction.commands).map(misuse));
    const { asked, ...heard } = talk.ledger.sent(line, purpose, now);
    takeHeard(talk, heard, now, out);
    if (asked !== null) follow(talk, asked, now, out);
    return this.#advance(now, out);
  }

  receive(line: string, now: number): readonly DriverEvent[] {
    const out: DriverEvent[] = [];
    const { introduction, ledger } = this.#talk;
    ledger.exchange.comesIn();
    if (!introduction.over) introduction.note(line);
    takeHeard(this.#talk, receive(ledger, line, now), now, out);
    return this.#advance(now, out);
  }

  muted(now: number): readonly DriverEvent[] {
    const out: DriverEvent[] = [];
    this.#talk.ledger.exchange.comesIn();
    takeHeard(this.#talk, this.#talk.ledger.muted(now), now, out);
    return out;
  }

  tick(now: number): readonly DriverEvent[] {
    const out: DriverEvent[] = [];
    const talk = this.#talk;
    for (const wait of waitsOf(talk)) {
      if (wait.at > now || talk.over) continue;
      switch (wait.kind) {
        case 'quiet':
          takeHeard(talk, talk.ledger.quiet(now), now, out);
          break;
        case 'handshake':
          handshakeOverdue(talk, out);
          break;
        case 'overdue':
          answerOverdue(talk, now, out);
          break;
        case 'go on':
          talk.pace.resync = false;
          break;
        case 'fence':
          // It goes out below.
          break;
      }
    }
    return this.#advance(now, out);
  }

  nextWake(): number | null {
    return nextWakeOf(this.#talk);
  }

  /** Proposes what has become possible. */
  #advance(now: number, out: DriverEvent[]): readonly DriverEvent[] {
    const talk = this.#talk;
    if (talk.over || !talk.start || talk.state === 'quitting') return out;
    for (let before = -1; !talk.over && talk.proposed.length === 0 && before !== out.length;) {
      before = out.length;
      this.#step(now, out);
    }
    return out;
  }

  #step(now: number, out: DriverEvent[]): void {
    const talk = this.#talk;
    const { introduction, ledger, pace, wished } = talk;
    const { oldest } = ledger;
    if (oldest) {
      if (wantsFence(talk, oldest, now)) raiseFence(talk, out);
      else if (oldest.purpose?.kind === 'tell' && !ledger.fenced && !ledger.doubtful && !pace.resync) {
        tellMore(talk, out);
      }
    } else if (introduction.next !== null) {
      const kind = introduction.next;
      introduction.next = null;
      talk.propose(kind === 'name' ? 'name' : 'list_commands', { kind }, out);
    } else if (!introduction.welcomed) this.#welcome(out);
    else if (pace.resync) {
      // Without a fence only silence tells; see `waits.ts`.
      if (ledger.fence !== null && wished) raiseFence(talk, out);
    } else if (wished) serve(talk, out);
  }

  /** Only now does anything count: the engine has answered both questions. */
  #welcome(out: DriverEvent[]): void {
    const { introduction } = this.#talk;
    introduction.welcomed = true;
    if (!introduction.friendly) {
      const reason = `the engine knows neither name nor list_commands; ${introduction.heard}`;
      this.#talk.fail('handshake', reason, out);
      return;
    }
    this.#talk.pass('opened', out);
    out.push({ kind: 'ready' });
  }
}

/** What an answer means for the command that it belongs to. Every line gives at least one event. */

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

/** What waits for its time, and what is done when that has come. */

interface Wait {
  readonly at: number;
  readonly kind: 'fence' | 'quiet' | 'overdue' | 'handshake' | 'go on';
}

export function waitsOf(talk: Talk): readonly Wait[] {
  if (talk.over || !talk.start || talk.state === 'quitting') return [];
  const waits: Wait[] = [];
  const { wished, proposed, pace, sentAt } = talk;
  const { handshake, ready, move } = talk.deadlines;
  const { began, over } = talk.introduction;
  const { oldest, fence, fenced, open, heardAt, quietAt } = talk.ledger;
  if (!over && began !== null) waits.push({ at: began + handshake, kind: 'handshake' });
  if (oldest) {
    const ours = oldest.purpose !== null || wished;
    const silent = proposed.length === 0;
    if (fence !== null && ours && open && !fenced && silent) {
      waits.push({ at: heardAt + PATIENCE, kind: 'fence' });
    }
    if (quietAt !== null) waits.push({ at: quietAt, kind: 'quiet' });
    if (ours && over) {
      const { since } = oldest;
      const due =
        oldest.command.name === 'genmove' ? since + move : Math.max(since, open ? heardAt : 0) + ready;
      waits.push({ at: due, kind: 'overdue' });
    }
  } else if (pace.resync && fence === null && wished && over) {
    waits.push({ at: Math.max(heardAt, sentAt) + QUIET, kind: 'go on' });
  }
  return waits;
}

export function nextWakeOf(talk: Talk): number | null {
  let first: number | null = null;
  for (const { at } of waitsOf(talk)) first = first === null ? at : Math.min(first, at);
  return first;
}

export function handshakeOverdue(talk: Talk, out: DriverEvent[]): void {
  const within = inSeconds(talk.deadlines.handshake);
  const reason = `no answer to name and list_commands within ${within}; ${talk.introduction.heard}`;
  talk.fail('handshake', reason, out);
}

export function answerOverdue(talk: Talk, now: number, out: DriverEvent[]): void {
  const { oldest, fence, fenced } = talk.ledger;
  const { move, ready } = talk.deadlines;
  if (!oldest) return;
  if (oldest.command.name === 'genmove') {
    talk.fail('stalled', `no answer to ${oldest.line} within ${inSeconds(move)}`, out);
  } else if (fence !== null && !fenced) {
    // It may be that this one was never answered, and others would be.
    oldest.since = now;
    raiseFence(talk, out);
  } else {
    talk.fail('stalled', `no answer to ${oldest.line} within ${inSeconds(ready)}`, out);
  }
}
