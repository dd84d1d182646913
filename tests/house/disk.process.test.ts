/** A read-only home, and a disk that fills and has room again: one clear error, and Plywire goes on. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { plywireOutcome } from '../support/host.ts';
import { long } from '../support/long.ts';
import { addTicker, SharedHome, type RunningHost } from './shared-home.ts';

let house: SharedHome;
const mounted: string[] = [];
beforeEach(() => void (house = new SharedHome()));
afterEach(async () => {
  // The household removes its folders, and mounts must be gone by then.
  await house.endHosts();
  for (const path of mounted.splice(0)) spawnSync('umount', [path]);
  expect(await house.close()).toEqual([]);
}, 60_000);

const does = (command: string, ...args: string[]): boolean => spawnSync(command, args).status === 0;

function mount(path: string, options: string): boolean {
  mkdirSync(path, { recursive: true });
  if (!does('mount', '-t', 'tmpfs', '-o', options, 'plywire-test', path)) return false;
  mounted.push(path);
  return true;
}

/** Mounting may need rights that the tests lack; the other ways need none. */
const mounts = ((): boolean => {
  const probe = new SharedHome();
  const can = mount(probe.kept, 'size=64k');
  if (can) spawnSync('umount', [mounted.pop()!]);
  rmSync(probe.home, { recursive: true });
  return can;
})();
const limits = does('prlimit', '--version');

async function play({ client, state }: RunningHost, move: string): Promise<void> {
  const { key, shown } = (await state()).game;
  await client.game.play({ at: { game: key, node: shown }, move });
}

async function analyse({ client, state }: RunningHost, engine: string) {
  await client.analysis.start({ engine, protocol: 'cfp' });
  const { session } = (await state()).analyses[0]!;
  const now = async () => (await state()).sessions.find(({ id }) => id === session)!;
  await eventually(async () => (await now()).state).toBe('thinking');
  return { id: session!, now };
}

const refused = { code: 'REFUSED' };

describe.each<[string, boolean, RegExp, () => void]>([
  [
    'in the place of whose folder a file stands',
    true,
    /A file exists where a folder is needed \((EEXIST|ENOTDIR)\)/,
    () => writeFileSync(house.kept, ''),
  ],
  [
    'on a read-only disk (needs the right to mount)',
    mounts,
    /The disk is read-only \(EROFS\)/,
    () => void mount(house.kept, 'ro,size=64k'),
  ],
])('a home %s', (_, possible, cause, prepare) => {
  it.runIf(possible)('is one error, and games and engines go on', long, async () => {
    prepare();
    const running = await house.start();
    const { client, state } = running;
    const { trouble } = await state();
    expect(trouble).toMatch(/: .*the games.*could not be saved in .*\/plywire\. Plywire continues without/);
    expect(trouble).toMatch(cause);
    await expect(play(running, '4')).rejects.toMatchObject(refused);
    await expect(client.settings.change({ theme: 'dark' })).rejects.toMatchObject(refused);
    await expect(addTicker(client)).rejects.toMatchObject(refused);
    const { engines } = await state();
    expect(engines.filter(({ bundled }) => !bundled)).toEqual([]);
    const engine = engines.find(({ games }) => games.includes('connect4'))!.id;
    const { id, now } = await analyse(running, engine);
    expect((await now()).journalBytes).toBe(0);
    const journal = async () => {
      for await (const piece of await client.sessions.journal({ session: id })) return piece;
    };
    await expect(journal()).rejects.toMatchObject({ ...refused, message: /^This session has no journal: / });
    expect(await state()).toMatchObject({
      game: { nodes: [{}, { move: '4' }] },
      settings: { theme: 'dark' },
    });
    expect(running.host.output().match(/plywire: .*/g)).toEqual([
      expect.stringMatching(/^plywire: .*: the .*could not be saved/),
    ]);
    expect((await running.host.end('SIGTERM')).code).toBe(0);

    const { status, stdout, stderr } = plywireOutcome(house.home, ['analyse', engine, '--depth', '2']);
    expect([status, stderr.trim().split('\n')]).toEqual([0, [expect.stringMatching(cause)]]);
    expect(stdout).not.toBe('');
  });
});

/** Takes the space away, and gives it back. */
interface Room {
  readonly take: (running: RunningHost) => void;
  readonly give: (running: RunningHost) => void;
}

const filler = () => join(house.kept, 'filler');
const ways: [string, boolean, () => void, Room][] = [
  [
    'a disk (needs the right to mount)',
    mounts,
    () => void mount(house.kept, 'size=512k'),
    {
      take: () => {
        expect(() => {
          for (;;) writeFileSync(filler(), Buffer.alloc(4096), { flag: 'a' });
        }).toThrow('ENOSPC');
      },
      give: () => rmSync(filler()),
    },
  ],
  [
    'a limit on files (needs prlimit)',
    limits,
    () => undefined,
    {
      take: ({ host }) => expect(does('prlimit', '--pid', `${host.pid}`, '--fsize=0:unlimited')).toBe(true),
      give: ({ host }) =>
        expect(does('prlimit', '--pid', `${host.pid}`, '--fsize=unlimited:unlimited')).toBe(true),
    },
  ],
];

describe.each(ways)('%s', (_, possible, prepare, room) => {
  it.runIf(possible)('that is full is one error, until it has room again', long, async () => {
    prepare();
    const running = await house.start();
    const { client, state } = running;
    await play(running, '4');
    const engine = await addTicker(client);
    await eventually(async () => (await state()).engines.at(-1)!.contact.state).toBe('ok');
    const before = await analyse(running, engine);
    expect((await state()).trouble).toBeNull();

    const { key: game } = (await state()).game;
    let long = '';
    let refusal: unknown = null;
    // A file that is being replaced meanwhile gives its blocks back, and a line of some bytes may fit into the last block.
    for (let tries = 0; tries < 5 && refusal === null; tries++) {
      room.take(running);
      long += 'x'.repeat(5000);
      const change = [{ kind: 'annotate' as const, node: 1, to: { comment: long } }];
      refusal = await client.game.edit({ game, change }).then(
        () => null,
        (error: unknown) => error,
      );
    }
    expect(refusal).toMatchObject(refused);
    await expect(play(running, '4')).rejects.toMatchObject(refused);
    await expect(addTicker(client, 'Another')).rejects.toMatchObject(refused);
    await eventually(async () => (await before.now()).state).toBe('ended');
    expect((await before.now()).ending).toMatchObject({
      word: 'void',
      reason: expect.stringContaining('the journal could not be written'),
    });
    const after = await analyse(running, engine);
    const full = await state();
    expect(full.trouble).toMatch(
      /^(The disk is full \(ENOSPC\)|The file size limit is reached \(EFBIG\)): the .* could not be saved in .*\/plywire\./,
    );
    expect(full.trouble!.match(/could not be saved/g)).toHaveLength(1);
    expect(full.game.nodes.slice(1)).toMatchObject([{ move: '4', comment: long }, { move: '4' }]);
    expect(full.engines.map(({ name }) => name)).not.toContain('Another');
    expect(running.host.output().match(/plywire: .*/g)).toHaveLength(1);

    room.give(running);
    await play(running, '4');
    await client.sessions.restart({ session: after.id });
    await addTicker(client, 'Another');
    await eventually(async () => (await state()).trouble).toBeNull();
    await running.host.end('SIGKILL');
    const again = await house.start();
    const found = await again.state();
    expect(found.trouble).toBeNull();
    expect(found.game.nodes.slice(1)).toMatchObject([
      { move: '4', comment: long },
      { move: '4' },
      { move: '4' },
    ]);
    expect((await again.state()).engines.map(({ name }) => name)).toContain('Another');
  });
});
