import { homedir } from 'node:os';
import { join } from 'node:path';
import { version } from '../package.json';
import { createCore, type Core, type CoreOptions } from './api/core.ts';
import { homeFor } from './library/home.ts';

/** The core as every host of a build makes it: what is bundled lies beside the host's own folder. */
export function coreOfBuild({
  pickerRoots = [homedir(), process.cwd()],
  ...options
}: Pick<CoreOptions, 'keepsGame' | 'say'> & Partial<Pick<CoreOptions, 'pickerRoots'>>): Promise<Core> {
  return createCore({
    home: homeFor(process.env),
    version,
    bundledEngines: join(__dirname, '..', 'engines'),
    pickerRoots,
    ...options,
  });
}

/** Where a build has the page. */
export const builtPage = (): string => join(__dirname, '..', 'renderer');
