/** Opens a file that was dropped on the window of a browser, which passes its content and no path. */
import { EncodingFinder } from '../../app/records/text-encoding.ts';
import { openReplay } from '../replay/open.svelte.ts';
import type { App } from '../state/app.svelte.ts';
import { visible } from '../ui/visible.ts';
import { openText } from './opening.ts';

/** In bytes: what fits into one message to the host. */
const mostDropped = 1_000_000;

/** Of several files, only the first is opened. */
export async function openDropped(app: App, event: DragEvent): Promise<void> {
  const files = event.dataTransfer?.files;
  const file = files?.[0];
  if (files === undefined || file === undefined) return;
  const name = file.name.slice(0, 200);
  if (files.length > 1) {
    app.toast({
      text: `Of ${files.length} files, only ${visible(name)} is opened.`,
      advice: 'Drop one at a time.',
    });
  }
  if (/\.zip$/i.test(name)) return dropBundle(app, file, visible(name));
  if (file.size > mostDropped) {
    return void app.toast({
      text: `${visible(name)} is too large to drop: a browser passes at most 1 MB.`,
      advice: 'Open it with Ctrl+O instead.',
      tone: 'bad',
    });
  }
  const read = await textOf(file).catch(() => null);
  if (read === null) return tellUnread(app, visible(name));
  if (read.problem !== null)
    app.toast({
      text: `${visible(name)} ${read.problem}.`,
      advice: 'If names or comments look wrong, save the file as UTF-8 and drop it again.',
      tone: 'warn',
    });
  await openText(app, read.text, name);
}

function tellUnread(app: App, name: string): void {
  app.toast({ text: `${name} could not be read.`, advice: 'Drop a file, not a folder.', tone: 'bad' });
}

/** The text of a file, and why it may be wrong, as the end of a sentence that begins with its name. */
async function textOf(file: File): Promise<{ readonly text: string; readonly problem: string | null }> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const finder = new EncodingFinder(encodingNamed);
  finder.add(bytes);
  const { encoding, doubt } = finder.end();
  const text = new TextDecoder(encoding).decode(bytes);
  const problem = doubt?.words ?? (isWhole(bytes, encoding) ? null : damaged);
  return { text, problem };
}

const damaged = 'has bytes that are not characters in its encoding, and became \ufffd';

function isWhole(bytes: Uint8Array<ArrayBuffer>, encoding: string): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function encodingNamed(label: string): string | null {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return null;
  }
}

/** In bytes: base64 makes them a third longer. */
const mostPacked = 740_000;

async function dropBundle(app: App, file: File, name: string): Promise<void> {
  if (file.size > mostPacked) {
    return void app.toast({
      text: `${name} is too large to drop: a browser passes at most 0.7 MB.`,
      advice: 'Open it with Ctrl+O instead.',
      tone: 'bad',
    });
  }
  const bytes = await base64Of(file).catch(() => null);
  if (bytes === null) tellUnread(app, name);
  else openReplay({ kind: 'zip', name, bytes });
}

/** Encodes a file as base64, in chunks, since the number of arguments of a call is limited. */
async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}
