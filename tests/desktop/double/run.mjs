/**
 * Runs a built main process under a double of the `electron` module: `node run.mjs MAIN.cjs`. Windows are pages of a
 * real Chromium that run the built preload script; the parent process answers dialogs over the process's channel. This
 * tests how our own files work together, not Electron.
 *
 * Sent to the parent: `{ kind: 'page', port, profile }` (the debugging port of the page, each time that one is loaded,
 * and the folder of its Chromium), `menu`, `focus`, `dialog`, `relaunch`, `exit`.
 * Received: `{ kind: 'answer', value }`, `{ kind: 'click', id }`, `{ kind: 'close' }`, `{ kind: 'window', event }` (an
 * event of the window, told of as `window event`), `{ kind: 'shutdown' }` (of the system), `{ kind: 'throw', message }` (an error that is not
 * caught), and `{ kind: 'foreign', … }`, a message from a frame that is not the page.
 */
import Module, { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { EventEmitter } from 'node:events';
import process from 'node:process';
import { releaseInstanceLock, takeInstanceLock } from './instance.mjs';
import { BrowserWindow, closeBrowser, prevented, schemes, windows } from './window.mjs';
import { ipcMain, MessagePortMain, tell, waitForAnswer } from './wires.mjs';

Object.defineProperty(process.versions, 'electron', { value: '45.4.1' });

const paths = new Map();
let quitting = false;

class App extends EventEmitter {
  setPath(name, path) {
    paths.set(name, path);
  }
  isPackaged = true;
  requestSingleInstanceLock(data = {}) {
    return takeInstanceLock(paths.get('userData'), data, (told) =>
      this.emit('second-instance', {}, [], '', told),
    );
  }
  whenReady() {
    return new Promise((ready) => setImmediate(ready));
  }
  releaseSingleInstanceLock() {
    releaseInstanceLock();
  }
  relaunch({ args }) {
    tell({ kind: 'relaunch', args });
  }
  quit() {
    if (quitting) return;
    const event = { defaultPrevented: false, preventDefault: () => (event.defaultPrevented = true) };
    this.emit('before-quit', event);
    if (!event.defaultPrevented) this.exit(0);
  }
  exit(code) {
    quitting = true;
    tell({ kind: 'exit', code });
    void closeBrowser().then(() => process.exit(code));
  }
}

const app = new App();

let menu = null;
const Menu = {
  buildFromTemplate: (template) => template,
  setApplicationMenu(template) {
    menu = template;
    tell({ kind: 'menu', template: JSON.parse(JSON.stringify(template)) });
  },
};
const menuItem = (items, id) =>
  items
    .flatMap((item) => (item.submenu ? [menuItem(item.submenu, id)] : item.id === id ? [item] : []))
    .find(Boolean);

const dialog = {
  showErrorBox: (title, content) => tell({ kind: 'dialog', name: 'error', title, content }),
  async showOpenDialog(_, options) {
    tell({ kind: 'dialog', name: 'open', options });
    return waitForAnswer();
  },
  async showSaveDialog(_, options) {
    tell({ kind: 'dialog', name: 'save', options });
    return waitForAnswer();
  },
  async showMessageBox(_, { signal, ...options }) {
    tell({ kind: 'dialog', name: 'message', options });
    return waitForAnswer(signal, { response: options.cancelId });
  },
};

const powerMonitor = new EventEmitter();

const display = { id: 1, workArea: { x: 0, y: 0, width: 1280, height: 800 } };
const electron = {
  app,
  BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  nativeTheme: { shouldUseDarkColors: false },
  powerMonitor,
  protocol: {
    registerSchemesAsPrivileged: (wanted) => wanted.forEach(({ scheme }) => schemes.set(scheme, null)),
    handle(scheme, handler) {
      if (!schemes.has(scheme)) throw new Error(`${scheme} was not registered before the app was ready`);
      schemes.set(scheme, handler);
    },
  },
  shell: { showItemInFolder: (path) => tell({ kind: 'shown', path }) },
  screen: { getPrimaryDisplay: () => display, getAllDisplays: () => [display] },
};

process.on('message', (message) => {
  if (message.kind === 'click') menuItem(menu ?? [], message.id)?.click();
  if (message.kind === 'close') for (const window of windows) window.close();
  if (message.kind === 'window')
    for (const window of windows) tell({ kind: 'window event', prevented: prevented(window, message.event) });
  if (message.kind === 'shutdown') tell({ kind: 'shutdown', prevented: prevented(powerMonitor, 'shutdown') });
  if (message.kind === 'throw')
    setImmediate(() => {
      throw new Error(message.message);
    });
  if (message.kind === 'foreign') void speakAsForeigner(message);
});

/** Tries every channel as `frame`: the page's own top frame at another address, or another frame. */
async function speakAsForeigner({ address, top, call }) {
  const [{ webContents }] = windows;
  const senderFrame = top ? webContents.mainFrame : { url: address };
  const own = webContents.mainFrame.url;
  if (top) webContents.mainFrame.url = address;
  const port = new MessagePortMain((packed) => {
    if (packed.data !== undefined) tell({ kind: 'served' });
  });
  port.on('close', () => tell({ kind: 'port closed' }));
  const event = { senderFrame, ports: [port] };
  for (const [channel, args] of call.sent) ipcMain.emit(channel, event, ...args);
  port.take({ data: '{"i":"1","p":{"u":"/files/roots","b":{}}}' });
  const answers = await Promise.all(
    call.invoked.map(([channel, args]) =>
      ipcMain.invoke(channel, event, args).then(
        () => 'answered',
        (error) => error.message,
      ),
    ),
  );
  webContents.mainFrame.url = own;
  tell({ kind: 'foreign', answers });
}

const load = Module._load;
Module._load = (request, ...rest) => (request === 'electron' ? electron : load(request, ...rest));
const [main] = process.argv.splice(2, 1);
// As the app has it where it is packaged: its own program, then what the user gives it.
process.argv.splice(1, 1);
createRequire(import.meta.url)(resolve(main));
