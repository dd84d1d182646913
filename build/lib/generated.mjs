/** Regenerates files of the repository: the engines' tables and the icons. */
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { assembly } from './assembly.mjs';
import { drawIcons } from './draw-icons.mjs';
import { getChromium } from './needs.mjs';
import { ensureInstalled } from './prepare.mjs';
import { root } from './steps.mjs';

const connect4 = join(root, 'engines', 'connect4');
const truth = join(root, 'app', 'truth', 'connect4');
const morris = join(root, 'engines', 'morris');

/** @typedef {typeof import('../../app/truth/connect4/openings.ts')} OpeningsModule */
/** @typedef {typeof import('../../app/truth/connect4/prover.ts')} ProverModule */
/** @typedef {typeof import('../../app/truth/connect4/solver.ts')} SolverModule */
/** @typedef {typeof import('../../engines/connect4/testing/threats.ts')} ThreatsModule */
/** @typedef {typeof import('../../engines/morris/testing/forced.ts')} ForcedModule */

/**
 * Solves the book's positions. It may be ended and started again at any time: what is solved lies in a file beside the
 * book, a score on each line in the order of the positions.
 * @param {readonly string[]} words the number of stones; 8 if absent
 */
export async function connect4Book(words) {
  const plies = Number(words[0] ?? 8);
  if (!Number.isInteger(plies) || plies < 1 || plies > 10) {
    console.error('A book has 1 to 10 stones.');
    return 2;
  }
  const { runnerImport } = await import('vite');
  const load = async (/** @type {string} */ name) =>
    (await runnerImport(join(truth, name), { configFile: false, root, plugins: [assembly()] })).module;
  const { bookOf, openings } = /** @type {OpeningsModule} */ (await load('openings.ts'));
  const { entries } = /** @type {ProverModule} */ (await load('prover.ts'));
  const { Solver } = /** @type {SolverModule} */ (await load('solver.ts'));
  // The table is kept from one position to the next: neighbours share much of their trees.
  const solver = new Solver(entries);

  const positions = openings(plies)[plies] ?? [];
  const partial = join(truth, `book-${plies}.partial`);
  const scores = solvedBefore(partial);
  const began = performance.now();
  const before = scores.length;
  let told = began;
  for (const position of positions.slice(before)) {
    const score = solver.solve(position) ?? 0;
    scores.push(score);
    appendFileSync(partial, `${score}\n`);
    const now = performance.now();
    if (now < told + 5000) continue;
    told = now;
    const seconds = (now - began) / 1000;
    const left = (seconds / (scores.length - before)) * (positions.length - scores.length);
    console.log(`${scores.length} of ${positions.length}, about ${(left / 60).toFixed(0)} min left`);
  }
  const origin = `All positions of up to ${plies} stones but for mirror images, solved by the solver itself.`;
  writeFileSync(join(truth, 'book.json'), `${JSON.stringify({ origin, ...bookOf(plies, scores) })}\n`);
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
