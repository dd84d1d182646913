/** What docs/sandbox.md promises about files, and about interpreters of version managers, with real bubblewrap. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { machineWith, script } from './inside.ts';

const home = realpathSync(mkdtempSync(join(tmpdir(), 'plywire-home-')));
const engines = join(home, 'engines');
const system = '/usr/bin:/bin';
const { confinement, run } = await machineWith(home, system, join(home, 'plywire', 'scratch'));
const { sandbox } = confinement;
const inSandbox = it.runIf(sandbox.runs);
const withPerl = it.runIf(sandbox.runs && process.arch === 'x64' && existsSync('/usr/bin/perl'));
afterAll(() => rmSync(home, { recursive: true }));

describe('of the disk an engine in the sandbox', () => {
  /** Reports for each argument what is there, and whether it is writable. */
  const look = script(
    join(engines, 'look'),
    '#!/bin/sh\nfor at in "$@"; do at=${at#@}; echo "$at: $(ls -A "$at" 2>/dev/null | head -3 | tr "\\n" " ")' +
      '$( (echo x > "$at/written") 2>/dev/null && echo written)"; done\n',
  );
  const seen = async (paths: readonly string[], changes = {}): Promise<Record<string, string>> => {
    const { stdout } = await run(look, paths, changes);
    const lines = stdout.trim().split('\n');
    return Object.fromEntries(lines.map((line) => line.split(/: ?(.*)/s, 2) as [string, string]));
  };

  inSandbox('sees nothing of what is neither the system nor its own', async () => {
    const hidden = ['/home', '/root', '/var', '/mnt', '/media', '/srv', join(home, 'plywire'), '/run'];
    script(join(home, 'plywire', 'engines.json'), '');
    const expected = hidden.map((path) => [path, path === '/run' ? 'scratch' : '']);
    expect(await seen(hidden.map((path) => `@${path}`))).toEqual(Object.fromEntries(expected));
  });

  inSandbox('writes nothing in the folders of the system', async () => {
    if (!sandbox.runs) return;
    const found = await seen(sandbox.bubblewrap.system.map((path) => `@${path}`));
    expect(Object.keys(found)).toEqual(expect.arrayContaining(['/bin', '/etc', '/usr']));
    expect(Object.entries(found).filter(([, what]) => what.includes('written'))).toEqual([]);
  });

  inSandbox('sees a folder that an argument names, read-only', async () => {
    script(join(home, 'books', 'e4'), '');
    expect((await seen([join(home, 'books')]))[join(home, 'books')]).toBe('e4');
  });

  inSandbox(
    'sees no home, nothing of Plywire and no shared folder whole, though arguments name them',
    async () => {
      script(join(home, 'secret'), '');
      const found = await seen(['/', dirname(home), home, join(home, 'plywire'), '/tmp', '/var', '/run']);
      // Only its own home in memory is writable, and /tmp, which contains it here.
      expect(found[home]).toBe('engines written');
      expect(found[join(home, 'plywire')]).toBe('');
      expect(found['/var']).toBe('');
      expect(Object.values(found).join()).not.toMatch(/secret|engines\.json/);
      expect(existsSync(join(home, 'written'))).toBe(false);
    },
  );

  inSandbox('sees a working folder that holds what it needs', async () => {
    const folder = join(home, 'work');
    script(join(folder, 'modules', 'book'), '');
    expect((await seen(['modules'], { folder }))['modules']).toBe('book');
  });

  inSandbox('sees what its links lead to, read-only', async () => {
    const real = script(join(home, 'builds', 'two', 'look'), readFileSync(look, 'utf8'));
    script(join(home, 'builds', 'two', 'data'), '');
    const link = join(home, 'links', 'look');
    mkdirSync(dirname(link));
    symlinkSync(real, link);
    const path = dirname(real);
    const { stdout } = await run(link, [`@${path}`]);
    expect(stdout).toBe(`${path}: data look \n`);
  });

  inSandbox('has 64 MiB each of home and /tmp', async () => {
    if (!sandbox.runs || !sandbox.bubblewrap.sized) return;
    const sizes = script(join(engines, 'sizes'), `#!/bin/sh\nstat -f -c '%b %S' /tmp ${home} /dev/shm\n`);
    const bytes = (await run(sizes)).stdout
      .trim()
      .split('\n')
      .map((line) => {
        const [blocks, size] = line.split(' ').map(Number);
        return blocks! * size!;
      });
    expect(bytes).toEqual(Array(3).fill(64 * 1024 * 1024));
  });

  inSandbox('can replace its own program where it may write in its folder, and only there', async () => {
    const text = '#!/bin/sh\n(echo "echo replaced" > ./own) 2>/dev/null; echo as it was\n';
    const own = script(join(home, 'writable', 'own'), text);
    await run(own);
    expect(readFileSync(own, 'utf8')).toBe(text);
    await run(own, [], { writesFolder: true });
    expect(readFileSync(own, 'utf8')).toBe('echo replaced\n');
  });

  withPerl('has no further namespaces of users where bubblewrap can close them', async () => {
    if (!sandbox.runs) return;
    // The system call filter would refuse it first.
    const { run: unfiltered } = await machineWith(home, system, null, { filter: null });
    const unshare = 'print syscall(272, 0x10000000), " ", $! + 0';
    const { stdout } = await unfiltered('/usr/bin/perl', ['-e', unshare], { folder: engines });
    const ENOSPC = 28;
    expect(stdout).toBe(sandbox.bubblewrap.closes ? `-1 ${ENOSPC}` : '0 0');
  });
});

describe('an interpreter behind a shim', () => {
  /** Managers like rbenv, what they manage, and the file that marks an installation. */
  const managers = [
    ['rbenv', 'ruby', 'ruby', 'lib/ruby'],
    ['nodenv', 'node', 'node', 'lib/node_modules'],
    ['jenv', 'java', 'java', 'lib/modules'],
    ['plenv', 'perl', 'perl', 'lib/perl5'],
    ['goenv', 'go', 'go', 'pkg'],
    ['luaenv', 'lua', 'lua', 'lib/lua'],
  ] as const;

  /** Prints its version from a file of its installation, and runs the script it is given. */
  function install(root: string, program: string, mark: string, version: string): void {
    script(join(root, mark, 'mark'), '');
    script(join(root, 'name'), `${version}\n`);
    // As in an installation of Go.
    if (mark === 'pkg') for (const name of ['VERSION', 'src/go.mod']) script(join(root, name), '');
    const lines = ['#!/bin/sh', `cat ${root}/name || exit 9`, 'for script; do :; done', '. "$script"', ''];
    script(join(root, 'bin', program), lines.join('\n'));
  }
  const tell = 'echo "beside it: $(ls -A ~/.config ~/.cargo 2>/dev/null)"\n';

  inSandbox.each(managers)(
    'of %s is found in the version that is meant',
    async (manager, language, program, mark) => {
      const root = join(home, `.${manager}`);
      for (const version of ['1.8.0', '1.20.3'])
        install(join(root, 'versions', version), program, mark, version);
      writeFileSync(join(root, 'version'), '1.20.3\n');
      const shim = `#!/usr/bin/env bash\nset -e\nprogram="\${0##*/}"\nexport ${manager.toUpperCase()}_ROOT="${root}"\nexec "${root}/libexec/${manager}" exec "$program" "$@"\n`;
      script(join(root, 'shims', program), shim);
      const { run: runHere } = await machineWith(home, `${join(root, 'shims')}:${system}`);
      const bot = script(join(engines, manager, 'bot'), `#!/usr/bin/env ${program}\n${tell}`);
      const wrapper = script(join(engines, manager, 'wrapper'), `#!/bin/sh\nexec ${program} ${bot}\n`);
      const found = (version: string) => ({ code: 0, stdout: `${version}\nbeside it: \n`, stderr: '' });
      expect(await runHere(bot)).toEqual(found('1.20.3'));
      expect(await runHere(wrapper)).toEqual(found('1.20.3'));
      expect(await runHere(bot, [], { interpreter: program })).toEqual(found('1.20.3'));
      writeFileSync(join(engines, manager, `.${language}-version`), '1.8.0\n');
      expect(await runHere(bot)).toEqual(found('1.8.0'));
    },
  );

  inSandbox(
    'of rustup is the toolchain that is the default, without the registry beside its proxies',
    async () => {
      const root = join(home, '.rustup');
      install(join(root, 'toolchains', 'stable-x86_64'), 'rustc', 'lib/rustlib', 'stable');
      writeFileSync(join(root, 'settings.toml'), 'version = "12"\ndefault_toolchain = "stable-x86_64"\n');
      const proxies = join(home, '.cargo', 'bin');
      script(join(proxies, 'rustc'), '#!/bin/sh\nexit 8\n');
      script(join(home, '.cargo', 'credentials.toml'), 'token');
      const { run: runHere } = await machineWith(home, `${proxies}:${system}`);
      const bot = script(join(engines, 'rust', 'bot'), `#!/usr/bin/env rustc\n${tell}`);
      const expected = { code: 0, stdout: 'stable\nbeside it: \n', stderr: '' };
      expect(await runHere(bot)).toEqual(expected);
      expect(await runHere(bot, [], { interpreter: join(proxies, 'rustc') })).toEqual(expected);
    },
  );

  inSandbox('is shown alone where it stands among programs of many kinds', async () => {
    script(join(home, '.config', 'token'), 'secret');
    script(join(home, '.local', 'lib', 'python3.12', 'mark'), '');
    script(join(home, '.local', 'share', 'keyrings', 'login'), 'secret');
    script(join(home, '.local', 'bin', 'python3'), '#!/bin/sh\nfor script; do :; done\n. "$script"\n');
    const { run: runHere } = await machineWith(home, `${join(home, '.local', 'bin')}:${system}`);
    const bot = script(
      join(engines, 'local', 'bot'),
      `#!/usr/bin/env python3\ncd ${home}; find .local .config 2>/dev/null | sort | tr "\\n" " "\n`,
    );
    expect((await runHere(bot)).stdout).toBe('.local .local/bin .local/bin/python3 ');
  });
});
