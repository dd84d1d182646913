/** A search on its way: its position is told, then its move is asked for. */
import type { Search } from '../protocol.ts';
import type { EngineBoard, Told } from './engine-board.ts';
import { commandsOf, openingLength, type Telling } from './telling.ts';
import type { WallForm } from './entities.ts';

/** A command that the engine did not obey. */
export interface Refusal {
  readonly line: string;
  readonly command: string;
  /** The engine's own, quoted; null where it gave no answer at all. */
  readonly words: string | null;
}

export class Task {
  readonly search: Search;
  readonly telling: Telling;
  form: WallForm;
  /** What is to be sent of the commands that tell the position: all of them, or those of the moves that are new. */
  lines: readonly string[] = [];
  /** Moves that stand on the engine's board already; null where it is told from its beginning. */
  known: number | null = null;
  /** Commands of `lines` that were proposed. */
  told = 0;
  /** Of those, how many were answered, well or not. */
  answered = 0;
  /** The first command that the engine did not obey. */
  refusal: Refusal | null = null;
  /** Somebody else changed the engine's board while it was told. */
  spoiled = false;
  /** What the engine refused in the other form of walls. */
  before: Refusal | null = null;
  /** When `genmove` went out, in ms. */
  askedAt = 0;
  /** Counts how often it was told: an answer to an earlier telling is none to this one. */
  attempt = 0;

  constructor(search: Search, telling: Telling, form: WallForm) {
    this.search = search;
    this.telling = telling;
    this.form = form;
  }

  /** @param board what the engine has already; null to tell all of it */
  begin(form: WallForm, board: EngineBoard | null): void {
    this.form = form;
    this.known = board?.sharedWith(this.telling) ?? null;
    this.lines = commandsOf(this.telling, form).slice(this.known === null ? 0 : openingLength + this.known);
    this.told = 0;
    this.answered = 0;
    this.refusal = null;
    this.spoiled = false;
    this.attempt++;
  }

  /** What the line of this number among `lines` does. */
  toldBy(index: number): Told {
    const { telling, known } = this;
    if (known === null && index < openingLength) return { kind: 'opening', at: index, telling };
    return { kind: 'step', step: telling.steps[index + (known ?? -openingLength)]! };
  }

  get isTold(): boolean {
    return this.answered === this.lines.length;
  }

  /** Whether another search asks for the same move. */
  asksFor(telling: Telling): boolean {
    const asked = commandsOf(this.telling, this.form);
    const lines = commandsOf(telling, this.form);
    return (
      telling.mover === this.telling.mover &&
      lines.length === asked.length &&
      lines.every((line, index) => line === asked[index])
    );
  }
}

/** What a line of ours was sent for. */
export type Purpose =
  | { readonly kind: 'name' | 'list' | 'board' }
  | { readonly kind: 'fence'; readonly ping: boolean }
  | { readonly kind: 'tell'; readonly task: Task; readonly attempt: number; readonly told: Told }
  /**
   * `task` is null once nobody waits for the answer, `asked` where it is open which position the engine stands
   * on.
   */
  | { readonly kind: 'genmove'; task: Task | null; asked: Task | null };
