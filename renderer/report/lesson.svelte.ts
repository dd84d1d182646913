/**
 * "Learn from the mistakes": the errors of a side one by one. The position before each is shown, moves made on the board
 * are checked and not played, and the better line is a press away.
 */
import { untrack } from 'svelte';
import type { HostState, ReportedMove, TriedMove } from '../../app/api/contract.ts';
import { isOn } from '../analysis/letters.ts';
import { childByMove } from '../../app/records/tree.ts';
import { nodesOf } from '../state/nodes.ts';
import type { Shared } from '../state/toasts.ts';
import { errorsOf } from './report.ts';

/** The game on the screen. */
interface Shown {
  readonly state: HostState['game'] | null;
  show(node: number): Promise<void>;
}

export class Lesson {
  readonly #app: Shared;
  readonly #game: Shown;
  #errors = $state.raw<readonly ReportedMove[]>([]);
  /** The id of the report that the errors are of. */
  #report = $state.raw<string | null>(null);
  #at = $state(0);
  /** The move tried last, and what is known of it; null before one was tried at this error. */
  tried = $state.raw<({ readonly move: string } & TriedMove) | null>(null);
  isChecking = $state(false);
  /** Analysis was stopped for the lesson, so that it takes no time from checking moves. */
  #stoppedAnalysis = false;
  /** Calls off the check under way. */
  #check: AbortController | null = null;

  constructor(app: Shared, game: Shown) {
    this.#app = app;
    this.#game = game;
    // As long as the window.
    $effect.root(() => {
      $effect(() => {
        if (this.#errors.length > 0 && this.#isReplaced) untrack(() => this.end());
      });
      // It may have been started between two errors, or at another position.
      $effect(() => {
        if (this.hidesMoves) untrack(() => void this.#rest());
      });
    });
  }

  /** The host has another report than that of the errors, or none. */
  readonly #isReplaced = $derived.by((): boolean => {
    const { state } = this.#app;
    return state !== null && state.report.id !== this.#report;
  });
  /** The error at hand; null while there is no lesson, or its game is not shown. */
  readonly error = $derived.by((): ReportedMove | null => {
    const { state } = this.#app;
    const isShown = state !== null && state.report.key === state.game.key && !this.#isReplaced;
    return isShown ? (this.#errors[this.#at] ?? null) : null;
  });
  readonly number = $derived.by((): number => this.#at + 1);
  readonly total = $derived.by((): number => this.#errors.length);
  /** Whether moves on the board are tried and not played. */
  readonly takesMoves = $derived.by(
    (): boolean => this.error !== null && this.#game.state?.shown === this.#parent,
  );
  /** While a better move is looked for, neither the list nor the fork may name it. */
  readonly hidesMoves = $derived.by((): boolean => this.takesMoves && this.tried?.outcome !== 'kept');

  get #parent(): number | null {
    return this.error === null ? null : (this.#game.state?.nodes[this.error.node]?.parent ?? null);
  }

  /** Begins with the first error of a side; null is both. */
  async begin(seat: 0 | 1 | null): Promise<void> {
    const { state } = this.#app;
    this.#errors =
      state === null ? [] : errorsOf(state).filter((each) => seat === null || each.seat === seat);
    this.#report = state?.report.id ?? null;
    void this.#rest();
    // Before the host answers: the errors must not be seen with the place of an earlier lesson.
    await this.#turnTo(0);
  }

  /** Whether no engine may begin here, since it would find the move that the user looks for; says so. */
  declinesEngines(): boolean {
    if (!this.hidesMoves) return false;
    const hasLine = (this.error?.better.length ?? 0) > 0;
    this.#app.toast({
      text: 'The engines rest while you look for a better move.',
      advice: `Find one${hasLine ? ', see the line' : ''} or end the lesson first.`,
    });
    return true;
  }

  /** Stops what analyses. */
  async #rest(): Promise<void> {
    if (this.#app.state?.analyses.some(isOn) !== true) return;
    this.#stoppedAnalysis = true;
    await this.#app.run(this.#app.client.analysis.stop({}));
  }

  /** Ends the lesson; what analysed before goes on. */
  end(): void {
    this.#check?.abort();
    this.isChecking = false;
    this.#errors = [];
    this.tried = null;
    const isOff = this.#app.state?.analyses.some(isOn) === false;
    if (this.#stoppedAnalysis && isOff) void this.#app.run(this.#app.client.analysis.resume({}));
    this.#stoppedAnalysis = false;
  }

  /** The next error; after the last one the lesson ends. */
  async next(): Promise<void> {
    if (this.#at + 1 >= this.#errors.length) this.end();
    else await this.#turnTo(this.#at + 1);
  }

  again(): void {
    this.tried = null;
    if (this.#parent !== null) void this.#game.show(this.#parent);
  }

  /** Checks a move, as canonical text. */
  async try(move: string): Promise<void> {
    const { error } = this;
    if (error === null || this.isChecking) return;
    if (move === error.move) {
      this.tried = { move, outcome: 'lost', words: 'That is the move of the game.' };
      return;
    }
    const check = new AbortController();
    this.#check = check;
    this.isChecking = true;
    const { signal } = check;
    const known = await this.#app.run(this.#app.client.report.tried({ node: error.node, move }, { signal }));
    if (this.#check === check) this.isChecking = false;
    if (!signal.aborted && known !== undefined) this.tried = { move, ...known };
  }

  /** Shows the better line; it becomes a variation if the game does not have it. */
  async seeLine(): Promise<void> {
    const { state } = this.#game;
    const [error, parent] = [this.error, this.#parent];
    if (state === null || error === null || parent === null || error.better.length === 0) return;
    const { game } = await this.#withLine(state, parent, error.better);
    const first = childByMove(nodesOf(game), parent, error.better[0]!);
    if (first !== null) await this.#game.show(first.id);
  }

  async #withLine(
    state: HostState['game'],
    at: number,
    moves: readonly string[],
  ): Promise<{ readonly game: HostState['game'] }> {
    const tree = nodesOf(state);
    let last = at;
    for (const [index, move] of moves.entries()) {
      const child = childByMove(tree, last, move);
      if (child !== null) {
        last = child.id;
        continue;
      }
      const edit = { kind: 'play' as const, at: last, moves: moves.slice(index) };
      await this.#app.run(this.#app.client.game.edit({ game: state.key, change: [edit] }));
      break;
    }
    return { game: this.#game.state ?? state };
  }

  async #turnTo(at: number): Promise<void> {
    this.#check?.abort();
    this.isChecking = false;
    this.#at = at;
    this.tried = null;
    if (this.#parent !== null) await this.#game.show(this.#parent);
  }
}
