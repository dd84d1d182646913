/** How much is sent at a time, and whether answers are known to belong to their commands. */
import type { Fault } from './oddities.ts';

/**
 * Commands in flight at most, towards an engine that has answered `ORDERLY` of them in order: far less than a
 * pipe holds.
 */
const WINDOW = 32;
const ORDERLY = 3;

/** Faults after which it is open which answer belongs to which command. */
const unsettling: ReadonlySet<Fault['name']> = new Set([
  'doubled-answer',
  'unasked-answer',
  'misplaced-answer',
  'missing-answer',
]);

/** An answer that merely came twice does not show that a command was not obeyed. */
export const losesBoard = (faults: readonly Fault[]): boolean =>
  faults.some(({ name }) => name !== 'doubled-answer' && unsettling.has(name));

export class Pace {
  /** Answers and commands are out of step: only a fence may go out. */
  resync = false;
  /** They were once, and so every command has a fence behind it. */
  careful = false;
  /** Commands of ours that told a position and were obeyed. */
  orderly = 0;

  /** Commands in flight at most. */
  get window(): number {
    return this.careful || this.orderly < ORDERLY ? 1 : WINDOW;
  }

  judge(faults: readonly Fault[]): void {
    if (!faults.some(({ name }) => unsettling.has(name))) return;
    this.resync = true;
    this.careful = true;
  }
}
