/** A page as axe reads it. */
import axe from 'axe-core';
import type { Page } from 'playwright';

/** Findings of weight, as `rule: element`. @param within what is looked at; the whole page where it is left out */
export async function faults(page: Page, within?: string): Promise<string[]> {
  // By the debugging protocol, for the page's own policy lets no foreign script in.
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
