/**
 * Our side of QTP. `states.ts` has the states of a conversation, `splitter.ts` combines lines into answers,
 * `answers.ts` gives answers their meaning, `searches.ts` tells positions and asks for moves. This file turns requests,
 * lines and times into events.
 *
 * At most one search is served and one waits:
 *
 * | search   | request search                         | its position is told | its move is answered |
 * |----------|----------------------------------------|----------------------|----------------------|
 * | none     | serve it                               |                      |                      |
 * | told     | failed; the new one is served          | `genmove`            |                      |
 * | thinking | the same position: it is the new one's | report, final        | report, final        |
 * |          | another: failed; the answer is stale   |                      |                      |
 * | waiting  | failed; the new one waits              |                      |                      |
 *
 * Nothing stops an engine, so it also answers a search that was given up while it was thinking, and gets the next
 * position only then. `genmove` plays on the engine's own board: the next search tells the new moves, or all moves if
 * that board is unknown.
 *
 * In play, an engine that has shown that it reads several commands at once gets `genmove` together with the newest move.
 * If it refuses that move, its answer is dropped, and the search is told from the beginning.
 *
 * An engine that leaves the second of several commands unread is nudged, and gets one command at a time from then on.
 *
 * After a repeated, unasked or missing answer, only a fence (see `splitter.ts`) is sent until it is answered. From then
 * on, a fence is sent after every command.
 */
import type { Line } from '../../games/line.ts';
import type { Capabilities, DriverState } from '../../shapes/engines.ts';
import type { Deadlines, Driver, DriverEvent, Exchange, Intent, ShortWay } from '../protocol.ts';
import { inSeconds } from '../text.ts';
import { decline, misuse } from '../conversation.ts';
import { Answers } from './answers.ts';
import { misuseOf, offersAt } from './commands.ts';
import { DriverContext } from './context.ts';
import type { PendingCommand } from './ledger.ts';
import { quoted, type WallForm } from './messages.ts';
import { mayChange } from './position.ts';
import { Searches } from './searches.ts';
import { QtpShortWay } from './short-way.ts';
import { QUIET } from './splitter.ts';

/**
 * In ms: how long the blank line after an answer may lag before a fence asks whether there is one. Engines write both
 * at once; a pipe may part them.
 */
export const PATIENCE = 10;

/**
 * In ms: after a silence of this length an engine that has not yet read several commands at once is nudged by a blank line,
 * which it has to ignore. Some wait for input to arrive while a command that came with another one lies in their buffer.
 */
export const NUDGE = 1000;

export class QtpDriver implements Driver {
  readonly #context: DriverContext;
  readonly #searches: Searches;
  readonly #answers: Answers;
  /** Whether the caller has asked for a drawing of the board. */
  #wantsBoard = false;
  #wantsPing = false;
  /** When a line was last sent, in ms. */
  #sentAt = 0;
  /** The last command for which the engine was nudged. */
  #nudged: PendingCommand | null = null;
  readonly shortWay: ShortWay;

  /** @param form how the engine writes walls; null if the driver must find out */
  constructor(deadlines: Deadlines, form: WallForm | null) {
    this.#context = new DriverContext(deadlines, form);
    this.#searches = new Searches(this.#context);
    this.#answers = new Answers(this.#context, this.#searches);
    this.shortWay = new QtpShortWay(this.#context, this.#searches, () => this.#isAtRest);
  }

  get state(): DriverState {
    return this.#context.state;
  }

  get exchange(): Exchange {
    return this.#context.ledger.exchange;
  }

  get capabilities(): Capabilities {
    return this.#context.opening.capabilities;
  }

  accepts(line: Line): string | null {
    return this.#context.dialect.objection(line);
  }

  offers(word: string, line: Line): readonly string[] {
    return offersAt(word, line, this.#context.dialect.form);
  }

  request(intent: Intent, now: number): readonly DriverEvent[] {
    const context = this.#context;
    switch (intent.kind) {
      case 'start':
        context.start();
        break;
      case 'search':
        this.#searches.take(intent.search);
        break;
      case 'stop':
        this.#searches.stop();
        break;
      case 'resynchronise':
        this.#searches.spoil();
        context.running?.doubt();
        break;
      case 'follow':
        // A search includes all data of its game.
        break;
      case 'showBoard':
        if (context.isOpen) this.#wantsBoard = true;
        else context.emit({ kind: 'undrawn', reason: 'the engine was told to leave' });
        break;
      case 'ping':
        this.#wantsPing = context.isOpen;
        break;
      case 'options':
      case 'press':
      case 'debug':
        context.emit(...decline('QTP', intent));
        break;
    }
    return this.#advance(now);
  }

  wants(line: string): boolean {
    return this.#context.proposals.some((proposal) => proposal.line === line);
  }

  sent(line: string, now: number): readonly DriverEvent[] {
    const context = this.#context;
    context.ledger.exchange.goesOut();
    const purpose = context.takeProposal(line);
    if (context.state === 'quitting') {
      return [misuse(`${quoted(line)} was sent after quit; the engine no longer reads it`)];
    }
    this.#sentAt = now;
    if (purpose === null) context.emit(...misuseOf(line, context.opening.commands).map(misuse));
    const { asked, effects } = context.splitter.sent(line, purpose, now);
    this.#answers.take(effects, now);
    if (asked !== null) this.#takeSent(asked, now);
    return this.#advance(now);
  }

  receive(line: string, now: number): readonly DriverEvent[] {
    const { ledger, opening, splitter } = this.#context;
    ledger.exchange.comesIn();
    opening.note(line);
    this.#answers.take(splitter.receive(line, now), now);
    return this.#advance(now);
  }

  outputEnded(now: number): readonly DriverEvent[] {
    const { ledger, splitter } = this.#context;
    ledger.exchange.comesIn();
    this.#answers.take(splitter.outputEnded(now), now);
    return this.#context.takeEvents();
  }

  tick(now: number): readonly DriverEvent[] {
    this.#eachWait((at, act) => {
      if (at <= now && !this.#context.hasFailed) act?.(now);
    });
    return this.#advance(now);
  }

  nextWake(): number | null {
    let next = Infinity;
    this.#eachWait((at) => {
      if (at < next) next = at;
    });
    return next === Infinity ? null : next;
  }

  /** Whether the conversation is open, no line is proposed and at most a search is wanted. */
  get #isAtRest(): boolean {
    const { isOpen, isStarted, opening, pace, proposals } = this.#context;
    const isOpened = isStarted && isOpen && opening.isOver && opening.isDecided && !opening.asks;
    return isOpened && proposals.length === 0 && !pace.isUnsettled && !this.#wantsBoard && !this.#wantsPing;
  }

  /** Whether the caller is waiting for the engine. */
  get #isWanted(): boolean {
    return !this.#context.opening.isDecided || !this.#searches.isEmpty || this.#wantsBoard || this.#wantsPing;
  }

  /** Calls `visit` with each time at which something is due, and with what it is; without, `#step` does it. */
  #eachWait(visit: (at: number, act?: (now: number) => void) => void): void {
    const { deadlines, isOpen, isStarted, ledger, opening, pace, proposals, splitter } = this.#context;
    if (!isOpen || !isStarted) return;
    const { oldest, fence, heardAt } = ledger;
    if (!opening.isOver && opening.began !== null) {
      visit(opening.began + deadlines.handshake, this.#failHandshake);
    }
    if (oldest) {
      const { since, isOpen: isAnswering } = oldest;
      const { quietAt } = splitter;
      const mayNudge = this.#mayNudge(oldest);
      const isOurs = oldest.purpose !== null || this.#isWanted;
      const mayFence = fence !== null && !ledger.isFenced && proposals.length === 0;
      if (mayFence && isOurs && isAnswering) visit(heardAt + PATIENCE);
      if (quietAt !== null) visit(quietAt, this.#endQuiet);
      if (mayNudge) visit(since + NUDGE, this.#nudge);
      if (isOurs && opening.isOver) {
        const ready = Math.max(since, isAnswering ? heardAt : 0) + deadlines.ready;
        visit(oldest.command.name === 'genmove' ? since + deadlines.move : ready, this.#takeOverdue);
      }
    } else if (pace.isUnsettled && fence === null && this.#isWanted && opening.isOver) {
      // Without a fence, only silence shows that answers and commands are in step.
      visit(Math.max(heardAt, this.#sentAt) + QUIET, this.#settle);
    }
  }

  readonly #failHandshake = (): void => {
    const { deadlines, opening } = this.#context;
    const within = inSeconds(deadlines.handshake);
    this.#fail('handshake', `no answer to name and list_commands within ${within}; ${opening.heard}`);
  };

  readonly #endQuiet = (now: number): void => this.#answers.take(this.#context.splitter.quiet(now), now);

  readonly #settle = (): void => this.#context.pace.settle();

  readonly #takeOverdue = (now: number): void => {
    const { oldest, fence, isFenced } = this.#context.ledger;
    const { move, ready } = this.#context.deadlines;
    if (!oldest) return;
    const isMove = oldest.command.name === 'genmove';
    if (!isMove && fence !== null && !isFenced) {
      // Perhaps only this command remains unanswered.
      oldest.restart(now);
      this.#raiseFence();
    } else this.#fail('stalled', `no answer to ${oldest.line} within ${inSeconds(isMove ? move : ready)}`);
  };

  #fail(ending: 'handshake' | 'stalled', reason: string): void {
    this.#searches.clear();
    this.#context.fail(ending, reason);
  }

  /** Proposes lines that have become possible. */
  #advance(now: number): readonly DriverEvent[] {
    const context = this.#context;
    const mayStep = (): boolean => context.isStarted && context.isOpen && context.proposals.length === 0;
    for (let before = -1; mayStep() && before !== context.eventCount;) {
      before = context.eventCount;
      this.#step(now);
    }
    return context.takeEvents();
  }

  #step(now: number): void {
    const context = this.#context;
    const { ledger, opening, pace } = context;
    const { oldest } = ledger;
    if (oldest) {
      const mayTell = oldest.purpose?.kind === 'tell' && !ledger.isFenced && !oldest.isDoubtful;
      if (this.#wantsFence(oldest, now)) this.#raiseFence();
      else if (mayTell && !pace.isUnsettled) this.#searches.tellMore();
      return;
    }
    const question = opening.takeQuestion();
    if (question) context.propose(question === 'list' ? 'list_commands' : question, { kind: question });
    else if (!opening.isDecided) this.#welcome();
    else if (!this.#isWanted) return;
    else if (!pace.isUnsettled) this.#serve();
    else if (ledger.fence !== null) this.#raiseFence();
  }

  /** Opens the conversation, since both questions of the opening are answered. */
  #welcome(): void {
    const { opening } = this.#context;
    if (opening.decide()) {
      this.#context.pass('opened');
      this.#context.emit({ kind: 'ready' });
    } else this.#fail('handshake', `the engine knows neither name nor list_commands; ${opening.heard}`);
  }

  /** Continues with an engine that has answered everything. */
  #serve(): void {
    if (this.#wantsPing) {
      this.#wantsPing = false;
      this.#raiseFence(true);
    } else if (this.#wantsBoard) {
      this.#wantsBoard = false;
      if (this.capabilities.drawing) this.#context.propose('showboard', { kind: 'board' });
      else this.#context.emit({ kind: 'undrawn', reason: 'the engine does not list showboard' });
    } else this.#searches.serve();
  }

  #wantsFence(oldest: PendingCommand, now: number): boolean {
    const { fence, isFenced, heardAt } = this.#context.ledger;
    const { purpose } = oldest;
    if (fence === null || isFenced || (purpose === null && !this.#isWanted)) return false;
    if (oldest.isDoubtful) return true;
    if (oldest.isOpen) return purpose?.kind === 'list' || now >= heardAt + PATIENCE;
    return purpose === null;
  }

  /** Whether this command, which was sent behind another one, may lie unread in the engine's own buffer. */
  #mayNudge(oldest: PendingCommand): boolean {
    const { purpose, isOpen, isDoubtful } = oldest;
    const isUnread = purpose?.kind === 'tell' && purpose.isBehind && !isOpen && !isDoubtful;
    return isUnread && oldest !== this.#nudged && !this.#context.pace.readsTogether;
  }

  readonly #nudge = (): void => {
    this.#nudged = this.#context.ledger.oldest ?? null;
    this.#context.pace.beSingle();
    this.#context.propose('', { kind: 'nudge' });
  };

  /** If the answer to `name` is not recognisable, the fence is only a request for a sign of life. */
  #raiseFence(ping = false): void {
    const isPlain = ping && this.#context.ledger.fence === null;
    this.#context.propose('name', isPlain ? { kind: 'name' } : { kind: 'fence', ping });
  }

  /** A command was sent, ours or not. */
  #takeSent({ command, purpose }: PendingCommand, now: number): void {
    const context = this.#context;
    if (command.name === 'quit') {
      context.pass('quit');
      this.#searches.quit();
      if (this.#wantsBoard) context.emit({ kind: 'undrawn', reason: 'the engine was told to quit' });
      this.#wantsBoard = false;
      return;
    }
    context.pass(command.name === 'genmove' ? 'genmove' : 'command');
    if (purpose === null) {
      if (mayChange(command.name)) this.#searches.spoil();
    } else if (purpose.kind === 'name') context.opening.begin(now);
    else if (purpose.kind === 'genmove') this.#searches.takeSent(purpose, now);
  }
}
