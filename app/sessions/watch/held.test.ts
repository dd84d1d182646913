import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { freeSockets, heldBy, inFolders, socketBytes } from './held.ts';

const onLinux = it.runIf(process.platform === 'linux');

onLinux('counts empty files of a folder in memory', () => {
  const bytes = (): number => inFolders(process.pid, ['/dev/shm']);
  const folder = mkdtempSync('/dev/shm/plywire-held-');
  const before = bytes();
  mkdirSync(join(folder, 'a'));
  for (let n = 0; n < 2000; n++) writeFileSync(join(folder, `${n}`), '');
  const after = bytes();
  rmSync(folder, { recursive: true });
  expect(after - before).toBeGreaterThan(1900 * 1024);
  expect(inFolders(process.pid, ['/proc'])).toBe(0);
});

onLinux('counts sockets beyond those that an engine needs, each once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'plywire-held-'));
  const path = join(folder, 'socket');
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket)).listen(path);
  const connect = async (count: number): Promise<void> => {
    const wanted = sockets.length + 2 * count;
    for (let n = 0; n < count; n++) sockets.push(createConnection(path));
    await expect.poll(() => sockets.length).toBe(wanted);
  };
  const { memoryBytes: before } = heldBy([process.pid]);
  await connect(10);
  expect(heldBy([process.pid]).memoryBytes).toBe(before);
  await connect(freeSockets / 2);
  const { memoryBytes } = heldBy([process.pid]);
  expect(heldBy([process.pid, process.pid]).memoryBytes).toBe(memoryBytes);
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true });
  // The process has some of its own.
  expect(memoryBytes - before).toBeGreaterThanOrEqual(20 * socketBytes());
});
