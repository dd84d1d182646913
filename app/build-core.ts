import { homedir } from 'node:os';
import { version } from '../package.json';
import type { Core, CoreOptions } from './api/core.ts';
import { createCore } from './api/create-core.ts';
import { partsOfBuild } from './build-parts.ts';
import { homeFor } from './library/home.ts';

const parts = partsOfBuild(__dirname);

/** Creates the core, in the same way for every host of a build. */
export function coreOfBuild({
  pickerRoots = [homedir(), process.cwd()],
  ...options
}: Pick<CoreOptions, 'keepsGame' | 'showsExample' | 'admitsKnownFiles' | 'say' | 'reveal' | 'sandboxFlag'> &
  Partial<Pick<CoreOptions, 'pickerRoots'>>): Promise<Core> {
  return createCore({
    home: homeFor(process.env),
    version,
    bundledEngines: parts.engines,
    searchThread: parts.searchThread,
    truthThread: parts.truthThread,
    indexThread: parts.indexThread,
    pickerRoots,
    ...options,
  });
}

/** The folder of the built page. */
export const builtPage = (): string => parts.page;
