import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { faultOfLock, temporaryFolder } from './instance.ts';

let folder: string;
let server: Server | null = null;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'plywire-instance-'))));
afterEach(() => {
  vi.unstubAllEnvs();
  server?.close();
  server = null;
  rmSync(folder, { recursive: true });
});

/** As Chromium has it: a socket in the temporary folder, and a link to it. */
async function listen(): Promise<void> {
  const socket = join(folder, 'elsewhere');
  server = createServer().listen(socket);
  await once(server, 'listening');
  symlinkSync(socket, join(folder, 'SingletonSocket'));
}

const lock = (computer: string, id: number): void =>
  symlinkSync(`${computer}-${id}`, join(folder, 'SingletonLock'));

/** A process that runs, and is not this one. */
const running = process.ppid;
/** None has this number. */
const gone = 2 ** 30;

/** Has no file be written in the folder, as on a full disk, for root too. */
const fill = (): void => mkdirSync(join(folder, `probe-${process.pid}`));

describe.skipIf(process.platform === 'win32')('the lock that was refused', () => {
  it('has no fault where another instance has it', () => {
    lock(hostname(), running);
    expect(faultOfLock(folder)).toBeNull();
    expect(readdirSync(folder)).toEqual(['SingletonLock']);
  });

  it('has none where that instance runs, whatever the disk and the name of the computer are now', async () => {
    await listen();
    fill();
    lock('name-before', running);
    expect(faultOfLock(folder)).toBeNull();
  });

  it.runIf(process.platform === 'linux')('has none where one listens', async () => {
    await listen();
    lock('name-before', gone);
    expect(faultOfLock(folder)).toBeNull();
  });

  it('has one where the folder cannot be written', () => {
    writeFileSync(join(folder, 'file'), '');
    const data = join(folder, 'file', 'electron');
    expect(faultOfLock(data)).toContain(`${data}: a file exists where a folder is needed (`);
  });

  it.each([running, gone])('has one where another computer has it, whose process is %i', (id) => {
    lock('the-other', id);
    symlinkSync(join(folder, 'not-here'), join(folder, 'SingletonSocket'));
    expect(faultOfLock(folder)).toContain('runs on the computer "the-other"');
  });

  it('has one where nobody has it: its socket could not be made', () => {
    vi.stubEnv('TMPDIR', '/dev/null/none');
    for (const link of [false, true]) {
      if (link) lock(hostname(), process.pid);
      expect(faultOfLock(folder)).toContain('needs a socket in /dev/null/none: ');
    }
    expect(() => temporaryFolder()).toThrow('No folder can be made in /dev/null/none: ');
  });
});
