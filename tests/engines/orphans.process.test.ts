import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { probeConfinement } from '../../app/sessions/confinement/confinement.ts';
import { eventually } from '../support/eventually.ts';
import { processesOf } from '../support/host.ts';
import { misbehave } from './support.ts';

const cli = fileURLToPath(new URL('../../dist/app/cli.cjs', import.meta.url));
const { setpriv, sandbox } = await probeConfinement(process.env, process.platform, '/nowhere');

let home: string;
let host: ChildProcess;
beforeEach(() => void (home = mkdtempSync(join(tmpdir(), 'plywire-orphans-'))));
afterEach(() => {
  for (const { pid } of processesOf(home)) process.kill(pid, 'SIGKILL');
  rmSync(home, { recursive: true });
});

const engines = () => processesOf(home).filter(({ pid }) => pid !== host.pid);

describe('when Plywire itself is killed, an engine that minds nothing', () => {
  it.runIf(setpriv !== null && sandbox.runs).each([
    // An engine that ignores the end of its input would live on.
    ['without a sandbox', '--no-sandbox', ['--ignore-eof']],
    ['in the sandbox, with its children', '--sandbox', ['--ignore-eof', '--grandchild']],
  ])(
    '%s dies too',
    async (_, flag, flags) => {
      const args = [
        '--protocol',
        'cfp',
        flag,
        ...[...flags, '--say', 'info on my way\\n'].map((text) => `--arg=${text}`),
        '--time',
        '60',
      ];
      host = spawn(process.execPath, [cli, 'analyse', misbehave, ...args], {
        env: { PATH: process.env['PATH'], HOME: home, PLYWIRE_HOME: join(home, 'plywire') },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      // Past its last line: writing to a host that is gone would end it.
      let said = '';
      host.stdout!.setEncoding('utf8').on('data', (text: string) => (said += text));
      await eventually(() => said).toContain('info: on my way');
      expect(engines().some(({ command }) => command.includes('misbehave'))).toBe(true);
      host.kill('SIGKILL');
      await eventually(() => processesOf(home)).toEqual([]);
    },
    30_000,
  );
});
