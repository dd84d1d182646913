/**
 * What one guard of the host keeps out, and how to remove it: each probe must pass against the built host, and one of
 * them must fail once the guard's code is gone. Without such a proof a guard could be deleted unnoticed.
 */
import type { Removal } from '../support/without.ts';

export interface Target {
  readonly pid: number;
  readonly port: number;
  readonly token: string;
  /** The token of an earlier run at the same port; null if there was none. */
  readonly formerToken: string | null;
  /** Everything that the host wrote. */
  output(): string;
  /** Milliseconds to wait for something that should happen. */
  readonly patience: number;
}

export interface Guard {
  readonly name: string;
  readonly probes: Readonly<Record<string, (target: Target) => Promise<void>>>;
  /** Whether a probe needs an earlier run. */
  readonly former?: true;
  /** By what is removed; `guard` for the whole guard. */
  readonly without: Readonly<Record<string, Removal>>;
}
