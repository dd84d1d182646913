/** The main process's side of the bridge: which messages are accepted, and what each does. */
import { basename, dirname } from 'node:path';
import {
  dialog,
  ipcMain,
  Menu,
  type BrowserWindow,
  type IpcMainEvent,
  type IpcMainInvokeEvent,
  type OpenDialogOptions,
} from 'electron';
import * as v from 'valibot';
import type { Core } from '../api/core.ts';
import type { ChosenFile, GivenFiles } from '../api/desktop-bridge.ts';
import { servePort, type CorePort } from '../api/transports/message-port.ts';
import { Queue } from '../sessions/queue.ts';
import { channels } from './channels.ts';
import { takeDropped } from './dropped.ts';
import { isOurPage } from './guards.ts';
import { MenuLines, menuTemplate } from './menu.ts';
import type { Asked } from './opened.ts';
import { targets, withForm, type Ask } from './target.ts';
import { Typed } from './typed.ts';

const Paths = v.array(v.pipe(v.string(), v.maxLength(32_768)));

/** In characters: of the name of a new file. */
const mostName = 200;

const chosen = async (core: Core, path: string): Promise<ChosenFile> => ({
  entry: await core.picker.admit(path),
  folder: dirname(path),
});

/** The filters of the system's dialogs. */
const gameFilters = [
  {
    name: 'Games and recordings',
    extensions: [...Object.keys(targets), 'fen', 'log', 'tq1', 'journal', 'zip'],
  },
  { name: 'All files', extensions: ['*'] },
];
const targetFilters = Object.entries(targets).map(([extension, name]) => ({ name, extensions: [extension] }));

export interface Bridge {
  /** Has the page open files that the system asked for; at once, or when the page listens, after a reload too. */
  openFiles(asked: Asked): void;
  /** Has the page store what was typed. Resolves with whether it could not; a page that hangs or is gone has nothing. */
  storeTyped(): Promise<boolean>;
  close(): void;
}

/** Opens the bridge, which serves the page of `window` only. */
export function openBridge(window: BrowserWindow, core: Core): Bridge {
  const { webContents } = window;
  const isOurs = ({ senderFrame }: IpcMainEvent | IpcMainInvokeEvent): boolean =>
    isOurPage(senderFrame, webContents);

  const ask: Ask = async (options) => (await dialog.showMessageBox(window, options)).response;

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
    options: Pick<OpenDialogOptions, 'title' | 'message' | 'buttonLabel' | 'filters'>,
  ): Promise<ChosenFile | null> => {
    if (!isOurs(event)) throw new Error('not our page');
    const { canceled, filePaths } = await dialog.showOpenDialog(window, {
      ...options,
      properties: ['openFile', 'showHiddenFiles'],
    });
    const [path] = filePaths;
    return canceled || path === undefined ? null : chosen(core, path);
  };

  ipcMain.handle(channels.chooseEngine, (event) =>
    choose(event, {
      title: 'Add an engine',
      message: 'Choose the executable or the script of an engine.',
      buttonLabel: 'Choose',
    }),
  );

  ipcMain.handle(channels.chooseGame, (event) =>
    choose(event, {
      title: 'Open a file',
      message: 'Choose a file with games, or a recorded session.',
      buttonLabel: 'Open',
      filters: gameFilters,
    }),
  );

  ipcMain.handle(channels.chooseTarget, async (event, name: unknown): Promise<string | null> => {
    if (!isOurs(event)) throw new Error('not our page');
    const { canceled, filePath } = await dialog.showSaveDialog(window, {
      title: 'Save as',
      // A name and no path, whatever the page says.
      defaultPath: typeof name === 'string' ? basename(name).slice(0, mostName) : 'game.sgf',
      filters: targetFilters,
      properties: ['showOverwriteConfirmation', 'createDirectory'],
    });
    const path = canceled || !filePath ? null : await withForm(filePath, ask);
    return path === null ? null : core.picker.admitTarget(path);
  });

  /** Without those that cannot be admitted, which the user is told. */
  const admitted = async (paths: readonly string[]): Promise<readonly ChosenFile[]> => {
    const files = paths.map((path) =>
      chosen(core, path).catch((error: Error) => {
        void dialog.showMessageBox(window, {
          type: 'warning',
          message: `${basename(path)} cannot be opened.`,
          detail: error.message,
        });
        return [];
      }),
    );
    return (await Promise.all(files)).flat();
  };

  /** Files that the system asked for before the page listened. */
  const waiting: Asked[] = [];
  let isListening = false;
  /** A Mac asks for several files one by one; the page is told of them in that order. */
  const told = new Queue();
  const openFiles = (asked: Asked): void => {
    if (!isListening) return void waiting.push(asked);
    const { files: paths, omitted } = asked;
    void told.run(async () => {
      const given: GivenFiles = { files: await admitted(paths), engines: [], omitted };
      if (!window.isDestroyed()) webContents.send(channels.opened, given);
    });
  };
  ipcMain.on(channels.listening, (event) => {
    if (!isOurs(event)) return;
    isListening = true;
    for (const asked of waiting.splice(0)) openFiles(asked);
  });
  const typed = new Typed((id) => webContents.send(channels.store, id));
  ipcMain.on(channels.stored, (event, id: unknown, isStuck: unknown) => {
    if (isOurs(event)) typed.answered(id, isStuck);
  });
  const storeTyped = async (): Promise<boolean> =>
    isListening && !window.isDestroyed() && (await typed.store());
  // The next page says again when it listens.
  webContents.on('render-process-gone', () => {
    isListening = false;
  });
  webContents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
    if (isMainFrame && !isSameDocument) isListening = false;
  });

  ipcMain.handle(channels.drop, async (event, dropped: unknown): Promise<GivenFiles | null> => {
    if (!isOurs(event)) throw new Error('not our page');
    const read = v.safeParse(Paths, dropped);
    if (!read.success) return null;
    const taken = await takeDropped(read.output, ask);
    if (taken === null) return null;
    const { files, engines, omitted } = taken;
    return { files: await admitted(files), engines: await admitted(engines), omitted };
  });

  const close = (): void => {
    for (const channel of [channels.connect, channels.menu, channels.listening, channels.stored])
      ipcMain.removeAllListeners(channel);
    for (const channel of [channels.chooseEngine, channels.chooseGame, channels.chooseTarget, channels.drop])
      ipcMain.removeHandler(channel);
  };
  return { openFiles, storeTyped, close };
}
