/**
 * Compiles performance-critical code in AssemblyScript: an import that ends in `.ts?assembly` becomes the bytes of a
 * WebAssembly module in base64, so that the output remains a single file.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compiledOnce } from './kept-compiles.mjs';

/**
 * @typedef {object} Compiler the part of `assemblyscript/asc` in use; its own types would redefine the global `console`
 * @property {(options: readonly string[], host: object) => Promise<{ error: Error | null }>} main
 * @property {() => { toString(): string }} createMemoryStream
 */

/** Loaded on demand, since loading takes a third of a second. */
const compilerModule = 'assemblyscript/asc';

export const assemblyQuery = /\.ts\?assembly$/;

/** Without garbage collector and checks: a module manages its own memory. */
const options = ['--runtime', 'stub', '--noAssert', '--use', 'abort=', '-O3', '--converge', '--noColors'];

/** @type {Map<string, Promise<{ bytes: Uint8Array, files: string[] }>>} */
const compiled = new Map();

/**
 * @param {string} file the entry; it may import files beside it
 * @returns {Promise<{ bytes: Uint8Array, files: string[] }>} the module and all files that it was compiled from
 * @throws Error with the compiler's messages
 */
export function compileAssembly(file) {
  const known = compiled.get(file);
  if (known !== undefined) return known;
  const result = compile(file);
  compiled.set(file, result);
  return result;
}

const entry = 'entry.ts';

/** The cache of earlier compiles; it may be deleted at any time. */
const kept = fileURLToPath(new URL('../../node_modules/.cache/plywire/assembly', import.meta.url));

/** @param {string} file */
async function compile(file) {
  const pathOf = (/** @type {string} */ name) => (name === entry ? file : join(dirname(file), name));
  const read = (/** @type {string} */ name) => {
    try {
      return readFileSync(pathOf(name), 'utf8');
    } catch {
      // The compiler tries several places for each import.
      return null;
    }
  };
  const key = JSON.stringify([compilerVersion(), options, read(entry)]);
  const { bytes, names } = await compiledOnce(kept, key, read, (from) => run(file, from));
  return { bytes, files: names.map(pathOf) };
}

function compilerVersion() {
  const { version } = createRequire(import.meta.url)('assemblyscript/package.json');
  return version;
}

/**
 * @param {string} file for messages
 * @param {import('./kept-compiles.mjs').Read} readFile
 */
async function run(file, readFile) {
  /** @type {{ default: Compiler }} */
  const { default: asc } = await import(compilerModule);
  /** @type {Uint8Array | null} */
  let bytes = null;
  const stderr = asc.createMemoryStream();
  const { error } = await asc.main([entry, '--outFile', 'core.wasm', ...options], {
    stderr,
    stdout: asc.createMemoryStream(),
    readFile,
    writeFile(/** @type {string} */ name, /** @type {string | Uint8Array} */ contents) {
      if (name === 'core.wasm' && typeof contents !== 'string') bytes = contents;
    },
    listFiles: () => [],
  });
  if (error !== null || bytes === null) throw new Error(`${file} does not compile\n${stderr.toString()}`);
  return bytes;
}

/** @returns {import('vite').Plugin} */
export function assembly() {
  return {
    name: 'plywire-assembly',
    enforce: 'pre',
    async load(id) {
      if (!assemblyQuery.test(id)) return null;
      const { bytes, files } = await compileAssembly(id.replace(/\?.*$/, ''));
      for (const file of files) this.addWatchFile(file);
      const text = Buffer.from(bytes).toString('base64');
      return { code: `export default ${JSON.stringify(text)};`, map: null, moduleType: 'js' };
    },
    watchChange(id) {
      for (const [file] of compiled) if (dirname(file) === dirname(id)) compiled.delete(file);
    },
  };
}
