import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkLaunch } from './endings.ts';
import { ownHost, planKill, planLaunch, type LaunchHost } from './launch.ts';
import { proposeInterpreter } from './propose.ts';
import type { Launch } from './types.ts';

const launch: Launch = {
  file: '/opt/engines/konnect',
  interpreter: null,
  interpreterArgs: [],
  args: ['-x', 'a b'],
  folder: null,
  environment: { LEVEL: '3' },
  bundled: false,
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
    expect(planKill(42, 'SIGTERM', 'linux')).toEqual({ kind: 'signal', pid: -42, signal: 'SIGTERM' });
    expect(planKill(42, 'SIGKILL', 'darwin')).toEqual({ kind: 'signal', pid: -42, signal: 'SIGKILL' });
  });

  it('takes the tree on Windows', () => {
    const command = 'D:\\Win\\System32\\taskkill.exe';
    const args = ['/pid', '42', '/T'];
    expect(planKill(42, 'SIGTERM', 'win32', 'D:\\Win')).toEqual({ kind: 'run', command, args });
    expect(planKill(42, 'SIGKILL', 'win32', 'D:\\Win')).toEqual({
      kind: 'run',
      command,
      args: [...args, '/F'],
    });
  });
});

describe('checkLaunch', () => {
  it('has nothing against a program', () => {
    expect(checkLaunch(planLaunch({ ...launch, file: process.execPath }, ownHost()))).toBeNull();
  });

  it('says what is wrong and what to do', () => {
    expect(checkLaunch(planLaunch(launch, linux))).toEqual({
      reason: '/opt/engines/konnect does not exist',
      advice: 'Choose the file again.',
    });
  });

  it('turns batch files away on Windows', () => {
    const folder = mkdtempSync(join(tmpdir(), 'plywire-launch-'));
    const file = join(folder, 'Engine.CMD');
    writeFileSync(file, '@echo off');
    const plan = planLaunch({ ...launch, file }, ownHost());
    expect(checkLaunch({ ...plan, platform: 'win32' })?.reason).toMatch(/is a batch file/);
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
