/** A page checked with axe. */
import axe from 'axe-core';
import type { Page } from 'playwright';

/** Serious findings, as `rule: element`. @param within the part to check; by default the whole page */
export async function faults(page: Page, within?: string): Promise<string[]> {
  // Through the debugging protocol, since the page's policy allows no foreign script.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const found = await page.evaluate(
    async (selector) =>
      (globalThis as unknown as { axe: typeof axe }).axe.run(selector ?? document, {
        resultTypes: ['violations'],
      }),
    within,
  );
  return found.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}
