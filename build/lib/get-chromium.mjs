/** Installs a Chromium if none runs: Debian's package as root, else Playwright's own. */
import { join } from 'node:path';
import { chromiumCandidates, findChromium } from './chromium.mjs';
import { installDebianPackage } from './debian.mjs';
import { run } from './run.mjs';

/**
 * @param {string} root
 * @returns {Promise<string | null>} null, with a message on the console, if none is available
 */
export async function getChromium(root) {
  const { chromium } = await import('playwright');
  const find = () =>
    findChromium(chromiumCandidates(process.env, process.platform, chromium.executablePath()));
  let found = find();
  if (found === null) {
    await installDebianPackage('chromium');
    found = find();
  }
  if (found === null) {
    console.log('No Chromium runs here: getting Playwright’s own …');
    await run(process.execPath, [join(root, 'node_modules', 'playwright', 'cli.js'), 'install', 'chromium'], {
      cwd: root,
    });
    found = find();
  }
  if (found === null) {
    console.log('No Chromium could be had: install one, or name yours in PLYWIRE_CHROMIUM.');
    console.log('Where it is there but does not start: npx playwright install-deps chromium');
    return null;
  }
  console.log(`Chromium ${found.version}: ${found.path}`);
  return found.path;
}
