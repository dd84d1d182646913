import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { secretsIn } from './secrets.ts';

const folder = mkdtempSync(join(tmpdir(), 'plywire-secrets-'));
afterAll(() => rmSync(folder, { recursive: true }));

it.skipIf(process.platform === 'win32')('are what other users cannot read, wherever it lies', () => {
  const put = (name: string, mode: number): void => {
    writeFileSync(join(folder, name), '');
    chmodSync(join(folder, name), mode);
  };
  for (const [name, mode] of [
    ['ssh', 0o755],
    ['sudoers.d', 0o750],
    ['vpn', 0o711],
  ] as const) {
    mkdirSync(join(folder, name));
    chmodSync(join(folder, name), mode);
  }
  put('hosts', 0o644);
  put('shadow', 0o640);
  put('ssh/ssh_config', 0o644);
  put('ssh/host_key', 0o600);
  put('sudoers.d/extra', 0o644);
  symlinkSync('shadow', join(folder, 'link'));
  const within = (names: readonly string[]): string[] => names.map((name) => join(folder, name));
  expect(secretsIn(folder)).toEqual({
    files: within(['shadow', 'ssh/host_key']).sort(),
    folders: within(['sudoers.d', 'vpn']),
  });
  expect(secretsIn(join(folder, 'none'))).toEqual({ files: [], folders: [] });
});
