/** The registry of panels beside the board. A new panel is one more line. */
import type { Component } from 'svelte';
import AnalysisPanel from '../analysis/AnalysisPanel.svelte';
import EnginesPanel from '../engines/EnginesPanel.svelte';
import EngineTools from '../engines/EngineTools.svelte';
import MoveList from '../game/MoveList.svelte';
import MoveTools from '../game/MoveTools.svelte';
import GraphPanel from '../graph/GraphPanel.svelte';
import GraphTools from '../graph/GraphTools.svelte';
import ExplorerPanel from '../library/ExplorerPanel.svelte';
import type { App } from '../state/app.svelte.ts';

export interface Panel {
  readonly id: string;
  readonly title: string;
  /** `headed` is false where a tab has the title and the tools. */
  readonly component: Component<{ headed?: boolean }>;
  /** Shown beside the title. */
  readonly tools?: Component;
  /**
   * Its share of the column's height, as `flex` of CSS; null, or `none` at times, makes it as high as its content, and
   * at most half of the column.
   */
  readonly height: string | ((app: App) => string | null) | null;
  /**
   * Its least height in pixels; null, that of its content with lists at their least. Only what a function says holds where
   * it is as high as its content, too.
   */
  readonly least: number | ((app: App) => number) | null;
}

/** Room for the curves, and more for what is read in rows. */
function graphHeight({ graph }: App): string {
  if (!graph.isOpen) return 'none';
  return graph.mode === 'graph' ? '2 4 124px' : '4 4 200px';
}

/** Room for some moves; without games it takes none. */
const explorerHeight = ({ library }: App): string =>
  library.games > 0 && library.isOpen ? '2 8 140px' : 'none';

/** The words about what analyses are never cut off. */
const analysisHeight = ({ state, game }: App): string | null =>
  (state?.analyses ?? []).length === 0 && game.proofs === null ? 'none' : null;

/** Pixels of the proof, of the heading with the legend in two rows, and of the legend where no engine analyses. */
const PROOF = 92;
const HEADING = 58;
const LEGEND = 26;

/** Room for the proof and the legend: in a low window the column scrolls rather than that they give way. */
function analysisLeast({ state, game }: App): number {
  const proof = game.proofs === null ? 0 : PROOF;
  if ((state?.analyses ?? []).length > 0) return proof + HEADING;
  return proof === 0 ? 0 : proof + LEGEND;
}

/** From top to bottom in the column; in a narrow window they are tabs. */
export const panels: readonly Panel[] = [
  {
    id: 'analysis',
    title: 'Analysis',
    component: AnalysisPanel,
    height: analysisHeight,
    least: analysisLeast,
  },
  { id: 'moves', title: 'Moves', component: MoveList, tools: MoveTools, height: '3 4 200px', least: null },
  { id: 'explorer', title: 'Explorer', component: ExplorerPanel, height: explorerHeight, least: 84 },
  { id: 'graph', title: 'Graph', component: GraphPanel, tools: GraphTools, height: graphHeight, least: 112 },
  // The first one to give way.
  {
    id: 'engines',
    title: 'Engines',
    component: EnginesPanel,
    tools: EngineTools,
    height: '2 32 120px',
    // The heading and one engine.
    least: 92,
  },
];
