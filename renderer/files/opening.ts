/** Opens games from files, the clipboard and drops. The host finds out what a text is; the user is asked what it cannot. */
import { pastedName, type FormChoice, type FormFit, type Opening } from '../../app/api/contract.ts';
import { gameById } from '../../app/games/registry.ts';
import { EncodingFinder } from '../../app/records/text-encoding.ts';
import { isBare } from '../../app/records/tree.ts';
import { desktopBridge } from '../host/desktop.ts';
import { closeReplay, openReplay } from '../replay/open.svelte.ts';
import type { App } from '../state/app.svelte.ts';
import { copied } from '../state/clipboard.ts';
import { dialogs } from '../state/dialogs.svelte.ts';
import { visible } from '../ui/visible.ts';
import { countedGrouped } from '../ui/words.ts';
import { ownFit } from './own-form.ts';

/** The game that was shown before, to go back to. */
type Before = NonNullable<App['state']>['game'] | null;

/** Opens the file dialog: the system's own if the desktop provides one. */
export async function chooseFile(app: App): Promise<void> {
  const bridge = desktopBridge();
  if (bridge === null) return dialogs.open('open-file');
  const chosen = await bridge.chooseGame();
  if (chosen !== null) await openFile(app, { file: chosen.entry.id });
}

export interface FileToOpen {
  readonly file: string;
  /** Of several games, counted from 1. */
  readonly number?: number;
  readonly as?: FormChoice;
}

/** Opens a file that the picker or the system's dialog showed. Returns whether it led anywhere. */
export async function openFile(app: App, wanted: FileToOpen, signal?: AbortSignal): Promise<boolean> {
  const before = app.state?.game ?? null;
  const opening = await app.run(app.client.files.open(wanted, signal && { signal }), 'game');
  if (opening === undefined || signal?.aborted === true) return false;
  if (opening.kind === 'recording')
    openReplay({ kind: 'file', file: wanted.file }, { name: visible(opening.name) });
  else take(app, opening, before, wanted.file);
  return true;
}

/** Opens a text as a new game. @param name of a dropped file */
export async function openText(app: App, text: string, name?: string): Promise<void> {
  const before = app.state?.game ?? null;
  const opening = await app.run(
    app.client.files.paste({
      text,
      ...(name !== undefined && { name }),
      // What was copied here is pasted here without a question.
      ...(copied.text === text && { as: { form: 'moves', game: copied.game } }),
      ...(before !== null && { like: { game: before.gameId, setup: { ...before.setup } } }),
    }),
    'game',
  );
  if (opening === undefined) return;
  const isDropped = name !== undefined;
  const own = opening.kind === 'ask' && !isDropped ? ownFit(text, opening.fits, likelyKinds(before)) : null;
  if (opening.kind === 'ask' && own !== null) await openOwn(app, text, own, opening);
  else if (opening.kind === 'recording') openReplay({ kind: 'text', name: visible(opening.name), text }, {});
  else take(app, opening, before, null, isDropped);
}

/** The kind of the game on the board, and that of what was copied here last, such as before another game was shown. */
const likelyKinds = (before: Before): readonly string[] => [
  ...(before === null ? [] : [before.gameId]),
  ...(copied.text === null ? [] : [copied.game]),
];

/** Opens a pasted text in Plywire's own form, and offers its other readings. */
async function openOwn(
  app: App,
  text: string,
  own: FormFit,
  question: Extract<Opening, { kind: 'ask' }>,
): Promise<void> {
  const as = { form: own.form, game: own.game };
  const opening = await app.run(app.client.files.paste({ text, as }), 'game');
  if (opening === undefined) return;
  closeReplay();
  const [other] = question.fits.filter((fit) => fit !== own);
  app.toast({
    text: `The pasted game was read as ${own.name}.`,
    ...(other !== undefined && {
      advice: `It can also be read as ${gameById(other.game).name}: ${other.name}.`,
    }),
    action: { label: 'Choose', run: () => dialogs.open('ask-form', question) },
  });
}

/** Opens what was pasted on the window. */
export function openPasted(app: App, text: string): Promise<void> {
  if (text.trim() !== '') return openText(app, text);
  app.toast({
    text: 'There is no text on the clipboard.',
    advice: 'Copy a game or a position first.',
    tone: 'warn',
  });
  return Promise.resolve();
}

/** Opens the game on the clipboard as a new game. */
export async function pasteInto(app: App): Promise<void> {
  let text: string;
  try {
    text = await navigator.clipboard.readText();
  } catch {
    app.toast({
      text: 'The browser does not allow Plywire to read the clipboard.',
      advice: 'Press Ctrl+V on the board, or paste into the New game dialog.',
      tone: 'warn',
    });
    return;
  }
  await openPasted(app, text);
}

/**
 * @param file the id of a file; null for a text that was pasted or dropped
 * @param isDropped whether the text has a name of its own
 */
function take(
  app: App,
  opening: Exclude<Opening, { kind: 'recording' }>,
  before: Before,
  file: string | null,
  isDropped = false,
): void {
  switch (opening.kind) {
    case 'games':
      return dialogs.open('file-games', opening);
    case 'ask':
      return dialogs.open('ask-form', opening);
    case 'opened':
      closeReplay();
      return tell(app, opening, before, file, isDropped);
  }
}

/** Says what was opened, and what of it could not be read. */
function tell(
  app: App,
  {
    game,
    source,
    name,
    games,
    number,
    isKnown,
    faults,
    note,
    isRemembered,
  }: Extract<Opening, { kind: 'opened' }>,
  before: Before,
  file: string | null,
  isDropped: boolean,
): void {
  if (isKnown) return;
  const within = name === pastedName ? `${name[0]!.toLowerCase()}${name.slice(1)}` : visible(name);
  const what = games === 1 ? visible(name) : `Game ${number} of ${within}`;
  const [fault, ...others] = faults;
  if (fault !== undefined) {
    const more = others.length === 0 ? '' : ` (and ${countedGrouped(others.length, 'more place')})`;
    app.toast({
      text: `${what} could not be read to its end: ${visible(fault)}${more}.`,
      advice: `What could be read is on the board${file === null ? ', as a new game' : '; the file is unchanged'}.`,
      tone: 'warn',
      ...(others.length > 0 && {
        action: { label: 'Show', run: () => dialogs.open('faults', { name: what, faults }) },
      }),
    });
    return;
  }
  if (isRemembered && source !== null) {
    app.toast({
      text: `${what} was read in the form that you chose for it.`,
      action: { label: 'Choose again', run: () => void chooseFormAgain(app, source, number) },
    });
    return;
  }
  const words =
    file === null && !isDropped
      ? `The pasted game is on the board${kindWords(app, game, before)}.`
      : `Opened ${games === 1 ? within : `game ${number} of ${within}`}.`;
  const text = note === null ? words : `${words} ${note}`;
  if (before === null || before.key === game || isBare(before)) app.toast({ text, tone: 'ok' });
  else offerBack(app, { text, game, before: before.key });
}

/** The kind of a game where it is another one than before. */
function kindWords(app: App, key: string, before: Before): string {
  const kind = app.state?.games.find(({ id }) => id === key)?.gameId;
  return kind === undefined || kind === before?.gameId ? '' : `: ${gameById(kind).name}`;
}

function offerBack(
  app: App,
  { text, game, before }: Readonly<Record<'text' | 'game' | 'before', string>>,
): void {
  app.toast({
    ...{ text, tone: 'ok', topic: 'previous game', game },
    action: { label: 'Back', run: () => void app.run(app.client.games.show({ game: before }), 'game') },
  });
}

async function chooseFormAgain(app: App, file: string, number: number): Promise<void> {
  const forgotten = await app.run(app.client.files.forgetForm({ file }).then(() => true));
  if (forgotten) await openFile(app, number === 1 ? { file } : { file, number });
}

/** In bytes: what fits into one message to the host. */
const mostDropped = 1_000_000;

/** Opens a file that was dropped on the window of a browser; of several files, only the first. */
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
