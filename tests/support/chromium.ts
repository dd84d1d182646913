/**
 * The Chromium that end-to-end tests drive. `npm test` finds one that runs and hands it over in
 * PLYWIRE_CHROMIUM; without that (`npx vitest --project e2e` by hand) the same search is made here.
 */
import { chromium, type Browser, type LaunchOptions } from 'playwright';
import { chromiumArgs, findChromium } from '../../build/lib/chromium.mjs';

/** Whoever launches a browser closes it. @throws Error that says how to get one where none runs */
export async function launchChromium(options: LaunchOptions = {}): Promise<Browser> {
  const found = findChromium();
  if (found === null) {
    throw new Error('no Chromium runs here: `npm test` gets one, or name yours in PLYWIRE_CHROMIUM');
  }
  return chromium.launch({ executablePath: found.path, args: chromiumArgs(), ...options });
}
