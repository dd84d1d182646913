import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { asPlainUser } from '../../../tests/support/plain-user.ts';
import { sizeUpTo } from './folder-size.ts';

/** Puts a folder without permissions and a link to a file outside in each other's place, as often as it can. */
const swapper = `
  const { mkdirSync, rmdirSync, symlinkSync, unlinkSync } = require('node:fs');
  const [at, outside] = process.argv.slice(1);
  process.stdout.write('begun');
  for (;;) {
    mkdirSync(at, { mode: 0 });
    rmdirSync(at);
    symlinkSync(outside, at);
    unlinkSync(at);
  }`;

const measurements = 3000;

it.runIf(process.platform === 'linux')(
  'changes nothing outside, whatever an engine puts in the place of a folder',
  async () => {
    const root = mkdtempSync(join(tmpdir(), 'plywire-swapped-'));
    const [scratch, outside] = [join(root, 'scratch'), join(root, 'outside')];
    mkdirSync(scratch);
    writeFileSync(outside, 'secret');
    chmodSync(outside, 0o600);
    await asPlainUser([root, scratch, outside], async () => {
      const child = spawn(process.execPath, ['-e', swapper, join(scratch, 'a'), outside], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      try {
        await once(child.stdout, 'data');
        for (let count = 0; count < measurements; count++) {
          await sizeUpTo(scratch, 1e9);
          if (count % 100 === 0) expect(statSync(outside).mode & 0o777).toBe(0o600);
        }
        expect(child.exitCode).toBe(null);
      } finally {
        child.kill('SIGKILL');
        await once(child, 'exit');
      }
    });
    rmSync(root, { recursive: true });
  },
);
