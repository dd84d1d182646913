/**
 * A disk cache of compiled code, keyed by its inputs, shared by builds, tests and Vite servers of all processes of this
 * checkout. It may be deleted at any time; an entry that does not match is replaced.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @typedef {(name: string) => string | null} Read returns the text of a source by
 *   the name that the compiler asks for; null if it does not exist
 * @typedef {{ bytes: Uint8Array, names: string[] }} Compiled the result, and the names of the sources that it read
 */

const hashOf = (/** @type {string | Uint8Array} */ text) => createHash('sha256').update(text).digest('hex');

/**
 * The cached result if all names that the compiler asked for still have the same texts; else the result of `compile`,
 * which is then cached. This includes names without a file, since a new file of that name would be read instead.
 * @param {string} folder
 * @param {string} key what is known in advance: the compiler, its options, the entry
 * @param {Read} read
 * @param {(read: Read) => Promise<Uint8Array>} compile
 * @returns {Promise<Compiled>}
 */
export async function compiledOnce(folder, key, read, compile) {
  const path = join(folder, `${hashOf(key)}.json`);
  const kept = keptAt(path, read);
  if (kept !== null) return kept;
  /** @type {Map<string, string | null>} */
  const asked = new Map();
  const bytes = await compile((name) => {
    const text = read(name);
    asked.set(name, text);
    return text;
  });
  const sources = [...asked].map(([name, text]) => [name, text === null ? null : hashOf(text)]);
  keep(folder, path, {
    sources,
    hash: hashOf(bytes),
    bytes: Buffer.from(bytes).toString('base64'),
  });
  return { bytes, names: [...asked].flatMap(([name, text]) => (text === null ? [] : [name])) };
}

/**
 * @param {string} path
 * @param {Read} read
 * @returns {Compiled | null}
 */
function keptAt(path, read) {
  try {
    /** @type {{ sources: [string, string | null][], hash: string, bytes: string }} */
    const { sources, hash, bytes: text } = JSON.parse(readFileSync(path, 'utf8'));
    const isSame = sources.every(([name, known]) => {
      const source = read(name);
      return known === (source === null ? null : hashOf(source));
    });
    const bytes = Buffer.from(text, 'base64');
    if (!isSame || hashOf(bytes) !== hash) return null;
    return { bytes, names: sources.flatMap(([name, known]) => (known === null ? [] : [name])) };
  } catch {
    return null;
  }
}

/**
 * Replaces the entry atomically: a concurrent reader finds the old or the new one.
 * @param {string} folder
 * @param {string} path
 * @param {object} entry
 */
function keep(folder, path, entry) {
  const temporary = `${path}.${process.pid}`;
  // If it cannot be written, it is compiled again the next time.
  try {
    mkdirSync(folder, { recursive: true });
  } catch {
    return;
  }
  try {
    writeFileSync(temporary, JSON.stringify(entry));
    renameSync(temporary, path);
  } catch {
    rmSync(temporary, { force: true });
  }
}
