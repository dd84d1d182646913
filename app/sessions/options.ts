import type { Deadlines, Protocol } from '../protocols/protocol.ts';
import type { Caretaker } from './caretaker.ts';
import type { Clock } from './clock.ts';
import type { GuardOptions } from './confinement/guard.ts';
import type { TrafficLimits } from './journal/traffic.ts';
import type { LaunchHost } from './launch/launch.ts';
import type { Launch, Renewal, Use } from './types.ts';

/** What a session is made with. */
export interface SessionOptions extends GuardOptions {
  readonly id: string;
  readonly launch: Launch;
  readonly protocol: Protocol;
  /** For whom the journal is read later. */
  readonly use?: Use;
  /** A new file; its folder is made where it is missing. */
  readonly journalPath: string;
  readonly deadlines?: Deadlines;
  /** The protocol's settings for this engine, by id. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly quotaBytes?: number;
  readonly trafficLimits?: TrafficLimits;
  readonly clock?: Clock;
  readonly host?: LaunchHost;
  /** Why it takes the place of another session; its settings go before. */
  readonly renewal?: Renewal;
  readonly caretaker?: Caretaker;
}
