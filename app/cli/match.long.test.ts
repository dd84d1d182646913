/** Matches that are killed again and again, and many engines. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { seededRandom } from '../games/random.ts';
import { entriesIn, gamesIn, logged, loggedOver } from './testing/matches.ts';
import { Workspace } from './testing/plywire.ts';

let place: Workspace;
beforeEach(() => void (place = new Workspace()));
afterEach(() => place.remove());

it.each([
  { protocol: 'cfp', kills: 30, openings: [], limit: [] },
  // With a depth there is one request a move, and not one for each depth.
  { protocol: 'cfsi', kills: 15, openings: [], limit: ['--depth', '1'] },
  // The engine moves its pawn alone, on a board without walls.
  { protocol: 'qtp', kills: 15, openings: ['start', 'e8', 'e8 e2', 'd9', 'd9 e2', 'e8 d1'], limit: [] },
])(
  'over $protocol no written ply was asked again after $kills kills, and the games are those of an unbroken run',
  async ({ protocol, kills, openings, limit }) => {
    const folder = join(place.folder, 'match');
    const log = join(place.folder, 'requests');
    const players = (...flags: (string | number)[]): string[] => [
      loggedOver(protocol, 'A', ...flags),
      loggedOver(protocol, 'B', '--pick', 3, ...flags),
    ];
    const book = join(place.folder, 'openings');
    writeFileSync(book, openings.join('\n'));
    const plan = [
      ...['--rounds', '6', '--concurrency', '2', '--force-concurrency', '--srand', '9', '--json'],
      ...[...(openings.length > 0 ? ['--openings', book] : []), ...limit],
    ];
    const whole = await place.run('match', ...players(), ...plan);
    const random = seededRandom(1);
    const slow = players('--think', 300, '--log', log);
    let started = place.start(['match', ...slow, ...plan, '--out', folder]);
    for (let kill = 0; kill < kills; kill++) {
      await pause(500 + random() * 1200);
      started.child.kill('SIGKILL');
      await started.outcome;
      started = place.start(
        entriesIn(folder).length === 0
          ? ['match', ...slow, ...plan, '--out', folder]
          : ['match', '--resume', folder, '--json'],
      );
    }
    expect((await started.outcome).code).toBe(0);
    const { objects } = await place.run('match', '--resume', folder, '--all', '--json');
    const inOrder = (printed: typeof whole) =>
      gamesIn(printed.objects()).sort((one, other) => one.number - other.number);
    expect(gamesIn(objects()).sort((one, other) => one.number - other.number)).toEqual(inOrder(whole));

    const entries = entriesIn(folder);
    const plies = entries.filter(({ kind }) => kind === 'ply');
    // No ply was written twice.
    expect(new Set(plies.map(({ number, ply }) => `${String(number)} ${String(ply)}`)).size).toBe(
      plies.length,
    );
    const ended = entries.filter(({ kind }) => kind === 'ended').map(({ number }) => number);
    expect(ended).toHaveLength(12);
    expect(new Set(ended).size).toBe(12);
    // Two games ran at a time: a kill repeats the one open question of each at most.
    const requests = readFileSync(log, 'utf8').trim().split('\n');
    expect(requests.length - plies.length).toBeLessThanOrEqual(2 * kills);
    expect(place.leftovers()).toEqual([]);
    rmSync(folder, { recursive: true });
  },
);

it('plays eight engines, two games at a time', async () => {
  const names = 'ABCDEFGH'.split('');
  const { code, objects } = await place.run(
    ...['match', ...names.map((name, pick) => logged(name, '--pick', pick)), '--concurrency', '2', '--json'],
  );
  expect(code).toBe(0);
  const games = gamesIn(objects());
  expect(games).toHaveLength(56);
  for (const name of names) {
    expect(games.filter(({ first }) => first === name)).toHaveLength(7);
    expect(games.filter(({ second }) => second === name)).toHaveLength(7);
  }
});

it('plays twelve games at once without a warning of Node that their listeners leak', async () => {
  const names = Array.from({ length: 14 }, (_, at) => `E${at}`);
  const { code, stderr } = await place.runAlone(
    ...['match', ...names.map((name) => logged(name)), '--tournament', 'gauntlet', '--games', '1'],
    ...['--concurrency', '12', '--force-concurrency', '--accuracy', '0', '--st', '5'],
  );
  expect([code, stderr]).toEqual([0, expect.not.stringContaining('Warning')]);
});

/** Mounting may need rights that the tests lack. */
const mounted = (path: string, kilobytes: number): boolean => {
  mkdirSync(path, { recursive: true });
  const options = ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'plywire-test', path];
  return spawnSync('mount', options).status === 0;
};
const unmount = (path: string): void => void spawnSync('umount', [path]);

const canMount = ((): boolean => {
  const probe = mkdtempSync(join(tmpdir(), 'plywire-mount-'));
  const can = mounted(probe, 64);
  if (can) unmount(probe);
  rmSync(probe, { recursive: true });
  return can;
})();

it.runIf(canMount)('waits while the disk is full, and loses no game', async () => {
  const disk = join(place.folder, 'disk');
  const kilobytes = 16 * 1024;
  expect(mounted(disk, kilobytes)).toBe(true);
  try {
    for (const [round, free] of [140, 80, 50].entries()) {
      const ballast = join(disk, 'ballast');
      writeFileSync(ballast, Buffer.alloc((kilobytes - free) * 1024));
      const out = join(disk, `match-${round}`);
      const { child, outcome } = place.start([
        ...['match', logged('A'), logged('B', '--pick', 3), '--rounds', '16', '--out', out, '--json'],
        ...['--concurrency', '2', '--force-concurrency', '--keep', 'all', '--accuracy', '0'],
      ]);
      let said = '';
      child.stderr.on('data', (text: string) => (said += text));
      await expect.poll(() => said, { timeout: 60_000 }).toMatch(/the match waits|waits until the journals/);
      rmSync(ballast);
      const { code, objects } = await outcome;
      const results = gamesIn(objects()).map(({ number, result }) => ({ number, isVoid: result === '*' }));
      expect.soft(code, said).toBe(0);
      expect([code, results.length, results.filter(({ isVoid }) => isVoid)]).toEqual([0, 32, []]);
      // The account of a full disk names the folder of the match, and no home that has room.
      expect(said).not.toContain(place.home);
      rmSync(out, { recursive: true });
    }
  } finally {
    unmount(disk);
  }
});
