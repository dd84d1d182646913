/** Who is to blame if an engine did not start: decided by its wrapper, and never by what an engine can print. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startScript } from '../../app/sessions/confinement/confine.ts';
import { probeConfinement, type Confinement } from '../../app/sessions/confinement/confinement.ts';
import { launchOf, makeBench, type Bench } from './support.ts';

const confinement = await probeConfinement(process.env, process.platform, '/nowhere');
const wrappers = [
  ...(confinement.sandbox.runs ? [['bubblewrap', true] as const] : []),
  ...(confinement.setpriv === null ? [] : [['setpriv', false] as const]),
];

let bench: Bench;
beforeEach(() => void (bench = makeBench()));
afterEach(async () => expect(await bench.clean()).toEqual([]));

function script(name: string, text: string): string {
  const folder = join(bench.folder, 'engines');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, name);
  writeFileSync(file, text, { mode: 0o755 });
  return file;
}

const endingOf = (file: string, sandbox: boolean, changes: Partial<Confinement> = {}) =>
  bench.open(launchOf(file, [], { sandbox }), { confinement: { ...confinement, ...changes } }).session.ended;

describe.each(wrappers)('an engine in %s', (_, sandbox) => {
  it.each([
    ['bwrap: execvp /e/bot: No such file or directory', 1],
    ["bwrap: Can't find source path /e: No such file or directory", 1],
    ['plywire-start: 1: exec: /e/bot: not found', 127],
    ['plywire-start: not started: 0123456789abcdef', 127],
    ['setpriv: failed to execute /e/bot: No such file or directory', 127],
    ['setpriv: failed to execute /e/bot: Exec format error', 1],
  ])('that prints "%s" and exits with %i has failed by itself', async (words, code) => {
    const ending = await endingOf(script('liar', `#!/bin/sh\necho "${words}" >&2\nexit ${code}\n`), sandbox);
    expect(ending).toMatchObject({ word: 'handshake', exitCode: code });
  });

  it('is shown nothing by which it could claim that it was never started', async () => {
    const out = 'plywire-start: not started:';
    const lines = [
      // None of these contains the shell's instructions, and no descriptor of their channel is left.
      'cat /proc/self/environ /proc/1/cmdline /proc/1/environ /proc/self/cmdline 2>/dev/null | tr "\\0" "\\n" >&2',
      'ls /proc/self/fd >&2',
      `for word in $(env) $0; do echo "${out} $word" >&2; echo "$word: failed to execute x: y" >&2; done`,
    ];
    const { word } = await endingOf(script('spy', `#!/bin/sh\n${lines.join('\n')}\nexit 127\n`), sandbox);
    expect(word).toBe('handshake');
  });

  it('that has no loader could not be started', async () => {
    const program = readFileSync('/bin/true', 'latin1').replace(/ld-(linux|musl)/, 'ld-where');
    const file = script('foreign', '');
    writeFileSync(file, program, 'latin1');
    expect(await endingOf(file, sandbox)).toMatchObject({
      word: 'unstartable',
      reason: `${file} exists, but its loader does not (ENOENT)`,
    });
  });
});

describe('bubblewrap', () => {
  it.runIf(confinement.sandbox.runs)('that fails before the engine says why', async () => {
    const { sandbox } = confinement;
    if (!sandbox.runs) return;
    const system = [...sandbox.bubblewrap.system, join(bench.folder, 'gone')];
    const broken = { runs: true, bubblewrap: { ...sandbox.bubblewrap, system } } as const;
    const { word, reason } = await endingOf(script('bot', '#!/bin/sh\nexit 1\n'), true, { sandbox: broken });
    expect([word, reason]).toEqual([
      'unstartable',
      expect.stringContaining("(bwrap: Can't find source path"),
    ]);
  });
});

/** Any /bin/sh that a system may have. */
const shells = ['dash', 'bash', 'ksh', 'mksh', 'zsh', 'busybox'].flatMap((name) => {
  const path = ['/bin', '/usr/bin'].map((folder) => join(folder, name)).find((one) => existsSync(one));
  return path === undefined ? [] : [[name, path] as const];
});

describe.each(shells)('%s as the shell that becomes the engine', (_, path) => {
  const start = (program: string, environment: Record<string, string> = {}) => {
    const contact = join(bench.folder, 'contact');
    writeFileSync(contact, 'c0ffee\n');
    const line = `exec 3</dev/null 4>&1 5<>"${contact}"; exec -a sh "${path}" ${path.endsWith('busybox') ? 'sh' : ''} -c "$0" "$@"`;
    const args = [
      '-c',
      line,
      startScript({ input: 3, output: 4, contact: 5 }),
      'plywire-start',
      program,
      '-c',
      'env; echo "$1"',
      'x',
      'an arg',
    ];
    const { stdout, stderr, status } = spawnSync('/bin/bash', args, {
      encoding: 'utf8' as const,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const answered = readFileSync(contact, 'utf8') !== 'c0ffee\n';
    rmSync(contact);
    return { stdout, stderr, status, answered };
  };

  it('tells by the secret that the engine cannot be started', () => {
    const { stdout, stderr, status, answered } = start(join(bench.folder, 'nothing'));
    expect([stdout, status, answered]).toEqual(['', 127, true]);
    expect(stderr).toMatch(/^plywire-start: .*\nplywire-start: not started: c0ffee\n$/);
  });

  it('leaves nothing of the secret to the engine, whatever variables it has', () => {
    const environment = { secret: 'mine', BASH_VERSION: '5', SHELLOPTS: 'allexport' };
    const { stdout, stderr, status, answered } = start('/bin/sh', environment);
    expect([stderr, status, answered]).toEqual(['', 0, true]);
    expect(stdout).toMatch(/an arg\n$/);
    expect(stdout).not.toContain('c0ffee');
  });
});
