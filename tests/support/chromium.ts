/**
 * The Chromium of end-to-end tests. `npm test` finds one that runs and passes it in PLYWIRE_CHROMIUM; without that
 * (`npx vitest --project e2e` by hand) the same search happens here.
 */
import { chromium, type Browser, type LaunchOptions } from 'playwright';
import { chromiumArgs, findChromium } from '../../build/lib/chromium.mjs';

/** The caller closes the browser. @throws Error that says how to get one if none runs */
export async function launchChromium(options: LaunchOptions = {}): Promise<Browser> {
  const found = findChromium();
  if (found === null) {
    throw new Error('no Chromium runs here: `npm test` gets one, or name yours in PLYWIRE_CHROMIUM');
  }
  return chromium.launch({ executablePath: found.path, args: chromiumArgs(), ...options });
}
