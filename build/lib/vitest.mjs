/** Runs Vitest and counts the results. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './run.mjs';
import { root } from './steps.mjs';
import { tallyOf } from './tally.mjs';

/** What `tests/support/long.ts` marks tests with. */
export const longTag = 'long';

/** Modules as Vitest runs them, by their content; they may be deleted at any time. */
const cache = join(root, 'node_modules', '.cache', 'plywire', 'vitest');

/**
 * @param {{ project: string, workers: number, files?: readonly string[], retry?: number,
 *   prefix?: string | undefined, end?: AbortSignal, quick?: boolean, long?: boolean }} options `project` is one of
 *   vitest.config.ts, `files` selects some of its files; `retry` is how often a failed test is tried again; `quick`:
 *   fewer random cases, and modules that have not changed are not compiled again; `long`: only the tests that are
 *   marked as long, or only the others
 * @returns {Promise<import('./tally.mjs').Tally>}
 */
export async function vitest({ project, workers, files = [], retry = 0, prefix, end, quick = false, long }) {
  const reports = mkdtempSync(join(tmpdir(), 'plywire-test-'));
  const report = join(reports, 'report.json');
  /** @param {import('./tally.mjs').Assertion} test */
  const leftOut = ({ tags = [] }) => long !== undefined && tags.includes(longTag) !== long;
  try {
    const { code } = await run(
      process.execPath,
      [
        join(root, 'node_modules', 'vitest', 'vitest.mjs'),
        'run',
        ...files,
        ...['--project', project, '--maxWorkers', String(workers)],
        ...(quick ? ['--experimental.fsModuleCache', '--experimental.fsModuleCachePath', cache] : []),
        ...(long === undefined ? [] : [`--tags-filter=${long ? '' : '!'}${longTag}`]),
        ...(retry > 0 ? ['--retry', String(retry)] : []),
        ...['--reporter', 'default', '--reporter', 'json', '--outputFile.json', report],
      ],
      {
        cwd: root,
        env: {
          ...process.env,
          // Each Node process would read these certificates when it starts, which can take twice as long as all the rest
          // of the start. Only electron-builder connects to other machines.
          ...(project !== 'packaging' && { NODE_EXTRA_CA_CERTS: undefined }),
          ...(quick && { PLYWIRE_QUICK_TESTS: '1' }),
        },
        ...(prefix === undefined ? {} : { prefix }),
        ...(end === undefined ? {} : { end }),
      },
    );
    return tallyOf(textOf(report), code, root, leftOut);
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
