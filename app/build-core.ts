import { homedir } from 'node:os';
import { join } from 'node:path';
import { version } from '../package.json';
import { createCore, type Core } from './api/core.ts';
import { homeFor } from './library/home.ts';

/** The core as every host of a build makes it: what is bundled lies beside the host's own folder. */
export function coreOfBuild(pickerRoots: readonly string[] = [homedir(), process.cwd()]): Promise<Core> {
  return createCore({
    home: homeFor(process.env),
    version,
    bundledEngines: join(__dirname, '..', 'engines'),
    pickerRoots,
  });
}

/** Where a build has the page. */
export const builtPage = (): string => join(__dirname, '..', 'renderer');
