/**
 * Makes the Connect Four engine's book: `node build/connect4-book.mjs` solves every position of `plies` stones
 * with the engine's own solver and writes `engines/connect4/book.json`. Takes minutes; the same solver gives
 * the same book, since exact scores leave no choice.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileAssembly } from './lib/assembly.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const plies = Number(process.argv[2] ?? 4);

/** 8 MiB, which the cache holds; kept from position to position, since neighbours share most of their trees. */
const entries = 20;

const columnBits = 7n;
const bottom = 0x40810204081n;
const board = bottom * 63n;

/** @typedef {{ stones: bigint, mask: bigint }} Position `stones` are the mover's */

/** @param {bigint} bits */
function mirrored(bits) {
  let turned = 0n;
  for (let column = 0n; column < 7n; column++) {
    turned |= ((bits >> (column * columnBits)) & 127n) << ((6n - column) * columnBits);
  }
  return turned;
}

/** One number for a position and its mirror image. @param {Position} position */
function keyOf({ stones, mask }) {
  const [key, other] = [stones + mask + bottom, mirrored(stones) + mirrored(mask) + bottom];
  return key < other ? key : other;
}

/**
 * Every position of so many stones, mirror images once, by rising key. Nobody has four before the seventh.
 * @param {number} count
 */
function positionsOf(count) {
  /** @type {Map<bigint, Position>} */
  let positions = new Map([[bottom, { stones: 0n, mask: 0n }]]);
  for (let ply = 0; ply < count; ply++) {
    /** @type {typeof positions} */
    const next = new Map();
    for (const { stones, mask } of positions.values()) {
      for (let rest = (mask + bottom) & board; rest > 0n; rest &= rest - 1n) {
        const move = rest & -rest;
        const position = { stones: stones ^ mask, mask: mask | move };
        next.set(keyOf(position), position);
      }
    }
    positions = next;
  }
  return [...positions].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, position]) => position);
}

const { bytes } = await compileAssembly(join(root, 'engines/connect4/solver/index.ts'));
const { instance } = await WebAssembly.instantiate(bytes, { host: { poll: () => 0 } });
const core = /** @type {any} */ (instance.exports);
core.initialise(entries);

const positions = positionsOf(plies);
const began = performance.now();
let told = began;
/** @type {number[]} */
const scores = [];
for (const { stones, mask } of positions) {
  const half = (/** @type {bigint} */ bits, /** @type {bigint} */ by) => Number((bits >> by) & 0xffffffffn);
  scores.push(core.solve(half(stones, 0n), half(stones, 32n), half(mask, 0n), half(mask, 32n)));
  if (performance.now() > told + 5000) {
    told = performance.now();
    console.log(`${scores.length} of ${positions.length}, ${((told - began) / 1000).toFixed(0)} s`);
  }
}
const book = {
  origin: `All ${positions.length} positions of ${plies} stones but for mirror images, solved by the engine itself.`,
  plies,
  scores,
};
writeFileSync(join(root, 'engines/connect4/book.json'), `${JSON.stringify(book)}\n`);
