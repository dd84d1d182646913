/** The desktop app: one instance, one window, one core. It exits after every engine has exited. */
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { app, dialog, shell, type BrowserWindow } from 'electron';
import { builtPage, coreOfBuild } from './build-core.ts';
import { openBridge } from './desktop/bridge.ts';
import { openPlace } from './desktop/place.ts';
import { pageAddress, registerScheme, serveScheme } from './desktop/guards.ts';
import { mayLeave } from './desktop/leaving.ts';
import { filesIn, filesOf, type Told } from './desktop/opened.ts';
import { createWindow } from './desktop/window.ts';
import { homeFor } from './library/home.ts';

const home = homeFor(process.env);
// Chromium's data lies in Plywire's home too. It includes the single-instance lock, so there is one instance per home.
app.setPath('userData', join(home.folder, 'electron'));
registerScheme();

/** In a development run, Electron's first word is the folder of the app. */
const asked = filesIn(process.argv, app.isPackaged ? 1 : 2, process.cwd());

if (app.requestSingleInstanceLock({ files: [...asked] } satisfies Told)) {
  // Not awaited at the top level: `ready` comes only after this file has run.
  run().catch(fail);
} else {
  app.quit();
}

async function run(): Promise<void> {
  let window: BrowserWindow | null = null;
  /** Until there is a window. */
  const waiting = [...asked];
  let openFile = (path: string): void => void waiting.push(path);
  app.on('open-file', (event, path) => {
    event.preventDefault();
    openFile(path);
  });
  app.on('second-instance', (_event, _argv, _folder, told) => {
    for (const path of filesOf(told)) openFile(path);
    if (window === null || window.isDestroyed()) return;
    if (window.isMinimized()) window.restore();
    window.focus();
  });
  await app.whenReady();
  await serveScheme(builtPage());
  const [core, place] = await Promise.all([
    coreOfBuild({
      pickerRoots: [homedir()],
      keepsGame: true,
      showsExample: true,
      admitsKnownFiles: true,
      // For a file this opens its folder; the file itself is never opened.
      reveal: async (path) => shell.showItemInFolder(path),
    }),
    openPlace(join(home.folder, 'window.json')),
  ]);
  const icon = join(__dirname, '..', 'icon.png');
  window = createWindow({
    preload: join(__dirname, 'preload.cjs'),
    icon: existsSync(icon) ? icon : null,
    place: place.kept,
  });
  const bridge = openBridge(window, core);
  openFile = bridge.openFile;
  for (const path of waiting) openFile(path);
  const shown = window;
  endTogether(
    shown,
    () => mayLeave(shown, core),
    async () => {
      bridge.close();
      await core.close();
      await place.kept.settled();
    },
  );
  await window.loadURL(pageAddress);
}

/**
 * However the app is ended, hides the window at once, and exits when `close` has finished.
 * @param mayEnd asked where the user ends it; a signal ends it without a question
 */
function endTogether(
  window: BrowserWindow,
  mayEnd: () => Promise<boolean>,
  close: () => Promise<void>,
): void {
  let ending: Promise<void> | null = null;
  const end = (): void => {
    if (ending !== null) return;
    if (!window.isDestroyed()) window.hide();
    ending = close()
      .catch((error: Error) => console.error(error))
      .then(() => app.exit(exitCode));
  };
  let exitCode = 0;
  let isAsking = false;
  const leave = (event: { preventDefault(): void }): void => {
    event.preventDefault();
    if (isAsking || ending !== null) return;
    isAsking = true;
    void mayEnd()
      // Rather leave than hold the user in a window that cannot be closed.
      .catch(() => true)
      .then((may) => {
        isAsking = false;
        if (may) end();
      });
  };
  window.on('close', leave);
  app.on('before-quit', leave);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
  // The parent process has exited.
  process.once('disconnect', end);
  process.on('uncaughtException', (error) => {
    console.error(error);
    exitCode = 70;
    end();
    dialog.showErrorBox('Plywire itself failed', `${error.stack ?? error.message}\n\nEvery engine is ended.`);
  });
}

function fail(error: Error): void {
  console.error(error);
  dialog.showErrorBox('Plywire could not be started', error.message);
  app.exit(70);
}
