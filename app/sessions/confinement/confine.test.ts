import { describe, expect, it } from 'vitest';
import { confine, confineInSandbox, keepersOf, wrapperFault } from './confine.ts';
import { planLaunch } from '../launch/launch.ts';
import {
  exitInside,
  mountsFor,
  sandboxOptions,
  type Bubblewrap,
  type Grants,
  type Places,
} from './sandbox.ts';

const plan = planLaunch(
  {
    file: '/home/ada/engines/bot',
    interpreter: null,
    interpreterArgs: [],
    args: ['-x', 'a b'],
    folder: null,
    environment: {},
    bundled: false,
    sandbox: true,
  },
  { platform: 'linux', environment: {}, nodePath: '/usr/bin/node', electron: false },
);

const bubblewrap: Bubblewrap = {
  path: '/usr/bin/bwrap',
  sized: true,
  closes: true,
  filter: new Uint8Array([1, 2, 3]),
  system: ['/etc', '/usr'],
  secrets: { files: ['/etc/shadow'], folders: ['/etc/sudoers.d'] },
  private: ['/home/ada', '/home/ada/.local/share/plywire'],
};

const places: Places = {
  command: '/home/ada/engines/bot',
  files: ['/home/ada/engines/bot'],
  before: [],
  interpreters: [],
  path: '/usr/bin:/bin',
  named: [],
  own: ['/home/ada/engines'],
  home: '/home/ada',
};

const grants: Grants = {
  cwd: '/home/ada/engines',
  env: { PATH: '/usr/bin:/bin', HOME: '/home/ada', LD_PRELOAD: '/home/ada/engines/evil.so' },
  writable: false,
  scratch: '/home/ada/.local/share/plywire/scratch/e-1',
};

describe('what is spawned', () => {
  it('is the engine itself where there is nothing to wrap it in', () => {
    expect(confine(plan, { setpriv: null }, 'c0ffee', [])).toMatchObject({
      command: '/home/ada/engines/bot',
      args: ['-x', 'a b'],
      wrapper: null,
    });
  });

  it('is the engine by way of setpriv where it works', () => {
    expect(confine(plan, { setpriv: '/usr/bin/setpriv' }, 'c0ffee', [7])).toEqual({
      command: '/usr/bin/setpriv',
      args: ['--pdeathsig', 'KILL', '--', '/home/ada/engines/bot', '-x', 'a b'],
      wrapper: 'setpriv',
      env: plan.env,
      argv0: 'plywire-start-c0ffee',
      inputs: [],
      input: 0,
      output: 1,
      contact: null,
      secret: 'c0ffee',
      withheld: [7],
    });
  });

  it('is bubblewrap for an engine in the sandbox, which has no variable of the engine', () => {
    const spawned = confineInSandbox(plan, places, grants, bubblewrap, 'c0ffee', [4, 7, 9, 251]);
    expect(spawned).toMatchObject({ command: '/usr/bin/bwrap', env: {}, input: 5, output: 6, contact: 7 });
    expect(spawned.withheld).toEqual([9, 251]);
    expect(spawned.args.join(' ')).toMatch(
      /^--args 3 --seccomp 4 --args 9 --args 251 -- \/bin\/sh -c .* plywire-start \/home\/ada\/engines\/bot -x a b$/,
    );
    expect(spawned.args.join(' ')).not.toContain('c0ffee');
    expect(spawned.inputs[1]).toBe(bubblewrap.filter);
    expect(keepersOf(spawned)).toBe(2);
  });

  it('reads its options by a descriptor', () => {
    const [options] = confineInSandbox(plan, places, grants, bubblewrap, 'c0ffee').inputs;
    const expected = sandboxOptions(places, grants, bubblewrap);
    expect(new TextDecoder().decode(options)).toBe(expected.map((option) => `${option}\0`).join(''));
  });

  it('sees read-only what is not its scratch folder or in memory', () => {
    expect(sandboxOptions(places, grants, bubblewrap).join(' ')).toBe(
      '--unshare-all --die-with-parent --cap-drop ALL --unshare-user --disable-userns --new-session ' +
        '--setenv PATH /usr/bin:/bin --setenv HOME /run/scratch --setenv LD_PRELOAD /home/ada/engines/evil.so ' +
        '--setenv TMPDIR /run/scratch --setenv TMP /run/scratch --setenv TEMP /run/scratch ' +
        '--ro-bind /etc /etc --ro-bind /usr /usr ' +
        '--ro-bind /dev/null /etc/shadow --tmpfs /etc/sudoers.d --remount-ro /etc/sudoers.d --proc /proc --remount-ro /proc --dev /dev --size 67108864 --tmpfs /dev/shm ' +
        '--remount-ro /dev --size 67108864 --tmpfs /tmp --size 67108864 --tmpfs /home/ada ' +
        '--bind /home/ada/.local/share/plywire/scratch/e-1 /run/scratch ' +
        '--dir /home/ada/engines --ro-bind /home/ada/engines /home/ada/engines --remount-ro / ' +
        '--chdir /home/ada/engines',
    );
  });
});

describe('what an engine in the sandbox is shown beyond the system', () => {
  const read = (path: string) => ({ path, writable: false });
  const write = (path: string) => ({ path, writable: true });

  it.each<[string, Partial<Places>, ReturnType<typeof mountsFor>]>([
    ['its own folder', {}, [read('/home/ada/engines')]],
    [
      'its file alone where it lies in the home folder',
      { files: ['/home/ada/bot'], own: ['/home/ada'] },
      [read('/home/ada/bot')],
    ],
    ['its file alone where it lies in /tmp', { files: ['/tmp/bot'], own: ['/tmp'] }, [read('/tmp/bot')]],
    [
      'no folder above a home',
      { files: ['/home/bot'], own: ['/home'], named: ['/', '/home'] },
      [read('/home/bot')],
    ],
    [
      'its program read-only where it works elsewhere',
      { own: ['/data/work'] },
      [read('/data/work'), read('/home/ada/engines')],
    ],
    [
      'where its links lead',
      { files: ['/home/ada/engines/bot', '/data/bot-2/bot'] },
      [read('/data/bot-2'), read('/home/ada/engines')],
    ],
    ['nothing twice of the system', { files: ['/usr/games/bot'], own: ['/usr/games'] }, []],
    [
      'of an interpreter the most that is harmless',
      {
        interpreters: [
          ['/home/ada/venv', '/home/ada/venv/bin/python3'],
          ['/home/ada', '/home/ada/bin', '/home/ada/bin/lua'],
          ['/home/ada', '/home/ada/run'],
        ],
      },
      [read('/home/ada/bin'), read('/home/ada/engines'), read('/home/ada/run'), read('/home/ada/venv')],
    ],
    [
      'what its arguments name, but no home and none of our files',
      { named: ['/data/book.bin', '/home/ada', '/home/ada/.local/share/plywire'] },
      [read('/data/book.bin'), read('/home/ada/engines')],
    ],
    [
      'nothing twice of its own folder',
      { interpreters: [['/home/ada/engines/venv', '/home/ada/engines/venv/bin/python']] },
      [read('/home/ada/engines')],
    ],
  ])('is %s', (_, changes, expected) => {
    expect(mountsFor({ ...places, ...changes }, bubblewrap, false)).toEqual(expected);
  });

  it('is its working folder writable by choice, also within one that is not', () => {
    expect(mountsFor(places, bubblewrap, true)).toEqual([write('/home/ada/engines')]);
    const within = { ...places, own: ['/data/a/work'], files: ['/data/a/bot'] };
    expect(mountsFor(within, bubblewrap, true)).toEqual([read('/data/a'), write('/data/a/work')]);
  });
});

describe('how an engine in the sandbox ended', () => {
  it.each([
    [0, { code: 0, signal: null }],
    [3, { code: 3, signal: null }],
    [127, { code: 127, signal: null }],
    [128 + 11, { code: null, signal: 'SIGSEGV' }],
    [128 + 9, { code: null, signal: 'SIGKILL' }],
    [255, { code: 255, signal: null }],
    [null, { code: null, signal: null }],
  ] as const)('%s', (code, expected) => expect(exitInside(code)).toEqual(expected));
});

describe('a wrapper that could not start the engine', () => {
  const fails = ['plywire-start: 1: exec: /e/bot: Permission denied', 'plywire-start: not started: c0ffee'];
  const misses = ['plywire-start: line 1: /e/bot: cannot execute: required file not found', fails[1]!];

  it.each([
    ['bwrap', 1, false, ["bwrap: Can't find source path /e: gone"], "bwrap: Can't find source path /e: gone"],
    ['bwrap', 1, false, [], 'bubblewrap exited with code 1'],
    ['bwrap', 126, true, fails, '1: exec: /e/bot: Permission denied'],
    ['bwrap', 127, true, misses, 'ENOENT'],
    [
      'setpriv',
      127,
      true,
      ['plywire-start-c0ffee: failed to execute /e/bot: Odd'],
      'failed to execute /e/bot: Odd',
    ],
    ['setpriv', 127, true, ['plywire-start-c0ffee: /e/bot: No such file or directory'], 'ENOENT'],
  ] as const)('is %s: exit code %s, reached %s, %j', (wrapper, exitCode, reached, stderr, expected) => {
    expect(wrapperFault({ wrapper, secret: 'c0ffee' }, { exitCode, reached, stderr })).toBe(expected);
  });

  it.each([
    ['bwrap', 1, true, ['bwrap: execvp /e/bot: No such file or directory']],
    ['bwrap', 127, true, [fails[0]!, 'plywire-start: not started: 0ff1ce']],
    ['bwrap', null, false, ['bwrap: killed']],
    ['setpriv', 127, true, ['setpriv: failed to execute /e/bot: Exec format error']],
    ['setpriv', 127, true, ['plywire-start-0ff1ce: failed to execute /e/bot: Exec format error']],
    [null, 1, true, fails],
  ] as const)('is not %s: exit code %s, reached %s, %j', (wrapper, exitCode, reached, stderr) => {
    expect(wrapperFault({ wrapper, secret: 'c0ffee' }, { exitCode, reached, stderr })).toBeNull();
  });
});
