/** A conversation as it stands: what is wished, what is on its way, what is known of the engine. */
import type { Deadlines, DriverEvent } from '../protocol.ts';
import { Dialect } from './dialect.ts';
import type { WallForm } from './entities.ts';
import { EngineBoard } from './engine-board.ts';
import { Introduction } from './introduction.ts';
import { Ledger } from './ledger.ts';
import { Pace } from './pace.ts';
import { Standing } from './standing.ts';
import { Conversation, type Cause } from './states.ts';
import type { Purpose, Task } from './tasks.ts';
import type { Capabilities, DriverState } from '../../shapes/engines.ts';

const capabilities: Capabilities = {
  stop: false,
  analyse: true,
  time: false,
  depth: false,
  setPosition: 'replay',
  score: false,
  scoresPerMove: false,
  options: false,
  debug: false,
  ping: true,
  drawing: false,
};
const withDrawing: Capabilities = { ...capabilities, drawing: true };

export class Talk {
  readonly deadlines: Deadlines;
  readonly dialect: Dialect;
  readonly ledger = new Ledger();
  readonly standing = new Standing();
  readonly engineBoard = new EngineBoard();
  readonly introduction = new Introduction();
  readonly pace = new Pace();
  /** Proposed and not yet reported as sent. */
  readonly proposed: { readonly line: string; readonly purpose: Purpose }[] = [];
  /** The search that is served, and the one that waits. */
  task: Task | null = null;
  next: Task | null = null;
  /** Wishes: that the conversation begins, that the board is drawn, that the engine shows that it lives. */
  start = false;
  board = false;
  ping = false;
  /** When a line last went out, in ms. */
  sentAt = 0;
  /** A fault was told; the session is about to end. */
  over = false;
  readonly #conversation = new Conversation();

  constructor(deadlines: Deadlines, form: WallForm | null) {
    this.deadlines = deadlines;
    this.dialect = new Dialect(form);
  }

  get state(): DriverState {
    return this.#conversation.state;
  }

  get capabilities(): Capabilities {
    return this.introduction.commands?.has('showboard') ? withDrawing : capabilities;
  }

  /** Somebody waits for something of the engine. */
  get wished(): boolean {
    const { welcomed } = this.introduction;
    return !welcomed || this.task !== null || this.next !== null || this.board || this.ping;
  }

  /** A `genmove` of ours that is in flight. */
  get running(): (Purpose & { kind: 'genmove' }) | null {
    for (const { purpose } of this.ledger.asked) if (purpose?.kind === 'genmove') return purpose;
    return null;
  }

  propose(line: string, purpose: Purpose, out: DriverEvent[]): void {
    this.proposed.push({ line, purpose });
    out.push({ kind: 'send', line });
  }

  pass(cause: Cause, out: DriverEvent[]): void {
    if (this.#conversation.follow(cause)) out.push({ kind: 'state', state: this.state });
  }

  fail(ending: 'handshake' | 'stalled', reason: string, out: DriverEvent[]): void {
    this.over = true;
    // They end with the session, whose word for it says more than that they failed.
    this.task = null;
    this.next = null;
    out.push({ kind: 'fault', ending, reason });
  }
}
