import { describe, expect, it } from 'vitest';
import { confine, confineInSandbox, keepersOf, wrapperFault } from './confine.ts';
import { planLaunch } from '../launch/launch.ts';
import { exitInside, mountsFor, type Bubblewrap, type Places } from './sandbox.ts';

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
  system: ['/etc', '/usr'],
  secrets: ['/etc/shadow'],
  private: ['/home/ada', '/home/ada/.local/share/plywire'],
};

const places: Places = {
  command: '/home/ada/engines/bot',
  files: ['/home/ada/engines/bot'],
  interpreters: [],
  named: [],
  own: ['/home/ada/engines'],
  home: '/home/ada',
};

describe('what is spawned', () => {
  it('is the engine itself where there is nothing to wrap it in', () => {
    expect(confine(plan, { setpriv: null })).toEqual({
      command: '/home/ada/engines/bot',
      args: ['-x', 'a b'],
      wrapper: null,
    });
  });

  it('is the engine by way of setpriv where it works', () => {
    expect(confine(plan, { setpriv: '/usr/bin/setpriv' })).toEqual({
      command: '/usr/bin/setpriv',
      args: ['--pdeathsig', 'KILL', '--', '/home/ada/engines/bot', '-x', 'a b'],
      wrapper: 'setpriv',
    });
  });

  it('is bubblewrap for an engine in the sandbox', () => {
    const spawned = confineInSandbox(plan, places, bubblewrap);
    expect(spawned.command).toBe('/usr/bin/bwrap');
    expect(spawned.args.join(' ')).toBe(
      '--unshare-all --die-with-parent --cap-drop ALL --new-session --ro-bind /etc /etc --ro-bind /usr /usr ' +
        '--ro-bind /dev/null /etc/shadow --proc /proc --dev /dev --size 67108864 --tmpfs /dev/shm ' +
        '--remount-ro /dev --size 67108864 --tmpfs /tmp --size 67108864 --tmpfs /home/ada ' +
        '--dir /home/ada/engines --bind /home/ada/engines /home/ada/engines --remount-ro / ' +
        '--chdir /home/ada/engines -- /home/ada/engines/bot -x a b',
    );
    expect(keepersOf(spawned)).toBe(2);
  });
});

describe('what an engine in the sandbox is shown beyond the system', () => {
  const read = (path: string) => ({ path, writable: false });
  const write = (path: string) => ({ path, writable: true });

  it.each<[string, Partial<Places>, ReturnType<typeof mountsFor>]>([
    ['its own folder', {}, [write('/home/ada/engines')]],
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
      [write('/data/work'), read('/home/ada/engines')],
    ],
    [
      'where its links lead',
      { files: ['/home/ada/engines/bot', '/data/bot-2/bot'] },
      [read('/data/bot-2'), write('/home/ada/engines')],
    ],
    ['nothing twice of the system', { files: ['/usr/games/bot'], own: ['/usr/games'] }, []],
    [
      'a virtual environment with the Python below it',
      { interpreters: ['/home/ada/venv/bin/python3', '/home/ada/.pyenv/versions/3.12/bin/python3.12'] },
      [read('/home/ada/.pyenv/versions/3.12'), write('/home/ada/engines'), read('/home/ada/venv')],
    ],
    [
      'of an interpreter in ~/bin no more than that folder',
      { interpreters: ['/home/ada/bin/lua'] },
      [read('/home/ada/bin'), write('/home/ada/engines')],
    ],
    [
      'what its arguments name, but no home and none of our files',
      { named: ['/data/book.bin', '/home/ada', '/home/ada/.local/share/plywire'] },
      [read('/data/book.bin'), write('/home/ada/engines')],
    ],
    [
      'a folder in its own as writable as that',
      { interpreters: ['/home/ada/engines/venv/bin/python'] },
      [write('/home/ada/engines')],
    ],
    [
      'its own writable in one that is not',
      { own: ['/data/a/work'], files: ['/data/a/bot'] },
      [read('/data/a'), write('/data/a/work')],
    ],
  ])('is %s', (_, changes, expected) => {
    expect(mountsFor({ ...places, ...changes }, bubblewrap)).toEqual(expected);
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
  const from = (wrapper: 'setpriv' | 'bwrap' | null) => ({ command: '', args: [], wrapper });

  it.each([
    ['bwrap', 1, ['bwrap: execvp /e/bot: No such file or directory'], 'ENOENT'],
    [
      'setpriv',
      127,
      ['setpriv: failed to execute /e/bot: Exec format error'],
      'failed to execute /e/bot: Exec format error',
    ],
    ['bwrap', 1, ['Traceback', 'no such book'], null],
    ['bwrap', 3, ['bwrap: execvp /e/bot: No such file or directory'], null],
    ['setpriv', 1, ['bwrap: execvp /e/bot: No such file or directory'], null],
    [null, 1, ['bwrap: execvp /e/bot: No such file or directory'], null],
  ] as const)('%s, exit code %s, %j', (wrapper, code, stderr, expected) => {
    expect(wrapperFault(from(wrapper), code, stderr)).toBe(expected);
  });
});
