/** Opens and closes sessions in a separate process, and measures what is left. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { withBundle } from '../../build/lib/bundle.mjs';
import type { SoakFigures } from './soak.ts';

/** An engine that is ready at once. */
export const quick = fileURLToPath(new URL('./quick.sh', import.meta.url));

/** Runs the soak and returns its figures. @throws Error with its stderr if it fails */
async function soak(rounds: number): Promise<SoakFigures[]> {
  const main = fileURLToPath(new URL('./soak.ts', import.meta.url));
  return withBundle(process.cwd(), { main }, async (folder) => {
    const home = mkdtempSync(join(tmpdir(), 'plywire-soak-'));
    try {
      const args = ['--expose-gc', join(folder, 'main.mjs'), home, quick, String(rounds)];
      // A process that stays alive when it is done leaks too.
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], timeout: 180_000 });
      let [told, complaint] = ['', ''];
      child.stdout.setEncoding('utf8').on('data', (piece: string) => (told += piece));
      child.stderr.setEncoding('utf8').on('data', (piece: string) => (complaint += piece));
      const code = await new Promise((resolve) => child.on('close', resolve));
      if (code !== 0) throw new Error(`the soak exited with ${String(code)}: ${complaint}`);
      return told
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as SoakFigures);
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  });
}

/** @param rounds sessions, a multiple of four: each quarter is measured */
export async function expectNothingLeft(rounds: number): Promise<void> {
  const measured = await soak(rounds);
  expect(measured.map(({ round }) => round)).toEqual([1, 2, 3, 4].map((quarter) => (quarter * rounds) / 4));
  const [first, last] = [measured[0]!, measured[3]!];
  for (const { children, listeners, descriptors, resources } of measured) {
    expect({ children, listeners }).toEqual({ children: 0, listeners: 0 });
    expect(descriptors).toBe(first.descriptors);
    expect(resources).toBe(first.resources);
  }
  expect(last.heap - first.heap).toBeLessThan(2_000_000);
}
