/**
 * The stage of an end-to-end test: a host with its own home and engines' folder, and a window, which the next test of
 * the file takes over. Any complaint of a page fails the test; any host that does not end in order and any process that
 * outlives it fail the file.
 */
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { defaultSettings } from '../../app/library/settings-table.ts';
import { launchChromium } from './chromium.ts';
import { processesOf, startHost, type Host } from './host.ts';
import { Desk } from './desk.ts';
import { processesBelow } from './processes.ts';
import { fixtures, register, type Registration } from './registering.ts';
import { Window } from './window.ts';
import { distWithout, type Removals } from './without.ts';

/** Milliseconds in which engines of a killed host exit: their input is closed. */
const LEAVE_WITHIN = 30_000;

export interface StageOptions extends BrowserContextOptions {
  /** Registered before the host starts, by name. */
  readonly registered?: Readonly<Record<string, Registration>>;
  /** Milliseconds that an engine has to open the conversation; absent, the default. */
  readonly handshake?: number;
  /** Whether the home begins with the example. */
  readonly example?: boolean;
  /** Guards removed from a copy of the build. */
  readonly without?: Removals;
}

export class Stage {
  readonly home: string;
  /** What the file picker shows. */
  readonly folder: string;
  readonly window: Window;
  host: Host;
  readonly #example: boolean;
  /** Complaints that the test itself causes. */
  readonly #expected: RegExp[] = [];

  constructor(parts: Pick<Stage, 'home' | 'folder' | 'window' | 'host'>, example: boolean) {
    this.home = parts.home;
    this.folder = parts.folder;
    this.window = parts.window;
    this.host = parts.host;
    this.#example = example;
  }

  get context(): BrowserContext {
    return this.window.context;
  }

  get problems(): readonly string[] {
    return this.window.problems;
  }

  get port(): number {
    return Number(new URL(this.host.url).port);
  }

  /** Opens a window on the host and waits for the game. */
  async open(url = this.host.url, page?: Page): Promise<Desk> {
    const desk = new Desk(page ?? (await this.window.page()));
    await desk.page.goto(url);
    await desk.board.waitFor();
    return desk;
  }

  /** From now on such a complaint is not a problem: the test takes the host away, for example. */
  expectProblem(words: RegExp): void {
    this.#expected.push(words);
  }

  /** Writes a file into the folder that the picker shows. */
  put(name: string, text: string, mode = 0o644): string {
    const path = join(this.folder, name);
    writeFileSync(path, text);
    chmodSync(path, mode);
    return path;
  }

  putFixture(name: string, fixture: keyof typeof fixtures): void {
    const path = join(this.folder, name);
    copyFileSync(fixtures[fixture], path);
    chmodSync(path, 0o644);
  }

  /** A file in the host's data folder, as text; empty if none. */
  kept(name: string): string {
    const path = join(this.home, 'plywire', name);
    return existsSync(path) ? readFileSync(path, 'utf8') : '';
  }

  /** Restarts the host at the same port and with the same home. */
  async restart(signal: NodeJS.Signals): Promise<void> {
    await this.host.end(signal);
    this.host = await startHost({
      home: this.home,
      folder: this.folder,
      port: this.port,
      example: this.#example,
    });
  }

  /** The running engines; without the host itself and sandbox helpers. */
  engines(): string[] {
    return processesOf(this.home)
      .filter(({ pid }) => pid !== this.host.pid)
      .map(({ command }) => command)
      .filter((command) => !/^\S*bwrap /.test(command));
  }

  /** The processes that run the pages of this browser. */
  async renderers(): Promise<number[]> {
    const browser = await this.window.browser.newBrowserCDPSession();
    const { processInfo } = await browser.send('SystemInfo.getProcessInfo');
    await browser.detach();
    return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
  }

  /** Leaves the window to the next test. @throws AssertionError if a page complained */
  async leave(): Promise<void> {
    const unexpected = this.problems.filter(
      (problem) => !this.#expected.some((words) => words.test(problem)),
    );
    await this.window.rest();
    this.window.problems.length = 0;
    expect(unexpected.join('\n')).toBe('');
  }

  /** Ends the host. Returns what went wrong, or null. */
  async end(): Promise<string | null> {
    const { code } = await this.host.end('SIGTERM');
    const output = this.host.output();
    if (/\n\s+at .*\.cjs:/.test(output)) return `the host broke: ${output}`;
    // The code is null if the test has killed it.
    return code === 0 || code === null ? null : `the host exited with ${code}: ${output}`;
  }
}

/** What runs below a folder although its hosts have ended and it had time to exit; it is killed. */
async function leftBehind(folder: string): Promise<string[]> {
  const until = performance.now() + LEAVE_WITHIN;
  let left = processesBelow(folder);
  while (left.length > 0 && performance.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    left = processesBelow(folder);
  }
  for (const { pid } of left) process.kill(pid, 'SIGKILL');
  return left.map(({ command }) => `left behind: ${command}`);
}

/** Gives the tests of a file a browser, and each test a stage that is cleaned up after it. */
export function useStages(): (options?: StageOptions) => Promise<Stage> {
  const root = mkdtempSync(join(tmpdir(), 'plywire-e2e-'));
  /** By their options. */
  const windows = new Map<string, Promise<Window>>();
  const open: Stage[] = [];
  /** Hosts end while the next tests run; problems are reported with the test's name. */
  const ends: Promise<string | null>[] = [];
  let browser: Browser;
  let homes = 0;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterEach(async ({ task }) => {
    for (const stage of open.splice(0)) {
      try {
        await stage.leave();
      } finally {
        const about = (words: unknown): string => `${task.name}: ${String(words)}`;
        ends.push(stage.end().then((fault) => fault && about(fault), about));
      }
    }
  });
  afterAll(async () => {
    const faults = (await Promise.all(ends)).filter((fault) => fault !== null);
    await browser.close();
    expect([...faults, ...(await leftBehind(root))]).toEqual([]);
    rmSync(root, { recursive: true, force: true });
  });

  async function startIn(
    home: string,
    { registered, handshake, example = false, without }: StageOptions,
  ): Promise<Host> {
    const [folder, kept] = [join(home, 'engines'), join(home, 'plywire')];
    mkdirSync(folder, { recursive: true });
    if (handshake !== undefined) {
      const settings = { ...defaultSettings, deadlines: { ...defaultSettings.deadlines, handshake } };
      mkdirSync(kept);
      writeFileSync(join(kept, 'settings.json'), JSON.stringify(settings));
    }
    if (registered !== undefined) await register(kept, folder, registered);
    const program = without && join(distWithout(join(home, 'dist'), without), 'app', 'serve.cjs');
    return startHost({ home, folder, port: 0, example, ...(program === undefined ? {} : { program }) });
  }

  function windowWith(options: BrowserContextOptions): Promise<Window> {
    const key = JSON.stringify(options);
    const window = windows.get(key) ?? Window.open(browser, options);
    windows.set(key, window);
    return window;
  }

  return async ({ registered, handshake, example, without, ...options } = {}) => {
    const home = join(root, String(++homes));
    const [host, window] = await Promise.all([
      startIn(home, {
        ...(registered && { registered }),
        ...(handshake !== undefined && { handshake }),
        ...(example !== undefined && { example }),
        ...(without && { without }),
      }),
      windowWith(options),
    ]);
    const stage = new Stage({ home, folder: join(home, 'engines'), window, host }, example ?? false);
    open.push(stage);
    return stage;
  };
}
