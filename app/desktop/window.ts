/** The only window: sandboxed, guarded, at its previous position, closed only after every engine has exited. */
import { BrowserWindow, nativeTheme, screen } from 'electron';
import type { Kept } from '../library/files.ts';
import { guardContents, guardSession } from './guards.ts';
import { boundsFor, leastSize, type WindowPlace } from './place.ts';

/** The background before the first paint, the same as in the page's tokens. */
const background = { light: '#f3f4f6', dark: '#16191d' } as const;

/** Milliseconds after the window was last moved until its position is saved. */
const settle = 500;

export interface WindowOptions {
  /** The built preload script. */
  readonly preload: string;
  readonly icon: string | null;
  readonly place: Kept<WindowPlace | null>;
}

/** Creates the hidden window; the caller loads the page. */
export function createWindow({ preload, icon, place }: WindowOptions): BrowserWindow {
  const before = place.value;
  const { workArea: primary, id } = screen.getPrimaryDisplay();
  const others = screen.getAllDisplays().filter((display) => display.id !== id);
  const window = new BrowserWindow({
    ...boundsFor(before, [primary, ...others.map(({ workArea }) => workArea)]),
    minWidth: leastSize.width,
    minHeight: leastSize.height,
    show: false,
    title: 'Plywire',
    backgroundColor: nativeTheme.shouldUseDarkColors ? background.dark : background.light,
    ...(icon === null ? {} : { icon }),
    webPreferences: {
      preload,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webviewTag: false,
      // The spell checker would fetch its dictionaries from the network.
      spellcheck: false,
    },
  });
  guardSession(window.webContents.session);
  guardContents(window.webContents);
  window.once('ready-to-show', () => {
    if (before?.maximized) window.maximize();
    window.show();
    // Not sooner: while it is hidden, the system moves it, and it is not maximized.
    keepPlace(window, place);
  });
  return window;
}

function keepPlace(window: BrowserWindow, place: Kept<WindowPlace | null>): void {
  let timer: NodeJS.Timeout | undefined;
  const keep = (): void => {
    clearTimeout(timer);
    if (window.isDestroyed() || window.isMinimized()) return;
    // The size to restore to when the window is maximized.
    const bounds = window.getNormalBounds();
    // If the position cannot be saved, the window opens at the old one next time; no message is needed.
    place.set({ version: 1, ...bounds, maximized: window.isMaximized() }).catch(() => undefined);
  };
  const soon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(keep, settle);
  };
  window.on('resize', soon);
  window.on('move', soon);
  window.on('maximize', soon);
  window.on('unmaximize', soon);
  window.on('close', keep);
}
