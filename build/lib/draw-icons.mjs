/** Draws the icon in Chromium, in every size that a platform needs. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromiumArgs } from './chromium.mjs';
import { icnsSizes, icoSizes, writeIcns, writeIco } from './icon-files.mjs';

/** Linux themes have folders for these sizes. */
export const linuxSizes = [16, 24, 32, 48, 64, 96, 128, 256, 512, 1024];

/** The macOS icon grid leaves a margin: the drawing has 824 of 1024 pixels. */
const macShare = 824 / 1024;

/**
 * @param {string} root of the repository
 * @param {string} executablePath a Chromium
 * @returns {Promise<Map<string, Buffer>>} the contents of the files by name
 */
export async function drawIcons(root, executablePath) {
  const drawing = readFileSync(join(root, 'renderer', 'icon.svg')).toString('base64');
  const { chromium } = await import('playwright');
  const browser = await chromium.launch({ executablePath, args: chromiumArgs() });
  try {
    const page = await browser.newPage();
    const draw = async (/** @type {number} */ size, /** @type {number} */ share) => {
      await page.setViewportSize({ width: size, height: size });
      await page.setContent(
        `<style>body { margin: 0; display: grid; place-items: center; height: 100vh }</style>
         <img src="data:image/svg+xml;base64,${drawing}" style="width: ${share * 100}%">`,
      );
      return { size, png: await page.screenshot({ omitBackground: true }) };
    };
    const all = async (/** @type {readonly number[]} */ sizes, share = 1) => {
      const pictures = [];
      for (const size of sizes) pictures.push(await draw(size, share));
      return pictures;
    };
    const linux = await all(linuxSizes);
    return new Map([
      ...linux.map(({ size, png }) => /** @type {const} */ ([`${size}x${size}.png`, png])),
      ['icon.ico', writeIco(linux.filter(({ size }) => icoSizes.includes(size)))],
      ['icon.icns', writeIcns(await all(icnsSizes, macShare))],
    ]);
  } finally {
    await browser.close();
  }
}
