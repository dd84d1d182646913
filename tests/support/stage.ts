/**
 * All that one end-to-end test needs: a host with a home and an engines' folder of its own, and a window on
 * it. Whatever a page complains of and every process that outlives its host fails the test.
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
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { defaultSettings } from '../../app/library/settings.ts';
import { launchChromium } from './chromium.ts';
import { freePort, plywire, processesOf, startHost, type Host } from './host.ts';
import { Desk } from './desk.ts';
import { eventually } from './eventually.ts';
import { distWithout, type Removals } from './without.ts';

/** Engines that tests put on the stage by name. */
const fixtures = {
  misbehave: fileURLToPath(new URL('../engines/misbehave.mjs', import.meta.url)),
  gos: fileURLToPath(new URL('../engines/gos.mjs', import.meta.url)),
  nmm: fileURLToPath(new URL('../engines/nmm.mjs', import.meta.url)),
  /** A bundled engine with its lines rewritten; it runs the build, which a sandbox would not show it. */
  mutant: fileURLToPath(new URL('../engines/mutant.mjs', import.meta.url)),
  hostile: fileURLToPath(new URL('../e2e/engines/hostile.mjs', import.meta.url)),
  /** Built: bundled engines with arguments of a test's own. */
  quoridor: fileURLToPath(new URL('../../dist/engines/quoridor/main.cjs', import.meta.url)),
  morris: fileURLToPath(new URL('../../dist/engines/morris/main.cjs', import.meta.url)),
  stones: fileURLToPath(new URL('../../dist/engines/stones/main.cjs', import.meta.url)),
  teller: fileURLToPath(new URL('../e2e/engines/teller.mjs', import.meta.url)),
  puppet: fileURLToPath(new URL('../e2e/engines/puppet.mjs', import.meta.url)),
} as const;

export interface Registration {
  readonly fixture: keyof typeof fixtures;
  readonly protocol: 'cfp' | 'cfsi' | 'gos' | 'nmm' | 'qtp';
  /** Told the engines' folder where they speak of it. */
  readonly args?: readonly string[] | ((folder: string) => readonly string[]);
}

export interface StageOptions extends BrowserContextOptions {
  /** Registered by the command line before the host starts, by name. */
  readonly registered?: Readonly<Record<string, Registration>>;
  /** Milliseconds that an engine has to open the conversation; the usual ones where it is not given. */
  readonly handshake?: number;
  /** Guards that are taken out of a copy of the build. */
  readonly without?: Removals;
}

export class Stage {
  readonly browser: Browser;
  readonly home: string;
  /** What the file picker shows. */
  readonly folder: string;
  readonly port: number;
  host: Host;
  readonly context: BrowserContext;
  /** Errors on the console, uncaught exceptions, violations of the page's policy. */
  readonly problems: string[] = [];
  /** Complaints that the test itself brings about. */
  readonly #expected: RegExp[] = [];

  constructor(parts: Pick<Stage, 'browser' | 'home' | 'folder' | 'port' | 'host' | 'context'>) {
    this.browser = parts.browser;
    this.home = parts.home;
    this.folder = parts.folder;
    this.port = parts.port;
    this.host = parts.host;
    this.context = parts.context;
  }

  /** Opens a window on the host and waits for the game. */
  async open(url = this.host.url): Promise<Desk> {
    const page = await this.context.newPage();
    page.on('pageerror', (error) => this.problems.push(`uncaught: ${error.stack ?? error.message}`));
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') {
        this.problems.push(`${message.type()}: ${message.text()}`);
      }
    });
    await page.goto(url);
    const desk = new Desk(page);
    await desk.board.waitFor();
    return desk;
  }

  /** From now on a complaint like this is no problem: the test takes the host away, for example. */
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

  /** A file that the host keeps, as text; empty while there is none. */
  kept(name: string): string {
    const path = join(this.home, 'plywire', name);
    return existsSync(path) ? readFileSync(path, 'utf8') : '';
  }

  /** Starts the host anew, at the same port and with the same home. */
  async restart(signal: NodeJS.Signals): Promise<void> {
    await this.host.end(signal);
    this.host = await startHost({ home: this.home, folder: this.folder, port: this.port });
  }

  /** The engines that run; the host itself and what keeps a sandbox are left out. */
  engines(): string[] {
    return processesOf(this.home)
      .filter(({ pid }) => pid !== this.host.pid)
      .map(({ command }) => command)
      .filter((command) => !/^\S*bwrap /.test(command));
  }

  /** The processes that run the pages of this browser. */
  async renderers(): Promise<number[]> {
    const browser = await this.browser.newBrowserCDPSession();
    const { processInfo } = await browser.send('SystemInfo.getProcessInfo');
    await browser.detach();
    return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
  }

  async close(): Promise<void> {
    try {
      await this.context.close();
      const { code } = await this.host.end('SIGTERM');
      expect(this.host.output(), 'the host broke').not.toMatch(/\n\s+at .*\.cjs:/);
      if (code !== null) expect(code, this.host.output()).toBe(0);
      // A host that was killed cannot see its engines off: they leave when they find their input closed.
      await eventually(() => processesOf(this.home)).toEqual([]);
    } finally {
      for (const { pid } of processesOf(this.home)) process.kill(pid, 'SIGKILL');
      rmSync(this.home, { recursive: true, force: true });
    }
    const unexpected = this.problems.filter(
      (problem) => !this.#expected.some((words) => words.test(problem)),
    );
    expect(unexpected).toEqual([]);
  }
}

/** Gives the tests of a file a browser, and each test a stage that is cleared away after it. */
export function useStages(): (options?: StageOptions) => Promise<Stage> {
  let browser: Browser;
  const open: Stage[] = [];
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterEach(async () => {
    for (const stage of open.splice(0)) await stage.close();
  });
  afterAll(async () => {
    await browser.close();
  });
  return async ({ registered = {}, handshake, without, ...options } = {}) => {
    const home = mkdtempSync(join(tmpdir(), 'plywire-e2e-'));
    const folder = join(home, 'engines');
    mkdirSync(folder);
    if (handshake !== undefined) {
      const settings = { ...defaultSettings, deadlines: { ...defaultSettings.deadlines, handshake } };
      mkdirSync(join(home, 'plywire'));
      writeFileSync(join(home, 'plywire', 'settings.json'), JSON.stringify(settings));
    }
    for (const [name, { fixture, protocol, args = [] }] of Object.entries(registered)) {
      const words = ['engines', 'add', fixtures[fixture], '--protocol', protocol, '--name', name];
      const given = typeof args === 'function' ? args(folder) : args;
      const open = fixture === 'mutant' ? ['--no-sandbox'] : [];
      plywire(home, [...words, ...open, ...given.map((arg) => `--arg=${arg}`)]);
    }
    const port = await freePort();
    const program = without && join(distWithout(join(home, 'dist'), without), 'app', 'serve.cjs');
    const host = await startHost({ home, folder, port, ...(program === undefined ? {} : { program }) });
    const context = await browser.newContext({
      viewport: { width: 1280, height: 900 },
      reducedMotion: 'reduce',
      permissions: ['clipboard-read', 'clipboard-write'],
      ...options,
    });
    context.setDefaultTimeout(30_000);
    const stage = new Stage({ browser, home, folder, port, host, context });
    open.push(stage);
    return stage;
  };
}
