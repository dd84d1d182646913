/** Runs Vitest and counts the results. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './run.mjs';
import { root } from './steps.mjs';
import { tallyOf } from './tally.mjs';

/**
 * @param {{ project: string, workers: number, files?: readonly string[], retry?: number,
 *   prefix?: string | undefined, end?: AbortSignal }} options `project` is one of vitest.config.ts, `files` selects some
 *   of its files; `retry` is how often a failed test is tried again
 * @returns {Promise<import('./tally.mjs').Tally>}
 */
export async function vitest({ project, workers, files = [], retry = 0, prefix, end }) {
  const reports = mkdtempSync(join(tmpdir(), 'plywire-test-'));
  const report = join(reports, 'report.json');
  try {
    const { code } = await run(
      process.execPath,
      [
        join(root, 'node_modules', 'vitest', 'vitest.mjs'),
        'run',
        ...files,
        ...['--project', project, '--maxWorkers', String(workers)],
        ...(retry > 0 ? ['--retry', String(retry)] : []),
        ...['--reporter', 'default', '--reporter', 'json', '--outputFile.json', report],
      ],
      { cwd: root, ...(prefix === undefined ? {} : { prefix }), ...(end === undefined ? {} : { end }) },
    );
    return tallyOf(textOf(report), code, root);
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
}

/** @param {string} file */
function textOf(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // The tally notes that there is no report.
    return null;
  }
}
