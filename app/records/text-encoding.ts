/** In which encoding a text is, by its first bytes. */

/**
 * By the mark at the beginning, by zeros where UTF-16 has them, else UTF-8; text that is not UTF-8 is taken for the old
 * Windows encoding, in which every byte is a character.
 * @param isUtf8 whether bytes can be UTF-8: decoders belong to Node or to the page
 */
export function encodingBy(chunk: Uint8Array, isUtf8: (bytes: Uint8Array) => boolean): string {
  const [first, second] = chunk;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (chunk.length >= 4) {
    if (first !== 0 && second === 0 && chunk[2] !== 0 && chunk[3] === 0) return 'utf-16le';
    if (first === 0 && second !== 0 && chunk[2] === 0 && chunk[3] !== 0) return 'utf-16be';
  }
  return isUtf8(chunk) ? 'utf-8' : 'windows-1252';
}
