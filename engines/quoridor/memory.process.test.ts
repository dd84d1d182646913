import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EngineProcess } from '../shared/testing/process.ts';
import { buildEngine, type BuiltEngine } from '../shared/testing/under-test.ts';

const limits = spawnSync('prlimit', ['--version']).status === 0;

/** In bytes: the default of the cup's referee. */
const referee = 950 * 1024 * 1024;

let built: BuiltEngine;
beforeAll(async () => {
  built = await buildEngine('quoridor');
}, 60_000);
afterAll(() => built.remove());

describe.skipIf(!limits)('the script of the README', () => {
  it('keeps the engine within the address space that the referee allows, threads and all', async () => {
    const readme = readFileSync(new URL('./README.md', import.meta.url), 'utf8');
    const script = join(dirname(built.file), 'play.sh');
    writeFileSync(script, /```sh\n(#!\/bin\/sh\n[^`]+)```/.exec(readme)![1]!);
    const engine = new EngineProcess(
      script,
      ['-seed', '1732291200', '--nodes', '20000'],
      ['prlimit', `--as=${referee}`, 'sh'],
    );
    try {
      engine.say('boardsize 9', 'clear_board', 'walls 10');
      for (const color of ['black', 'white', 'black', 'white']) {
        engine.say(`genmove ${color}`);
        expect(await engine.lineOf('= ')).toMatch(/^= [A-I][1-9]/);
      }
      const status = readFileSync(`/proc/${engine.child.pid!}/status`, 'utf8');
      expect(status).toMatch(/^Name:\tnode$/m);
      const peak = 1024 * Number(/^VmPeak:\s+(\d+) kB$/m.exec(status)![1]);
      expect(peak).toBeLessThan(0.9 * referee);
      engine.say('quit');
      expect(await engine.exit).toBe(0);
    } finally {
      engine.kill();
    }
    expect(engine.stderr).toBe('');
  });
});
