/** What `npm run dist` packs, and that it runs, as far as that can be told without Electron's own program. */
import { execFileSync, spawnSync } from 'node:child_process';
import { accessSync, constants, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { extractFile, listPackage } from '@electron/asar';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentsOf } from './appimage-tools.ts';
import { hasSevenZip, inBuild, packFor, releaseIn, root, text } from './packed.ts';
import { unpackedSuite } from './unpacked.suite.ts';

const executable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};
const hasDpkg = spawnSync('dpkg-deb', ['--version']).status === 0;
const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();

let place: string;
let unpacked: string;

beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), 'plywire-package-'));
  unpacked = join(releaseIn(place), 'linux-unpacked');
  const targets = ['dir', 'AppImage', ...(hasSevenZip() ? ['tar.gz'] : []), ...(hasDpkg ? ['deb'] : [])];
  const { why, output } = await packFor(targets, place);
  if (why !== null) throw new Error(output);
});

afterAll(() => {
  rmSync(place, { recursive: true, force: true });
  console.log(
    [
      'Not run here: Electron itself (a stand-in is packed; the archive is read as a folder).',
      'AppImage: its contents alone, with stand-ins for the tools that make a file of them.',
      'Not built here, though their settings pass electron-builder’s validation: dmg, nsis, zip.',
      `deb: ${hasDpkg ? 'built with a stand-in for fpm, not with fpm itself' : 'not built, there is no dpkg-deb'}.`,
      'plywire.cmd: not run, that takes Windows.',
    ].join('\n'),
  );
});

describe('the archive', () => {
  const archive = (): string => join(unpacked, 'resources', 'app.asar');
  const listed = (): string[] => listPackage(archive(), { isPack: false });

  it('has the hosts, the page, the icon and a manifest, and nothing else', () => {
    const wanted = [
      'package.json',
      'dist/icon.png',
      ...filesOf(inBuild('app')).map((name) => `dist/app/${name}`),
      ...filesOf(inBuild('renderer')).map((name) => `dist/renderer/${name}`),
    ].filter((path) => !path.endsWith('.map'));
    const folders = new Set(
      wanted.flatMap((path) => path.split('/').map((_, at, all) => all.slice(0, at).join('/'))),
    );
    const found = listed().map((path) => path.replace(/^\//, ''));
    expect(found.filter((path) => !folders.has(path)).sort()).toEqual(wanted.sort());
    expect(wanted).toEqual(
      expect.arrayContaining(['dist/app/main.cjs', 'dist/app/preload.cjs', 'dist/app/cli.cjs']),
    );
    // As the list above would let them through if the build had them.
    expect(found.filter((path) => /node_modules|\.map$|\.test\.|\.ts$|tests\//.test(path))).toEqual([]);
  });

  it('starts with the desktop’s main process', () => {
    const manifest = JSON.parse(extractFile(archive(), 'package.json').toString());
    expect(manifest).toMatchObject({
      name: 'plywire',
      main: 'dist/app/main.cjs',
      desktopName: 'plywire-desktop.desktop',
    });
    expect(manifest).not.toHaveProperty('dependencies');
    expect(manifest).not.toHaveProperty('devDependencies');
  });
});

describe('beside the archive', () => {
  it('lie the engines, as they were built', () => {
    const engines = join(unpacked, 'resources', 'engines');
    const built = filesOf(inBuild('engines')).filter((name) => !name.endsWith('.map'));
    expect(built).toContain('connect4/main.cjs');
    expect(filesOf(engines)).toEqual(built);
    for (const name of built) expect(text(join(engines, name))).toBe(text(inBuild(`engines/${name}`)));
  });

  it('lie the licences: ours, of what is bundled, and Electron’s', () => {
    const resources = join(unpacked, 'resources');
    expect(text(join(resources, 'LICENSE.txt'))).toBe(text(join(root, 'LICENSE')));
    expect(text(join(resources, 'THIRD-PARTY-LICENSES.txt'))).toBe(text(inBuild('THIRD-PARTY-LICENSES.txt')));
    expect(text(join(unpacked, 'LICENSE.electron.txt'))).toContain('Electron');
    expect(text(join(unpacked, 'LICENSES.chromium.html'))).toContain('Chromium');
  });

  it('lies the command line, by another name than the app', () => {
    expect(executable(join(unpacked, 'plywire'))).toBe(true);
    expect(executable(join(unpacked, 'plywire-desktop'))).toBe(true);
    expect(text(join(unpacked, 'README.txt'))).toContain('ln -s "$PWD/plywire"');
  });

  it('is nothing that would look for updates', () => {
    const told = [...filesOf(unpacked), ...readdirSync(releaseIn(place))];
    expect(told.filter((name) => /update|latest.*\.yml|\.blockmap$/.test(name))).toEqual([]);
  });

  it('names only languages of the page', () => {
    expect(readdirSync(join(unpacked, 'locales'))).toEqual(['en-US.pak']);
  });
});

it('has the fuses that are meant', async () => {
  const { version: _, ...wire } = await getCurrentFuseWire(join(unpacked, 'plywire-desktop'));
  const on = Object.entries(wire)
    .filter(([name]) => name in FuseV1Options)
    .map(([name, state]) => [FuseV1Options[Number(name)], state === '1'.charCodeAt(0)]);
  expect(Object.fromEntries(on)).toEqual({
    RunAsNode: true,
    EnableCookieEncryption: false,
    EnableNodeOptionsEnvironmentVariable: false,
    EnableNodeCliInspectArguments: false,
    EnableEmbeddedAsarIntegrityValidation: true,
    OnlyLoadAppFromAsar: true,
    LoadBrowserProcessSpecificV8Snapshot: false,
    GrantFileProtocolExtraPrivileges: false,
  });
});

it('is described in words that electron-builder knows, each of them', async () => {
  const config = join(place, 'wrong.yml');
  writeFileSync(config, text(join(root, 'electron-builder.yml')).replace('oneClick:', 'oneKlick:'));
  const { why, output } = await packFor(['dir'], join(place, 'wrong'), config);
  expect(why).toMatch(/^Invalid configuration object/);
  expect(output).toContain('configuration.nsis should be');
});

describe.skipIf(!hasSevenZip())('the tar.gz, unpacked', () => unpackedSuite(() => place));

describe('the AppImage', () => {
  let contents: string;
  beforeAll(() => {
    const name = readdirSync(releaseIn(place)).find((found) => found.endsWith('.AppImage'));
    expect(name).toMatch(/^plywire-.*\.AppImage$/);
    contents = contentsOf(join(releaseIn(place), name!));
  });

  it('has one entry for a menu, which leaves Chromium’s sandbox on', () => {
    const entries = filesOf(contents).filter((name) => name.endsWith('.desktop'));
    expect(entries).toEqual(['plywire-desktop.desktop']);
    const entry = text(join(contents, entries[0]!));
    expect(entry).toMatch(/^Exec=AppRun %U$/m);
    expect(entry).not.toContain('no-sandbox');
  });

  it.each([
    ['on where user namespaces are allowed', 0, []],
    ['off where they are not, since Chromium would not start', 1, ['--no-sandbox']],
  ])('starts the app with its sandbox %s', (_, status, flags) => {
    const folder = mkdtempSync(join(place, 'apprun-'));
    const [programs, mount] = [join(folder, 'bin'), join(folder, 'mount')];
    for (const made of [programs, mount]) mkdirSync(made);
    writeFileSync(join(programs, 'unshare'), `#!/bin/sh\nexit ${status}\n`, { mode: 0o755 });
    writeFileSync(join(mount, 'AppRun'), text(join(contents, 'AppRun')), { mode: 0o755 });
    const told = `#!/bin/sh\nprintf '%s\\n' "$@"\n`;
    writeFileSync(join(mount, 'plywire-desktop'), told, { mode: 0o755 });
    const { stdout } = spawnSync(join(mount, 'AppRun'), ['/a game.sgf'], {
      encoding: 'utf8',
      env: { PATH: `${programs}:/usr/bin:/bin`, HOME: folder, APPDIR: mount },
    });
    expect(stdout.trimEnd().split('\n')).toEqual([...flags, '/a game.sgf']);
  });
});

describe.skipIf(!hasDpkg)('the deb', () => {
  let tree: string;
  let control: string;

  beforeAll(() => {
    const name = readdirSync(releaseIn(place)).find((found) => found.endsWith('.deb'));
    expect(name).toMatch(/^plywire-.*\.deb$/);
    const deb = join(releaseIn(place), name!);
    [tree, control] = [join(place, 'deb', 'tree'), join(place, 'deb', 'control')];
    mkdirSync(tree, { recursive: true });
    execFileSync('dpkg-deb', ['-x', deb, tree]);
    execFileSync('dpkg-deb', ['-e', deb, control]);
  });

  it('brings `plywire` and the app to their places, and scripts that leave `plywire` alone', () => {
    const command = text(join(tree, 'usr', 'bin', 'plywire'));
    const [, called] = /^exec (\/\S+) "\$@"$/m.exec(command)!;
    expect(executable(join(tree, 'usr', 'bin', 'plywire'))).toBe(true);
    expect(executable(join(tree, called!))).toBe(true);
    for (const name of ['postinst', 'postrm']) {
      const script = text(join(control, name));
      expect(script).toContain('/opt/Plywire/plywire-desktop');
      expect(script).not.toMatch(/\/usr\/bin\/plywire(?!-desktop)/);
    }
  });

  it('has an entry in the menu, with an icon of every size', () => {
    const entry = text(join(tree, 'usr', 'share', 'applications', 'plywire-desktop.desktop'));
    expect(entry).toMatch(/^Exec=\/opt\/Plywire\/plywire-desktop %U$/m);
    expect(entry).toMatch(/^Categories=Game;BoardGame;$/m);
    // Games in its own form are opened by a double click.
    expect(entry).toMatch(/^MimeType=application\/x-go-sgf;$/m);
    const sizes = readdirSync(join(tree, 'usr', 'share', 'icons', 'hicolor'));
    expect(sizes).toEqual(expect.arrayContaining(['16x16', '48x48', '256x256', '512x512']));
  });

  it('says who it is from and what it needs', () => {
    const fields = text(join(control, 'control'));
    for (const field of ['Package: plywire', 'Maintainer: Plywire <', 'Depends: libgtk-3-0', 'Homepage: ']) {
      expect(fields).toContain(field);
    }
  });
});
