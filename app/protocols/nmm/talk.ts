/** A conversation as it stands: what is wished, what is on its way, what is known of the engine. */
import type { Deadlines } from '../protocol.ts';
import { Notations, type NotationSettings } from './notations.ts';
import type { Purpose, Step, Task } from './tasks.ts';
import { Wire } from './wire.ts';
import type { DriverState } from '../../shapes/engines.ts';

export class Talk {
  readonly deadlines: Deadlines;
  readonly settings: NotationSettings;
  readonly notations: Notations;
  readonly wire = new Wire<Purpose>();
  /** Proposed and not yet reported as sent. */
  proposed: Step | null = null;
  /** The search that is served, and the one that waits. */
  task: Task | null = null;
  next: Task | null = null;
  /** When the conversation was asked for, in ms. */
  startedAt: number | null = null;
  ready = false;
  /** The last lines before the conversation was open. */
  readonly heard: string[] = [];
  /** What this process was told of: positions, and moves. */
  readonly told = new Set<keyof NotationSettings>();
  /** The engine has answered a `go` twice. */
  doubles = false;
  quietUntil = -Infinity;
  /** A fault was told; the session is about to end. */
  over = false;

  constructor(deadlines: Deadlines, settings: NotationSettings) {
    this.deadlines = deadlines;
    this.settings = settings;
    this.notations = new Notations(settings);
  }

  get state(): DriverState {
    return this.wire.conversation.state;
  }
}
