/** The registry of panels beside the board. A new panel is one more line. */
import type { Component } from 'svelte';
import AnalysisPanel from '../analysis/AnalysisPanel.svelte';
import { isOn } from '../analysis/letters.ts';
import EnginesPanel from '../engines/EnginesPanel.svelte';
import { enginesFold } from '../engines/fold.svelte.ts';
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
   * Its share of the column's height, as `flex` of CSS; `none` makes it as high as its content, and at most half of the
   * column, or the `room` of its content.
   */
  readonly height: string | ((app: App) => string);
  /** Its least height in pixels where it has a share; null, that of its content with lists at their least. */
  readonly least: number | null;
  /** Pixels of its content that are never cut off: in a low window the column scrolls. */
  readonly room?: (app: App) => number;
}

/** Room for the curves, and more for what is read in rows. */
function graphHeight({ graph }: App): string {
  if (!graph.isOpen) return 'none';
  return graph.mode === 'graph' ? '2 4 124px' : '4 4 200px';
}

/** Room for some moves; without games it takes none. */
const explorerHeight = ({ library }: App): string =>
  library.games > 0 && library.isOpen ? '2 8 140px' : 'none';

/** Pixels of the proof, of the heading with the legend in two rows, and of an engine with its score and three lines. */
const PROOF = 92;
const HEADING = 58;
const CARD = 170;

/** Room for the proof, the legend and the first engine that runs. */
function analysisRoom({ state, game }: App): number {
  const analyses = state?.analyses ?? [];
  if (analyses.length === 0 && game.proofs === null) return 0;
  return (game.proofs === null ? 0 : PROOF) + HEADING + (analyses.some(isOn) ? CARD : 0);
}

/** Room for some engines. */
const enginesHeight = (app: App): string => (enginesFold.isOpen(app) ? '2 32 120px' : 'none');

/** From top to bottom in the column; in a narrow window they are tabs. */
export const panels: readonly Panel[] = [
  {
    id: 'analysis',
    title: 'Analysis',
    component: AnalysisPanel,
    height: 'none',
    least: null,
    room: analysisRoom,
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
    height: enginesHeight,
    // The heading and one engine.
    least: 92,
  },
];
