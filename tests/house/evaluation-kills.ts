/** A host that keeps evaluations is killed at random moments; what was on disk is there, and nothing is damaged. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { withBundle } from '../../build/lib/bundle.mjs';
import { root } from '../../build/lib/steps.mjs';
import { Home, tellerOf } from '../../app/evaluations/testing/stores.ts';
import { gameById } from '../../app/games/registry.ts';
import { randomFrom } from './kills.ts';

/** Milliseconds of work before a kill, at most. */
const longest = 250;

/** @returns what was killed, in words */
export async function loseNoEvaluationIn(kills: number, seed = Date.now()): Promise<string> {
  const next = randomFrom(seed);
  const game = gameById('connect4');
  const positions = game.moves(game.initial()).map((move) => game.play(game.initial(), move));
  const input = { writer: join(root, 'tests/house/evaluation-writer.ts') };
  return withBundle(root, input, async (out) => {
    const home = new Home();
    let confirmed = 0;
    let rewritings = 0;
    try {
      for (let kill = 0; kill < kills; kill++) {
        const child = spawn(process.execPath, [join(out, 'writer.mjs'), home.folder, String(confirmed + 1)]);
        let [told, complaints] = ['', ''];
        child.stdout.setEncoding('utf8').on('data', (text: string) => (told += text));
        child.stderr.setEncoding('utf8').on('data', (text: string) => (complaints += text));
        const ended = once(child, 'exit');
        await Promise.race([once(child.stdout, 'data'), ended]);
        await pause(next() * longest);
        child.kill('SIGKILL');
        await ended;
        const where = `kill ${kill} of seed ${seed}`;
        expect(complaints, where).toBe('');
        // The last number may be torn.
        const depths = told.split('\n').slice(0, -1).map(Number);
        expect(depths.length, where).toBeGreaterThan(0);
        rewritings += depths.filter((depth) => depth % 7 === 0).length;
        confirmed = depths.at(-1)!;
        const store = await home.open();
        for (const position of positions) {
          const found = store.at(game, position);
          expect(new Set(found.map(({ teller }) => teller)), where).toEqual(
            new Set([tellerOf(1).id, tellerOf(2).id]),
          );
          for (const { measure } of found) {
            expect(measure.amount, where).toBeGreaterThanOrEqual(confirmed);
            expect(measure.amount, where).toBeLessThanOrEqual(confirmed + 1);
          }
        }
        expect(home.said, where).toEqual([]);
        await store.close();
      }
      // One that was killed leaves its file to the next one, and at most those of a rewriting.
      expect(readdirSync(home.evaluations).filter((name) => name.endsWith('.log')).length).toBeLessThan(4);
      return `${kills} kills, depth ${confirmed}, ${rewritings} rewritings, seed ${seed}`;
    } finally {
      await home.remove();
    }
  });
}
