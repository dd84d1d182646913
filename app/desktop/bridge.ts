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
  type OpenDialogOptions,
} from 'electron';
import * as v from 'valibot';
import type { Core } from '../api/core.ts';
import type { ChosenFile, Dropped } from '../api/desktop-bridge.ts';
import { kindOfFile } from '../api/file-kind.ts';
import { servePort, type CorePort } from '../api/transports/message-port.ts';
import type { Extension } from '../records/forms/registry.ts';
import { proposeInterpreter } from '../sessions/launch/propose.ts';
import { channels } from './channels.ts';
import { isOurPage } from './guards.ts';
import { MenuLines, menuTemplate } from './menu.ts';

/** Maximum number of files per drop: a handful of engines, not a folder of photographs. */
const dropLimit = 32;

const Paths = v.pipe(v.array(v.pipe(v.string(), v.maxLength(32_768))), v.maxLength(10_000));

/** In characters: of the name of a new file. */
const mostName = 200;

const chosen = async (core: Core, path: string): Promise<ChosenFile> => ({
  entry: await core.picker.admit(path),
  folder: dirname(path),
});

/** Files that games are written into. */
const targets: Readonly<Record<Extension, string>> = {
  sgf: 'SGF: everything that a game holds',
  pgn: 'PGN',
  txt: 'A list of moves',
};

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
  /** Has the page open a file that the system asked for; at once, or when the page listens, after a reload too. */
  openFile(path: string): void;
  close(): void;
}

/** Opens the bridge, which serves the page of `window` only. */
export function openBridge(window: BrowserWindow, core: Core): Bridge {
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
    return canceled || !filePath ? null : core.picker.admitTarget(filePath);
  });

  /** Files that the system asked for before the page listened. */
  const waiting: string[] = [];
  let isListening = false;
  const openFile = (path: string): void => {
    if (!isListening) return void waiting.push(path);
    const tell = (file: ChosenFile): void => webContents.send(channels.opened, file);
    chosen(core, path).then(tell, (error: Error) => {
      void dialog.showMessageBox(window, {
        type: 'warning',
        message: `${basename(path)} cannot be opened.`,
        detail: error.message,
      });
    });
  };
  ipcMain.on(channels.listening, (event) => {
    if (!isOurs(event)) return;
    isListening = true;
    for (const path of waiting.splice(0)) openFile(path);
  });
  // The next page says again when it listens.
  webContents.on('render-process-gone', () => {
    isListening = false;
  });
  webContents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
    if (isMainFrame && !isSameDocument) isListening = false;
  });

  ipcMain.handle(channels.drop, async (event, dropped: unknown): Promise<Dropped | null> => {
    if (!isOurs(event)) throw new Error('not our page');
    const read = v.safeParse(Paths, dropped);
    if (!read.success) return null;
    const files = await onlyFiles(read.output.slice(0, dropLimit));
    const [first] = files;
    if (first === undefined) {
      await dialog.showMessageBox(window, {
        type: 'info',
        message: 'There is no file in what was dropped.',
        detail:
          'Drop a file with games, a recorded session, or the executable of an engine. A folder is not taken.',
      });
      return null;
    }
    const kind = await dropKind(files);
    if (kind !== 'games') {
      const { response } = await dialog.showMessageBox(window, {
        type: 'question',
        ...(kind === 'recording' ? askedOfRecording(first) : askedOfEngines(files)),
        defaultId: 1,
        cancelId: 1,
        noLink: true,
      });
      if (response !== 0) return null;
    }
    const taken = await Promise.all(files.map((path) => chosen(core, path)));
    return { kind, files: taken };
  });

  const close = (): void => {
    for (const channel of [channels.connect, channels.menu, channels.listening])
      ipcMain.removeAllListeners(channel);
    for (const channel of [channels.chooseEngine, channels.chooseGame, channels.chooseTarget, channels.drop])
      ipcMain.removeHandler(channel);
  };
  return { openFile, close };
}

/** What was dropped is taken for: texts with games are opened, everything else is asked about. */
async function dropKind(paths: readonly string[]): Promise<Dropped['kind']> {
  const kinds = await Promise.all(paths.map((path) => kindOfFile(path).catch(() => 'binary')));
  if (kinds.length === 1 && kinds[0] === 'recording') return 'recording';
  const areTexts = paths.every(
    (path, index) => kinds[index] === 'text' && proposeInterpreter(basename(path)) === null,
  );
  return areTexts ? 'games' : 'engines';
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

/** Those that are files, or links to files. */
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
