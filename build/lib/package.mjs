/** Runs electron-builder without publishing, and reports why it fails. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { run } from './run.mjs';

/** The packages built on each platform. They need tools or signatures that exist only there. */
export const targetsOf = /** @type {const} */ ({
  linux: ['tar.gz', 'deb', 'AppImage'],
  darwin: ['zip', 'dmg'],
  win32: ['zip', 'nsis'],
});

const flags = /** @type {const} */ ({ linux: '--linux', darwin: '--mac', win32: '--win' });

/** @typedef {keyof typeof targetsOf} Platform */

/**
 * The 7-Zip on PATH; without it, electron-builder downloads one. Null if there is none.
 * @param {NodeJS.ProcessEnv} env
 */
export function findSevenZip(env) {
  const named = env['ELECTRON_BUILDER_7ZIP_PATH'];
  if (named) return named;
  const names = process.platform === 'win32' ? ['7za.exe', '7z.exe'] : ['7za', '7z', '7zz'];
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const found = names.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync);
  return found !== undefined && spawnSync(found, ['i'], { stdio: 'ignore' }).status === 0 ? found : null;
}

/**
 * @typedef {object} PackOptions
 * @property {string} root of the repository, built
 * @property {Platform} platform
 * @property {readonly string[]} targets of `targetsOf`, or `dir` for the unpacked app alone
 * @property {string} electronDist an unpacked Electron
 * @property {string} [config] a file instead of electron-builder.yml
 * @property {string} [output] another output folder
 * @property {NodeJS.ProcessEnv} [env]
 *
 * @param {PackOptions} options
 * @returns {Promise<{ why: string | null, output: string }>} `why` it failed, in one line, null on success;
 *   and its whole output
 */
export async function pack({ root, platform, targets, electronDist, config, output, env = process.env }) {
  const sevenZip = findSevenZip(env);
  const { code, output: said } = await run(
    process.execPath,
    [
      join(root, 'node_modules', 'electron-builder', 'cli.js'),
      ...[flags[platform], ...targets, '--publish', 'never'],
      ...['--config', config ?? join(root, 'electron-builder.yml')],
      `--config.electronDist=${electronDist}`,
      ...(output === undefined ? [] : [`--config.directories.output=${output}`]),
    ],
    {
      cwd: root,
      env: sevenZip === null ? env : { ...env, ELECTRON_BUILDER_7ZIP_PATH: sevenZip },
      quiet: true,
    },
  );
  return { why: code === 0 ? null : (complaintIn(said) ?? `exit code ${code}`), output: said };
}

/**
 * The error message of electron-builder: a line marked with ⨯, or an unmarked line if its settings are invalid. Lines
 * on its progress are marked with •; stack traces follow the error.
 * @param {string} output
 */
function complaintIn(output) {
  const lines = stripVTControlCharacters(output).split('\n');
  const marked = lines.find((line) => /^\s*⨯ /.test(line)) ?? lines.find((line) => /^[^\s•]/.test(line));
  const words = marked?.replace(/^\s*⨯ /, '').replace(/\s+(failedTask|stackTrace)=.*$/, '');
  return words?.trim() ?? null;
}
