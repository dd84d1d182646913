/** Implements `connect4-book.mjs`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { assembly, compileAssembly } from './assembly.mjs';
import { command } from './command.mjs';
import { root } from './steps.mjs';

const folder = join(root, 'engines', 'connect4');

/** 8 MiB, which fits the cache; kept from position to position, since neighbours share most of their trees. */
const entries = 20;

/** @typedef {typeof import('../../engines/connect4/book.ts')} BookModule */

await command(async () => {
  const plies = Number(process.argv[2] ?? 4);
  if (!Number.isInteger(plies) || plies < 1 || plies > 6) {
    console.error('A book has 1 to 6 stones.');
    return 2;
  }
  const { runnerImport } = await import('vite');
  const { module } = await runnerImport(join(folder, 'book.ts'), {
    configFile: false,
    root,
    plugins: [assembly()],
  });
  const { openings } = /** @type {BookModule} */ (module);
  const { bytes } = await compileAssembly(join(folder, 'solver', 'index.ts'));
  const instance = new WebAssembly.Instance(new WebAssembly.Module(bytes), { host: { poll: () => 0 } });
  const { initialise, solve } = /** @type {Record<string, (...values: number[]) => number>} */ (
    /** @type {unknown} */ (instance.exports)
  );
  initialise?.(entries);

  const positions = openings(plies)[plies] ?? [];
  const began = performance.now();
  let told = began;
  const scores = positions.map((opening, index) => {
    const now = performance.now();
    if (now > told + 5000) {
      told = now;
      console.log(`${index} of ${positions.length}, ${((now - began) / 1000).toFixed(0)} s`);
    }
    const { stones, mask } = bitsOf(opening);
    return solve?.(...halves(stones), ...halves(mask)) ?? 0;
  });
  const origin = `All ${positions.length} positions of ${plies} stones but for mirror images, solved by the engine itself.`;
  writeFileSync(join(folder, 'book.json'), `${JSON.stringify({ origin, plies, scores })}\n`);
  return 0;
});

/** @param {import('../../engines/connect4/book.ts').BookOpening} opening */
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
