/**
 * The line of play that the board shows as ghosts: that of the move under the pointer or focus on the board, of a line in
 * the cards of the engines, or of the value in the card of proofs. What the engines have not said is asked for once the
 * pointer or the focus rests.
 */
import type { AnalysisState } from '../../app/api/contract.ts';
import { lineEdit } from '../../app/records/edits.ts';
import type { GameView } from '../state/game.svelte.ts';
import { nodesOf } from '../state/nodes.ts';
import type { Shared } from '../state/toasts.ts';
import { visible } from '../ui/visible.ts';
import { candidatesOf, figureWords } from './candidates.ts';
import { Foresight, questionOf, type Question } from './foresight.svelte.ts';
import { letterOf } from './letters.ts';
import type { BestLine } from './line.ts';

/** A line of a card, as far as it is looked at. */
export interface Aim {
  /** Of the row that shows it. */
  readonly row: symbol;
  /** The id of the analysis. */
  readonly analysis: string;
  /** The move and the further actions of its turn. */
  readonly moves: readonly string[];
  /** How many plies of it are shown; null for all that are known. */
  readonly plies: number | null;
}

/** What it needs of the window's app. */
interface Around extends Shared {
  readonly game: GameView;
}

export class Lookahead {
  readonly #app: Around;
  readonly #foresight: Foresight;
  /** The move under the pointer or focus on the board, as text; null if there is none. */
  onBoard = $state.raw<string | null>(null);
  /** The move pointed at in the card of the proof, as text; the board goes before it. */
  inProof = $state.raw<string | null>(null);
  /** The line of a card under the pointer or focus; it goes before the board. */
  inCard = $state.raw<Aim | null>(null);

  /** The line whose row had the focus when the row went; null once the user has turned to something else. */
  lost: Aim | null = null;
  /** For each row, a function that takes the focus that was lost, if it was its own. */
  rows: readonly (() => void)[] = [];

  constructor(app: Around) {
    this.#app = app;
    this.#foresight = new Foresight(app);
  }

  /** Keeps the focus for a line whose row went, until its row comes back or the user presses anything. */
  lose(line: Aim): void {
    this.lost = line;
    for (const press of ['keydown', 'pointerdown'])
      addEventListener(press, this.forget, { capture: true, once: true });
  }

  readonly forget = (): void => {
    this.lost = null;
  };

  /** The engine whose line is shown. A move on the board is asked of an engine that names it, or of the leader. */
  readonly #by = $derived.by((): AnalysisState | null => {
    const { game } = this.#app;
    const aim = this.inCard;
    if (aim !== null) return game.analyses.find(({ id }) => id === aim.analysis) ?? null;
    const move = this.onBoard ?? this.inProof;
    const naming = game.analyses.find(({ report }) => report?.bestmove === move);
    return move === null ? null : (naming ?? game.leader);
  });

  readonly question = $derived.by((): Question | null => {
    const { game, told: state } = this.#app;
    // An engine would be asked for the line after any move, and its answer may be the one that is looked for.
    if (game.lesson.hidesMoves) return null;
    const move = this.inCard?.moves[0] ?? this.onBoard ?? this.inProof;
    if (state === null || game.line === null || move === null || move === undefined) return null;
    if (this.inCard !== null && this.#by === null) return null;
    return questionOf(state, game.line, move, this.#by);
  });

  /** Whether the line is of a card, or of the proof, and not of a move that is pointed at on the board. */
  readonly isAway = $derived.by(
    (): boolean => this.inCard !== null || (this.onBoard === null && this.inProof !== null),
  );

  /** All that is known of it: at least the moves of the turn that the engine named. */
  readonly whole = $derived.by((): BestLine | null => {
    const line = this.#foresight.lineOf(this.question);
    const { game } = this.#app;
    const aim = this.inCard;
    if (aim === null || (line !== null && line.moves.length >= aim.moves.length)) return line;
    if (this.#by === null) return null;
    const moves = aim.moves.map((move, at) => ({
      ...({ kind: 'move', ply: at + 1, seat: game.seat, move, forecast: null } as const),
    }));
    return { moves, end: null };
  });

  /** What the board shows of it. */
  readonly line = $derived.by((): BestLine | null => {
    const { whole } = this;
    const plies = this.inCard?.plies ?? null;
    if (whole === null || plies === null || plies >= whole.moves.length) return whole;
    return { ...whole, moves: whole.moves.slice(0, plies), end: null };
  });

  /** Where the line comes from, if several engines analyse; else empty. */
  readonly letter = $derived.by((): string =>
    this.#by === null || this.#app.game.analyses.length < 2 || this.question?.by === null
      ? ''
      : letterOf(this.#by),
  );

  /** Asks for the line in question, and forgets the one before; called at each change. */
  follow(): void {
    this.#foresight.look(this.question);
  }

  leave(): void {
    this.#foresight.look(null);
  }

  /** Plays the line into the game, up to a ply, and shows the position there. */
  async play(plies: number): Promise<void> {
    const { game } = this.#app;
    const moves = (this.whole?.moves ?? []).slice(0, plies).map(({ move }) => move);
    const { state } = game;
    if (state === null || moves.length === 0) return;
    const { known, edits } = lineEdit(nodesOf(state), state.shown, moves);
    this.inCard = null;
    if (edits.length > 0) await game.edit(() => edits);
    else await game.show(known);
  }

  /** What its engine says about the line, as a comment; empty if nothing. */
  readonly comment = $derived.by((): string => {
    const by = this.#by;
    const move = this.inCard?.moves[0] ?? this.onBoard;
    if (this.question?.by === null || !by?.report) return '';
    const candidate = candidatesOf(by.report, null).find(({ moves: [first] }) => first === move);
    const engine = this.#app.state?.engines.find(({ id }) => id === by.engine);
    return figureWords(candidate ?? { score: null }, by.report, visible(engine?.name ?? 'a removed engine'));
  });
}
