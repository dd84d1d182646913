/** What is copied by a button or a key, and what is said of it. */
import type { App } from './app.svelte.ts';
import type { NewToast } from './toasts.ts';

/**
 * Puts a text on the clipboard.
 * @param said once it is there: `Copied the path.`
 * @param instead what a person can do where the browser does not allow it, in a sentence
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
