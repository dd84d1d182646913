/** Plants each defect in a copy of the sources, where its test must fail. */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../../build/lib/run.mjs';
import { root } from '../../build/lib/steps.mjs';
import { needsBuild, planted, type Defect } from './defect.ts';
import { defects } from './list.ts';

/** Copies tested in parallel. */
const copies = 2;

const free: string[] = [];
const waiting: ((copy: string) => void)[] = [];

async function takeCopy(): Promise<string> {
  return free.pop() ?? (await new Promise((resolve) => waiting.push(resolve)));
}

function giveBack(copy: string): void {
  const next = waiting.shift();
  if (next === undefined) free.push(copy);
  else next(copy);
}

beforeAll(async () => {
  const left = new Set(['node_modules', 'release', '.git']);
  for (let index = 0; index < copies; index++) {
    const copy = mkdtempSync(join(tmpdir(), 'plywire-defects-'));
    cpSync(root, copy, {
      recursive: true,
      filter: (path) => !left.has(path.slice(root.length + 1).replaceAll('\\', '/')),
    });
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');
    free.push(copy);
  }
});
afterAll(() => {
  for (const copy of free) rmSync(copy, { recursive: true, force: true });
});

/** What failed in the copy, one per line; empty if nothing did. */
async function findings(copy: string, defect: Defect): Promise<readonly string[]> {
  const node = (args: readonly string[]): ReturnType<typeof run> =>
    run(process.execPath, args, { cwd: copy, quiet: true });
  const main = join(copy, 'build', 'main.mjs');
  if (defect.by === 'types' || defect.by === 'lint') {
    const { code, output } = await node([main, defect.by === 'types' ? 'check' : 'lint']);
    if (code === 0) return [];
    // Anything else that fails here proves nothing about the defect.
    if (!output.includes(defect.file)) throw new Error(`failed without naming ${defect.file}: ${output}`);
    return [output];
  }
  if (needsBuild(defect)) {
    const { code, output } = await node([main, 'build']);
    if (code !== 0) throw new Error(`no build with this defect: ${output}`);
  }
  const report = join(copy, 'report.json');
  rmSync(report, { force: true });
  const { output } = await node([
    join(root, 'node_modules', 'vitest', 'vitest.mjs'),
    ...['run', defect.by, '--maxWorkers', '1', '--bail', '1'],
    ...['--reporter', 'json', '--outputFile', report],
  ]);
  return failures(readFileSync(report, 'utf8'), output);
}

/** A file that fails before its tests proves nothing about behaviour. */
function failures(report: string, output: string): readonly string[] {
  const { testResults } = JSON.parse(report) as {
    testResults: { assertionResults: { status: string; fullName: string }[] }[];
  };
  const results = testResults.flatMap(({ assertionResults }) => assertionResults);
  if (results.length === 0) throw new Error(`no test ran: ${output}`);
  return results.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName);
}

describe('the tests find', () => {
  it.concurrent.each(defects.map((defect) => [defect.name, defect] as const))('%s', async (_, defect) => {
    const copy = await takeCopy();
    const path = join(copy, defect.file);
    const sound = readFileSync(path, 'utf8');
    try {
      writeFileSync(path, planted(sound, defect));
      expect(await findings(copy, defect)).not.toEqual([]);
    } finally {
      writeFileSync(path, sound);
      giveBack(copy);
    }
  });
});
