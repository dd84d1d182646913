/** The searches of a driver: they tell positions and ask for moves. The table of searches is in `driver.ts`. */
import { failed, reported } from '../conversation.ts';
import type { QuoridorPosition } from '../../games/quoridor/index.ts';
import { type DriverEvent, type Failure, type Search, bareReport } from '../protocol.ts';
import { readGenerated, type Answered } from './commands.ts';
import type { DriverContext } from './context.ts';
import type { PendingCommand } from './ledger.ts';
import {
  quoted,
  readColor,
  tellingOf,
  writeColor,
  writePlacement,
  type Fault,
  type Placement,
} from './messages.ts';
import { answerOf } from './position.ts';
import { MoveRequest, Task, type Refusal, type TellPurpose } from './states.ts';

/** Why a command was not obeyed, in words: the first line of the engine's answer. */
export const refusalText = (answered: Answered): string => `the engine refused it: ${answerWords(answered)}`;

const answerWords = ({ lines }: Answered): string => quoted((lines[0] ?? '').trim());

export class Searches {
  readonly #context: DriverContext;
  /** The search that is served. */
  #current: Task | null = null;
  #next: Task | null = null;

  constructor(context: DriverContext) {
    this.#context = context;
  }

  /** Whether no search is served and none waits. */
  get isEmpty(): boolean {
    return this.#current === null && this.#next === null;
  }

  /** Whether the answer to this request ends the search that is served, and none waits. */
  isServedBy(request: MoveRequest): boolean {
    const isCurrent = this.#current !== null && request.task === this.#current && !request.isAstray;
    return isCurrent && this.#next === null;
  }

  /** Whether the engine may be asked for its move before it has answered the moves that lead there. */
  get takesAhead(): boolean {
    const { dialect, ledger, pace } = this.#context;
    return dialect.form !== null && ledger.fence !== null && pace.readsTogether;
  }

  /**
   * Begins a search whose position is one move beyond the engine's board, which `genmove` may follow at once.
   * @returns null for any other search; then nothing has happened
   */
  beginAhead(
    search: Search,
  ): { readonly line: string; readonly purpose: TellPurpose; readonly request: MoveRequest } | null {
    const { dialect, engineBoard } = this.#context;
    const telling = tellingOf(search.line);
    if (search.purpose !== 'play' || !this.isEmpty || !this.takesAhead) return null;
    if (typeof telling === 'string' || this.#objection(search) !== null) return null;
    const known = engineBoard.sharedWith(telling);
    if (known !== telling.steps.length - 1) return null;
    const task = new Task(search, telling, dialect.form!);
    task.begin(known);
    this.#current = task;
    const { line, purpose } = task.propose()!;
    return { line, purpose, request: new MoveRequest(task, true) };
  }

  /** A search was requested: see the table in `driver.ts`. */
  take(search: Search): void {
    const context = this.#context;
    const { running } = context;
    this.#dropNext('superseded by a newer search before it began');
    const telling = tellingOf(search.line);
    const reason = typeof telling === 'string' ? telling : this.#objection(search);
    if (typeof telling !== 'string' && reason === null && running?.position?.asksFor(telling)) {
      // The engine thinks about that very position, so its answer serves the new search.
      if (this.#current) this.#fail(this.#current, 'a newer search asks for the same move');
      this.#current = new Task(search, telling, running.position.form, running.position.askedAt);
      running.handOver(this.#current);
      context.pass('resumed');
      return;
    }
    if (running?.task) {
      running.abandon();
      context.pass('abandoned');
      const words = 'superseded by a newer search; its answer will be discarded';
      if (this.#current) this.#fail(this.#current, words);
      this.#current = null;
    } else this.#dropCurrent('superseded by a newer search');
    if (typeof telling === 'string' || reason !== null) {
      context.emit(failed(search, reason!));
      return;
    }
    this.#next = new Task(search, telling, context.dialect.form ?? 'vertex+word');
  }

  /** Nothing stops an engine: if it is thinking about the search, the search is reported when it is done. */
  stop(): void {
    this.#dropNext('stopped before it began');
    if (!this.#context.running?.task) this.#dropCurrent('stopped before it began');
  }

  /** The engine was told to quit. */
  quit(): void {
    this.#dropNext('the engine was told to quit');
    if (this.#current) this.#fail(this.#current, 'the engine was told to quit');
    this.#current = null;
    this.#context.running?.abandon();
  }

  /** Drops the searches without an event, since the reason for the session's end covers them. */
  clear(): void {
    this.#current = null;
    this.#next = null;
  }

  /** Holds back the commands of the search until answers and commands are in step again. */
  holdBack(): void {
    for (const purpose of this.#context.withdraw()) {
      if (purpose.kind === 'tell') this.#current?.withdraw(purpose);
    }
  }

  /** A line that is not ours changed the engine's board while a position was told, or before its move was asked for. */
  spoil(): void {
    const { engineBoard, running } = this.#context;
    engineBoard.lose();
    if (this.#current && running?.task !== this.#current) this.#current.spoil();
  }

  /** A `genmove` of ours was sent. */
  takeSent(request: MoveRequest, now: number): void {
    const { task } = request;
    if (task?.isSpoiled) {
      // A line that is not ours came first, so the answer will be about another position.
      request.abandon();
      request.doubt();
      task.begin(null);
    }
    task?.askAt(now);
    if (request.task === null) this.#context.pass('abandoned');
  }

  /** Begins or continues a search, once the engine has answered everything. */
  serve(): void {
    if (!this.#current && this.#next) {
      this.#current = this.#next;
      this.#next = null;
      this.#current.begin(this.#context.engineBoard.sharedWith(this.#current.telling));
    }
    this.#context.pass('taken');
    this.tellMore();
  }

  /** Proposes as much of the rest of the position as the engine takes at a time, and `genmove` at the end. */
  tellMore(): void {
    const context = this.#context;
    const { ledger, pace, running } = context;
    const task = this.#current;
    if (!task || running?.task === task) return;
    if (task.refusal) {
      if (task.inFlight === 0) this.#takeRefusal(task, task.refusal);
      return;
    }
    if (task.isSpoiled) {
      if (ledger.oldest) return;
      task.begin(null);
    }
    if (task.isTold) {
      if (!ledger.oldest) this.#askFor(task, false);
      return;
    }
    while (task.inFlight < pace.window) {
      const next = task.propose();
      if (!next) break;
      context.propose(next.line, next.purpose);
    }
    if (this.#mayAskAhead(task)) this.#askFor(task, true);
  }

  #askFor(task: Task, isAhead: boolean): void {
    this.#context.propose(genmoveLine(task), new MoveRequest(task, isAhead));
  }

  /**
   * Whether `genmove` may follow the new moves before they are answered, which saves the engine a wait at each move of a
   * game: "The controller may send commands at any time, regardless of whether it has obtained responses" (QTP,
   * Responses). If the engine refuses a move after all, its answer is dropped and the game is told again.
   */
  #mayAskAhead(task: Task): boolean {
    return this.takesAhead && task.search.purpose === 'play' && task.onlyAdds;
  }

  /** A command that tells a position was answered; `answered` is null if there was no answer. */
  takeStep({ command, line }: PendingCommand, purpose: TellPurpose, answered: Answered | null): void {
    const context = this.#context;
    const { task, effect } = purpose;
    const success = answered?.success ?? false;
    context.emit({ kind: 'understood', what: success ? `obeyed: ${line}` : `not obeyed: ${line}` });
    // Some engines refuse `walls 0` although their boards then have none.
    const isObeyed = success || (answered && command.name === 'walls' && task.telling.walls === 0);
    if (isObeyed) context.engineBoard.obeyed(effect);
    else {
      context.engineBoard.lose();
      context.running?.goAstray();
    }
    const refusal = isObeyed
      ? null
      : { line, command: command.name, words: answered && quoted(answered.lines[0] ?? '') };
    if (task !== this.#current || !task.takeAnswer(purpose, refusal) || !success) return;
    context.pace.takeObedience(purpose.isBehind);
    if (command.name === 'playwall') context.learn(task.form);
  }

  /** `genmove` was answered; `answered` is null if there was no answer. */
  takeMove(asked: PendingCommand, answered: Answered | null, faults: Fault[], now: number): void {
    const context = this.#context;
    const { dialect, engineBoard, ledger } = context;
    const { purpose, line, command } = asked;
    const words = answered?.lines.join(' ') ?? '';
    const generated = answered?.success ? readGenerated(answered.lines, dialect.form, faults) : null;
    const placed = generated?.kind === 'placement' ? generated : null;
    if (placed?.form) context.learn(placed.form);
    const seat = readColor(command.args[0]);
    if (purpose && placed && seat !== null) engineBoard.generated({ seat, placement: placed.placement });
    else engineBoard.lose();
    const request = purpose?.kind === 'genmove' ? purpose : null;
    const task = request?.isAnsweredBy(answered) ? request.task : null;
    if (task) {
      this.#current = null;
      if (generated) {
        const answer = answerOf(generated, words, task.search.line.position as QuoridorPosition);
        const report = bareReport(answer, (now - task.askedAt) / 1000);
        context.emit(reported(task.search, report, true));
      } else {
        const reason = answered
          ? `the engine refused ${line}: ${answerWords(answered)}`
          : `the engine did not answer ${line}`;
        this.#fail(task, reason, 'refused');
      }
    } else {
      request?.task?.spoil();
      const text = placed ? placementText(placed.placement) : words;
      context.emit(strayMove(asked, answered?.success ?? false, text));
    }
    if (!ledger.pending.some((other) => other.command.name === 'genmove')) context.pass('answer');
  }

  /** Why a search cannot be served although its position can be told, in words. */
  #objection({ line, only }: Search): string | null {
    const { dialect, hasFailed, state, isStarted } = this.#context;
    const reason = dialect.objection(line);
    if (reason !== null) return reason;
    const result = line.game.result(line.position);
    if (result) return `the game is over: ${result.reason}`;
    if (only !== undefined && only !== null) return 'QTP cannot ask about one move alone';
    if (hasFailed) return 'the engine no longer answers';
    if (state === 'quitting') return 'the engine was told to quit';
    return isStarted ? null : 'the conversation has not begun';
  }

  /** The engine did not obey one of the commands that tell a position, and none of them is in flight. */
  #takeRefusal(task: Task, { line, command, words }: Refusal): void {
    const context = this.#context;
    const { form } = context.dialect;
    if (task.deservesRetry) {
      task.begin(null);
      this.tellMore();
      return;
    }
    if (command === 'playwall' && form === null && task.beginAsToken()) {
      this.tellMore();
      return;
    }
    this.#current = null;
    context.pass('dropped');
    if (command === 'boardsize' && words !== null) context.dialect.refuseSize(task.telling.size);
    const said =
      words === null ? `the engine did not answer ${line}` : `the engine refused ${line}: ${words}`;
    const { refusedBefore } = task;
    const other = refusedBefore ? `, and before that ${refusedBefore.line}: ${refusedBefore.words}` : '';
    const isSet = command === 'playwall' && form !== null;
    const hint = isSet ? `; it was told walls as "${form}", which is a setting of the engine` : '';
    this.#fail(task, said + other + hint, command === 'boardsize' ? 'unable' : 'refused');
  }

  #dropNext(reason: string): void {
    if (this.#next) this.#fail(this.#next, reason);
    this.#next = null;
  }

  /** Gives up a search whose position is being told. */
  #dropCurrent(reason: string): void {
    const task = this.#current;
    if (!task) return;
    this.#current = null;
    for (const { purpose } of this.#context.proposals) {
      if (purpose.kind === 'genmove' && purpose.task === task) purpose.abandon();
    }
    this.#fail(task, reason);
    this.#context.pass('dropped');
  }

  #fail({ search }: Task, reason: string, by?: Failure): void {
    this.#context.emit(failed(search, reason, by));
  }
}

const genmoveLines = ([0, 1] as const).map((seat) => `genmove ${writeColor(seat)}`);

export const genmoveLine = ({ telling }: Task): string => genmoveLines[telling.mover]!;

/** The event of an answer to a `genmove` that serves no search. */
function strayMove({ purpose, line, command }: PendingCommand, success: boolean, text: string): DriverEvent {
  if (purpose !== null) {
    return { kind: 'stale', text: `${command.name} ${command.args.join(' ')}: ${quoted(text)}` };
  }
  return { kind: 'understood', what: `${success ? 'answered' : 'refused'}: ${line}: ${quoted(text)}` };
}

/** In the game's own notation: `e8`, `e2h`. */
function placementText(placement: Placement): string {
  const turned = placement.kind === 'wall' ? placement.orientation.charAt(0) : '';
  return writePlacement({ kind: 'pawn', vertex: placement.vertex }, 'vertex+word').toLowerCase() + turned;
}
