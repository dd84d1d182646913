import { basename, dirname, join } from 'node:path';

/** The archive of a packed app; Electron reads files inside it as if it were a folder. */
const archive = 'app.asar';

/**
 * The parts of a build, relative to the folder of its hosts (`…/dist/app`). In a packed app the engines lie beside the
 * archive, because the system cannot run files inside it. `process.resourcesPath` is not used, since Electron may not
 * have it when it runs as Node.
 */
export function partsOfBuild(hosts: string): {
  readonly engines: string;
  readonly page: string;
  readonly searchThread: string;
  readonly truthThread: string;
  readonly indexThread: string;
} {
  const build = dirname(hosts);
  const top = dirname(build);
  return {
    engines: join(basename(top) === archive ? dirname(top) : build, 'engines'),
    page: join(build, 'renderer'),
    searchThread: join(hosts, 'search-thread.cjs'),
    truthThread: join(hosts, 'truth-thread.cjs'),
    indexThread: join(hosts, 'index-thread.cjs'),
  };
}
