import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkLaunch } from '../ending/launch-words.ts';
import { ownHost, planKill, planLaunch, type LaunchHost } from './launch.ts';
import { proposeInterpreter } from './propose.ts';
import type { Launch } from '../types.ts';

const launch: Launch = {
  file: '/opt/engines/konnect',
  interpreter: null,
  interpreterArgs: [],
  args: ['-x', 'a b'],
  folder: null,
  environment: { LEVEL: '3' },
  bundled: false,
  sandbox: false,
};

const linux: LaunchHost = {
  platform: 'linux',
  environment: {
    PATH: '/usr/bin',
    HOME: '/home/ada',
    LC_ALL: 'C.UTF-8',
    NODE_OPTIONS: '--inspect',
    ELECTRON_RUN_AS_NODE: '1',
    GITHUB_TOKEN: 'secret',
    LD_PRELOAD: '/evil.so',
    TZ: undefined,
  },
  nodePath: '/usr/bin/node',
  electron: false,
};

const windows: LaunchHost = {
  platform: 'win32',
  environment: { Path: 'C:\\bin', SystemRoot: 'C:\\Windows', NODE_OPTIONS: '-i' },
  nodePath: 'C:\\node.exe',
  electron: false,
};

describe('planLaunch', () => {
  it('runs a file by itself, in its folder, in a group of its own', () => {
    expect(planLaunch(launch, linux)).toEqual({
      command: '/opt/engines/konnect',
      args: ['-x', 'a b'],
      cwd: '/opt/engines',
      env: { PATH: '/usr/bin', HOME: '/home/ada', LC_ALL: 'C.UTF-8', LEVEL: '3' },
      detached: true,
      windowsHide: true,
      verbatim: false,
      unsafe: null,
      platform: 'linux',
      file: '/opt/engines/konnect',
      interpreter: null,
    });
  });

  it('runs a script by its interpreter', () => {
    const plan = planLaunch(
      { ...launch, interpreter: 'java', interpreterArgs: ['-jar'], folder: '/tmp' },
      linux,
    );
    expect(plan).toMatchObject({
      command: 'java',
      args: ['-jar', '/opt/engines/konnect', '-x', 'a b'],
      cwd: '/tmp',
    });
  });

  it('runs a bundled engine under our own Node', () => {
    const plan = planLaunch({ ...launch, bundled: true }, linux);
    expect(plan).toMatchObject({ command: '/usr/bin/node', args: ['/opt/engines/konnect', '-x', 'a b'] });
    expect(plan.env).not.toHaveProperty('ELECTRON_RUN_AS_NODE');
  });

  it('tells Electron to act as Node, for bundled engines alone', () => {
    const host = { ...linux, nodePath: '/opt/plywire', electron: true };
    expect(planLaunch({ ...launch, bundled: true }, host).env['ELECTRON_RUN_AS_NODE']).toBe('1');
    expect(planLaunch(launch, host).env).not.toHaveProperty('ELECTRON_RUN_AS_NODE');
  });

  it('lets the launch have the last word on its environment', () => {
    const plan = planLaunch({ ...launch, environment: { PATH: '/mine', NODE_OPTIONS: '--jitless' } }, linux);
    expect(plan.env).toMatchObject({ PATH: '/mine', NODE_OPTIONS: '--jitless' });
  });

  it('knows that names have no case on Windows, where there are no groups', () => {
    const plan = planLaunch({ ...launch, file: 'C:\\e\\k.exe', environment: { PATH: 'C:\\mine' } }, windows);
    expect(plan).toMatchObject({ cwd: 'C:\\e', detached: false });
    expect(plan.env).toEqual({ SystemRoot: 'C:\\Windows', PATH: 'C:\\mine' });
  });

  it.each<[string, Partial<Launch>, { command: string; args: string[]; verbatim: boolean }]>([
    [
      'a program',
      { file: 'C:\\e\\k.exe', args: ['a b', '%X%'] },
      { command: 'C:\\e\\k.exe', args: ['a b', '%X%'], verbatim: false },
    ],
    [
      'a script by its interpreter',
      { file: 'C:\\e\\k.py', interpreter: 'py', args: ['-x'] },
      { command: 'py', args: ['C:\\e\\k.py', '-x'], verbatim: false },
    ],
    [
      'a batch file',
      { file: 'C:\\e\\k.bat', args: ['a b'] },
      {
        command: 'C:\\Windows\\System32\\cmd.exe',
        args: ['/d', '/v:off', '/s', '/c', '""C:\\e\\k.bat" "a b""'],
        verbatim: true,
      },
    ],
    [
      'a script by an interpreter that is a batch file',
      { file: 'C:\\e\\k.lua', interpreter: 'C:\\l\\lua.cmd', args: [] },
      {
        command: 'C:\\Windows\\System32\\cmd.exe',
        args: ['/d', '/v:off', '/s', '/c', '""C:\\l\\lua.cmd" "C:\\e\\k.lua""'],
        verbatim: true,
      },
    ],
  ])('on Windows runs %s', (_, changes, expected) => {
    expect(planLaunch({ ...launch, ...changes }, windows)).toMatchObject({ ...expected, unsafe: null });
  });

  it('plans nothing for cmd.exe that cannot be said safely', () => {
    const plan = planLaunch({ ...launch, file: 'C:\\e\\k.bat', args: ['" & calc'] }, windows);
    expect(plan).toMatchObject({ command: 'C:\\e\\k.bat', verbatim: false, unsafe: '" & calc' });
  });

  it('runs by groups on macOS as on Linux', () => {
    expect(planLaunch(launch, { ...linux, platform: 'darwin' })).toMatchObject({
      command: '/opt/engines/konnect',
      detached: true,
      verbatim: false,
    });
  });

  it('describes the host that runs it', () => {
    expect(ownHost()).toMatchObject({
      platform: process.platform,
      nodePath: process.execPath,
      electron: false,
    });
  });
});

describe('planKill', () => {
  it('signals the group', () => {
    for (const hasExited of [false, true]) {
      expect(planKill(42, 'SIGTERM', 'linux', '', hasExited)).toEqual({
        kind: 'signal',
        pid: -42,
        signal: 'SIGTERM',
      });
      expect(planKill(42, 'SIGKILL', 'darwin', '', hasExited)).toEqual({
        kind: 'signal',
        pid: -42,
        signal: 'SIGKILL',
      });
    }
  });

  it('takes the tree on Windows', () => {
    const command = 'D:\\Win\\System32\\taskkill.exe';
    const args = ['/pid', '42', '/T'];
    expect(planKill(42, 'SIGTERM', 'win32', 'D:\\Win', false)).toEqual({ kind: 'run', command, args });
    expect(planKill(42, 'SIGKILL', 'win32', 'D:\\Win', false)).toEqual({
      kind: 'run',
      command,
      args: [...args, '/F'],
    });
  });

  it('kills nothing by a pid on Windows that may be that of another process by now', () => {
    expect(planKill(42, 'SIGKILL', 'win32', 'D:\\Win', true)).toBeNull();
  });
});

describe('checkLaunch', () => {
  it('has nothing against a program', () => {
    expect(checkLaunch(planLaunch({ ...launch, file: process.execPath }, ownHost()))).toBeNull();
  });

  it('says what is wrong and what to do', () => {
    expect(checkLaunch(planLaunch(launch, linux))).toEqual({
      reason: '/opt/engines/konnect does not exist',
      advice: 'Check its path.',
    });
  });

  it('turns words away that a batch file cannot be handed', () => {
    const folder = mkdtempSync(join(tmpdir(), 'plywire-launch-'));
    const file = join(folder, 'Engine.CMD');
    writeFileSync(file, '@echo off');
    const planFor = (...args: string[]) => ({
      ...planLaunch({ ...launch, file, args }, windows),
      cwd: folder,
    });
    expect(checkLaunch(planFor('-x'))).toBeNull();
    expect(checkLaunch(planFor('%PATH%'))?.reason).toBe('`%PATH%` cannot be passed to a batch file safely');
    rmSync(folder, { recursive: true });
  });
});

describe('proposeInterpreter', () => {
  it.each([
    ['/e/bot.py', 'python3', []],
    ['/e/bot.JS', 'node', []],
    ['/e/bot.mjs', 'node', []],
    ['/e/bot.cjs', 'node', []],
    ['/e/bot.jar', 'java', ['-jar']],
  ])('%s is run by %s', (file, interpreter, args) => {
    expect(proposeInterpreter(file, 'linux')).toEqual({ interpreter, args });
  });

  it('knows the launcher of Python for Windows', () => {
    expect(proposeInterpreter('bot.py', 'win32')?.interpreter).toBe('py');
  });

  it('proposes nothing for programs', () => {
    expect(['/e/bot', '/e/bot.exe', '/e/py', '/e/.js'].map((file) => proposeInterpreter(file))).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });
});
