import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { long } from '../support/long.ts';
import { processesWith } from '../support/processes.ts';
import { Mirror, Proxy, type MirrorOptions } from './mirror.ts';
import { Ground, program, Root, standIn, version } from './stand-in.ts';

const hostLine = 'Starting the browser host; Ctrl-C ends it.';
const appLine = 'Starting the desktop app; Ctrl-C ends it.';
const notFound =
  'Electron is not here yet, and nowhere.invalid, where it is downloaded from, cannot be found';

// The stand-ins are scripts, which Windows does not run as programs.
describe.skipIf(process.platform === 'win32')('npm start', { timeout: 120_000 }, () => {
  let root: Root;
  const servers: { close(): Promise<void> }[] = [];
  const openMirror = async (options: MirrorOptions = {}): Promise<Mirror> => {
    const mirror = await Mirror.open(options);
    servers.push(mirror);
    return mirror;
  };

  let ground: Ground;
  beforeAll(() => void (ground = new Ground()));
  afterAll(() => ground.remove());
  beforeEach(() => void (root = new Root(ground)));
  afterEach(async () => {
    await root.remove();
    await Promise.all(servers.splice(0).map((server) => server.close()));
  });

  const ran = (): string[] => root.told.map(({ who }) => who);
  const hostArgs = (): readonly string[] | undefined => root.told.find(({ who }) => who === 'host')?.args;
  const fellBack = async (started: ReturnType<Root['start']>, why: string): Promise<void> => {
    const lines = await started.lines();
    expect(lines.slice(-2)).toEqual([`Plywire runs in your browser: ${why}.`, hostLine]);
    // The host's own exit code.
    expect(await started.ended).toBe(4);
    expect(hostArgs()).toEqual([]);
  };

  describe('with Electron there', () => {
    beforeEach(() => root.install());

    it('runs the app with a channel, and as root alone without the sandbox', async () => {
      const started = root.start([], { ELECTRON_RUN_AS_NODE: '1' });
      expect(await started.lines()).toEqual([appLine]);
      expect(await started.ended).toBe(0);
      const main = join(root.folder, 'dist', 'app', 'main.cjs');
      const asRoot = process.platform === 'linux' && process.getuid?.() === 0;
      expect(root.told).toEqual([
        { who: 'probe', args: ['-p', 'process.versions.electron'] },
        { who: 'electron', args: asRoot ? ['--no-sandbox', main] : [main], channel: true },
      ]);
    });

    it.each(['SIGINT', 'SIGTERM'] as const)(
      'passes %s on, and its failure is then its own',
      long,
      async (signal) => {
        const started = root.start([], { STAND_IN: 'stay' });
        await started.says('a window is open');
        started.child.kill(signal);
        expect(await started.ended).toBe(3);
        expect(root.told.at(-1)).toEqual({ who: 'electron', signal });
        expect(started.output).not.toContain(hostLine);
      },
    );

    it('runs the browser host where the app dies at once', async () => {
      await fellBack(root.start([], { STAND_IN: 'die' }), 'Electron ended at once, with exit code 7');
      expect(ran()).toEqual(['probe', 'electron', 'host']);
    });

    it('passes the exit code of an app on that dies later', async () => {
      const started = root.start([], { STAND_IN: 'die' }, { settled: 0 });
      expect(await started.ended).toBe(7);
      expect(ran()).toEqual(['probe', 'electron']);
    });

    it.each([
      [
        'broken',
        'Electron does not run here (electron: error while loading shared libraries: libnss3.so: cannot open ' +
          'shared object file)',
      ],
      ['mute', 'Electron does not answer (1 s)'],
    ] as const)('runs the browser host where the program is %s', long, async (behaviour, why) => {
      await fellBack(
        root.start([], { STAND_IN: behaviour }, behaviour === 'mute' ? { probe: 1_000 } : {}),
        why,
      );
      expect(ran()).toEqual(['probe', 'host']);
      // Nothing that the program has started is left either.
      if (process.platform === 'linux') await eventually(() => processesWith(root.mark)).toEqual([]);
    });

    it('does not take another program for Electron', async () => {
      const binary = join(root.electron, 'dist', program);
      await fellBack(root.start([], { STAND_IN: 'node' }), `${binary} is not Electron`);
    });

    it.runIf(process.platform === 'linux')('runs the browser host where there is no display', async () => {
      await fellBack(
        root.start([], { DISPLAY: '', WAYLAND_DISPLAY: '' }),
        'there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set)',
      );
      expect(ran()).toEqual(['host']);
      const wayland = root.start([], { DISPLAY: '', WAYLAND_DISPLAY: 'wayland-0' });
      expect(await wayland.lines()).toEqual([appLine]);
    });

    it('does not look at it with --browser', async () => {
      const started = root.start(['--browser']);
      expect(await started.lines()).toEqual([hostLine]);
      expect(ran()).toEqual(['host']);
    });

    it('runs the browser host for a flag that only that has, and passes it on', async () => {
      const started = root.start(['--no-open', '--port', '8123']);
      expect(await started.lines()).toEqual([hostLine]);
      expect(hostArgs()).toEqual(['--no-open', '--port', '8123']);
    });

    it.each([
      [['--browser', '--electron'], '--electron does not go with --browser.'],
      [['--electron', '--port', '1'], '--electron does not go with --port.'],
    ])('refuses %j', async (args, line) => {
      const started = root.start(args);
      expect((await started.lines()).slice(0, 2)).toEqual([
        line,
        expect.stringMatching(/^usage: npm start /),
      ]);
      expect(await started.ended).toBe(2);
      expect(ran()).toEqual([]);
    });
  });

  describe('with an Electron that ELECTRON_OVERRIDE_DIST_PATH names', () => {
    it('runs that one, whatever its version', long, async () => {
      const folder = join(root.folder, 'mine');
      root.install('1.2.3', folder);
      const started = root.start([], { ELECTRON_OVERRIDE_DIST_PATH: folder });
      expect(await started.lines()).toEqual([appLine]);
      expect(ran()).toEqual(['probe', 'electron']);
    });

    it('downloads nothing if that folder has none', async () => {
      const mirror = await openMirror();
      const started = root.start([], {
        ELECTRON_OVERRIDE_DIST_PATH: '/nowhere',
        ELECTRON_MIRROR: mirror.address,
      });
      const binary = join('/nowhere', program);
      await fellBack(started, `ELECTRON_OVERRIDE_DIST_PATH is set, but there is no ${binary}`);
      expect(mirror.asked).toEqual([]);
    });
  });

  describe('without Electron', () => {
    it('downloads it from a mirror, says how that gets on, and runs it', long, async () => {
      const halfway = (): Promise<void> => started.says('1.0 of 2.0 MB (50 %)');
      const mirror = await openMirror({ halfway });
      const started: ReturnType<Root['start']> = root.start(
        [],
        { ELECTRON_MIRROR: mirror.address },
        { progress: 50 },
      );
      const lines = await started.lines();
      expect(lines[0]).toBe(
        'Downloading Electron from 127.0.0.1, about 120 MB; this is done once. `npm start -- --browser` does without.',
      );
      expect(lines).toContain('  1.0 of 2.0 MB (50 %)');
      expect(lines.at(-2)).toMatch(/^ {2}done in [\d.]+ s$/);
      expect(lines.at(-1)).toBe(appLine);
      expect(ran()).toEqual(['probe', 'electron']);
      expect(mirror.asked.map((path) => path.replace(/.*\//, ''))).toEqual([
        `electron-v${version}-${process.platform}-${process.arch}.zip`,
        'SHASUMS256.txt',
      ]);
      expect(readdirSync(root.temporary)).toEqual([]);

      const again = root.start([], { ELECTRON_MIRROR: mirror.address });
      expect(await again.lines()).toEqual([appLine]);
      expect(mirror.asked).toHaveLength(2);
    });

    it('replaces one of another version', long, async () => {
      root.install('1.2.3');
      const broken = await openMirror({ serves: 'none' });
      // From here on nothing counts as whole until the last of it is written.
      await root.start([], { ELECTRON_MIRROR: broken.address }).ended;
      expect(existsSync(join(root.electron, 'path.txt'))).toBe(false);
      const mirror = await openMirror();
      const started = root.start([], { npm_config_electron_mirror: mirror.address });
      expect((await started.lines()).at(-1)).toBe(appLine);
      expect(mirror.asked).toHaveLength(2);
    });

    it.each([
      ['without its path', null],
      ['for another platform', 'elsewhere/electron'],
    ])('takes what is there %s for none', long, async (_, path) => {
      root.install();
      rmSync(join(root.electron, 'path.txt'));
      if (path !== null) {
        root.write(`node_modules/electron/dist/${path}`, standIn);
        root.write('node_modules/electron/path.txt', path);
      }
      await fellBack(root.start(), notFound);
    });

    it.each([
      [
        'none',
        /: Response code 404 \(Not Found\) for http:\/\/127\.0\.0\.1:\d+\/v[\d.]+\/electron-v.*\.zip\.$/,
      ],
      ['wrong', /: Generated checksum for "electron-v.*\.zip" did not match expected checksum\.$/],
    ] as const)('runs the browser host where the mirror has %s', long, async (serves, complaint) => {
      const mirror = await openMirror({ serves });
      const started = root.start([], { ELECTRON_MIRROR: mirror.address });
      const lines = await started.lines();
      expect(lines.at(-2)).toMatch(complaint);
      expect(lines.at(-1)).toBe(hostLine);
      expect(existsSync(join(root.electron, 'path.txt'))).toBe(false);
    });

    it('says why a connection failed', long, async () => {
      const mirror = await openMirror();
      const { address, port } = mirror;
      await mirror.close();
      servers.length = 0;
      await fellBack(
        root.start([], { ELECTRON_MIRROR: address }),
        `Electron could not be downloaded from 127.0.0.1: connect ECONNREFUSED 127.0.0.1:${port}`,
      );
    });

    it.each([
      ['says nothing', { serves: 'hang' }, { stall: 1_000 }, 'nothing came for 1 s'],
      [
        'stops in the middle',
        { halfway: () => new Promise<void>(() => {}) },
        { stall: 4_000 },
        'nothing came for 4 s',
      ],
      ['takes too long', { serves: 'hang' }, { download: 1_000 }, 'it took longer than 1 s'],
    ] as const)('gives a mirror up that %s', long, async (_, options, patience, why) => {
      const mirror = await openMirror(options);
      const started = root.start([], { ELECTRON_MIRROR: mirror.address }, patience);
      await fellBack(started, `Electron could not be downloaded from 127.0.0.1: ${why}`);
      await eventually(() => mirror.connections).toBe(0);
      expect(readdirSync(root.temporary)).toEqual([]);
    });

    it('ends the download when it is told to end', async () => {
      const mirror = await openMirror({ serves: 'hang' });
      const started = root.start([], { ELECTRON_MIRROR: mirror.address });
      await eventually(() => mirror.asked.length).toBe(1);
      started.child.kill('SIGINT');
      expect(await started.ended).toBe(130);
      await eventually(() => mirror.connections).toBe(0);
      expect(readdirSync(root.temporary)).toEqual([]);
      expect(ran()).toEqual([]);
    });

    it.each([
      ['a proxy for all programs', 'HTTP_PROXY'],
      ['npm’s proxy', 'npm_config_proxy'],
    ])('goes through %s, which looks the name up itself', long, async (_, variable) => {
      const mirror = await openMirror();
      const proxy = await Proxy.open(mirror);
      servers.push(proxy);
      const started = root.start([], { [variable]: proxy.address });
      expect((await started.lines()).at(-1)).toBe(appLine);
      expect(proxy.asked.length).toBeGreaterThan(0);
      for (const asked of proxy.asked) expect(asked).toContain('nowhere.invalid');
    });

    it('runs the browser host where the mirror cannot be found', async () => {
      await fellBack(root.start(), notFound);
    });

    it('runs the browser host where no download is wanted', async () => {
      const mirror = await openMirror();
      const env = { ELECTRON_MIRROR: mirror.address, ELECTRON_SKIP_BINARY_DOWNLOAD: '1' };
      await fellBack(
        root.start([], env),
        'Electron is not here yet, and ELECTRON_SKIP_BINARY_DOWNLOAD is set',
      );
      expect(mirror.asked).toEqual([]);
    });

    it.runIf(process.platform === 'linux')('downloads nothing that no display could show', async () => {
      const mirror = await openMirror();
      const started = root.start([], { DISPLAY: '', ELECTRON_MIRROR: mirror.address });
      await fellBack(started, 'there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set)');
      expect(mirror.asked).toEqual([]);
    });

    it('fails with --electron, in one line and without the browser host', async () => {
      const started = root.start(['--electron']);
      expect(await started.lines()).toEqual([`The desktop app cannot be run: ${notFound}.`]);
      expect(await started.ended).toBe(1);
      expect(ran()).toEqual([]);
    });
  });
});
