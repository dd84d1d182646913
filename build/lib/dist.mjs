/** Implements `npm run dist`. */
import { dirname, join, relative } from 'node:path';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { programPath } from './electron.mjs';
import { findElectron, limits } from './launch.mjs';
import { pack, targetsOf } from './package.mjs';
import { ensureBuilt, ensureInstalled } from './prepare.mjs';
import { root } from './steps.mjs';

/** @typedef {{ target: string, why: string | null }} Outcome `why` it was not made; null if it was */

const output = join(root, 'release');

/** The folder of the unpacked Electron that holds this program; on macOS the program is nested deeper. */
const electronDistOf = (/** @type {string} */ binary) =>
  programPath(process.platform)
    .split('/')
    .reduce((path) => dirname(path), binary);

/**
 * @param {import('./package.mjs').Platform} platform
 * @param {readonly string[]} targets
 * @returns {Promise<Outcome[]>}
 */
async function make(platform, targets) {
  const found = await findElectron(root, process.env, limits);
  if ('why' in found) return targets.map((target) => ({ target, why: found.why }));
  const electronDist = electronDistOf(found.binary);
  rmSync(output, { recursive: true, force: true });
  /** @type {Outcome[]} */
  const outcomes = [];
  for (const target of targets) {
    console.log(`Packing ${target} …`);
    const began = performance.now();
    // One run for each, so that each succeeds or fails separately.
    const { why, output: said } = await pack({ root, platform, targets: [target], electronDist });
    if (why !== null) console.log(said.trimEnd());
    console.log(
      `  ${why === null ? 'done' : 'failed'} in ${((performance.now() - began) / 1000).toFixed(1)} s`,
    );
    outcomes.push({ target, why });
  }
  return outcomes;
}

/** The packages made on other platforms. */
function elsewhere(/** @type {import('./package.mjs').Platform} */ platform) {
  /** @type {Record<string, string>} */
  const names = { linux: 'Linux', darwin: 'macOS', win32: 'Windows' };
  return Object.entries(targetsOf).flatMap(([other, targets]) =>
    other === platform ? [] : [`${targets.join(', ')}: made on ${names[other]}`],
  );
}

function made() {
  try {
    return readdirSync(output)
      .filter((name) => name.startsWith('plywire-') && statSync(join(output, name)).isFile())
      .map((name) => {
        const path = join(output, name);
        return `  ${relative(root, path)} (${(statSync(path).size / 2 ** 20).toFixed(1)} MiB)`;
      });
  } catch {
    return [];
  }
}

/** @param {readonly string[]} words names of packages; empty for all */
export async function dist(words) {
  const { platform } = process;
  if (platform !== 'linux' && platform !== 'darwin' && platform !== 'win32') {
    console.error(`Packages are made on Linux, macOS and Windows; this is ${platform}.`);
    return 2;
  }
  /** @type {readonly string[]} */
  const all = targetsOf[platform];
  const unknown = words.find((word) => !all.includes(word));
  if (unknown !== undefined) {
    console.error(`"${unknown}" is not made here; there are ${all.join(', ')}.`);
    return 2;
  }
  await ensureInstalled(root);
  await ensureBuilt(root);
  const outcomes = await make(platform, words.length > 0 ? words : all);
  const failed = outcomes.filter(({ why }) => why !== null);
  const files = made();
  console.log(files.length > 0 ? `\nMade:\n${files.join('\n')}` : '\nNothing was made.');
  const not = [...failed.map(({ target, why }) => `${target}: ${why}`), ...elsewhere(platform)];
  console.log(`Not made:\n${not.map((line) => `  ${line}`).join('\n')}`);
  return failed.length > 0 ? 1 : 0;
}
