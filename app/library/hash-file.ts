/** The hash of a file, read in blocks: programs and their weights may be larger than memory. */
import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';

const block = 1024 * 1024;

/**
 * SHA-256 of an open file in hexadecimal.
 * @param most bytes from its beginning: a file that grows is not read for ever
 * @throws the file system's own errors
 */
export async function sha256Of(file: FileHandle, most = Infinity): Promise<string> {
  const sha256 = createHash('sha256');
  const bytes = Buffer.allocUnsafe(block);
  for (let at = 0; at < most;) {
    const { bytesRead } = await file.read(bytes, 0, block, at);
    if (bytesRead === 0) break;
    sha256.update(bytes.subarray(0, bytesRead));
    at += bytesRead;
  }
  return sha256.digest('hex');
}
