import type { App } from '../state/app.svelte.ts';

/** Copies the game as `readGameText` reads it back. */
export async function copyText(app: App, what: Parameters<App['game']['text']>[0]): Promise<void> {
  const text = app.game.text(what);
  try {
    await navigator.clipboard.writeText(text);
    const shown = text.length > 60 ? `${text.slice(0, 60)}…` : text;
    app.toast({ text: `Copied: ${shown}`, tone: 'ok' });
  } catch {
    app.toast({
      text: 'The browser did not allow copying.',
      advice: `Copy it from here: ${text}`,
      tone: 'warn',
    });
  }
}

/** Reads the clipboard into a new game. */
export async function pasteInto(app: App): Promise<void> {
  let text: string;
  try {
    text = await navigator.clipboard.readText();
  } catch {
    app.toast({
      text: 'The browser did not allow reading the clipboard.',
      advice: 'Press Ctrl+V over the board, or paste into the dialog of a new game.',
      tone: 'warn',
    });
    return;
  }
  await app.game.paste(text);
}
