/** The package, unpacked elsewhere: that it runs, as far as that can be told without Electron's own program. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import type { SearchEvent } from '../../app/api/contract.ts';
import { connect } from '../support/contract-client.ts';
import { Desk } from '../support/desk.ts';
import { Desktop } from '../support/desktop.ts';
import { eventually } from '../support/eventually.ts';
import { startHost } from '../support/host.ts';
import { writeJournals, type Written } from '../support/journals.ts';
import { asMacApp, releaseIn, root, text, unpackTar } from './packed.ts';

/** @param placed where it was packed, once that is known */
export function unpackedSuite(placed: () => string): void {
  let place: string;
  let app: string;
  let home: string;

  beforeAll(() => {
    place = placed();
    app = join(place, 'a place', 'Ply wire');
    home = join(place, 'home');
    const tar = readdirSync(releaseIn(place)).find((name) => name.endsWith('.tar.gz'));
    expect(tar).toMatch(/^plywire-\d+\.\d+\.\d+-linux-\w+\.tar\.gz$/);
    unpackTar(join(releaseIn(place), tar!), app);
  });

  const plywire = (command: string, ...args: string[]) =>
    spawnSync(command, args, {
      cwd: place,
      // This PATH has neither Node nor anything else of ours.
      env: { PATH: '/usr/bin:/bin', HOME: home, PLYWIRE_HOME: join(home, 'plywire') },
      encoding: 'utf8',
    });

  it.each(['where it is', 'by a link', 'by a relative link to a link', 'in the layout of macOS'])(
    'has a command line that finds its engines when called %s',
    (how) => {
      let command = join(app, 'plywire');
      if (how.includes('link')) {
        const folder = mkdtempSync(join(place, 'some links '));
        symlinkSync(command, join(folder, 'first'));
        symlinkSync('first', join(folder, 'plywire'));
        command = join(folder, how.includes('relative') ? 'plywire' : 'first');
      }
      if (how.includes('macOS')) {
        asMacApp(app, join(place, 'Ply wire.app'));
        command = join(place, 'Ply wire.app', 'Contents', 'Resources', 'bin', 'plywire');
      }
      const { status, stdout, stderr } = plywire(command, 'analyse', 'connect4', '--depth', '2', '--json');
      expect([status, stderr]).toEqual([0, '']);
      expect(JSON.parse(stdout.trimEnd().split('\n').at(-1)!)).toMatchObject({
        kind: 'bestmove',
        bestmove: '4',
      });
    },
  );

  it('hands every argument on as it is, those too that Electron or Node would know', () => {
    const command = join(app, 'plywire');
    expect(plywire(command, '--version').stdout).toBe(
      `${JSON.parse(text(join(root, 'package.json'))).version}\n`,
    );
    for (const option of ['--inspect', '-e', '--no-sandbox', '--trace-warnings']) {
      const { status, stderr } = plywire(command, option, '1');
      expect([option, status]).toEqual([option, 2]);
      expect(stderr).toContain(`unknown option '${option}'`);
    }
    expect(plywire(command, 'analyse', 'a  b "c" $d *').stderr).toContain('a  b "c" $d *');
  });

  it('opens a browser that is not told to act as Node', async () => {
    const folder = mkdtempSync(join(place, 'opener-'));
    const seen = join(folder, 'seen');
    const opener = `#!/bin/sh\necho "[$ELECTRON_RUN_AS_NODE]" > '${seen}.part' && mv '${seen}.part' '${seen}'\n`;
    writeFileSync(join(folder, 'xdg-open'), opener, { mode: 0o755 });
    const host = spawn(join(app, 'plywire'), ['serve', '--port', '0'], {
      env: { PATH: `${folder}:/usr/bin:/bin`, HOME: home, PLYWIRE_HOME: join(home, 'plywire') },
      stdio: 'ignore',
    });
    const ended = new Promise((resolve) => host.once('close', resolve));
    try {
      await eventually(() => existsSync(seen)).toBe(true);
      expect(text(seen)).toBe('[]\n');
    } finally {
      host.kill('SIGTERM');
      await ended;
    }
  });

  it('says so when its app is gone', () => {
    const alone = join(place, 'plywire-alone');
    writeFileSync(alone, text(join(app, 'plywire')), { mode: 0o755 });
    const { status, stderr } = plywire(alone, '--version');
    expect(status).toBe(70);
    expect(stderr).toMatch(/^plywire: there is no app around .*\n$/);
  });

  it('looks through a kept journal in the thread that lies in its archive', async () => {
    const own = mkdtempSync(join(place, 'searching-'));
    const [{ id }] = writeJournals(join(own, 'plywire', 'journals'), 1) as [Written];
    const program = join(app, 'resources', 'app.asar', 'dist', 'app', 'serve.cjs');
    const host = await startHost({ home: own, folder: own, port: 0, program });
    try {
      const { client } = await connect(host.url);
      const query = { text: '^id ', regex: true, exact: false, directions: ['heard' as const] };
      const found: SearchEvent[] = [];
      for await (const event of await client.finding.search({ journal: id, query })) found.push(event);
      expect(found.at(-1)).toMatchObject({ kind: 'found', count: 2, hits: [{}, { text: 'id author a' }] });
    } finally {
      await host.end('SIGTERM');
    }
  });

  it('has a main process that starts under the double and plays with its own engine', async () => {
    const resources = join(app, 'resources');
    const desktop = new Desktop({ home, main: join(resources, 'app.asar', 'dist', 'app', 'main.cjs') });
    try {
      const desk = new Desk(await desktop.page());
      await desk.board.waitFor();
      const { options } = await desktop.hears('window');
      expect(options).toMatchObject({ icon: join(resources, 'app.asar', 'dist', 'icon.png') });
      // The first start has an example on the board.
      await desk.newGame();
      await desk.seatEngine(2, 'Plywire Connect Four', { seconds: 0.1 });
      await desk.playColumn(4);
      await eventually(async () => (await desk.moves()).length).toBe(2);
    } finally {
      await desktop.end();
    }
  });
}
