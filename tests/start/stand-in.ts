/**
 * A root for `npm start`, with the real package `electron`, and stand-ins for the program that the package downloads
 * and for the two hosts; each prints what it was started with.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { programPath } from '../../build/lib/electron.mjs';
import type { Start } from '../../build/lib/launch.mjs';
import { expectedOutputs, sourceDigest, writeStamp } from '../../build/lib/stale.mjs';
import { eventually } from '../support/eventually.ts';

const modules = fileURLToPath(new URL('../../node_modules', import.meta.url));
const library = new URL('../../build/lib/', import.meta.url).href;

export const program = programPath(process.platform);

/** Electron's version in the package that the tests use. */
export const version = (
  JSON.parse(readFileSync(join(modules, 'electron/package.json'), 'utf8')) as { version: string }
).version;

/** What the stand-in program does; as Node, it prints a version unless it is `broken`, `mute` or `node`. */
export type Behaviour = 'quit' | 'die' | 'stay' | 'broken' | 'mute' | 'node';

/** A program of the wanted behaviour, or of `STAND_IN`'s if that is set. */
export const standIn = `#!${process.execPath}
const { appendFileSync } = require('node:fs');
const { STAND_IN: does, STAND_IN_LOG: log, ELECTRON_RUN_AS_NODE: asNode } = process.env;
const tell = (event) => appendFileSync(log, JSON.stringify(event) + '\\n');
if (asNode !== undefined) {
  tell({ who: 'probe', args: process.argv.slice(2) });
  if (does === 'broken') {
    console.error('electron: error while loading shared libraries: libnss3.so: cannot open shared object file');
    process.exit(127);
  }
  if (does === 'mute') {
    // Holds our output open, and would outlive us.
    require('node:child_process').spawn('sleep', ['600'], { stdio: 'inherit' });
    setInterval(() => {}, 1000);
  } else console.log(does === 'node' ? 'undefined' : '${version}');
} else {
  tell({ who: 'electron', args: process.argv.slice(2), channel: process.connected === true });
  if (does === 'die') process.exit(7);
  if (does === 'stay') {
    setInterval(() => {}, 1000);
    for (const signal of ['SIGINT', 'SIGTERM']) {
      process.on(signal, () => { tell({ who: 'electron', signal }); process.exit(3); });
    }
    console.log('a window is open');
  }
}
`;

const host = `require('node:fs').appendFileSync(process.env.STAND_IN_LOG,
  JSON.stringify({ who: 'host', args: process.argv.slice(2) }) + '\\n');
process.exitCode = 4;
`;

export interface StandInMessage {
  readonly who: 'probe' | 'electron' | 'host';
  readonly args?: readonly string[];
  readonly signal?: string;
  readonly channel?: boolean;
}

/** The parent folder of roots: they all find what is installed beside Electron there. */
export class Ground {
  readonly folder = mkdtempSync(join(tmpdir(), 'plywire-start-'));

  constructor() {
    mkdirSync(join(this.folder, 'node_modules'));
    for (const name of readdirSync(modules)) {
      if (name.startsWith('.') || name === 'electron') continue;
      symlinkSync(join(modules, name), join(this.folder, 'node_modules', name));
    }
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export class Root {
  readonly folder: string;
  readonly electron: string;
  /** The temporary folder of everything that runs here. */
  readonly temporary: string;
  readonly #log: string;
  readonly #started: Started[] = [];

  constructor(ground: Ground) {
    this.folder = mkdtempSync(join(ground.folder, 'root-'));
    this.electron = join(this.folder, 'node_modules', 'electron');
    this.temporary = join(this.folder, 'tmp');
    this.#log = join(this.folder, 'log');
    mkdirSync(this.temporary);
    cpSync(join(modules, 'electron'), this.electron, {
      recursive: true,
      filter: (path) => !/[\\/]electron[\\/](dist|path\.txt)/.test(path),
    });
    // Installed and built, so that neither is due.
    this.write('package-lock.json', '{"packages":{}}');
    this.write('node_modules/.package-lock.json', '{"packages":{}}');
    for (const path of expectedOutputs([])) this.write(path, '');
    this.write('dist/app/serve.cjs', host);
    writeStamp(this.folder, sourceDigest(this.folder));
  }

  write(path: string, text: string): void {
    const file = join(this.folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  /** Puts the stand-in where a download would have left it. */
  install(found = version, folder = join(this.electron, 'dist')): void {
    mkdirSync(dirname(join(folder, program)), { recursive: true });
    writeFileSync(join(folder, program), standIn);
    chmodSync(join(folder, program), 0o755);
    writeFileSync(join(folder, 'version'), found);
    if (folder === join(this.electron, 'dist')) writeFileSync(join(this.electron, 'path.txt'), program);
  }

  /** A variable in the environment of everything started here, as NAME=value. */
  get mark(): string {
    return `STAND_IN_LOG=${this.#log}`;
  }

  get told(): StandInMessage[] {
    if (!existsSync(this.#log)) return [];
    const lines = readFileSync(this.#log, 'utf8').trim().split('\n');
    return lines.map((line) => JSON.parse(line) as StandInMessage);
  }

  /**
   * `npm start` at this root, in an environment of the given variables and no others of the tests', with a display.
   * Without a mirror, the download's host cannot be found.
   */
  start(
    args: readonly string[] = [],
    env: NodeJS.ProcessEnv & { STAND_IN?: Behaviour } = {},
    patience: Start['patience'] = {},
  ): Started {
    const driver = join(this.folder, 'start.mjs');
    writeFileSync(
      driver,
      `import { command } from '${library}command.mjs';
       import { startPlywire } from '${library}launch.mjs';
       await command((leaveSignals) => startPlywire({
         root: ${JSON.stringify(this.folder)}, env: process.env, args: process.argv.slice(2), leaveSignals,
         patience: ${JSON.stringify(patience)},
       }));`,
    );
    const started = new Started(driver, args, {
      PATH: process.env['PATH'],
      HOME: this.folder,
      TMPDIR: this.temporary,
      DISPLAY: ':99',
      ELECTRON_MIRROR: 'http://nowhere.invalid/',
      electron_config_cache: join(this.folder, 'cache'),
      electron_use_remote_checksums: '1',
      STAND_IN: 'quit',
      STAND_IN_LOG: this.#log,
      ...env,
    });
    this.#started.push(started);
    return started;
  }

  async remove(): Promise<void> {
    for (const started of this.#started) await started.kill();
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

export class Started {
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
  #output = '';

  constructor(driver: string, args: readonly string[], env: NodeJS.ProcessEnv) {
    this.child = spawn(process.execPath, [driver, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => (this.#output += text));
    }
    this.ended = new Promise((resolve) => this.child.once('close', (code) => resolve(code)));
  }

  get output(): string {
    return this.#output;
  }

  /** Its output, one item per line, once it has ended. */
  async lines(): Promise<string[]> {
    await this.ended;
    return this.#output.trimEnd().split('\n');
  }

  async says(text: string | RegExp): Promise<void> {
    await eventually(() => this.#output).toMatch(text);
  }

  async kill(): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) this.child.kill('SIGKILL');
    await this.ended;
  }
}
