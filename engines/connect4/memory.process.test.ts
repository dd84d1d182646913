import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { long } from '../../tests/support/long.ts';
import type { EngineProcess } from '../shared/testing/process.ts';
import { engineUnderTest } from '../shared/testing/under-test.ts';

const start = engineUnderTest('connect4');
let engine: EngineProcess;

/** In MiB: resident memory of the process. */
function resident(): number {
  const pid = String(engine.child.pid);
  if (process.platform !== 'linux') {
    return Number(execFileSync('ps', ['-o', 'rss=', '-p', pid], { encoding: 'utf8' })) / 1024;
  }
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? NaN) / 1024;
}

/** Searches to this depth, enough to touch every page of the largest table. */
async function search(depth: number): Promise<void> {
  engine.say('debug on', 'position startpos', 'go');
  await engine.lineOf(`info depth ${depth}`);
  engine.say('stop', 'debug off');
  await engine.lineOf('bestmove');
}

/** Besides the tables: compiled code and garbage, in MiB. */
const beside = 50;

describe.skipIf(process.platform === 'win32')('the process', { timeout: 60_000 }, () => {
  it('grows with its tables as far as Hash says, and no further', long, async () => {
    engine = start();
    engine.say('cfp', 'setoption name Level value 9', 'setoption name Hash value 1', 'isready');
    await engine.lineOf('readyok');
    await search(8);
    const small = resident();
    for (const hash of [128, 256]) {
      engine.say(`setoption name Hash value ${hash}`, 'setoption name Clear Hash');
      await search(12);
      const grown = resident() - small;
      expect(grown, `Hash ${hash}`).toBeGreaterThan(0.5 * hash);
      expect(grown, `Hash ${hash}`).toBeLessThan(hash + beside);
    }
  });
});
