import { basename, dirname, join } from 'node:path';

/** What a packed app's build lies in; Electron reads files inside it as if it were a folder. */
const archive = 'app.asar';

/**
 * Where the parts of a build lie, as seen from the folder of its hosts (`…/dist/app`). Engines are processes and
 * get their files from the system, which sees no folder in an archive: of a packed app they lie beside it.
 * Not asked of `process.resourcesPath`, which Electron acting as Node may not have.
 */
export function partsOfBuild(hosts: string): {
  readonly engines: string;
  readonly page: string;
  readonly searchThread: string;
} {
  const build = dirname(hosts);
  const top = dirname(build);
  return {
    engines: join(basename(top) === archive ? dirname(top) : build, 'engines'),
    page: join(build, 'renderer'),
    searchThread: join(hosts, 'search-thread.cjs'),
  };
}
