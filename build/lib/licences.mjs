/** The licences of bundled packages: of every package whose code the bundler put into the build. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const licencesFile = 'THIRD-PARTY-LICENSES.txt';

/** @typedef {{ name: string, version: string, licence: string, text: string }} Notice */

/** Tools that add their own code to their output, by the names of their virtual modules. */
const virtual = /** @type {const} */ ([
  [/^\0vite\//, 'vite'],
  [/^\0?rolldown[/:]/, 'rolldown'],
  [/\?assembly$/, 'assemblyscript'],
]);

/**
 * The folder of the package that a module belongs to; null for a module of ours.
 * @param {string} id from the bundler: a path, possibly with a query, or a virtual name
 * @param {string} root of the repository
 */
export function packageFolderOf(id, root) {
  const tool = virtual.find(([pattern]) => pattern.test(id));
  if (tool !== undefined) return join(root, 'node_modules', tool[1]);
  const path = id.replace(/^\0/, '').replaceAll('\\', '/');
  return /^(.*\/node_modules\/(?:@[^/]+\/)?[^/?]+)\//.exec(path)?.[1] ?? null;
}

/**
 * @param {string} folder of a package
 * @returns {Notice}
 * @throws Error if the package has no licence, since then it may not be redistributable
 */
export function noticeOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const text = readdirSync(folder)
    .filter((file) => /^(licen[cs]e|copying|notice)(\.|$)/i.test(file))
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8').trim())
    .join('\n\n');
  if (text === '') throw new Error(`${folder} brings no licence text, and its code would be in the build`);
  // Not every manifest names the licence; the text begins with its name.
  return { name, version, licence: license ?? text.split('\n')[0], text };
}

/** @param {readonly Notice[]} notices */
export function licencesText(notices) {
  const line = '-'.repeat(80);
  const list = notices.map(({ name, version, licence }) => `  ${name} ${version} (${licence})`);
  const texts = notices.map(({ name, version, text }) => `${line}\n${name} ${version}\n${line}\n\n${text}\n`);
  return `Plywire contains code of these packages:\n\n${list.join('\n')}\n\n${texts.join('\n')}`;
}

/**
 * Gathers the packages of all environments of a build. Call `write` when the last one is built.
 * @param {string} root of the repository
 * @returns {{ plugin: import('vite').Plugin, write: () => void }}
 */
export function licences(root) {
  /** @type {Set<string>} */
  const folders = new Set();
  const take = (/** @type {string} */ id) => {
    const folder = packageFolderOf(id, root);
    if (folder !== null) folders.add(folder);
  };
  return {
    plugin: {
      name: 'plywire-licences',
      sharedDuringBuild: true,
      generateBundle(_, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk') continue;
          for (const [id, { renderedLength }] of Object.entries(chunk.modules))
            if (renderedLength > 0) take(id);
        }
        // A style sheet is not part of a chunk; it becomes a file of its own.
        for (const id of this.getModuleIds()) if (/\.css($|\?)/.test(id)) take(id);
      },
    },
    write() {
      const notices = [...folders].map(noticeOf).sort((one, other) => (one.name < other.name ? -1 : 1));
      mkdirSync(join(root, 'dist'), { recursive: true });
      writeFileSync(join(root, 'dist', licencesFile), licencesText(notices));
    },
  };
}
