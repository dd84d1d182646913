/** How many commands an engine gets at a time, by what it has shown so far. */
import type { Fault } from './messages.ts';

/**
 * The most commands in flight to an engine that has answered `ORDERLY` of them in order: far less than a pipe holds.
 */
const WINDOW = 32;
const ORDERLY = 3;

/** How many commands an engine must have obeyed that were sent behind an unanswered one, to get `genmove` like that. */
const BEHIND = 2;

/** Faults that leave open which answer belongs to which command. */
const unsettling: ReadonlySet<Fault['name']> = new Set([
  'doubled-answer',
  'unasked-answer',
  'misplaced-answer',
  'missing-answer',
]);

/** Whether these faults make the engine's board unknown: an answer that was merely repeated does not. */
export const losesBoard = (faults: readonly Fault[]): boolean =>
  faults.some(({ name }) => name !== 'doubled-answer' && unsettling.has(name));

/** Decides how many commands may be in flight, and tracks whether answers are known to belong to their commands. */
export class Pace {
  #unsettled = false;
  #careful = false;
  #isSingle = false;
  #orderly = 0;
  #behind = 0;

  /** Whether answers and commands are out of step, so that only a fence may be sent. */
  get isUnsettled(): boolean {
    return this.#unsettled;
  }

  /** The most commands in flight. */
  get window(): number {
    return this.#careful || this.#isSingle || this.#orderly < ORDERLY ? 1 : WINDOW;
  }

  /**
   * Whether the engine has shown that it reads several commands that arrive together. Some programs discard the rest of
   * their input after each command; one that waited for its `genmove` would be taken for one that thinks.
   */
  get readsTogether(): boolean {
    return !this.#careful && !this.#isSingle && this.#behind >= BEHIND;
  }

  /** The engine has left a command unread that came behind another one: it gets one at a time from now on. */
  beSingle(): void {
    this.#isSingle = true;
  }

  judge(faults: readonly Fault[]): void {
    if (!faults.some(({ name }) => unsettling.has(name))) return;
    this.#unsettled = true;
    this.#careful = true;
  }

  /** A command was answered. An engine that was ever out of step gets a fence after every command. */
  takeAnswer(): void {
    if (this.#careful) this.#unsettled = true;
  }

  /** The engine obeyed a command of a telling. @param isBehind whether it was sent behind an unanswered one */
  takeObedience(isBehind: boolean): void {
    this.#orderly++;
    if (isBehind) this.#behind++;
  }

  /** A fence was answered, or a silence was long enough. */
  settle(): void {
    this.#unsettled = false;
  }
}
