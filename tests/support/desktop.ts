/**
 * The built desktop app under a double of the `electron` module, with a temporary home: its window is a page of a real
 * Chromium, which the test controls through the debugging port.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type Page } from 'playwright';
import { chromiumArgs, findChromium } from '../../build/lib/chromium.mjs';
import { eventually } from './eventually.ts';

const double = fileURLToPath(new URL('../desktop/double/run.mjs', import.meta.url));
const built = fileURLToPath(new URL('../../dist/app/main.cjs', import.meta.url));

/** A message of the double; see its file for each kind. */
export interface DoubleMessage {
  readonly kind: string;
  readonly [key: string]: unknown;
}

export interface DesktopOptions {
  /** HOME of the app and of everything that it starts. */
  readonly home: string;
  /** Paths of files that a page can be given, by name. */
  readonly files?: Readonly<Record<string, string>>;
  /** The main process to run; by default the build's. */
  readonly main?: string;
  /** What the system puts on its command line: files to open. */
  readonly args?: readonly string[];
  /** Further variables of its environment. */
  readonly env?: Readonly<Record<string, string>>;
}

export class Desktop {
  readonly child: ChildProcess;
  readonly told: DoubleMessage[] = [];
  readonly ended: Promise<number | null>;
  #browser: Browser | null = null;
  #output = '';

  constructor({ home, files = {}, main = built, args = [], env = {} }: DesktopOptions) {
    const found = findChromium();
    if (found === null) throw new Error('no Chromium runs here: `npm test` gets one');
    this.child = spawn(process.execPath, [double, main, ...args], {
      env: {
        PATH: process.env['PATH'],
        HOME: home,
        PLYWIRE_HOME: join(home, 'plywire'),
        PLYWIRE_DOUBLE_CHROMIUM: found.path,
        PLYWIRE_DOUBLE_CHROMIUM_ARGS: JSON.stringify(chromiumArgs()),
        PLYWIRE_DOUBLE_FILES: JSON.stringify(files),
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.child.on('message', (message) => this.told.push(message as DoubleMessage));
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => (this.#output += text));
    }
    this.ended = new Promise((resolve) => this.child.once('close', (code) => resolve(code)));
  }

  get output(): string {
    return this.#output;
  }

  /** The messages of a kind, the newest last. */
  toldOf(kind: string): DoubleMessage[] {
    return this.told.filter((told) => told.kind === kind);
  }

  async hears(kind: string, count = 1): Promise<DoubleMessage> {
    await eventually(() => {
      if (this.child.exitCode !== null && kind !== 'exit') throw new Error(`it has ended\n${this.output}`);
      return this.toldOf(kind).length;
    }).toBeGreaterThanOrEqual(count);
    return this.toldOf(kind)[count - 1]!;
  }

  /** The window, once its page is there. @param count of the times that one was loaded */
  async page(count = 1): Promise<Page> {
    const { port } = await this.hears('page', count);
    this.#browser ??= await chromium.connectOverCDP(`http://127.0.0.1:${String(port)}`);
    const [context] = this.#browser.contexts();
    // The one before has crashed, and is closed.
    await eventually(() => context!.pages().length).toBe(1);
    const page = context!.pages()[0]!;
    page.setDefaultTimeout(30_000);
    return page;
  }

  /** Kills the process of the page. */
  async crash(page: Page): Promise<void> {
    const session = await page.context().newCDPSession(page);
    // It never answers.
    session.send('Page.crash').catch(() => undefined);
  }

  /** The user's answer to the open dialog. */
  answer(value: unknown): void {
    this.child.send({ kind: 'answer', value });
  }

  /** Chooses an entry of the native menu. */
  choose(id: string): void {
    this.child.send({ kind: 'click', id });
  }

  /** Closes the window by its own button. */
  closeWindow(): void {
    this.child.send({ kind: 'close' });
  }

  async end(): Promise<void> {
    await this.#browser?.close().catch(() => undefined);
    if (this.child.exitCode === null) this.child.kill('SIGTERM');
    const late = setTimeout(() => this.child.kill('SIGKILL'), 30_000);
    await this.ended;
    clearTimeout(late);
    // Of one that was killed, as it does that itself otherwise.
    const profile = this.toldOf('page').at(-1)?.['profile'];
    if (typeof profile === 'string') rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}
