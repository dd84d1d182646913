/** Copies the line that is looked at, in the form of a transcript. */
import type { App } from '../state/app.svelte.ts';
import type { ReplayModel } from './model.svelte.ts';
import { copiedLine } from './words.ts';

export async function copyLines(app: App, model: ReplayModel): Promise<void> {
  if (model.focus === null) return;
  const text = copiedLine(model.focus.line);
  try {
    await navigator.clipboard.writeText(text);
    app.toast({ text: `Copied line ${model.focus.line.line}.`, tone: 'ok' });
  } catch {
    app.toast({
      text: 'The browser did not allow copying.',
      advice: 'Select the text of the line and copy that.',
      tone: 'warn',
    });
  }
}
