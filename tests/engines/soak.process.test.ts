/** What sessions leave behind, and how many of them run at once. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { withBundle } from '../../build/lib/bundle.mjs';
import { openHouse } from '../../app/api/testing/house.ts';
import { connect4 } from '../../app/games/connect4/index.ts';
import { makeLine } from '../../app/games/line.ts';
import { askForMove } from '../../app/play/ask.ts';
import type { Left } from './soak.ts';

const quick = fileURLToPath(new URL('./quick.sh', import.meta.url));

/** Runs the soak and gives what it measured. @throws Error with its complaint where it fails */
async function soak(rounds: number): Promise<Left[]> {
  const main = fileURLToPath(new URL('./soak.ts', import.meta.url));
  return withBundle(process.cwd(), { main }, async (folder) => {
    const home = mkdtempSync(join(tmpdir(), 'plywire-soak-'));
    try {
      const args = ['--expose-gc', join(folder, 'main.mjs'), home, quick, String(rounds)];
      // What keeps it alive when it is done is a leak as well.
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], timeout: 180_000 });
      let [told, complaint] = ['', ''];
      child.stdout.setEncoding('utf8').on('data', (piece: string) => (told += piece));
      child.stderr.setEncoding('utf8').on('data', (piece: string) => (complaint += piece));
      const code = await new Promise((resolve) => child.on('close', resolve));
      if (code !== 0) throw new Error(`the soak exited with ${String(code)}: ${complaint}`);
      return told
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Left);
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  });
}

it('leaves nothing of 200 sessions that were opened and closed', { timeout: 240_000 }, async () => {
  const measured = await soak(200);
  expect(measured.map(({ round }) => round)).toEqual([50, 100, 150, 200]);
  const [first, last] = [measured[0]!, measured[3]!];
  for (const { children, listeners, descriptors, resources } of measured) {
    expect({ children, listeners }).toEqual({ children: 0, listeners: 0 });
    expect(descriptors).toBe(first.descriptors);
    expect(resources).toBe(first.resources);
  }
  expect(last.heap - first.heap).toBeLessThan(2_000_000);
});

it('runs thirty engines at once: all open, each answers, all end', { timeout: 120_000 }, async () => {
  const house = await openHouse();
  const { core } = house;
  const engines = await core.engines.addAll(
    Array.from({ length: 30 }, (_, at) => ({
      ...{ name: `Quick ${at}`, protocol: 'cfp', args: [], environment: {}, sandbox: false, file: quick },
      ...{ folder: null, interpreter: null, interpreterArgs: [] },
    })),
  );
  const sessions = engines.map(({ record }) => core.crew.open(record.id, 'cfp', 'command line').session);
  const line = makeLine(connect4, 'g', connect4.initial(), []);
  const answers = await Promise.all(
    sessions.map((session) => askForMove(session, line, { kind: 'time', seconds: 0.2 })),
  );
  expect(core.roster.running).toBe(30);
  expect(new Set(sessions.map(({ pid }) => pid)).size).toBe(30);
  for (const answer of answers) {
    expect(answer).toMatchObject({ kind: 'report', report: { answer: { kind: 'move', text: '3' } } });
  }
  const endings = await core.roster.closeAll();
  expect(endings.map(({ word, rung }) => [word, rung])).toEqual(endings.map(() => ['quit', 'quit lines']));
  expect(core.roster.running).toBe(0);
  expect(await house.close()).toEqual([]);
});
