/** `BrowserWindow` as a page of a real Chromium. */
import { EventEmitter } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { chromium } from 'playwright';
import { ipcMain, MessagePortMain, tell } from './wires.mjs';

/** Handlers of the schemes that the app serves itself. */
export const schemes = new Map();
export const windows = new Set();

const shim = readFileSync(new URL('./shim.js', import.meta.url), 'utf8');
const standIn = '.scheme.test';
/** Chromium does not know our scheme: `plywire://app/` becomes `http://app.plywire.scheme.test/`. */
const toChromium = (url) =>
  url.replace(/^([a-z]+):\/\/([^/]+)\//, (whole, scheme, host) =>
    schemes.has(scheme) ? `http://${host}.${scheme}${standIn}/` : whole,
  );
const fromChromium = (url) =>
  url.replace(/^http:\/\/([^/.]+)\.([a-z]+)\.scheme\.test\//, (_, host, scheme) => `${scheme}://${host}/`);

let context = null;
let profile = null;

async function openContext() {
  if (context !== null) return context;
  profile = mkdtempSync(join(tmpdir(), 'plywire-double-'));
  context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env.PLYWIRE_DOUBLE_CHROMIUM,
    args: [...JSON.parse(process.env.PLYWIRE_DOUBLE_CHROMIUM_ARGS), '--remote-debugging-port=0'],
    // A home other than the app's, whose processes the tests count.
    env: { ...process.env, HOME: profile },
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  return context;
}

export async function closeBrowser() {
  await context?.close();
  if (profile !== null) rmSync(profile, { recursive: true, force: true });
}

export const prevented = (emitter, name, details = {}) => {
  const event = {
    ...details,
    defaultPrevented: false,
    preventDefault: () => (event.defaultPrevented = true),
  };
  emitter.emit(name, event);
  return event.defaultPrevented;
};

class Session {
  permission = () => false;
  filter = null;
  setPermissionRequestHandler(handler) {
    this.request = handler;
  }
  setPermissionCheckHandler(handler) {
    this.check = handler;
  }
  setDevicePermissionHandler(handler) {
    this.device = handler;
  }
  webRequest = { onBeforeRequest: (filter) => (this.filter = filter) };
}

class WebContents extends EventEmitter {
  session = new Session();
  mainFrame = { url: '' };
  openHandler = () => ({ action: 'allow' });
  page = null;
  #isCrashed = false;
  isCrashed = () => this.#isCrashed;
  crashed() {
    this.#isCrashed = true;
    this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 });
  }
  async forcefullyCrashRenderer() {
    const session = await context.newCDPSession(this.page);
    // It never answers.
    session.send('Page.crash').catch(() => undefined);
  }
  /** A new page in place of the one before, which has crashed. */
  async renew() {
    const old = this.page;
    this.page = old === null ? (await openContext()).pages()[0] : await context.newPage();
    this.mainFrame = { url: '' };
    this.#isCrashed = false;
    await old?.close();
    return this.page;
  }
  setWindowOpenHandler(handler) {
    this.openHandler = handler;
  }
  send(channel, ...args) {
    this.page
      ?.evaluate(([name, rest]) => globalThis.__plywireDouble.hear(name, rest), [channel, args])
      // Lost, as in a page whose process is gone.
      .catch(() => undefined);
  }
}

export class BrowserWindow extends EventEmitter {
  webContents = new WebContents();
  #options;
  #destroyed = false;
  #maximized = false;
  #minimized = false;

  constructor(options) {
    super();
    this.#options = options;
    windows.add(this);
    tell({ kind: 'window', options });
  }

  async loadURL(url) {
    const { webContents } = this;
    // As the system does with a window that it places.
    this.emit('move');
    const page = await webContents.renew();
    const frameOf = (frame) => {
      if (frame !== page.mainFrame()) return { url: fromChromium(frame.url()) };
      webContents.mainFrame.url = fromChromium(frame.url());
      return webContents.mainFrame;
    };
    const ports = new Map();
    // In order, like messages of a port.
    let posting = Promise.resolve();
    const portFor = (frame, id) => {
      const port = new MessagePortMain((packed) => {
        posting = posting
          .then(() =>
            frame.evaluate(([name, data]) => globalThis.__plywireDouble.take(name, data), [id, packed]),
          )
          .catch(() => undefined);
      });
      ports.set(id, port);
      return port;
    };
    await page.exposeBinding('doubledSend', ({ frame }, { channel, args, ports: named = [] }) => {
      ipcMain.emit(
        channel,
        { senderFrame: frameOf(frame), ports: named.map((id) => portFor(frame, id)) },
        ...args,
      );
    });
    await page.exposeBinding('doubledInvoke', async ({ frame }, { channel, args }) => {
      try {
        return { value: await ipcMain.invoke(channel, { senderFrame: frameOf(frame) }, args) };
      } catch (error) {
        return { error: error.message };
      }
    });
    await page.exposeBinding('doubledPort', (_, { id, packed }) => ports.get(id)?.take(packed));
    const preload = readFileSync(this.#options.webPreferences.preload, 'utf8');
    const files = process.env.PLYWIRE_DOUBLE_FILES ?? '{}';
    await page.addInitScript(
      `window.doubledFiles = ${files};\n${shim}\n((require, exports, module) => {${preload}\n})(globalThis.__plywireDouble.require, {}, {});`,
    );
    await page.route('**/*', (route) => this.#serve(route, frameOf));
    page.on('popup', (popup) => {
      const { action } = webContents.openHandler({ url: popup.url() });
      tell({ kind: 'popup', action });
      if (action === 'deny') void popup.close();
    });
    page.on('crash', () => {
      for (const port of ports.values()) port.emit('close');
      webContents.crashed();
    });
    const port = readFileSync(join(profile, 'DevToolsActivePort'), 'utf8').split('\n')[0];
    await page.goto(toChromium(url));
    this.emit('ready-to-show');
    tell({ kind: 'page', port: Number(port), profile });
  }

  async #serve(route, frameOf) {
    const request = route.request();
    const url = fromChromium(request.url());
    if (request.isNavigationRequest() && this.webContents.mainFrame.url !== '') {
      const frame = frameOf(request.frame());
      // A reload is the browser's own action and asks no handler.
      if (url !== frame.url && prevented(this.webContents, 'will-navigate', { url })) {
        tell({ kind: 'navigation', url, prevented: true });
        return route.abort('aborted');
      }
    }
    if (request.isNavigationRequest()) {
      const isMainFrame = request.frame() === this.webContents.page.mainFrame();
      this.webContents.emit('did-start-navigation', { isMainFrame, isSameDocument: false });
    }
    const answer = await new Promise((decide) => {
      if (this.webContents.session.filter === null) decide({ cancel: false });
      else this.webContents.session.filter({ url }, decide);
    });
    if (answer.cancel) {
      tell({ kind: 'cancelled', url });
      return route.abort();
    }
    const handler = schemes.get(new URL(url).protocol.slice(0, -1));
    if (!handler) return route.abort();
    const response = await handler(new Request(url.replace(/#.*/, ''), { method: request.method() }));
    await route.fulfill({
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: Buffer.from(await response.arrayBuffer()),
    });
  }

  close() {
    if (!prevented(this, 'close')) this.#destroyed = true;
  }
  isDestroyed = () => this.#destroyed;
  isMinimized = () => this.#minimized;
  isMaximized = () => this.#maximized;
  maximize = () => {
    this.#maximized = true;
    tell({ kind: 'maximize' });
  };
  minimize = () => void (this.#minimized = true);
  restore = () => void (this.#minimized = false);
  getNormalBounds = () => ({ x: 10, y: 20, width: 1000, height: 700 });
  show = () => tell({ kind: 'show' });
  hide = () => tell({ kind: 'hide' });
  focus = () => tell({ kind: 'focus' });
}
