/** The desktop app: one instance, one window, one core. It exits after every engine has exited. */
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { app, dialog, shell } from 'electron';
import { builtPage, coreOfBuild } from './build-core.ts';
import { startAgain } from './desktop/again.ts';
import { openBridge } from './desktop/bridge.ts';
import { endTogether } from './desktop/ending.ts';
import { openPlace } from './desktop/place.ts';
import { registerScheme, serveScheme } from './desktop/guards.ts';
import { faultOfLock, temporaryFolder } from './desktop/instance.ts';
import { mayLeave } from './desktop/leaving.ts';
import { filesIn, filesOf, withoutFiles, type Asked } from './desktop/opened.ts';
import { openPage } from './desktop/page.ts';
import { createWindow } from './desktop/window.ts';
import { homeFor } from './library/home.ts';

const home = homeFor(process.env);
// Chromium's data lies in Plywire's home too. It includes the single-instance lock, so there is one instance per home.
const windowData = join(home.folder, 'electron');
app.setPath('userData', windowData);
registerScheme();

/** In a development run, Electron's first word is the script of the app. */
const ownWords = app.isPackaged ? 1 : 2;
const asked = filesIn(process.argv, ownWords, process.cwd());

const hasLock = app.requestSingleInstanceLock(asked);
const lockFault = hasLock ? null : faultOfLock(windowData);
if (hasLock || lockFault !== null) {
  // Not awaited at the top level: `ready` comes only after this file has run.
  run().catch(fail);
} else {
  app.quit();
}

async function run(): Promise<void> {
  // Before `ready`, when Chromium opens its data.
  if (lockFault !== null) app.setPath('userData', temporaryFolder());
  /** Until there is a window. */
  const waiting = [asked];
  let open = (files: Asked): void => void waiting.push(files);
  let comeForward = (): void => undefined;
  app.on('open-file', (event, path) => {
    event.preventDefault();
    open({ files: [path], omitted: 0 });
  });
  app.on('second-instance', (_event, _argv, _folder, told) => {
    open(filesOf(told));
    comeForward();
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
  const window = createWindow({
    preload: join(__dirname, 'preload.cjs'),
    icon: existsSync(icon) ? icon : null,
    place: place.kept,
  });
  if (place.trouble !== null) core.presence.trouble.tell(place.trouble);
  if (lockFault !== null) core.presence.trouble.tell(lockFault);
  const bridge = openBridge(window, core);
  const ending = endTogether({
    window,
    mayEnd: () => mayLeave(window, core, bridge.storeTyped),
    close: async () => {
      // Again: a signal or the system has asked nothing, and the window was open until now.
      await bridge.storeTyped();
      bridge.close();
      await core.close();
      await place.kept.settled();
    },
    startAgain: (files) => startAgain([...withoutFiles(process.argv, ownWords), ...files]),
  });
  open = (files) => (ending.hasBegun ? ending.startAfter(files.files) : bridge.openFiles(files));
  comeForward = () => {
    if (ending.hasBegun || window.isDestroyed()) return;
    if (window.isMinimized()) window.restore();
    window.focus();
  };
  for (const files of waiting) open(files);
  await openPage({
    window,
    isEnding: () => ending.hasBegun,
    notice: (sentence) => core.presence.notice(sentence, 'window'),
  });
}

async function fail(error: Error): Promise<void> {
  console.error(error);
  // Before that, Linux has no message box.
  await app.whenReady();
  dialog.showErrorBox('Plywire could not be started', error.message);
  app.exit(70);
}
