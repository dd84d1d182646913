/** The icon files of Windows and macOS: PNGs of several sizes, each with an entry in a table. */

/** @typedef {{ size: number, png: Buffer }} Picture `size` is the width and height in pixels */

/** The format's names for pictures by size; `@2x` ones are listed by their real pixels. */
const icnsTypes = new Map([
  [16, ['icp4']],
  [32, ['icp5', 'ic11']],
  [64, ['ic12']],
  [128, ['ic07']],
  [256, ['ic08', 'ic13']],
  [512, ['ic09', 'ic14']],
  [1024, ['ic10']],
]);

export const icnsSizes = [...icnsTypes.keys()];
export const icoSizes = [16, 24, 32, 48, 64, 128, 256];

/**
 * In bytes: an ICO has a header and then entries; an ICNS has a header and then chunks, each with a header of the same
 * size.
 */
const ico = { head: 6, entry: 16 };
const icns = { head: 8 };

/** @param {Picture[]} pictures none larger than 256 */
export function writeIco(pictures) {
  const head = Buffer.alloc(ico.head + ico.entry * pictures.length);
  // Type 1 is an icon (2 would be a cursor).
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length;
  pictures.forEach(({ size, png }, index) => {
    const entry = ico.head + ico.entry * index;
    // One byte each: 256 is written as 0.
    head.writeUInt8(size % 256, entry);
    head.writeUInt8(size % 256, entry + 1);
    head.writeUInt16LE(1, entry + 4);
    head.writeUInt16LE(32, entry + 6);
    head.writeUInt32LE(png.length, entry + 8);
    head.writeUInt32LE(offset, entry + 12);
    offset += png.length;
  });
  return Buffer.concat([head, ...pictures.map(({ png }) => png)]);
}

/** @param {Picture[]} pictures of sizes in `icnsSizes` */
export function writeIcns(pictures) {
  const chunks = pictures.flatMap(({ size, png }) =>
    (icnsTypes.get(size) ?? []).map((type) => chunk(type, png)),
  );
  return chunk('icns', Buffer.concat(chunks));
}

/**
 * @param {string} type four letters
 * @param {Buffer} contents
 */
function chunk(type, contents) {
  const head = Buffer.alloc(icns.head);
  head.write(type, 'latin1');
  // The length includes its own header.
  head.writeUInt32BE(icns.head + contents.length, 4);
  return Buffer.concat([head, contents]);
}
