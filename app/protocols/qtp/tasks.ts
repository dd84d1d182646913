/** A search on its way: its position is told, then its move is asked for. */
import type { Search } from '../protocol.ts';
import { commandsOf, type Telling } from './telling.ts';
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
  lines: readonly string[] = [];
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
    this.begin(form);
  }

  /** Tells it from the beginning. */
  begin(form: WallForm): void {
    this.form = form;
    this.lines = commandsOf(this.telling, form);
    this.told = 0;
    this.answered = 0;
    this.refusal = null;
    this.spoiled = false;
    this.attempt++;
  }

  get isTold(): boolean {
    return this.answered === this.lines.length;
  }

  /** Whether another search asks for the same move. */
  asksFor(telling: Telling): boolean {
    const lines = commandsOf(telling, this.form);
    return (
      telling.mover === this.telling.mover &&
      lines.length === this.lines.length &&
      lines.every((line, index) => line === this.lines[index])
    );
  }
}

/** What a line of ours was sent for. */
export type Purpose =
  | { readonly kind: 'name' | 'list' | 'board' }
  | { readonly kind: 'fence'; readonly ping: boolean }
  | { readonly kind: 'tell'; readonly task: Task; readonly attempt: number }
  /**
   * `task` is null once nobody waits for the answer, `asked` where it is open which position the engine stands
   * on.
   */
  | { readonly kind: 'genmove'; task: Task | null; asked: Task | null };
