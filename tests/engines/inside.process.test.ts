import { spawn, spawnSync, type StdioOptions } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adviceFor } from '../../app/conformance/advice.ts';
import { probeEngine } from '../../app/conformance/probe.ts';
import { ProcessWire } from '../../app/conformance/process-wire.ts';
import { checks, probes } from '../../app/protocols/checks.ts';
import { protocols } from '../../app/protocols/registry.ts';
import { callTables } from '../../app/sessions/confinement/system-calls.ts';
import { machineWith, script } from './inside.ts';
import { launchOf } from './support.ts';
import type { ProbeEvent } from '../../app/shapes/checks.ts';
import { long } from '../support/long.ts';

/** A home with a secret, a folder of engines, and a scratch folder for each of them. */
const home = realpathSync(mkdtempSync(join(tmpdir(), 'plywire-home-')));
const engines = join(home, 'engines');
const scratch = join(home, 'plywire', 'scratch');
const system = '/usr/bin:/bin';
const machine = await machineWith(home, system, scratch);
const inSandbox = it.runIf(machine.confinement.sandbox.runs);

beforeAll(() => {
  mkdirSync(engines);
  mkdirSync(join(home, '.cargo'));
  writeFileSync(join(home, '.cargo', 'credentials.toml'), 'token');
});
afterAll(() => rmSync(home, { recursive: true }));

describe('the variables of an engine', () => {
  inSandbox('reach it, and not what sets the sandbox up', async () => {
    const bot = script(join(engines, 'variables'), '#!/bin/sh\necho "$LEVEL"; read line\n');
    // The dynamic linker would write a file here, outside, for each program that it loads.
    const trace = join(home, 'trace');
    const environment = { LEVEL: 'a secret', LD_DEBUG: 'files', LD_DEBUG_OUTPUT: trace };
    const { child, stdout, stdin } = machine.begin(bot, [], { environment });
    expect(String(await new Promise((resolve) => stdout.once('data', resolve)))).toBe('a secret\n');
    expect(readFileSync(`/proc/${child.pid}/environ`, 'latin1')).toBe('');
    expect(readFileSync(`/proc/${child.pid}/cmdline`, 'latin1')).not.toContain('a secret');
    stdin.end();
    await new Promise((resolve) => child.once('close', resolve));
    expect(readdirSync(home).filter((name) => name.startsWith('trace'))).toEqual([]);
  });
});

describe('what an engine can write', () => {
  const write = '#!/bin/sh\nfor at in "$@"; do (echo x > "$at") 2>/dev/null && echo "$at"; done\n';

  inSandbox('is neither its folder nor its program nor a file beside it', async () => {
    const bot = script(join(engines, 'write'), write);
    // Arguments that name files of this machine would be shown to it.
    const own = `plywire-${process.pid}`;
    const kept = [join(home, 'x'), `/tmp/${own}`, `/dev/shm/${own}`];
    const places = ['new', './write', ...kept, `/run/${own}`, `/usr/${own}`, `/${own}`];
    expect((await machine.run(bot, places)).stdout.split('\n')).toEqual([...kept, '']);
    expect(existsSync(join(home, 'x'))).toBe(false);
  });

  inSandbox("is no setting of the machine, which a superuser's own files are", async () => {
    const bot = script(join(engines, 'seek'), '#!/bin/sh\nfind /proc/sys -type f -writable\n');
    expect((await machine.run(bot)).stdout).toBe('');
  });

  inSandbox('is nothing that only the superuser may read either', async () => {
    const bot = script(
      join(engines, 'peek'),
      '#!/bin/sh\nfind /etc ! -type l ! -perm -004 -readable ! -size 0 2>/dev/null\n',
    );
    expect((await machine.run(bot)).stdout).toBe('');
  });

  inSandbox('is its folder where that was chosen', async () => {
    const bot = script(join(engines, 'write'), write);
    const { stdout } = await machine.run(bot, ['new', '/usr/x'], { writesFolder: true });
    expect(stdout).toBe('new\n');
    expect(readFileSync(join(engines, 'new'), 'utf8')).toBe('x\n');
  });

  inSandbox('is a folder of its own that HOME and TMPDIR lead to, kept between runs', async () => {
    const text =
      '#!/bin/sh\necho "$HOME $TMPDIR"; cat "$HOME/kept" 2>/dev/null; echo "$0" > "$TMPDIR/kept"\n';
    const [one, other] = [script(join(engines, 'one'), text), script(join(engines, 'other'), text)];
    expect((await machine.run(one)).stdout).toBe('/run/scratch /run/scratch\n');
    expect((await machine.run(one)).stdout).toBe(`/run/scratch /run/scratch\n${one}\n`);
    expect((await machine.run(other)).stdout).toBe('/run/scratch /run/scratch\n');
    // A registered engine has its own, however it is started.
    expect((await machine.run(one, ['-x'], { engine: 'e-1' })).stdout).toBe('/run/scratch /run/scratch\n');
    expect((await machine.run(one, ['-y'], { engine: 'e-1' })).stdout).toContain(one);
    expect(readdirSync(join(scratch, 'e-1'))).toEqual(['kept']);
  });

  inSandbox('goes with it where no folder can be made for it', async () => {
    const blocked = script(join(home, 'blocked'), '');
    const bot = script(
      join(engines, 'kept'),
      '#!/bin/sh\ncat "$HOME/kept" 2>/dev/null; echo x > "$HOME/kept"; ls "$HOME"\n',
    );
    const { run } = await machineWith(home, system, blocked);
    expect((await run(bot)).stdout).toBe('kept\n');
    expect((await run(bot)).stdout).toBe('kept\n');
  });
});

describe('an interpreter in the home', () => {
  /** Identifies itself by a file of its installation, and then runs the script. */
  const interpreter = (root: string) =>
    `#!/bin/sh\nread name < ${root}/lib/python3.12/name || exit 9\necho "$name"\nfor script; do :; done\n. "$script"\n`;
  const installed = (root: string, name: string): string => {
    mkdirSync(join(root, 'lib', 'python3.12'), { recursive: true });
    writeFileSync(join(root, 'lib', 'python3.12', 'name'), `${name}\n`);
    return script(join(root, 'bin', 'python3'), interpreter(root));
  };
  const tell = `echo "secrets: $(ls -A ${home}/.cargo ${home}/secrets 2>/dev/null)"\n`;
  const expectFound = async (name: string, path: string, file: string, changes = {}) => {
    const { run } = await machineWith(home, path);
    expect(await run(file, [], changes)).toEqual({ code: 0, stdout: `${name}\nsecrets: \n`, stderr: '' });
  };
  const root = join(home, '.pyenv');
  const shim = join(root, 'shims', 'python3');
  const shimText = `#!/usr/bin/env bash\nset -e\nprogram="\${0##*/}"\n\nexport PYENV_ROOT="${root}"\nexec "${root}/libexec/pyenv" exec "$program" "$@"\n`;
  const path = `${join(root, 'shims')}:${system}`;

  inSandbox('is found behind a shim of pyenv, in the version that is meant', async () => {
    script(shim, shimText);
    installed(join(root, 'versions', '3.11.7'), 'three eleven');
    installed(join(root, 'versions', '3.12.1'), 'three twelve');
    writeFileSync(join(root, 'version'), '3.11.7\n');
    const bot = script(join(engines, 'py', 'bot'), `#!/usr/bin/env python3\n${tell}`);
    await expectFound('three eleven', path, bot);
    await expectFound('three eleven', path, bot, { interpreter: 'python3' });
    await expectFound('three twelve', path, bot, { environment: { PYENV_VERSION: '3.12' } });
    const direct = script(join(engines, 'py', 'direct'), `#!${shim}\n${tell}`);
    await expectFound('three eleven', system, direct);
    const wrapped = script(join(engines, 'py', 'wrapped'), `#!/bin/sh\nexec python3 ${bot}\n`);
    await expectFound('three eleven', path, wrapped);
    writeFileSync(join(engines, 'py', '.python-version'), '../../../.cargo\n3.12.1\n');
    await expectFound('three twelve', path, bot);
  });

  inSandbox('is not waited for where an engine has a pipe for a file', async () => {
    const bot = script(join(engines, 'pipes', 'bot'), '#!/bin/sh\necho here\n');
    const pipe = join(engines, 'pipes', 'venv', 'pyvenv.cfg');
    mkdirSync(dirname(pipe));
    expect(spawnSync('mkfifo', [pipe]).status).toBe(0);
    // Who waits for the pipe is let go on after three seconds.
    const writer = spawn('sh', ['-c', `sleep 3; exec sleep 0 > ${pipe}`], { detached: true });
    const began = performance.now();
    try {
      expect((await machine.run(bot)).stdout).toBe('here\n');
      expect(performance.now() - began).toBeLessThan(2500);
    } finally {
      process.kill(-writer.pid!, 'SIGKILL');
    }
  });

  inSandbox('is found behind a shim of asdf', async () => {
    const asdf = join(home, '.asdf');
    installed(join(asdf, 'installs', 'python', '3.9.1'), 'three nine');
    installed(join(asdf, 'installs', 'python', '3.10.2'), 'three ten');
    const plugins = '# asdf-plugin: python 3.9.1\n# asdf-plugin: python 3.10.2\n';
    script(join(asdf, 'shims', 'python3'), `#!/usr/bin/env bash\n${plugins}exec asdf exec "python3" "$@"\n`);
    writeFileSync(join(home, '.tool-versions'), 'nodejs 20.1.0\npython 3.10.2 # mine\n');
    const bot = script(join(engines, 'asdf'), `#!/usr/bin/env python3\n${tell}`);
    await expectFound('three ten', `${join(asdf, 'shims')}:${system}`, bot);
  });

  inSandbox('is found in a virtual environment, with the Python that it was made of', async () => {
    const base = installed(join(home, '.local', 'share', 'uv', 'python', 'cpython-3.12'), 'of uv');
    const venv = join(engines, 'venv-bot', '.venv');
    mkdirSync(join(venv, 'bin'), { recursive: true });
    writeFileSync(join(venv, 'pyvenv.cfg'), `home = ${dirname(base)}\n`);
    symlinkSync(base, join(venv, 'bin', 'python'));
    const bot = script(join(engines, 'venv-bot', 'bot'), `#!${join(venv, 'bin', 'python')}\n${tell}`);
    await expectFound('of uv', system, bot);
    const wrapped = script(join(engines, 'venv-bot', 'run'), `#!/bin/sh\nexec .venv/bin/python ${bot}\n`);
    await expectFound('of uv', system, wrapped);
  });

  inSandbox.each(['.nvm/versions/node/v20', '.sdkman/candidates/java/21', 'miniconda3/envs/bots'])(
    'is found in %s, which is on PATH, also from a wrapper',
    async (folder) => {
      const program = folder.includes('java') ? 'java' : folder.includes('node') ? 'node' : 'python';
      const root = join(home, folder);
      const mark = { java: 'lib/modules', node: 'lib/node_modules/npm', python: 'conda-meta/history' }[
        program
      ];
      script(join(root, mark), 'found\n');
      script(join(root, 'bin', program), `#!/bin/sh\ncat ${join(root, mark)}\n`);
      // Like SDKMAN's `current`.
      const current = join(dirname(root), 'current');
      symlinkSync(root, current);
      const bot = script(join(engines, `wrapper-${program}`), `#!/bin/sh\n${program} -jar x\n${tell}`);
      await expectFound('found', `${join(current, 'bin')}:${system}`, bot);
    },
  );

  inSandbox('brings nothing along that only the engine names', async () => {
    const secrets = join(home, 'secrets');
    const tool = script(join(secrets, 'bin', 'tool'), '#!/bin/sh\necho tool\n');
    script(join(home, '.cargo', 'bin', 'cargo'), '#!/bin/sh\necho cargo\n');
    const cargo = `${join(home, '.cargo', 'bin')}:${system}`;
    const { run } = await machineWith(home, cargo);
    for (const line of [
      `#!${tool}`,
      `#!${join(home, '.cargo/bin/cargo')}`,
      `#!/usr/bin/env -S x=' cargo ' sh`,
    ]) {
      const bot = script(join(engines, 'names'), `${line}\n${tell}`);
      const { stdout } = await run(bot);
      expect(stdout).not.toMatch(/credentials|secrets: \S/);
    }
    const venv = join(engines, 'evil', 'venv');
    mkdirSync(join(venv, 'bin'), { recursive: true });
    writeFileSync(join(venv, 'pyvenv.cfg'), `home = ${join(home, '.cargo')}\n`);
    symlinkSync(tool, join(venv, 'bin', 'python'));
    const bot = script(join(engines, 'evil', 'bot'), `#!/bin/sh\n${tell}`);
    expect((await run(bot)).stdout).toBe('secrets: \n');
  });
});

describe('what an engine inherits', () => {
  const cli = fileURLToPath(new URL('../../dist/app/cli.cjs', import.meta.url));
  /** Node keeps the first sixteen to itself, and continues until one is missing. */
  const inherited = 40;

  /** The descriptors an engine sees if Plywire's parent has left one open. */
  function shownTo(...flags: readonly string[]): string {
    const secret = script(join(home, 'open'), 'of another program\n');
    const list = 'for at in /proc/self/fd/*; do echo "fd ${at##*/}" >&2; done';
    const read = `cat <&${inherited} >&2`;
    const bot = script(join(engines, 'descriptors'), `#!/bin/bash\n${list}\n${read}\nexit 1\n`);
    const descriptor = openSync(secret, 'r');
    const stdio: StdioOptions = Array.from({ length: inherited }, (_, at) => (at < 3 ? 'pipe' : 'ignore'));
    const args = ['check', bot, '--protocol', 'nmm', '--only', 'ready', '--json', ...flags];
    const { stdout } = spawnSync(process.execPath, [cli, ...args], {
      stdio: [...stdio, descriptor],
      encoding: 'utf8',
      env: { PATH: system, HOME: home, PLYWIRE_HOME: join(home, 'plywire') },
    });
    closeSync(descriptor);
    return stdout;
  }

  inSandbox('is its standard streams alone', () => {
    const shown = shownTo('--sandbox');
    const numbers = [...shown.matchAll(/"fd (\d+)"/g)].map(([, number]) => Number(number));
    // Besides these a shell has the script that it reads, at 255, and the folder that it lists, at 3.
    expect(numbers.filter((number) => number !== 3 && number !== 255)).toEqual([0, 1, 2]);
    expect(shown).not.toContain('of another program');
  });

  it.runIf(process.platform === 'linux')(
    'holds nothing without a sandbox that others have opened',
    long,
    () => {
      const shown = shownTo('--no-sandbox');
      expect(shown).toContain('"fd 2"');
      expect(shown).not.toContain('of another program');
    },
  );
});

/** Perl can make any system call by its number. */
const perl = '/usr/bin/perl';
const withPerl = it.runIf(machine.confinement.sandbox.runs && process.arch === 'x64' && existsSync(perl));

describe('system calls', () => {
  const { x64 } = callTables;
  /** The error of each call, its arguments after its number. */
  const errors = async (calls: readonly (readonly number[])[]): Promise<number[]> => {
    const text = `$| = 1; for (@ARGV) { my @c = split /,/; $! = 0; my $n = shift @c; my $r = syscall($n + 0, map { $_ + 0 } @c); exit 0 if $n == 56 && $r == 0; print $r == -1 ? $! + 0 : 0, "\\n" }`;
    const { stdout } = await machine.run(perl, ['-e', text, ...calls.map((call) => call.join(','))], {
      folder: engines,
    });
    return stdout.trim().split('\n').map(Number);
  };
  const [EPERM, ENOSYS, EAFNOSUPPORT] = [1, 38, 97];

  withPerl('that an engine has no use for are refused', async () => {
    const found = await errors(x64.refused.map((number) => [number, 0, 0, 0, 0, 0]));
    expect(found).toEqual(x64.refused.map(() => EPERM));
  });

  withPerl('make no namespace by any way, nor a socket that knows none', async () => {
    const [newUser, newTime] = [0x1000_0000, 0x80];
    expect(
      await errors([
        ...[
          [56, newUser, 0],
          [56, 0x2_0000, 0],
          [435, 0, 0],
        ],
        ...[
          [272, newUser],
          [272, newTime],
        ],
        // VSOCK; UNIX.
        ...[
          [41, 40, 1, 0],
          [41, 1, 1, 0],
        ],
      ]),
    ).toEqual([EPERM, EPERM, ENOSYS, EPERM, EPERM, EAFNOSUPPORT, 0]);
  });

  withPerl('of the x32 ABI are unknown', async () => {
    expect(await errors([[0x4000_0000 + 39], [0x4000_0000 + 250, 0, 0]])).toEqual([ENOSYS, ENOSYS]);
  });
});

/** A program that calls the system as those of 32 bits do. */
function oldProgram(): string {
  const source = join(engines, 'old.c');
  const program = join(engines, 'old');
  const call = (number: number): string =>
    `__asm__ volatile("int $0x80" : "=a"(r) : "a"(${number}), "b"(0), "c"(0), "d"(0) : "memory"); printf("%ld\\n", r);`;
  // getpid, keyctl, ptrace, socketcall.
  const calls = [20, 288, 26, 102].map(call).join('\n');
  writeFileSync(source, `#include <stdio.h>\nint main(void) { long r;\n${calls}\nreturn 0; }\n`);
  expect(spawnSync('gcc', ['-o', program, source]).status).toBe(0);
  chmodSync(program, 0o755);
  return program;
}

describe('programs of 32 bits', () => {
  it.runIf(machine.confinement.sandbox.runs && process.arch === 'x64')(
    'are filtered by their own numbers',
    async () => {
      const program = oldProgram();
      const { stdout } = await machine.run(program);
      // Some systems know no such calls: the first one ends the program there, as it does outside.
      if (spawnSync(program).status !== 0) return expect(stdout).toBe('');
      const found = stdout.trim().split('\n').map(Number);
      expect(found[0]).toBeGreaterThan(0);
      expect(found.slice(1)).toEqual([-1, -1, -1]);
    },
  );
});

describe('a check', () => {
  inSandbox(
    'says of an engine that falls silent that it ran in the sandbox, and what that hides',
    async () => {
      const book = script(join(home, 'elsewhere', 'book.bin'), '');
      const text = '#!/bin/sh\necho "no ../elsewhere/book.bin" >&2\necho ready\nsleep 60\n';
      const launch = launchOf(script(join(engines, 'silent'), text), [], { sandbox: true });
      const confinement = { ...machine.confinement, flag: '--no-sandbox' };
      const wire = await ProcessWire.open({ launch, protocol: protocols.get('cfp')!, confinement });
      expect(await wire.next(20_000)).toEqual({ kind: 'line', text: 'ready' });
      expect(await wire.next(10)).toEqual({ kind: 'silence' });
      await wire.close();
      expect(adviceFor(checks.get('cfp')![0]!, { ended: null, isSilent: true }, wire)).toMatch(
        new RegExp(
          `The engine ran in the sandbox, which hides ${book}: .* without the sandbox: use --no-sandbox`,
        ),
      );
    },
  );
});

describe('the search for a protocol', () => {
  inSandbox('says that a program ran in the sandbox, and what that hides', async () => {
    const jar = script(join(home, 'elsewhere', 'bot.jar'), '');
    const text =
      '#!/bin/sh\nread line\necho "Error: Unable to access jarfile ../elsewhere/bot.jar" >&2\nexit 1\n';
    const launch = launchOf(script(join(engines, 'jar'), text), [], { sandbox: true });
    const open = (protocol: string) =>
      ProcessWire.open({ launch, protocol: protocols.get(protocol)!, confinement: machine.confinement });
    const wanted = new Map([['cfp', probes.get('cfp')!]]);
    const found: ProbeEvent[] = [];
    for await (const event of probeEngine(wanted, open, { jobs: 2, now: () => performance.now() }))
      found.push(event);
    expect(found.at(-1)).toMatchObject({
      kind: 'summary',
      speaks: [],
      hint: expect.stringContaining(`hides ${jar}: `),
    });
  });
});
