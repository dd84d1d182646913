/** The meaning of an engine's answers: for the search, for what is known of the engine, and for the user. */
import { answerFaults, readList, type Answered } from './commands.ts';
import type { DriverContext } from './context.ts';
import type { Effects, PendingCommand } from './ledger.ts';
import { distinct, oddity, quoted, type Fault } from './messages.ts';
import { losesBoard } from './pace.ts';
import { mayChange } from './position.ts';
import { refusalText, type Searches } from './searches.ts';

export class Answers {
  readonly #context: DriverContext;
  readonly #searches: Searches;

  constructor(context: DriverContext, searches: Searches) {
    this.#context = context;
    this.#searches = searches;
  }

  /** Applies the effects of a line or of the time. Every line gives at least one event. @param now in ms */
  take({ effects, faults: found }: Effects, now: number): void {
    const context = this.#context;
    const { dialect, engineBoard, ledger, pace, tracker } = context;
    const faults = [...found];
    // If a fence's answer is repeated, that shows nothing about any other answer.
    const isHarmless = effects.some((one) => one.kind === 'stale' && one.text === ledger.fence);
    if (!isHarmless) pace.judge(faults);
    if (pace.isUnsettled || ledger.isDoubtful) this.#searches.holdBack();
    if (!isHarmless && losesBoard(faults)) engineBoard.lose();
    for (const one of effects) {
      switch (one.kind) {
        case 'missing':
          context.emit({ kind: 'understood', what: `no answer: ${one.asked.line}` });
          tracker.missed(one.asked.command);
          this.#takeAnswer(one.asked, null, faults, now);
          break;
        case 'misnamed':
          ledger.forgetName(!context.opening.beginAgain());
          pace.settle();
          break;
        case 'answered':
          faults.push(...answerFaults(one.asked.command.name, one.answered));
          tracker.follow(one.asked.command, one.answered, dialect.form, ledger.exchange);
          this.#takeAnswer(one.asked, one.answered, faults, now);
          break;
        default:
          context.emit(one);
      }
    }
    for (const fault of distinct(faults)) context.emit({ kind: 'oddity', oddity: oddity(fault) });
  }

  /** @param answered null if there was no answer */
  #takeAnswer(asked: PendingCommand, answered: Answered | null, faults: Fault[], now: number): void {
    const context = this.#context;
    const { command, purpose } = asked;
    if (purpose?.kind !== 'fence') context.pace.takeAnswer();
    if (answered !== null && (command.name !== 'name' || purpose?.kind === 'fence')) this.#open();
    switch (command.name) {
      case 'name':
        this.#takeName(asked, answered, now);
        break;
      case 'list_commands':
        this.#takeList(answered, purpose?.kind === 'list', faults);
        this.#tell(asked, answered);
        break;
      case 'showboard':
        this.#takeDrawing(answered);
        break;
      case 'genmove':
        this.#searches.takeMove(asked, answered, faults, now);
        break;
      default:
        if (purpose === null && mayChange(command.name)) context.engineBoard.lose();
        if (purpose?.kind === 'tell') this.#searches.takeStep(asked, purpose, answered);
        else this.#tell(asked, answered);
    }
  }

  /** The engine takes commands. */
  #open(): void {
    const context = this.#context;
    const before = context.state;
    context.pass('opened');
    if (before === 'handshake' && !context.isStarted) context.emit({ kind: 'ready' });
  }

  /** Reports an answer without consequences. */
  #tell({ line }: PendingCommand, answered: Answered | null): void {
    if (answered === null) return;
    const text = answered.lines.length === 1 ? answered.lines[0]!.trim() : '';
    const what = answered.success ? `answered: ${line}` : `refused: ${line}`;
    this.#context.emit({ kind: 'understood', what: text === '' ? what : `${what}: ${quoted(text)}` });
  }

  #takeName({ purpose, at, line, isFence }: PendingCommand, answered: Answered | null, now: number): void {
    const context = this.#context;
    // A fence of the user counts too: all commands before it are answered.
    if (isFence && answered) {
      context.pace.settle();
      context.ledger.confirmName();
    }
    if (purpose?.kind === 'fence') {
      const what = 'the fence: every command before it is answered';
      context.emit(purpose.ping ? { kind: 'alive', milliseconds: now - at } : { kind: 'understood', what });
      return;
    }
    const success = answered?.success ?? false;
    const name = success ? answered!.lines[0]?.trim() : undefined;
    if (answered) context.ledger.learnName(success ? (name ?? '') : null);
    if (name) context.emit({ kind: 'identity', name });
    context.emit({ kind: 'understood', what: `answered: ${line}` });
    context.opening.takeName(success, purpose?.kind === 'name');
  }

  /** @param isOurs whether the opening asked, not the user */
  #takeList(answered: Answered | null, isOurs: boolean, faults: Fault[]): void {
    const commands = answered?.success ? readList(answered.lines, faults) : null;
    if (commands === null && !this.#context.opening.isOver) faults.push({ name: 'no-list' });
    this.#context.opening.takeList(commands, isOurs);
  }

  #takeDrawing(answered: Answered | null): void {
    const context = this.#context;
    const reason = answered ? refusalText(answered) : 'the engine gave no answer';
    if (!answered?.success) context.emit({ kind: 'undrawn', reason });
    else context.emit({ kind: 'drawing', lines: answered.lines, position: context.tracker.position });
  }
}
