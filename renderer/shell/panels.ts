/** The registry of panels beside the board. A new panel is one more line. */
import type { Component } from 'svelte';
import type { Settings } from '../../app/api/contract.ts';
import AnalysisPanel from '../analysis/AnalysisPanel.svelte';
import EnginesPanel from '../engines/EnginesPanel.svelte';
import EngineTools from '../engines/EngineTools.svelte';
import MoveList from '../game/MoveList.svelte';
import MoveTools from '../game/MoveTools.svelte';
import GraphPanel from '../graph/GraphPanel.svelte';
import GraphTools from '../graph/GraphTools.svelte';

export interface Panel {
  readonly id: string;
  readonly title: string;
  /** `headed` is false where a tab has the title and the tools. */
  readonly component: Component<{ headed?: boolean }>;
  /** Shown beside the title. */
  readonly tools?: Component;
  /** Its share of the column's height, relative to the others; null makes it as high as its content. */
  readonly share: number | null;
  /** Folded to its heading, it is no higher than that. */
  readonly isFolded?: (settings: Settings) => boolean;
}

/** From top to bottom in the column; in a narrow window they are tabs. */
export const panels: readonly Panel[] = [
  { id: 'analysis', title: 'Analysis', component: AnalysisPanel, share: null },
  { id: 'moves', title: 'Moves', component: MoveList, tools: MoveTools, share: 3 },
  {
    ...{ id: 'graph', title: 'Graph', component: GraphPanel, tools: GraphTools, share: 2 },
    isFolded: ({ layout }) => !layout.graphOpen,
  },
  { id: 'engines', title: 'Engines', component: EnginesPanel, tools: EngineTools, share: 2 },
];
