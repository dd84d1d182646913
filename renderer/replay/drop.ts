/** A recording that is dropped on the window of a browser: it goes to the host as text. */
import type { App } from '../state/app.svelte.ts';
import { visible } from '../ui/visible.ts';
import { openReplay } from './open.svelte.ts';

/** Bytes that fit into one message to the host. */
const mostBytes = 1_000_000;

export const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;

/** Of several files the first one is opened. */
export async function droppedRecording(app: App, event: DragEvent): Promise<void> {
  const file = event.dataTransfer?.files[0];
  if (file === undefined) return;
  const name = visible(file.name).slice(0, 200);
  if (file.size > mostBytes) {
    app.toast({
      text: `${name} is too large to be dropped: a browser hands over no more than 1 MB.`,
      advice: 'Open it with Ctrl+O from a folder that the host shows.',
      tone: 'bad',
    });
    return;
  }
  const text = await file.text().catch(() => null);
  if (text !== null) openReplay({ kind: 'text', name, text });
  else app.toast({ text: `${name} could not be read.`, advice: 'Drop a file, no folder.', tone: 'bad' });
}
