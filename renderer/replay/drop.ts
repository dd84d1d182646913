/** A recording that is dropped on the window of a browser: it goes to the host as it is. */
import type { App } from '../state/app.svelte.ts';
import { visible } from '../ui/visible.ts';
import { openReplay } from './open.svelte.ts';

/** Bytes that fit into one message to the host: of a text, and of a bundle, which is written in four letters for three. */
const mostBytes = 1_000_000;
const mostPacked = 740_000;

export const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;

/** Of several files the first one is opened. */
export async function droppedRecording(app: App, event: DragEvent): Promise<void> {
  const file = event.dataTransfer?.files[0];
  if (file === undefined) return;
  const name = visible(file.name).slice(0, 200);
  const isBundle = /\.zip$/i.test(file.name);
  if (file.size > (isBundle ? mostPacked : mostBytes)) {
    app.toast({
      text: `${name} is too large to drop: a browser passes at most ${isBundle ? '0.7' : '1'} MB.`,
      advice: 'Open it with Ctrl+O instead.',
      tone: 'bad',
    });
    return;
  }
  if (isBundle) {
    const bytes = await base64Of(file).catch(() => null);
    if (bytes !== null) return openReplay({ kind: 'zip', name, bytes });
  }
  const text = await file.text().catch(() => null);
  if (text !== null) openReplay({ kind: 'text', name, text });
  else app.toast({ text: `${name} could not be read.`, advice: 'Drop a file, not a folder.', tone: 'bad' });
}

/** In pieces, since a call takes so many arguments and no more. */
async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}
