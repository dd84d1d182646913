/** The icon's files: that they are valid, and that they show the current drawing. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromiumArgs, findChromium } from '../../build/lib/chromium.mjs';
import { drawIcons, linuxSizes } from '../../build/lib/draw-icons.mjs';
import { icnsSizes, icoSizes } from '../../build/lib/icon-files.mjs';
import { root } from './packed.ts';

const folder = join(root, 'build', 'icons');
const kept = (name: string): Buffer => readFileSync(join(folder, name));

/** The size in pixels of a square PNG. */
function sizeOf(png: Buffer): number {
  expect(png.subarray(0, 8)).toEqual(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'));
  expect(png.subarray(12, 16).toString()).toBe('IHDR');
  expect(png.readUInt32BE(16)).toBe(png.readUInt32BE(20));
  expect(png.subarray(-8, -4).toString()).toBe('IEND');
  return png.readUInt32BE(16);
}

function readIco(file: Buffer): number[] {
  expect([file.readUInt16LE(0), file.readUInt16LE(2)]).toEqual([0, 1]);
  return Array.from({ length: file.readUInt16LE(4) }, (_, index) => {
    const entry = file.subarray(6 + 16 * index, 22 + 16 * index);
    const [length, offset] = [entry.readUInt32LE(8), entry.readUInt32LE(12)];
    const size = sizeOf(file.subarray(offset, offset + length));
    expect([entry[0], entry[1]]).toEqual([size % 256, size % 256]);
    return size;
  });
}

function readIcns(file: Buffer): [type: string, size: number][] {
  expect(file.subarray(0, 4).toString()).toBe('icns');
  expect(file.readUInt32BE(4)).toBe(file.length);
  const found: [string, number][] = [];
  for (let at = 8; at < file.length; at += file.readUInt32BE(at + 4)) {
    const contents = file.subarray(at + 8, at + file.readUInt32BE(at + 4));
    found.push([file.subarray(at, at + 4).toString(), sizeOf(contents)]);
  }
  return found;
}

/** The mean difference of two pictures, of 255. */
async function difference(one: Buffer, other: Buffer, executablePath: string): Promise<number> {
  const browser = await chromium.launch({ executablePath, args: chromiumArgs() });
  try {
    const page = await browser.newPage();
    return await page.evaluate(
      async (pictures) => {
        const [left, right] = await Promise.all(
          pictures.map(async (picture) => {
            const image = new Image();
            image.src = `data:image/png;base64,${picture}`;
            await image.decode();
            const canvas = new OffscreenCanvas(image.width, image.height);
            const context = canvas.getContext('2d')!;
            context.drawImage(image, 0, 0);
            return context.getImageData(0, 0, image.width, image.height).data;
          }),
        );
        return left!.reduce((sum, value, at) => sum + Math.abs(value - right![at]!), 0) / left!.length;
      },
      [one, other].map((png) => png.toString('base64')),
    );
  } finally {
    await browser.close();
  }
}

describe('the icon’s files', () => {
  let drawn: Map<string, Buffer>;
  let executablePath: string;
  beforeAll(async () => {
    const found = findChromium();
    if (found === null) throw new Error('no Chromium runs here: `npm test` gets one');
    executablePath = found.path;
    drawn = await drawIcons(root, executablePath);
  });

  it('are those that the script makes, in every size', () => {
    expect(readdirSync(folder).sort()).toEqual([...drawn.keys()].sort());
    for (const size of linuxSizes) {
      expect(sizeOf(kept(`${size}x${size}.png`))).toBe(size);
      expect(sizeOf(drawn.get(`${size}x${size}.png`)!)).toBe(size);
    }
  });

  it('can be read as an .ico', () => {
    expect(readIco(kept('icon.ico'))).toEqual(icoSizes);
    expect(readIco(drawn.get('icon.ico')!)).toEqual(icoSizes);
  });

  it('can be read as an .icns, each type with the pixels that it stands for', () => {
    const wanted = {
      icp4: 16,
      icp5: 32,
      ic07: 128,
      ic08: 256,
      ic09: 512,
      ic10: 1024,
      ic11: 32,
      ic12: 64,
      ic13: 256,
      ic14: 512,
    };
    expect(Object.fromEntries(readIcns(kept('icon.icns')))).toEqual(wanted);
    expect(Object.fromEntries(readIcns(drawn.get('icon.icns')!))).toEqual(wanted);
    expect([...new Set(Object.values(wanted))].sort((a, b) => a - b)).toEqual(icnsSizes);
  });

  it('show the drawing as it is: `node build/main.mjs icons` makes them anew', async () => {
    const name = '256x256.png';
    // Another Chromium smooths edges slightly differently.
    expect(await difference(kept(name), drawn.get(name)!, executablePath)).toBeLessThan(1);
  });
});
