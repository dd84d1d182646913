import { chmodSync, copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { probeConfinement } from '../../app/sessions/confinement/confinement.ts';
import type { SessionOptions } from '../../app/sessions/options.ts';
import type { Launch } from '../../app/sessions/types.ts';
import {
  greedy,
  launchOf,
  makeBench,
  misbehave,
  searchOf,
  type Bench,
  type RunningSession,
} from './support.ts';
import { runs } from '../support/processes.ts';

vi.setConfig({ testTimeout: 90_000 });

let bench: Bench;
/** A home with a secret in it, an engines' folder, and Plywire's data folder. */
let home: string;
let engine: string;
beforeEach(() => {
  bench = makeBench();
  home = join(bench.folder, 'home');
  mkdirSync(join(home, 'engines'), { recursive: true });
  mkdirSync(join(home, 'plywire'));
  writeFileSync(join(home, 'secret'), 'a token');
  writeFileSync(join(home, 'plywire', 'engines.json'), '{}');
  engine = join(home, 'engines', 'greedy.mjs');
  copyFileSync(greedy, engine);
  chmodSync(engine, 0o755);
});
afterEach(async () => expect(await bench.clean()).toEqual([]));

const own = await probeConfinement(process.env, process.platform, '/nowhere');
/** Skipped without a sandbox: `npm test` names the tests that did not run. */
const inSandbox = it.runIf(own.sandbox.runs);

async function open(
  flags: readonly string[],
  changes: Partial<Launch> = {},
  options: Partial<SessionOptions> = {},
): Promise<RunningSession> {
  const environment = { ...process.env, HOME: home };
  const confinement = await probeConfinement(environment, process.platform, join(home, 'plywire'));
  const launch = launchOf(engine, flags, { sandbox: true, environment: { HOME: home }, ...changes });
  return bench.open(launch, { confinement, ...options });
}

/** The engine's `info` lines after go, without the word `info`. */
async function told(running: RunningSession, count: number): Promise<string[]> {
  running.session.request({ kind: 'search', search: searchOf(1) });
  const infos = () =>
    running.lines('heard').flatMap((line) => (line.startsWith('info ') ? [line.slice(5)] : []));
  await running.until('line', () => infos().length >= count);
  return infos();
}

describe('an engine in the sandbox', () => {
  inSandbox('cannot open a connection', async () => {
    const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    const flags = ['--tell', '--connect', String(port)];
    expect(await told(await open(flags), 3)).toContain('connect: ECONNREFUSED');
    expect(await told(await open(flags, { sandbox: false }), 3)).toContain('connect: connected');
    server.close();
  });

  inSandbox('sees an empty home, its own folder, and nothing of ours', async () => {
    const paths = [home, join(home, 'secret'), join(home, 'engines'), join(home, 'plywire'), '/home', '/var'];
    const flags = ['--tell', ...paths.flatMap((path) => ['--read', `@${path}`])];
    expect((await told(await open(flags), 8)).slice(0, 6)).toEqual([
      `read ${home}: engines`,
      `read ${join(home, 'secret')}: ENOENT`,
      `read ${join(home, 'engines')}: greedy.mjs`,
      `read ${join(home, 'plywire')}: ENOENT`,
      'read /home: ENOENT',
      'read /var: ENOENT',
    ]);
  });

  inSandbox('writes in memory alone, which goes with it', async () => {
    const paths = [join(home, 'engines', 'x'), join(home, 'x'), '/tmp/x', '/usr/x', '/etc/x', '/x', '/dev/x'];
    const flags = ['--tell', ...paths.flatMap((path) => ['--write', `@${path}`])];
    expect((await told(await open(flags), 9)).slice(0, 7).map((line) => line.split(': ')[1])).toEqual([
      ...['EROFS', 'written', 'written'],
      ...['EROFS', 'EROFS', 'EROFS', 'EROFS'],
    ]);
  });

  inSandbox('has no rights, and sees no process but its own', async () => {
    const [rights, processes] = await told(await open(['--tell']), 2);
    expect(rights).toBe('rights 0');
    expect(processes).toBe('processes 2');
  });

  inSandbox('cannot read what the administrator alone reads', async () => {
    const [shadow] = await told(await open(['--tell', '--read', '@/etc/shadow']), 3);
    expect(shadow).toMatch(/^read \/etc\/shadow: (EACCES|)$/);
  });

  inSandbox('is shown what its arguments name, and cannot write there', async () => {
    const book = join(home, 'book.bin');
    writeFileSync(book, 'e4');
    const flags = ['--tell', '--read', book, '--write', book];
    expect((await told(await open(flags), 4)).slice(0, 2)).toEqual([
      `read ${book}: e4`,
      `write ${book}: EEXIST`,
    ]);
  });

  inSandbox('that lies in the home folder itself is shown alone', async () => {
    const alone = join(home, 'greedy.mjs');
    copyFileSync(greedy, alone);
    chmodSync(alone, 0o755);
    const flags = ['--tell', '--read', `@${home}`, '--read', `@${join(home, 'secret')}`];
    expect((await told(await open(flags, { file: alone }), 4)).slice(0, 2)).toEqual([
      `read ${home}: greedy.mjs`,
      `read ${join(home, 'secret')}: ENOENT`,
    ]);
  });

  inSandbox('is found behind a link, with its interpreter in a virtual environment', async () => {
    const environment = join(home, 'venv');
    mkdirSync(join(environment, 'bin'), { recursive: true });
    writeFileSync(join(environment, 'settings'), 'its own');
    symlinkSync(process.execPath, join(environment, 'bin', 'node'));
    mkdirSync(join(home, 'links'));
    symlinkSync(engine, join(home, 'links', 'bot'));
    const running = await open(['--tell', '--read', `@${join(environment, 'settings')}`], {
      file: join(home, 'links', 'bot'),
      folder: join(home, 'links'),
      interpreter: join(environment, 'bin', 'node'),
    });
    expect((await told(running, 3))[0]).toBe(`read ${join(environment, 'settings')}: its own`);
  });

  inSandbox('leaves at its quit line', async () => {
    const running = await open([]);
    await running.until('ready');
    expect(await running.session.close()).toMatchObject({ word: 'quit', rung: 'quit lines', exitCode: 0 });
    expect(running.lines('note')).toContain('in the sandbox: no network, and nothing to write in but memory');
  });

  inSandbox('hears TERM itself, and has time for a last word', async () => {
    const running = await open(['--last-word']);
    await running.until('ready');
    const ending = await running.session.close();
    expect(ending).toMatchObject({ word: 'quit', rung: 'TERM', exitCode: 0, lastHeard: 'info told to go' });
  });

  inSandbox('is ended by TERM where it does not catch it', async () => {
    const term = bench.open(launchOf(misbehave, ['--ignore-quit', '--ignore-eof'], { sandbox: true }), {
      confinement: own,
    });
    await term.until('ready');
    expect(await term.session.close()).toMatchObject({ rung: 'TERM', exitCode: null, signal: 'SIGTERM' });
  });

  inSandbox('is ended by KILL with everything it has started', async () => {
    const kill = await open(['--stay', '--apart', '--processes', '3']);
    await kill.until('ready');
    kill.session.request({ kind: 'search', search: searchOf(1) });
    await kill.until('state', ({ state }) => state === 'thinking');
    expect(await kill.session.close()).toMatchObject({ rung: 'KILL', signal: 'SIGKILL' });
    expect(runs(kill.session.pid!)).toBe(false);
  });

  inSandbox('that crashes is told by its signal, with a hint at the sandbox', async () => {
    const file = join(home, 'engines', 'crash');
    writeFileSync(file, '#!/bin/sh\nkill -SEGV $$\n', { mode: 0o755 });
    const ending = await (await open([], { file })).session.ended;
    expect(ending).toMatchObject({ word: 'handshake', exitCode: null, signal: 'SIGSEGV' });
    expect(ending.advice).toMatch(/The engine ran in the sandbox/);
  });

  inSandbox('that misses a file which is there outside is told of it', async () => {
    mkdirSync(join(home, 'elsewhere'));
    writeFileSync(join(home, 'elsewhere', 'bot.jar'), '');
    const file = join(home, 'engines', 'wrapper');
    writeFileSync(
      file,
      '#!/bin/sh\necho "Error: Unable to access jarfile ../elsewhere/bot.jar" >&2\nexit 1\n',
      {
        mode: 0o755,
      },
    );
    const { advice } = await (await open([], { file })).session.ended;
    expect(advice).toContain(
      `The engine ran in the sandbox, which hides ${join(home, 'elsewhere', 'bot.jar')}: `,
    );
    expect((await (await open([], { file, sandbox: false })).session.ended).advice).not.toContain('sandbox');
  });

  inSandbox('that complains of a folder which it has empty is not told of it', async () => {
    const file = join(home, 'engines', 'complains');
    const lines = ['/tmp', '/dev/shm', home, bench.folder].map((path) => `echo "no room in ${path} n=1" >&2`);
    writeFileSync(file, `#!/bin/sh\n${lines.join('\n')}\nexit 1\n`, { mode: 0o755 });
    const { advice } = await (await open([], { file })).session.ended;
    expect(advice).toContain('The engine ran in the sandbox, without network');
  });

  inSandbox('that closes its output and runs on is told within three seconds', async () => {
    const file = join(home, 'engines', 'mute');
    writeFileSync(file, '#!/bin/sh\nexec >&-\nsleep 20\n', { mode: 0o755 });
    const began = performance.now();
    const ending = await (await open([], { file })).session.ended;
    expect(ending.reason).toMatch(/^closed its output before `cfpok` but keeps running/);
    expect(ending.advice).toContain('The engine ran in the sandbox');
    // Its handshake has eight, and TERM and KILL take their time after that.
    expect(performance.now() - began).toBeLessThan(7000);
  });

  inSandbox('that closes its input and runs on is told as soon as it is written to', async () => {
    const file = join(home, 'engines', 'deaf');
    writeFileSync(file, '#!/bin/sh\nread line\nexec <&-\necho id name deaf\nsleep 20\n', { mode: 0o755 });
    const running = await open([], { file });
    await running.until('identity');
    running.session.type('hello');
    expect((await running.session.ended).reason).toMatch(
      /^closed its input before `cfpok` but keeps running/,
    );
  });

  inSandbox('that has no loader here is unstartable, as it is outside', async () => {
    const file = join(home, 'engines', 'foreign');
    const program = readFileSync('/bin/true', 'latin1').replace(/ld-(linux|musl)/, 'ld-where');
    writeFileSync(file, program, { encoding: 'latin1', mode: 0o755 });
    for (const sandbox of [true, false]) {
      expect(await (await open([], { file, sandbox })).session.ended).toMatchObject({
        word: 'unstartable',
        reason: `${file} exists, but its loader does not (ENOENT)`,
      });
    }
  });
});

describe('an engine that is to run in a sandbox on a machine without one', () => {
  it.each([
    [
      { kind: 'missing' },
      /^no sandbox is available: bubblewrap is not installed$/,
      /Install the package bubblewrap/,
    ],
    [
      { kind: 'fails', words: 'bwrap: setting up uid map: Permission denied' },
      /bubblewrap does not run here \(bwrap: setting up uid map: Permission denied\)$/,
      /allow them/,
    ],
    [{ kind: 'platform', platform: 'win32' }, /Plywire has no sandbox on Windows$/, /^If you trust it, run/],
  ] as const)('does not start: %j', async (lack, reason, advice) => {
    const confinement = { setpriv: null, sandbox: { runs: false, lack }, scratch: null } as const;
    const { session } = await open([], {}, { confinement });
    const ending = await session.ended;
    expect(ending.word).toBe('unstartable');
    expect(ending.reason).toMatch(reason);
    expect(ending.advice).toMatch(advice);
    expect(session.pid).toBeNull();
  });

  it('is found to be without one where bubblewrap is not on PATH', async () => {
    const { sandbox } = await probeConfinement({ PATH: bench.folder }, 'linux', '/nowhere');
    expect(sandbox).toEqual({ runs: false, lack: { kind: 'missing' } });
  });

  it('is found to be without one where bubblewrap fails', async () => {
    const path = join(bench.folder, 'bwrap');
    writeFileSync(path, '#!/bin/sh\necho "bwrap: No permissions to create new namespace" >&2\nexit 1\n');
    chmodSync(path, 0o755);
    const { sandbox } = await probeConfinement(
      { PATH: `${bench.folder}:/usr/bin:/bin` },
      'linux',
      '/nowhere',
    );
    expect(sandbox).toEqual({
      runs: false,
      lack: { kind: 'fails', words: 'bwrap: No permissions to create new namespace' },
    });
  });
});
