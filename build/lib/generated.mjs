/** Regenerates files of the repository: the engines' tables and the icons. */
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { assembly, compileAssembly } from './assembly.mjs';
import { drawIcons } from './draw-icons.mjs';
import { getChromium } from './needs.mjs';
import { ensureInstalled } from './prepare.mjs';
import { root } from './steps.mjs';

const connect4 = join(root, 'engines', 'connect4');
const truth = join(root, 'app', 'truth', 'connect4');
const morris = join(root, 'engines', 'morris');

/**
 * The size of the solver's table: 2^20 entries of 8 bytes, which fit the cache. The table is kept from one position to
 * the next, since neighbours share most of their trees.
 */
const entries = 20;

/** @typedef {typeof import('../../app/truth/connect4/book.ts')} BookModule */
/** @typedef {typeof import('../../engines/connect4/testing/threats.ts')} ThreatsModule */
/** @typedef {typeof import('../../engines/morris/testing/forced.ts')} ForcedModule */

/**
 * Solves the book's positions. It may be ended and started again at any time: what is solved lies in a file beside the
 * book, a score on each line in the order of the positions.
 * @param {readonly string[]} words the number of stones; 6 if absent
 */
export async function connect4Book(words) {
  const plies = Number(words[0] ?? 6);
  if (!Number.isInteger(plies) || plies < 1 || plies > 8) {
    console.error('A book has 1 to 8 stones.');
    return 2;
  }
  const { runnerImport } = await import('vite');
  const { module } = await runnerImport(join(truth, 'book.ts'), {
    configFile: false,
    root,
    plugins: [assembly()],
  });
  const { openings } = /** @type {BookModule} */ (module);
  const { bytes } = await compileAssembly(join(truth, 'core', 'index.ts'));
  const instance = new WebAssembly.Instance(new WebAssembly.Module(bytes), { host: { poll: () => 0 } });
  const { initialise, solve } = /** @type {Record<string, (...values: number[]) => number>} */ (
    /** @type {unknown} */ (instance.exports)
  );
  initialise?.(entries);

  const positions = openings(plies)[plies] ?? [];
  const partial = join(truth, `book-${plies}.partial`);
  const scores = solvedBefore(partial);
  const began = performance.now();
  const before = scores.length;
  let told = began;
  for (const opening of positions.slice(before)) {
    const { stones, mask } = bitsOf(opening);
    const score = solve?.(...halves(stones), ...halves(mask)) ?? 0;
    scores.push(score);
    appendFileSync(partial, `${score}\n`);
    const now = performance.now();
    if (now < told + 5000) continue;
    told = now;
    const seconds = (now - began) / 1000;
    const left = (seconds / (scores.length - before)) * (positions.length - scores.length);
    console.log(`${scores.length} of ${positions.length}, about ${(left / 60).toFixed(0)} min left`);
  }
  const origin = `All ${positions.length} positions of ${plies} stones but for mirror images, solved by the engine itself.`;
  writeFileSync(join(truth, 'book.json'), `${JSON.stringify({ origin, plies, scores })}\n`);
  rmSync(partial, { force: true });
  return 0;
}

/** @param {string} partial */
function solvedBefore(partial) {
  if (!existsSync(partial)) return [];
  // The last line may be torn.
  const lines = readFileSync(partial, 'utf8').split('\n').slice(0, -1);
  writeFileSync(partial, lines.map((line) => `${line}\n`).join(''));
  return lines.map(Number);
}

/** @param {import('../../app/truth/connect4/book.ts').BookOpening} opening */
function bitsOf(opening) {
  let [stones, mask] = [0n, 0n];
  opening.forEach((code, column) => {
    const top = 2 ** (31 - Math.clz32(code));
    stones |= BigInt(code - top) << BigInt(7 * column);
    mask |= BigInt(top - 1) << BigInt(7 * column);
  });
  return { stones, mask };
}

/** @param {bigint} bits */
function halves(bits) {
  return [Number(bits & 0xffffffffn), Number(bits >> 32n)];
}

export async function connect4Levels() {
  const { runnerImport } = await import('vite');
  const { module } = await runnerImport(join(connect4, 'testing', 'threats.ts'), {
    configFile: false,
    root,
    plugins: [assembly()],
  });
  const { choicesEach, measuredLevels, overlooked, positionsEach, threatDistances, threatsAt } =
    /** @type {ThreatsModule} */ (module);
  const trials = positionsEach * choicesEach;
  const shares = threatDistances.map((plies) => {
    const threats = threatsAt(plies, positionsEach);
    const row = measuredLevels.map((level) => overlooked(level, threats, choicesEach) / trials);
    console.log(`| ${plies} | ${row.map((share) => share.toFixed(2)).join(' | ')} |`);
    return { plies, overlooked: row };
  });
  writeFileSync(join(connect4, 'levels.json'), `${JSON.stringify({ trials, shares }, null, 2)}\n`);
  return 0;
}

export async function morrisForced() {
  const { runnerImport } = await import('vite');
  const { module } = await runnerImport(join(morris, 'testing', 'forced.ts'), { configFile: false, root });
  const { forcedPositions } = /** @type {ForcedModule} */ (module);
  writeFileSync(join(morris, 'forced.json'), `${JSON.stringify(forcedPositions(7), null, 2)}\n`);
  return 0;
}

export async function icons() {
  await ensureInstalled(root);
  const chromium = await getChromium(root);
  if (chromium === null) return 1;
  const folder = join(root, 'build', 'icons');
  mkdirSync(folder, { recursive: true });
  for (const [name, bytes] of await drawIcons(root, chromium)) {
    writeFileSync(join(folder, name), bytes);
    console.log(`${name.padEnd(14)} ${bytes.length} bytes`);
  }
  return 0;
}
