import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readHosts, Register } from './register.ts';
import { takeSlot } from './slot.ts';

let folder: string;
let all: Register[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plywire-slot-'));
  all = [];
});
afterEach(() => {
  all.forEach((register) => register.close());
  rmSync(folder, { recursive: true });
});

function take() {
  const register = new Register(folder, () => undefined);
  all.push(register);
  return takeSlot(register, () => readHosts(folder, register.path));
}

it('gives the first place to the first, the next to the next, and a free one to the next process', async () => {
  expect(await take()).toEqual({ number: 1, beside: [] });
  expect(await take()).toEqual({ number: 2, beside: [process.pid] });
  expect((await take()).number).toBe(3);
  all[1]!.close();
  expect((await take()).number).toBe(2);
});

it('gives no place twice, however many want one at the same time', async () => {
  const slots = await Promise.all(Array.from({ length: 12 }, take));
  expect(slots.map(({ number }) => number).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 12 }, (_, index) => index + 1),
  );
}, 30_000);

it('says when nothing can be written', async () => {
  const register = new Register(join(folder, 'x', '\0'), () => undefined);
  await expect(takeSlot(register, () => Promise.resolve([]))).rejects.toThrow();
});
