/** Opens games from files, the clipboard and drops. The host finds out what a text is; the user is asked what it cannot. */
import { pastedName, type FormChoice, type FormFit, type Opening } from '../../app/api/contract.ts';
import { gameById } from '../../app/games/registry.ts';
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
  const found = await openGames(app, wanted, signal);
  if (found !== null && found !== 'games') showRecording(found);
  return found !== null;
}

/** A recorded session that a file holds. */
export interface Recording {
  readonly file: string;
  /** As the window shows it. */
  readonly name: string;
}

export const showRecording = ({ file, name }: Recording): void =>
  openReplay({ kind: 'file', file }, { name });

/** As `openFile`, but leaves a recording to the caller. Returns null if the file led nowhere. */
export async function openGames(
  app: App,
  wanted: FileToOpen,
  signal?: AbortSignal,
): Promise<Recording | 'games' | null> {
  const before = app.state?.game ?? null;
  const opening = await app.run(app.client.files.open(wanted, signal && { signal }), 'game');
  if (opening === undefined || signal?.aborted === true) return null;
  if (opening.kind === 'recording') return { file: wanted.file, name: visible(opening.name) };
  take(app, opening, before, wanted.file);
  return 'games';
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
