/**
 * The state that the parts of a driver share: the conversation, the knowledge of the engine, the lines that are proposed,
 * and the events of a call.
 */
import type { DriverState } from '../../shapes/engines.ts';
import type { Deadlines, DriverEvent } from '../protocol.ts';
import { Ledger } from './ledger.ts';
import type { WallForm } from './messages.ts';
import { Pace } from './pace.ts';
import { Dialect, EngineBoard } from './position.ts';
import { Splitter } from './splitter.ts';
import { Conversation, Opening, type Cause, type MoveRequest, type Purpose } from './states.ts';
import { PositionTracker } from './tracker.ts';

/** A line that waits for the caller to send it. */
interface Proposal {
  readonly line: string;
  readonly purpose: Purpose;
}

export class DriverContext {
  readonly deadlines: Deadlines;
  readonly dialect: Dialect;
  readonly ledger = new Ledger();
  readonly splitter = new Splitter(this.ledger);
  readonly tracker = new PositionTracker();
  readonly engineBoard = new EngineBoard();
  readonly opening = new Opening();
  readonly pace = new Pace();
  readonly #conversation = new Conversation();
  #proposals: Proposal[] = [];
  #events: DriverEvent[] = [];
  #isStarted = false;
  #hasFailed = false;

  /** @param form how the engine writes walls; null if the driver must find out */
  constructor(deadlines: Deadlines, form: WallForm | null) {
    this.deadlines = deadlines;
    this.dialect = new Dialect(form);
  }

  get state(): DriverState {
    return this.#conversation.state;
  }

  /** Whether the caller has requested the conversation. */
  get isStarted(): boolean {
    return this.#isStarted;
  }

  /** Whether a fault was reported, so that the session is about to end. */
  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  /** Whether the engine was not told to quit and has not failed. */
  get isOpen(): boolean {
    return !this.#hasFailed && this.state !== 'quitting';
  }

  /** The lines that wait, in the order in which they are to be sent. */
  get proposals(): readonly Proposal[] {
    return this.#proposals;
  }

  /** The `genmove` of ours that is in flight. */
  get running(): MoveRequest | null {
    for (const { purpose } of this.ledger.pending) if (purpose?.kind === 'genmove') return purpose;
    return null;
  }

  /** The caller requests the conversation. */
  start(): void {
    this.#isStarted = true;
  }

  /** Adds to the events of the call. */
  emit(...events: readonly DriverEvent[]): void {
    this.#events.push(...events);
  }

  /** How many events the call has so far. */
  get eventCount(): number {
    return this.#events.length;
  }

  /** The events of the call, which ends here. */
  takeEvents(): readonly DriverEvent[] {
    const events = this.#events;
    this.#events = [];
    return events;
  }

  /** Changes the state of the conversation by the table in `states.ts`; an event reports a new state. */
  pass(cause: Cause): void {
    if (this.#conversation.follow(cause)) this.emit({ kind: 'state', state: this.state });
  }

  /** Reports the fault that ends the session. @param reason in words, without a full stop */
  fail(ending: 'handshake' | 'stalled', reason: string): void {
    this.#hasFailed = true;
    this.emit({ kind: 'fault', ending, reason });
  }

  /** Records how the engine writes walls; reported the first time only. */
  learn(form: WallForm): void {
    if (this.dialect.learn(form)) this.emit({ kind: 'learned', setting: 'walls', value: form });
  }

  /** Asks the caller to send a line; it waits until `takeProposal` or `withdraw`. */
  propose(line: string, purpose: Purpose): void {
    this.#proposals.push({ line, purpose });
    this.emit({ kind: 'send', line });
  }

  /** Records a line that was sent. @returns its purpose if it was proposed, otherwise null */
  takeProposal(line: string): Purpose | null {
    const index = this.#proposals.findIndex((proposal) => proposal.line === line);
    return index < 0 ? null : this.#proposals.splice(index, 1)[0]!.purpose;
  }

  /** Drops the proposals that tell a position or ask for a move. @returns their purposes */
  withdraw(): readonly Purpose[] {
    const isOfSearch = ({ purpose }: Proposal): boolean =>
      purpose.kind === 'tell' || purpose.kind === 'genmove';
    const withdrawn = this.#proposals.filter(isOfSearch);
    this.#proposals = this.#proposals.filter((proposal) => !isOfSearch(proposal));
    return withdrawn.map(({ purpose }) => purpose);
  }
}
