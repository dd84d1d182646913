/** What a file is by its first bytes: a recorded session, a script, a text that may hold games, or none of these. */
import { open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { encodingOf } from '../library/encodings.ts';
import { readEntry } from '../protocols/text.ts';
import { Refused } from '../shapes/refused.ts';

/** In bytes: where a program or a picture shows that it is not text, and a recording that it is one. */
const headBytes = 4096;

/** Lines of a text that are looked at. */
const mostLines = 20;

export type FileKind = 'recording' | 'script' | 'text' | 'binary';

/** @throws Refused if it is not a file; the file system's own errors */
export async function kindOfFile(path: string): Promise<FileKind> {
  // Before it is opened: the open of a pipe waits for a writer.
  if (!(await stat(path)).isFile())
    throw new Refused(`The path ${basename(path)} is a folder or a device, not a file.`, 'Choose a file.');
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    const kind = kindOfBytes(buffer.subarray(0, bytesRead));
    // A damaged one too: the replay says what is wrong with it.
    return /\.journal$/i.test(path) ? 'recording' : kind;
  } finally {
    await file.close();
  }
}

function kindOfBytes(head: Uint8Array): FileKind {
  // The signature of a zip, as which bundles are sent.
  if (head[0] === 0x50 && head[1] === 0x4b && head[2] === 3 && head[3] === 4) return 'recording';
  const encoding = encodingOf(head);
  if (!encoding.startsWith('utf-16') && head.includes(0)) return 'binary';
  if (head[0] === 0x23 && head[1] === 0x21) return 'script';
  return isRecording(new TextDecoder(encoding).decode(head)) ? 'recording' : 'text';
}

/** Whether a text is a journal or a transcript of a session, from its beginning. */
export function isRecording(text: string): boolean {
  if (/^\d+ \*\*\* \d+\n/.test(text)) return true;
  const lines = text
    .slice(0, headBytes)
    .split('\n', mostLines)
    .filter((line) => line.trim() !== '');
  const entries = lines.filter((line) => readEntry(line) !== null);
  return 2 * entries.length > lines.length;
}
