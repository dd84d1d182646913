/** The main process's side of the bridge: which messages are accepted, and what each does. */
import { stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute } from 'node:path';
import {
  dialog,
  ipcMain,
  Menu,
  type BrowserWindow,
  type IpcMainEvent,
  type IpcMainInvokeEvent,
} from 'electron';
import * as v from 'valibot';
import type { Core } from '../api/core.ts';
import type { ChosenFile, Dropped } from '../api/desktop-bridge.ts';
import { servePort, type CorePort } from '../api/transports/message-port.ts';
import { channels } from './channels.ts';
import { isOurPage } from './guards.ts';
import { MenuLines, menuTemplate } from './menu.ts';

/** Maximum number of files per drop: a handful of engines, not a folder of photographs. */
const dropLimit = 32;

/** Extensions of files that hold a session and are not programs. */
const recorded = /\.(journal|zip|txt|log)$/i;

const Paths = v.pipe(v.array(v.pipe(v.string(), v.maxLength(32_768))), v.maxLength(10_000));

const chosen = async (core: Core, path: string): Promise<ChosenFile> => ({
  entry: await core.picker.admit(path),
  folder: dirname(path),
});

/** Opens the bridge, which serves the page of `window` only. @returns a function that closes it */
export function openBridge(window: BrowserWindow, core: Core): () => void {
  const { webContents } = window;
  const isOurs = ({ senderFrame }: IpcMainEvent | IpcMainInvokeEvent): boolean =>
    isOurPage(senderFrame, webContents);

  ipcMain.on(channels.connect, (event) => {
    const [port] = event.ports;
    if (port === undefined) return;
    if (!isOurs(event)) return port.close();
    servePort(core, port as CorePort, (message) => (message as { data: unknown }).data);
  });

  ipcMain.on(channels.menu, (event, lines: unknown) => {
    const read = v.safeParse(MenuLines, lines);
    if (!isOurs(event) || !read.success) return;
    const choose = (id: string): void => webContents.send(channels.command, id);
    Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(read.output, process.platform, choose)));
  });

  const choose = async (
    event: IpcMainInvokeEvent,
    title: string,
    message: string,
  ): Promise<ChosenFile | null> => {
    if (!isOurs(event)) throw new Error('not our page');
    const { canceled, filePaths } = await dialog.showOpenDialog(window, {
      title,
      message,
      buttonLabel: 'Choose',
      properties: ['openFile', 'showHiddenFiles'],
    });
    const [path] = filePaths;
    return canceled || path === undefined ? null : chosen(core, path);
  };

  ipcMain.handle(channels.chooseEngine, (event) =>
    choose(event, 'Add an engine', 'Choose the executable or the script of an engine.'),
  );

  ipcMain.handle(channels.chooseRecording, (event) =>
    choose(event, 'Open a recording', 'Choose the journal of a session, a bundle, or a text of one.'),
  );

  ipcMain.handle(channels.drop, async (event, dropped: unknown): Promise<Dropped | null> => {
    if (!isOurs(event)) throw new Error('not our page');
    const read = v.safeParse(Paths, dropped);
    if (!read.success) return null;
    const files = await onlyFiles(read.output.slice(0, dropLimit));
    const [first] = files;
    if (first === undefined) {
      await dialog.showMessageBox(window, {
        type: 'info',
        message: 'There is no engine in what was dropped.',
        detail: 'Drop the executable or the script of an engine here; folders and links are not taken.',
      });
      return null;
    }
    const isRecorded = files.length === 1 && recorded.test(first);
    const { response } = await dialog.showMessageBox(window, {
      type: 'question',
      ...(isRecorded ? askedOfRecording(first) : askedOfEngines(files)),
      defaultId: 1,
      cancelId: 1,
      noLink: true,
    });
    if (response !== 0) return null;
    const taken = await Promise.all(files.map((path) => chosen(core, path)));
    return { kind: isRecorded ? 'recording' : 'engines', files: taken };
  });

  return () => {
    ipcMain.removeAllListeners(channels.connect);
    ipcMain.removeAllListeners(channels.menu);
    ipcMain.removeHandler(channels.chooseEngine);
    ipcMain.removeHandler(channels.chooseRecording);
    ipcMain.removeHandler(channels.drop);
  };
}

const askedOfRecording = (path: string) => ({
  message: `Open ${basename(path)} as a recording?`,
  detail: `${path}\n\nIt is read and shown; nothing of it is run.`,
  buttons: ['Open', 'Cancel'],
});

const askedOfEngines = (files: readonly string[]) => ({
  message: files.length === 1 ? `Add ${basename(files[0]!)} as an engine?` : `Add ${files.length} engines?`,
  detail: `${files.join('\n')}\n\nAn engine is a program: it runs on this computer. Add only what you trust.`,
  buttons: ['Add', 'Cancel'],
});

async function onlyFiles(paths: readonly string[]): Promise<string[]> {
  const isFile = async (path: string): Promise<boolean> =>
    isAbsolute(path) &&
    (await stat(path).then(
      (found) => found.isFile(),
      () => false,
    ));
  const kinds = await Promise.all(paths.map(isFile));
  return paths.filter((_, index) => kinds[index]);
}
