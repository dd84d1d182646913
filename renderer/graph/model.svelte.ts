/**
 * What the graph shows of the game on the board, and where engines disagree: derived from the host's state, and kept
 * here only as far as the user chooses what to see.
 */
import type { GameMeasure, Seat } from '../../app/games/game.ts';
import type { EvaluationsState, HostState, ProofState, Settings } from '../../app/api/contract.ts';
import { namesOf, reportedNodes } from '../report/report.ts';
import type { GameView } from '../state/game.svelte.ts';
import type { Shared } from '../state/toasts.ts';
import {
  byNode,
  type ColourToken,
  type Curve,
  figuresByNode,
  isDrawn,
  Measured,
  measureKey,
  scoreValues,
} from './curves.ts';
import { compare, type Comparison, nextDisagreement, SameMoves } from './disagreement.ts';
import { provenMistakes, reportedMistakes } from './mistakes.ts';
import type { PlotData } from './plot.ts';
import { evaluationsOf, type TellerLook, tellerLooks } from './tellers.ts';
import { type Board, certainNodes } from './truth.ts';

/** What the panel shows: the curves, their values as a table, or the disagreements. */
export type GraphMode = 'graph' | 'table' | 'disagreements';

/** A measure of the game with its colour. */
export interface ShownMeasure {
  readonly measure: GameMeasure<unknown>;
  readonly colour: ColourToken;
  readonly isDrawn: boolean;
}

/** The part of the app that the graph needs. */
interface Window extends Shared {
  readonly game: GameView;
  readonly settings: Settings | null;
  changeSettings(change: Partial<Settings>): void;
}

const nothing: Comparison = { disagreements: [], standings: [] };

/** The number of tokens `--measure-1` and so on. */
const measureColours = 4;

export class GraphModel {
  readonly #app: Window;
  readonly #measured = new Measured();
  readonly #same = new SameMoves();

  constructor(app: Window) {
    this.#app = app;
  }

  mode = $state<GraphMode>('graph');
  /** The column is too low for the graph beside the other panels: the graph is folded at first. */
  crowded = $state(false);
  /** Whether the user unfolded the graph in a column that is too low. */
  #unfolded = $state(false);
  readonly isOpen = $derived.by(() =>
    this.crowded ? this.#unfolded : (this.#app.settings?.layout.graphOpen ?? true),
  );
  /** The panel should come to the front. */
  wanted = $state(false);
  /** The node under the pointer, in the graph or in the list of moves. */
  pointed = $state.raw<number | null>(null);
  /** Tellers whose curves are hidden. */
  #hidden = $state.raw<readonly string[]>([]);

  readonly #state = $derived.by((): HostState | null => this.#app.told);
  readonly evaluations = $derived.by((): EvaluationsState => evaluationsOf(this.#state));
  readonly tellers = $derived.by((): readonly TellerLook[] =>
    tellerLooks(this.evaluations.tellers, this.#state?.analyses ?? [], this.#state),
  );
  readonly figures = $derived.by(() => figuresByNode(this.evaluations));
  readonly #proofs = $derived.by((): ProofState | null => this.#state?.proofs ?? null);
  readonly #board = $derived.by((): Board | null => {
    const { tree, reader, rules } = this.#app.game;
    return tree === null || rules === null ? null : { game: rules, tree, reader };
  });
  readonly #reported = $derived.by(() => reportedNodes(this.#state, this.#board?.tree.key ?? ''));
  readonly certain = $derived.by(() => certainNodes(this.#board, this.#proofs, this.#reported.values()));
  readonly #comparison = $derived.by((): Comparison => {
    const { evaluations, certain } = this;
    return this.#board === null
      ? nothing
      : compare({ ...this.#board, evaluations, certain, proofs: this.#proofs }, this.#same);
  });
  readonly standings = $derived.by(() => this.#comparison.standings);
  /** By node. */
  readonly disagreements = $derived.by(() => byNode(this.#comparison.disagreements));
  /** The nodes of the line shown, by ply: the same value while it is the same line, so that a step draws nothing. */
  readonly line = $derived.by((): readonly number[] => {
    const nodes = this.#app.game.line?.nodes ?? [];
    const isSame = nodes.length === this.#line.length && nodes.every((node, ply) => node === this.#line[ply]);
    return isSame ? this.#line : (this.#line = nodes);
  });
  #line: readonly number[] = [];
  /** The seats to move, by ply. */
  readonly #movers = $derived.by((): readonly Seat[] => {
    const { steps, rules } = this.#app.game;
    return steps?.steps.map(({ position }) => rules!.seatToMove(position)) ?? [];
  });
  /** By the node of the move. */
  readonly mistakes = $derived.by(() =>
    byNode(
      this.#board === null
        ? []
        : [
            ...provenMistakes(this.#board, this.line, this.certain),
            // A report says more about the same move.
            ...reportedMistakes(
              this.#board.game,
              this.#reported.values(),
              namesOf(this.#state?.report ?? { engines: [] }),
            ),
          ],
    ),
  );

  /** All measures of the game. */
  readonly measures = $derived.by((): readonly ShownMeasure[] => {
    const { rules } = this.#app.game;
    const switched = this.#app.settings?.graphMeasures ?? [];
    return (rules?.measures ?? []).map((measure, at) => ({
      measure,
      colour: `--measure-${(at % measureColours) + 1}`,
      isDrawn: isDrawn(rules!, measure, switched),
    }));
  });

  /** Tellers that said something about the line shown. */
  readonly heard = $derived.by((): readonly TellerLook[] =>
    this.tellers.filter(({ id }) =>
      this.line.some((node) => this.figures.get(node)?.some(({ teller }) => teller === id)),
    ),
  );

  readonly data = $derived.by((): PlotData => {
    const { line, certain, mistakes, disagreements, figures } = this;
    const steps = this.#app.game.steps?.steps ?? [];
    const scores = this.heard
      .filter(({ id }) => !this.isHidden(id))
      .map(({ id, letter, colour }): Curve => ({
        ...{ kind: 'score', id, letter, colour },
        values: scoreValues(line, this.#movers, figures, id),
      }));
    const measures = this.measures
      .filter((each) => each.isDrawn)
      .flatMap(({ measure, colour }) =>
        ([0, 1] as const).map((seat): Curve => ({
          ...{ kind: 'measure', id: measure.id, seat, colour },
          values: steps.map(({ position }) => this.valueOf(measure, position)[seat]),
        })),
      );
    return {
      last: line.length - 1,
      // Engines are drawn over the measures.
      curves: [...measures, ...scores],
      certain: line.map((node) => certain.get(node)?.value ?? null),
      mistakes: line.flatMap((node, ply) => {
        const mistake = mistakes.get(node);
        return mistake === undefined ? [] : [{ ply, how: mistake.how }];
      }),
      disputed: line.flatMap((node, ply) => (disagreements.has(node) ? [ply] : [])),
    };
  });

  /** Both sides' values of a measure. */
  valueOf(measure: GameMeasure<unknown>, position: unknown): readonly [number, number] {
    return this.#measured.at(measure, position);
  }

  isHidden(teller: string): boolean {
    return this.#hidden.includes(teller);
  }

  toggleTeller(teller: string): void {
    this.#hidden = this.isHidden(teller)
      ? this.#hidden.filter((other) => other !== teller)
      : [...this.#hidden, teller];
  }

  toggleMeasure(measure: GameMeasure<unknown>): void {
    const { rules } = this.#app.game;
    const { settings } = this.#app;
    if (rules === null || settings === null) return;
    const key = measureKey(rules, measure);
    const { graphMeasures: switched } = settings;
    this.#app.changeSettings({
      graphMeasures: switched.includes(key) ? switched.filter((other) => other !== key) : [...switched, key],
    });
  }

  /** Shows or folds the graph in the column. */
  toggle(): void {
    const layout = this.#app.settings?.layout;
    if (this.crowded) this.#unfolded = !this.#unfolded;
    else if (layout) this.#app.changeSettings({ layout: { ...layout, graphOpen: !layout.graphOpen } });
  }

  /** Brings the list of disagreements to the front. */
  listDisagreements(): void {
    if (!this.isOpen) this.toggle();
    this.mode = 'disagreements';
    this.wanted = true;
  }

  /** Whether the line has a disagreement after or before the node shown. */
  hasDisagreement(by: -1 | 1): boolean {
    return this.#nextDisagreement(this.#app.game.cursor, by) !== null;
  }

  /** Shows the next disagreement of the line; a message says if there is none. */
  async goToDisagreement(by: -1 | 1): Promise<void> {
    let found: number | null = null;
    // From the node that was asked for last, which may not be shown yet.
    await this.#app.game.walk((_, node) => (found = this.#nextDisagreement(this.line.indexOf(node), by)));
    if (found !== null) return;
    this.#app.toast({ text: `No disagreement ${by === 1 ? 'after' : 'before'} this move on this line.` });
  }

  #nextDisagreement(ply: number, by: -1 | 1): number | null {
    return nextDisagreement(this.line, ply, by, (node) => this.disagreements.has(node));
  }
}
