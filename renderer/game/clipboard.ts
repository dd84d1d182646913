import type { App } from '../state/app.svelte.ts';
import { copy } from '../state/clipboard.ts';

/** What is said of a game that is on the clipboard now. */
export const copiedWords = (text: string): string =>
  `Copied: ${text.length > 60 ? `${text.slice(0, 60)}…` : text}`;

/** Copies the game as `readGameText` reads it back. */
export function copyText(app: App, what: Parameters<App['game']['text']>[0]): Promise<void> {
  const text = app.game.text(what);
  return copy(app, text, copiedWords(text), `Copy from here: ${text}`);
}

/** Reads the clipboard into a new game. */
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
  await app.game.paste(text);
}
