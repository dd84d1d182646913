import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { commandLine, shellWord } from './command-line.ts';

describe('a command line', () => {
  it.runIf(process.platform !== 'win32')(
    'is read by a shell as what was planned, whatever stands in it',
    () => {
      const args = ['-c', 'printf "%s|" "$PWD" "$@"', 'name', '--book=a b', "it's", '$HOME', '`id`', '*', ''];
      const line = commandLine({
        command: '/bin/sh',
        args,
        cwd: tmpdir(),
        platform: 'linux',
        verbatim: false,
      });
      const said = execFileSync('/bin/sh', ['-c', line], { encoding: 'utf8' });
      expect(said.split('|').slice(1, -1)).toEqual(args.slice(3));
    },
  );

  it('leaves plain words bare', () => {
    expect(['/opt/my-engine', '--level=3', 'a b', ''].map(shellWord)).toEqual([
      ...['/opt/my-engine', '--level=3', "'a b'", "''"],
    ]);
  });

  it('is one of a prompt on Windows', () => {
    const plan = { command: 'C:\\My engines\\e.exe', args: ['-x', 'a b'], cwd: 'C:\\My engines' } as const;
    expect(commandLine({ ...plan, platform: 'win32', verbatim: false })).toBe(
      'cd /d "C:\\My engines" && "C:\\My engines\\e.exe" -x "a b"',
    );
  });
});
