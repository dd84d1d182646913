/** The registry of panels: what stands beside the board. A panel more is a line more. */
import type { Component } from 'svelte';
import AnalysisPanel from '../analysis/AnalysisPanel.svelte';
import EnginesPanel from '../engines/EnginesPanel.svelte';
import EngineTools from '../engines/EngineTools.svelte';
import MoveList from '../game/MoveList.svelte';
import MoveTools from '../game/MoveTools.svelte';

export interface Panel {
  readonly id: string;
  readonly title: string;
  /** `headed` is false where a tab has the title and the tools. */
  readonly component: Component<{ headed?: boolean }>;
  /** What stands at the title. */
  readonly tools?: Component;
  /** Of the height of the column, beside the shares of the others; null is as high as its content. */
  readonly share: number | null;
}

/** From top to bottom in the column; in a narrow window they are tabs. */
export const panels: readonly Panel[] = [
  { id: 'analysis', title: 'Analysis', component: AnalysisPanel, share: null },
  { id: 'moves', title: 'Moves', component: MoveList, tools: MoveTools, share: 3 },
  { id: 'engines', title: 'Engines', component: EnginesPanel, tools: EngineTools, share: 2 },
];
