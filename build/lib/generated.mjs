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

/** @typedef {typeof import('../../app/truth/connect4/book.ts')} BookModule */
/** @typedef {typeof import('../../app/truth/connect4/openings.ts')} OpeningsModule */
/** @typedef {typeof import('../../app/truth/connect4/prover.ts')} ProverModule */
/** @typedef {typeof import('../../app/truth/connect4/solver.ts')} SolverModule */
/** @typedef {typeof import('../../engines/connect4/testing/threats.ts')} ThreatsModule */
/** @typedef {typeof import('../../engines/morris/testing/forced.ts')} ForcedModule */

/**
 * Solves the book's positions with the most stones that are not in it yet. It may be ended and started again at any
 * time: what is solved lies in a file beside the book, a place and its score on each line, in any order.
 * @param {readonly string[]} words the number of stones, 9 if absent; and after how many minutes to write the book with
 *   what is solved by then, when all is solved if absent
 */
export async function connect4Book(words) {
  const plies = Number(words[0] ?? 9);
  const minutes = Number(words[1] ?? Infinity);
  if (!Number.isInteger(plies) || plies < 1 || plies > 10 || !(minutes >= 0)) {
    console.error('A book has 1 to 10 stones, and minutes are a number.');
    return 2;
  }
  const { runnerImport } = await import('vite');
  const load = async (/** @type {string} */ name) =>
    (await runnerImport(join(truth, name), { configFile: false, root, plugins: [assembly()] })).module;
  const { Book, placeOf } = /** @type {BookModule} */ (await load('book.ts'));
  const { bookOf, openings, scoresIn } = /** @type {OpeningsModule} */ (await load('openings.ts'));
  const { entries } = /** @type {ProverModule} */ (await load('prover.ts'));
  const { Solver } = /** @type {SolverModule} */ (await load('solver.ts'));

  const file = join(truth, 'book.json');
  const before = JSON.parse(readFileSync(file, 'utf8'));
  const positions = openings(plies)[plies] ?? [];
  const partial = join(truth, `book-${plies}.partial`);
  const scores = new Map([...scoresIn(before, plies), ...solvedBefore(partial)]);
  const left = positions.filter((position) => !scores.has(placeOf(position) ?? -1));
  // The table is kept from one position to the next: neighbours share much of their trees.
  const solver = new Solver(entries, undefined, new Book(before));
  const began = performance.now();
  const until = began + minutes * 60_000;
  let told = began;
  for (const [done, position] of left.entries()) {
    const now = performance.now();
    if (now >= until) break;
    if (now >= told + 5000) {
      told = now;
      const rest = ((now - began) / done) * (left.length - done);
      console.log(`${scores.size} of ${positions.length}, about ${(rest / 60_000).toFixed(0)} min left`);
    }
    const place = placeOf(position) ?? -1;
    const score = solver.solve(position) ?? 0;
    scores.set(place, score);
    appendFileSync(partial, `${place} ${score}\n`);
  }
  const book = bookOf(plies, scores, before);
  const part =
    book.plies === plies ? '' : `, and ${scores.size} of the ${positions.length} of ${plies} stones`;
  const origin = `All positions of up to ${book.plies} stones but for mirror images${part}, solved by the solver itself.`;
  writeFileSync(file, `${JSON.stringify({ origin, ...book })}\n`);
  rmSync(partial, { force: true });
  console.log(origin);
  return 0;
}

/**
 * @param {string} partial
 * @returns {[place: number, score: number][]}
 */
function solvedBefore(partial) {
  if (!existsSync(partial)) return [];
  // The last line may be torn.
  const lines = readFileSync(partial, 'utf8').split('\n').slice(0, -1);
  writeFileSync(partial, lines.map((line) => `${line}\n`).join(''));
  return lines.map((line) => {
    const [place, score] = line.split(' ').map(Number);
    return [place ?? -1, score ?? 0];
  });
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
