/** Export and import through the built command line. */
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { folderOpener } from './reveal.ts';
import { Workspace } from './testing/plywire.ts';

let place: Workspace;
beforeEach(() => void (place = new Workspace()));
afterEach(() => {
  expect(place.leftovers()).toEqual([]);
  place.remove();
});

const kept = () =>
  JSON.parse(readFileSync(join(place.home, 'engines.json'), 'utf8')) as { engines: object[] };

it('goes out of one home and into another, and shows first what would change', async () => {
  const file = join(place.folder, 'mine');
  const told = join(place.folder, 'started');
  writeFileSync(file, `#!/bin/sh\ntouch ${told}\n`);
  chmodSync(file, 0o755);
  await place.run('engines', 'add', file, '--protocol', 'cfp', '--name', 'Mine', '--arg=-v', '--no-sandbox');
  const exported = await place.runAlone('config', 'export', 'all.json');
  expect(exported).toMatchObject({ code: 0, stdout: '' });
  const path = join(place.folder, 'all.json');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect((await place.run('config', 'export')).stdout).toBe(readFileSync(path, 'utf8'));
  // An existing file is never overwritten.
  expect(await place.run('config', 'export', 'all.json')).toMatchObject({ code: 2 });

  await place.run('engines', 'remove', 'Mine');
  const text = JSON.parse(readFileSync(path, 'utf8')) as { settings: object };
  writeFileSync(path, JSON.stringify({ ...text, settings: { ...text.settings, flipped: true } }));
  const shown = await place.run('config', 'import', 'all.json');
  expect(shown.code).toBe(0);
  expect(shown.stdout).toContain(`+ Mine  ${file} -v`);
  expect(shown.stdout).toContain('~ flipped: false -> true');
  expect(shown.stderr).toContain('--yes');
  expect(kept().engines).toEqual([]);

  const done = await place.run('config', 'import', 'all.json', '--yes', '--no-sandbox');
  expect(done).toMatchObject({ code: 0 });
  expect(kept().engines).toMatchObject([{ name: 'Mine', file, args: ['-v'], sandbox: false }]);
  expect(readFileSync(join(place.home, 'settings.json'), 'utf8')).toContain('"flipped": true');
  expect(existsSync(told)).toBe(false);
  expect((await place.run('config', 'import', 'all.json', '--yes')).stderr).toContain('Nothing to change');
}, 60_000);

it('takes over what weakens protection where it is asked for by a flag of its own', async () => {
  await place.run('config', 'export', 'all.json');
  const path = join(place.folder, 'all.json');
  const text = JSON.parse(readFileSync(path, 'utf8')) as { settings: object };
  const settings = { ...text.settings, sandboxNew: false };
  writeFileSync(path, JSON.stringify({ ...text, settings }));
  const kept = () => readFileSync(join(place.home, 'settings.json'), 'utf8');
  const shown = await place.run('config', 'import', 'all.json', '--yes');
  expect(shown.stdout).toBe('! New engines run without the sandbox.\n');
  expect(shown.stderr).toContain('use --weaken to apply them');
  expect(existsSync(join(place.home, 'settings.json'))).toBe(false);
  expect(await place.run('config', 'import', 'all.json', '--weaken')).toMatchObject({
    stderr: expect.stringContaining('--yes') as string,
  });
  const done = await place.run('config', 'import', 'all.json', '--yes', '--weaken');
  expect(done).toMatchObject({ code: 0, stdout: expect.stringContaining('settings applied') as string });
  expect(kept()).toContain('"sandboxNew": false');
}, 60_000);

it('reads an export with a byte order mark, and one in UTF-16', async () => {
  const { stdout } = await place.run('config', 'export');
  for (const encoding of ['utf8', 'utf16le'] as const) {
    writeFileSync(join(place.folder, 'all.json'), Buffer.from(`\uFEFF${stdout}`, encoding));
    expect(await place.run('config', 'import', 'all.json')).toMatchObject({
      code: 0,
      stderr: 'plywire: Nothing to change.\n',
    });
  }
}, 30_000);

it('leaves no file that a full disk has cut short', async () => {
  const { code, stderr } = await place.shell('ulimit -f 0; "$@"', 'config', 'export', 'all.json');
  expect(code).toBe(2);
  expect(stderr).toMatch(/^plywire: The file all\.json cannot be read or written \(EFBIG, write\)/m);
  expect(existsSync(join(place.folder, 'all.json'))).toBe(false);
}, 30_000);

it.each([
  ['none.json', /^plywire: none\.json cannot be read: there is no such file\.\n$/],
  ['.', /^plywire: \. cannot be read: it is a folder\.\n$/],
  ['/dev/null', /not a file of settings and engines/],
  ['long.json', /^plywire: long\.json is too large: an export has at most 1000000 characters\.\n$/],
])(
  'says what %s is, which is not an export',
  async (name, words) => {
    writeFileSync(join(place.folder, 'long.json'), ' '.repeat(3_000_000));
    const { code, stderr } = await place.run('config', 'import', name);
    expect(code).toBe(2);
    expect(stderr).toMatch(words);
  },
  30_000,
);

it('refuses in words what is not an export', async () => {
  writeFileSync(join(place.folder, 'x.json'), '{}');
  expect(await place.run('config', 'import', 'x.json')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('not a file of settings and engines') as string,
  });
}, 30_000);

it('a folder is opened where a desktop can show it', () => {
  expect(folderOpener('linux', {})).toBe(null);
  expect(folderOpener('linux', { DISPLAY: ':0' })).toBe('xdg-open');
  expect(folderOpener('linux', { WAYLAND_DISPLAY: 'wayland-0' })).toBe('xdg-open');
  expect(folderOpener('darwin', {})).toBe('open');
  expect(folderOpener('win32', { SystemRoot: 'D:\\Win' })).toBe('D:\\Win\\explorer.exe');
});
