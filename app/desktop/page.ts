/** The page in the window: loaded at the start, and again whenever its process is gone. The core goes on meanwhile. */
import { app, dialog, type BrowserWindow, type RenderProcessGoneDetails } from 'electron';
import { pageAddress } from './guards.ts';

/** So many failures within this time are answered by loading the page again; then the user is asked. */
const loadsUnasked = 2;
const shortly = 60_000;

const causes: Readonly<Partial<Record<RenderProcessGoneDetails['reason'], string>>> = {
  oom: 'it ran out of memory',
  'memory-eviction': 'the system needed its memory',
  killed: 'it was killed',
  'launch-failed': 'it could not be started',
  'integrity-failure': 'its program was changed',
};

/** Why the process of the page is gone, in words. */
export const causeOf = ({ reason, exitCode }: RenderProcessGoneDetails): string =>
  causes[reason] ?? `it crashed (exit code ${exitCode})`;

const goesOn = 'Games and engines are not part of it: every game is kept, and play and analysis go on.';

export interface PageOptions {
  readonly window: BrowserWindow;
  /** Whether the app is ending, so that no page is due. */
  readonly isEnding: () => boolean;
  /** Called with a sentence for the user when the page is loaded again without a question. */
  readonly notice: (sentence: string) => void;
}

/**
 * Loads the page, and has it loaded again while the window is open.
 * @throws Electron's own error if it cannot be loaded at all
 */
export async function openPage({ window, isEnding, notice }: PageOptions): Promise<void> {
  const { webContents } = window;
  let failures: number[] = [];
  let asked: AbortController | null = null;

  const load = async (): Promise<void> => {
    try {
      await window.loadURL(pageAddress);
    } catch (error) {
      // If its process is gone, the handler below loads it again.
      if (!isEnding() && !webContents.isCrashed()) throw error;
    }
  };
  const loadAgain = (): void => void load().catch((error: Error) => console.error(error));

  const askToLoad = async (cause: string): Promise<void> => {
    // Before its first page it is hidden, and so would be a dialog that belongs to it.
    window.show();
    const { response } = await dialog.showMessageBox(window, {
      type: 'error',
      message: 'The window of Plywire keeps failing.',
      detail: `The process that draws it has ended ${loadsUnasked + 1} times in a minute: ${cause}. ${goesOn}\n\nClose other programs if memory is short, then load the window again. If that does not help, quit Plywire and start it again.`,
      buttons: ['Load the window again', 'Quit Plywire'],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
    });
    if (isEnding()) return;
    failures = [];
    if (response === 1) app.quit();
    // In any case: asked about unsaved games, the user may decide to stay.
    loadAgain();
  };

  webContents.on('render-process-gone', (_, details) => {
    const cause = causeOf(details);
    console.error(`The process of the page is gone: ${cause}.`);
    asked?.abort();
    if (isEnding()) return;
    const now = performance.now();
    failures = [...failures.filter((at) => now - at < shortly), now];
    if (failures.length > loadsUnasked) return void askToLoad(cause);
    notice(`The window was loaded again, because its process had ended: ${cause}. ${goesOn}`);
    // Not from within the event, where loading has crashed Electron.
    setImmediate(loadAgain);
  });

  window.on('unresponsive', () => {
    if (asked !== null || isEnding()) return;
    const asking = new AbortController();
    asked = asking;
    void dialog
      .showMessageBox(window, {
        type: 'warning',
        message: 'The window of Plywire does not respond.',
        detail: `Its page is busy or stuck. ${goesOn} Loading it again loses only what stands in an open dialog.`,
        buttons: ['Wait', 'Load the window again'],
        defaultId: 0,
        cancelId: 0,
        noLink: true,
        signal: asking.signal,
      })
      .then(({ response }) => {
        if (response === 1 && !isEnding()) webContents.forcefullyCrashRenderer();
      })
      .finally(() => (asked = null));
  });
  window.on('responsive', () => asked?.abort());

  // Chromium starts its other processes again by itself.
  app.on('child-process-gone', (_, { type, reason, exitCode }) =>
    console.error(`The process "${type}" of the window is gone: ${reason}, exit code ${exitCode}.`),
  );

  await load();
}
