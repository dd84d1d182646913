import type { App } from '../state/app.svelte.ts';

/** Shows or folds the graph in the column. */
export function toggleGraph(app: App): void {
  const layout = app.settings?.layout;
  if (layout) app.changeSettings({ layout: { ...layout, graphOpen: !layout.graphOpen } });
}
