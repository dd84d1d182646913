import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { statOf } from '../../sessions/proc.ts';
import { askBirths, identityOf, birthQuery, exactBirth, stillRunning } from './birth.ts';

const children: ChildProcess[] = [];
afterEach(() => children.splice(0).forEach((child) => child.kill('SIGKILL')));

/** A process that waits, and the time at which it was started. */
async function sleeper(): Promise<{ pid: number; at: number }> {
  const at = Date.now();
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  children.push(child);
  await new Promise((resolve) => child.once('spawn', resolve));
  return { pid: child.pid!, at };
}

const gone = (): number => spawnSync(process.execPath, ['--version']).pid;

describe('how a system is asked for births', () => {
  it('asks ps elsewhere, and reads its table in any width', () => {
    const { command, args, read } = birthQuery([12, 345], 'darwin', '');
    expect([command, ...args]).toEqual(['ps', '-o', 'pid=,lstart=', '-p', '12,345']);
    const births = read('   12 Sat Nov 21 16:52:16 2026    \n  345 Sun Mar  1 00:00:09 2026\nps: odd\n');
    expect([...births]).toEqual([
      [12, Date.UTC(2026, 10, 21, 16, 52, 16)],
      [345, Date.UTC(2026, 2, 1, 0, 0, 9)],
    ]);
  });

  it('asks PowerShell on Windows', () => {
    const { command, args, read } = birthQuery([12, 345], 'win32', 'D:\\Windows');
    expect(command).toBe('D:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe');
    expect(args.at(-1)).toMatch(/^Get-Process -Id 12,345 -ErrorAction SilentlyContinue \| ForEach-Object \{/);
    expect([...read('12 1795280000123\r\n345 1795280001000\r\n')]).toEqual([
      [12, 1795280000123],
      [345, 1795280001000],
    ]);
  });

  it.runIf(process.platform !== 'win32')('is told the truth by ps', async () => {
    const { pid, at } = await sleeper();
    const births = await askBirths([pid, gone()]);
    expect([...births.keys()]).toEqual([pid]);
    expect(Math.abs(births.get(pid)! - at)).toBeLessThan(3000);
  });
});

describe('who still runs', () => {
  it('is told by the birth, and not by the pid', async () => {
    const { pid, at } = await sleeper();
    const being = identityOf(pid, at);
    expect(await stillRunning([being, identityOf(process.pid, Math.round(performance.timeOrigin))])).toEqual(
      new Set([pid, process.pid]),
    );
    const other =
      being.exact === null ? { ...being, at: at - 60_000 } : { ...being, exact: `${being.exact}1` };
    expect(await stillRunning([other, { pid: gone(), at, exact: null }])).toEqual(new Set());
  });

  it.runIf(process.platform !== 'win32')('is told by the hour where no exact birth is known', async () => {
    const { pid, at } = await sleeper();
    expect(await stillRunning([{ pid, at, exact: null }])).toEqual(new Set([pid]));
    expect(await stillRunning([{ pid, at: at - 60_000, exact: null }])).toEqual(new Set());
  });

  it.runIf(process.platform === 'linux')(
    'names the boot and the namespace, so that no other’s is met',
    () => {
      const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
      const stat = statOf(process.pid)!;
      expect(exactBirth(stat)).toMatch(new RegExp(`^${boot} pid:\\[\\d+\\] ${stat.ticks}$`));
    },
  );
});
