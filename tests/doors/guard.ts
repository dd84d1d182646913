/**
 * What one guard of the host keeps out, and how it is taken out: each probe must pass against the host as it
 * was built, and one of them must fail where the guard's code is gone. A guard without such a proof could be
 * deleted and nobody would notice.
 */
import type { Removal } from '../support/without.ts';

export interface Target {
  readonly pid: number;
  readonly port: number;
  readonly token: string;
  /** The token of a run before this one at the same port; null where there was none. */
  readonly formerToken: string | null;
  /** Everything that the host wrote. */
  output(): string;
  /** Milliseconds to wait for something that should happen. */
  readonly patience: number;
}

export interface Guard {
  readonly name: string;
  readonly probes: Readonly<Record<string, (target: Target) => Promise<void>>>;
  /** Whether a probe needs a run before this one. */
  readonly former?: true;
  /** By what is taken out; `guard` where it is the whole. */
  readonly without: Readonly<Record<string, Removal>>;
}
