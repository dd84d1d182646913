/** The recording that the window shows in place of the game, and the functions that open and leave it. */
import type { ReplaySource } from '../../app/api/contract.ts';
import { type App, getApp } from '../state/app.svelte.ts';
import { visible } from '../ui/visible.ts';
import { ReplayModel, type ReplayOpening } from './model.svelte.ts';

class Replays {
  /** The recording that is shown; null while the game is shown. */
  shown = $state.raw<ReplayModel | null>(null);
}

export const replays = new Replays();

/** Shows a recording in place of the board or of another recording. */
export function openReplay(source: ReplaySource, opening: ReplayOpening = {}): void {
  replays.shown?.close();
  const model = new ReplayModel(getApp(), source, opening);
  replays.shown = model;
  void model.open('auto');
}

/** Closes the recording and returns to the board. */
export function closeReplay(): void {
  replays.shown?.close();
  replays.shown = null;
}

/** Opens the position of the line in focus on the board as a new game; leaves the replay if the host accepts it. */
export async function putOnBoard(app: App, model: ReplayModel): Promise<void> {
  const { board } = model;
  if (board === null) return;
  const { rules, position, setup } = board;
  const input = { game: rules.id, setup: { ...setup }, text: rules.positionText(position) };
  const before = app.state?.game.key;
  const done = await app.run(
    app.client.games.create(input).then(() => true),
    'game',
  );
  if (!done || before === undefined) return;
  closeReplay();
  app.toast({
    text: 'The position of the recording is on the board.',
    tone: 'ok',
    action: { label: 'Back', run: () => void app.run(app.client.games.show({ game: before })) },
  });
}

/**
 * The most bytes that fit into one message to the host: of a text, and of a bundle, which base64 makes a third longer.
 */
const mostBytes = 1_000_000;
const mostPacked = 740_000;

export const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;

/** Opens a recording that was dropped on the window of a browser; of several files, only the first. */
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

/** Encodes a file as base64, in chunks, since the number of arguments of a call is limited. */
async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}
