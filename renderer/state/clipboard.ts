/** Copying and pasting by button or key, with the messages about it. */
import type { NewToast } from './toasts.ts';
import type { App } from './app.svelte.ts';

/** What this window has copied last: pasted again, it is read as what it was. */
export const copied: { text: string | null; game: string } = { text: null, game: '' };

/**
 * Puts a text on the clipboard.
 * @param said the message on success, such as `Copied the path.`
 * @param instead what the user can do if the browser does not allow it, in a sentence
 */
export async function copy(
  app: Pick<App, 'toast'>,
  text: string,
  said: string | NewToast,
  instead: string,
): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    return notCopied(app, instead);
  }
  app.toast({ tone: 'ok', ...(typeof said === 'string' ? { text: said } : said) });
}

export function notCopied(app: Pick<App, 'toast'>, instead: string): void {
  app.toast({ text: 'The browser does not allow Plywire to copy.', advice: instead, tone: 'warn' });
}

/** The message about a copied text. */
export const copiedWords = (text: string): string =>
  `Copied: ${text.length > 60 ? `${text.slice(0, 60)}…` : text}`;

/** Remembers moves that were copied, so that they are known when they are pasted. */
export function remember(app: App, text: string): void {
  copied.text = text;
  copied.game = app.state?.game.gameId ?? '';
}

/** Copies the game in a form that `readGameText` reads. */
export function copyText(app: App, what: Parameters<App['game']['text']>[0]): Promise<void> {
  const text = app.game.text(what);
  if (what === 'moves') remember(app, text);
  return copy(app, text, copiedWords(text), `Copy from here: ${text}`);
}
