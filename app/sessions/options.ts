import type { Deadlines, Protocol } from '../protocols/protocol.ts';
import type { ProcessOptions } from './managed-process.ts';
import type { TrafficLimits } from './journal/traffic.ts';
import type { Renewal, Use } from './types.ts';

/** What a session is made with. */
export interface SessionOptions extends ProcessOptions {
  readonly id: string;
  readonly protocol: Protocol;
  /** The purpose for which the journal is read later. */
  readonly use?: Use;
  /** A new file; its folder is made where it is missing. Null keeps no journal. */
  readonly journalPath: string | null;
  readonly deadlines?: Deadlines;
  /** The protocol's settings for this engine, by id. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly quotaBytes?: number;
  readonly trafficLimits?: TrafficLimits;
  /** Why it takes the place of another session; its settings go before. */
  readonly renewal?: Renewal;
}
