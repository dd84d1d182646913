import type { Deadlines, Protocol } from '../protocols/protocol.ts';
import type { ProcessOptions } from './managed-process.ts';
import type { TrafficLimits } from './journal/traffic.ts';
import type { Renewal, Use } from './types.ts';

export interface SessionOptions extends ProcessOptions {
  readonly id: string;
  readonly protocol: Protocol;
  /** Stored in the journal's head. */
  readonly use?: Use;
  /** A new file; its folder is created if missing. Null keeps no journal. */
  readonly journalPath: string | null;
  readonly deadlines?: Deadlines;
  /** The protocol's settings for this engine, by id. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly quotaBytes?: number;
  readonly trafficLimits?: TrafficLimits;
  /** Set if the session replaces another one; its settings take precedence. */
  readonly renewal?: Renewal;
}
