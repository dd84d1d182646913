/** Installs what tests need besides Node, one after the other, since package installers wait for each other. */
import { getBubblewrap } from './get-bubblewrap.mjs';
import { getChromium } from './get-chromium.mjs';
import { getSevenZip } from './get-seven-zip.mjs';
import { ensureBuilt, StepFailed } from './prepare.mjs';
import { root } from './steps.mjs';

/** @typedef {'build' | 'bubblewrap' | 'chromium' | 'seven-zip'} Need */

/** @type {Record<Need, () => Promise<void>>} */
const meet = {
  build: () => ensureBuilt(root),
  bubblewrap: getBubblewrap,
  chromium: async () => {
    const found = await getChromium(root);
    if (found === null) throw new StepFailed('no Chromium runs here');
    process.env['PLYWIRE_CHROMIUM'] ||= found;
  },
  'seven-zip': getSevenZip,
};

/** @param {Iterable<Need>} needs */
export async function meetNeeds(needs) {
  for (const need of new Set(needs)) await meet[need]();
}
