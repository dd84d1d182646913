import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { chromiumArgs, chromiumCandidates, findChromium } from '../build/lib/chromium.mjs';
import { failureOf, installReason, npmCommand } from '../build/lib/install.mjs';
import { nodeFits, nodeRefusal } from '../build/lib/node-version.mjs';
import { showProgress } from '../build/lib/progress.mjs';
import {
  buildReason,
  buildReasonAt,
  digest,
  expectedOutputs,
  isSource,
  sourceDigest,
  sourcePaths,
  writeStamp,
} from '../build/lib/stale.mjs';

describe('the Node version', () => {
  const range = '^20.19.0 || ^22.13.0 || >=24';

  it.each([
    '20.19.0',
    '20.19.1',
    '20.20.2',
    '22.13.0',
    '22.99.0',
    '24.0.0',
    '24.3.1',
    '26.1.0',
    '24.0.0-rc.1',
  ])('%s fits', (version) => {
    expect(nodeFits(version, range)).toBe(true);
    expect(nodeRefusal(version, range)).toBeNull();
  });

  it.each(['12.22.9', '18.20.0', '20.18.9', '20.9.0', '21.9.0', '22.12.9', '23.11.0'])(
    '%s is refused in one line that names both',
    (version) => {
      expect(nodeFits(version, range)).toBe(false);
      expect(nodeRefusal(version, range)).toBe(
        `Plywire needs another Node: this is ${version}, wanted is 20.19.0 or a later 20; 22.13.0 or a later 22; ` +
          '24 or later. See https://nodejs.org/',
      );
    },
  );

  it('does not guess at a range that it cannot read', () => {
    expect(() => nodeFits('20.19.0', '~20.19.0')).toThrow('~20.19.0');
  });
});

describe('whether to install', () => {
  const lock = (packages: Record<string, object>): string => JSON.stringify({ lockfileVersion: 3, packages });
  const one = { version: '1.0.0', integrity: 'sha512-a' };
  const wanted = lock({
    '': { name: 'plywire', version: '9.9.9' },
    'node_modules/one': one,
    'node_modules/left-over': { version: '3.0.0', extraneous: true },
    'node_modules/other-platform': { version: '2.0.0', optional: true },
  });

  it('not when all that is wanted is there', () => {
    expect(installReason(wanted, lock({ 'node_modules/one': one }))).toBeNull();
  });

  it('not for what is installed beyond it, nor for the version of our own package', () => {
    expect(installReason(wanted, lock({ 'node_modules/one': one, 'node_modules/extra': one }))).toBeNull();
  });

  it.each([
    ['nothing is installed', null, 'no packages are installed'],
    ['the record is torn', '{"packages":', 'the record of installed packages cannot be read'],
    ['a package is missing', lock({}), 'one is missing'],
    [
      'another version is installed',
      lock({ 'node_modules/one': { ...one, version: '0.9.0' } }),
      'one is 0.9.0, wanted is 1.0.0',
    ],
    [
      'the same version has other contents',
      lock({ 'node_modules/one': { ...one, integrity: 'sha512-b' } }),
      'one is 1.0.0 of other contents than wanted',
    ],
    [
      'an optional package is there in another version',
      lock({ 'node_modules/one': one, 'node_modules/other-platform': { version: '1.9.0' } }),
      'other-platform is 1.9.0, wanted is 2.0.0',
    ],
  ])('yes when %s', (_, installed, reason) => {
    expect(installReason(wanted, installed)).toBe(reason);
  });

  it('shows what npm said where it fails, without what it says of each package', () => {
    const said = [
      ...Array.from({ length: 500 }, (_, at) => `npm http fetch GET 200 https://r.invalid/p${at} 5ms`),
      'npm warn EBADENGINE Unsupported engine',
      'npm error code ENOTFOUND',
    ];
    const shown = failureOf(said.join('\n'), 'install.log');
    expect(shown.split('\n')).toEqual([
      '  npm warn EBADENGINE Unsupported engine',
      '  npm error code ENOTFOUND',
      expect.stringContaining('Check the network') as string,
      'All that npm said is in install.log.',
    ]);
    expect(failureOf('npm error code EUSAGE\n', null)).toBe('  npm error code EUSAGE');
    const usage = Array.from({ length: 100 }, (_, at) => `npm error   --option-${at}`);
    const missing = failureOf(['npm error Missing: a from lock file', ...usage].join('\n'), null);
    expect(missing.split('\n')[0]).toBe('  npm error Missing: a from lock file');
    expect(missing.split('\n')).toHaveLength(30);
  });

  it('takes the npm that runs us, else the one on PATH', () => {
    expect(npmCommand({ npm_execpath: '/lib/npm/bin/npm-cli.js' }, 'linux')).toEqual({
      command: process.execPath,
      args: ['/lib/npm/bin/npm-cli.js'],
      shell: false,
    });
    expect(npmCommand({ npm_execpath: '/lib/yarn.js' }, 'linux').command).toBe('npm');
    expect(npmCommand({}, 'win32').command).toBe('npm.cmd');
  });
});

describe('the progress of a step', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }));
  afterEach(() => void vi.useRealTimers());

  const shownOn = (isTTY: boolean): string => {
    let shown = '';
    const screen = { write: (text: string) => (shown += text), isTTY, columns: 60 };
    const progress = showProgress('Installing', screen);
    vi.advanceTimersByTime(10_000);
    progress.note('12 downloads');
    vi.advanceTimersByTime(10_000);
    progress.end();
    vi.advanceTimersByTime(60_000);
    return shown;
  };

  it('is one line on a terminal, which is written over', () => {
    const shown = shownOn(true);
    expect(shown.startsWith('Installing …\n\r\u001b[K  1 s\r\u001b[K  2 s\r')).toBe(true);
    expect(shown.endsWith('\r\u001b[K  20 s, 12 downloads\r\u001b[K')).toBe(true);
  });

  it('is a line now and then in a log', () => {
    expect(shownOn(false)).toBe('Installing …\n  10 s\n  20 s, 12 downloads\n');
  });
});

describe('whether to build', () => {
  let root: string;
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'plywire-stale-'));
    for (const path of ['app/cli.ts', 'engines/alpha/main.ts', 'renderer/index.html', 'vite.config.ts']) {
      write(path, path);
    }
  });
  afterEach(() => {
    rmSync(root, { recursive: true, force: true });
  });

  const build = (): void => {
    for (const path of expectedOutputs(sourcePaths(root))) write(path, '');
    writeStamp(root, sourceDigest(root));
  };

  it('decides by stamp, outputs and digest, in this order', () => {
    expect(buildReason(null, 'd', ['x'])).toBe('there is no finished build');
    expect(buildReason('{"sources":"d"}', 'd', ['x'])).toBe('x is missing');
    expect(buildReason('{"sources":"d"}', 'e', [])).toBe('sources have changed');
    expect(buildReason('{"sour', 'd', [])).toBe('the stamp of the last build cannot be read');
    expect(buildReason('null', 'd', [])).toBe('the stamp of the last build cannot be read');
    expect(buildReason('{"sources":"d"}', 'd', [])).toBeNull();
  });

  it('wants a build first, none after it, and one more after each change', () => {
    expect(buildReasonAt(root)).toBe('there is no finished build');
    build();
    expect(buildReasonAt(root)).toBeNull();
    write('app/cli.ts', 'changed');
    expect(buildReasonAt(root)).toBe('sources have changed');
    build();
    write('app/new.ts', '');
    expect(buildReasonAt(root)).toBe('sources have changed');
    rmSync(join(root, 'app/new.ts'));
    expect(buildReasonAt(root)).toBeNull();
    rmSync(join(root, 'dist/engines/alpha/main.cjs'));
    expect(buildReasonAt(root)).toBe('dist/engines/alpha/main.cjs is missing');
  });

  it('wants no build for a test, a text or a hidden file', () => {
    build();
    for (const path of [
      'app/cli.test.ts',
      'engines/alpha/README.md',
      'app/.cli.ts.swp',
      'app/tsconfig.json',
    ]) {
      write(path, 'new');
      expect(isSource(path), path).toBe(false);
    }
    expect(buildReasonAt(root)).toBeNull();
  });

  it('tells a renamed file and a moved boundary by the digest', () => {
    const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
    const digests = [
      digest([['a', bytes('bc')]]),
      digest([['ab', bytes('c')]]),
      digest([
        ['a', bytes('b')],
        ['c', bytes('')],
      ]),
      digest([]),
    ];
    expect(new Set(digests).size).toBe(digests.length);
  });
});

describe('which Chromium', () => {
  it('looks at the named one first, then along PATH, then at Playwright’s', () => {
    const env = { PLYWIRE_CHROMIUM: '/mine', PATH: '/a:relative:/b' };
    const found = chromiumCandidates(env, 'linux', '/pw/chrome');
    expect(found[0]).toBe('/mine');
    expect(found.slice(1, 3)).toEqual(['/a/chromium-headless-shell', '/b/chromium-headless-shell']);
    expect(found.indexOf('/b/chromium')).toBe(found.indexOf('/a/chromium') + 1);
    expect(found.at(-1)).toBe('/pw/chrome');
    expect(found.some((path) => path.includes('relative'))).toBe(false);
  });

  it('takes the first that runs, not the first that exists', () => {
    const folder = mkdtempSync(join(tmpdir(), 'plywire-chromium-'));
    const program = (name: string, text: string, mode = 0o755): string => {
      writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`, { mode });
      return join(folder, name);
    };
    const shell = program('stub', 'echo "install it with snap" >&2; exit 1');
    const silent = program('silent', 'exit 0');
    const locked = program('locked', 'echo Chromium 1.2.3.4', 0o644);
    const good = program('good', 'echo Chromium 156.0.8078.79 built on Debian');
    try {
      expect(findChromium([join(folder, 'none'), folder, shell, silent, locked, good])).toEqual({
        path: good,
        version: '156.0.8078.79',
      });
      expect(findChromium([shell])).toBeNull();
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('gives up the sandbox for root alone', () => {
    expect(chromiumArgs(true)).toContain('--no-sandbox');
    expect(chromiumArgs(false)).not.toContain('--no-sandbox');
  });
});
