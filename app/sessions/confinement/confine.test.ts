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
  secrets: ['/etc/shadow'],
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
    expect(confine(plan, { setpriv: null }, [])).toMatchObject({
      command: '/home/ada/engines/bot',
      args: ['-x', 'a b'],
      wrapper: null,
    });
  });

  it('is the engine by way of setpriv where it works', () => {
    expect(confine(plan, { setpriv: '/usr/bin/setpriv' }, [7])).toEqual({
      command: '/usr/bin/setpriv',
      args: ['--pdeathsig', 'KILL', '--', '/home/ada/engines/bot', '-x', 'a b'],
      wrapper: 'setpriv',
      env: plan.env,
      inputs: [],
      output: 1,
      withheld: [7],
    });
  });

  it('is bubblewrap for an engine in the sandbox, which has no variable of the engine', () => {
    const spawned = confineInSandbox(plan, places, grants, bubblewrap, [4, 9, 251]);
    expect(spawned).toMatchObject({ command: '/usr/bin/bwrap', env: {}, output: 5, withheld: [9, 251] });
    expect(spawned.args.join(' ')).toBe(
      '--args 3 --seccomp 4 --args 9 --args 251 -- /bin/sh -c exec "$@" 1>&5 5>&- plywire-start ' +
        '/home/ada/engines/bot -x a b',
    );
    expect(spawned.inputs[1]).toBe(bubblewrap.filter);
    expect(keepersOf(spawned)).toBe(2);
  });

  it('reads its options by a descriptor', () => {
    const [options] = confineInSandbox(plan, places, grants, bubblewrap).inputs;
    const expected = sandboxOptions(places, grants, bubblewrap);
    expect(new TextDecoder().decode(options)).toBe(expected.map((option) => `${option}\0`).join(''));
  });

  it('sees read-only what is not its scratch folder or in memory', () => {
    expect(sandboxOptions(places, grants, bubblewrap).join(' ')).toBe(
      '--unshare-all --die-with-parent --cap-drop ALL --unshare-user --disable-userns --new-session ' +
        '--setenv PATH /usr/bin:/bin --setenv HOME /run/scratch --setenv LD_PRELOAD /home/ada/engines/evil.so ' +
        '--setenv TMPDIR /run/scratch --setenv TMP /run/scratch --setenv TEMP /run/scratch ' +
        '--ro-bind /etc /etc --ro-bind /usr /usr ' +
        '--ro-bind /dev/null /etc/shadow --proc /proc --dev /dev --size 67108864 --tmpfs /dev/shm ' +
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
  const from = (wrapper: 'setpriv' | 'bwrap' | null) => ({ wrapper });

  it.each([
    ['bwrap', 1, ['bwrap: execvp /e/bot: No such file or directory'], 'ENOENT'],
    [
      'setpriv',
      127,
      ['setpriv: failed to execute /e/bot: Exec format error'],
      'failed to execute /e/bot: Exec format error',
    ],
    ['bwrap', 127, ['plywire-start: 1: exec: /e/bot: not found'], 'ENOENT'],
    ['bwrap', 127, ['plywire-start: line 1: /e/bot: cannot execute: required file not found'], 'ENOENT'],
    [
      'bwrap',
      126,
      ['plywire-start: 1: exec: /e/bot: Permission denied'],
      '1: exec: /e/bot: Permission denied',
    ],
    ['bwrap', 1, ['Traceback', 'no such book'], null],
    ['bwrap', 3, ['bwrap: execvp /e/bot: No such file or directory'], null],
    ['setpriv', 1, ['bwrap: execvp /e/bot: No such file or directory'], null],
    [null, 1, ['bwrap: execvp /e/bot: No such file or directory'], null],
  ] as const)('%s, exit code %s, %j', (wrapper, code, stderr, expected) => {
    expect(wrapperFault(from(wrapper), code, stderr)).toBe(expected);
  });
});
