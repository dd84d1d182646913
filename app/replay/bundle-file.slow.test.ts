/** Zip files as they are sent, and hostile ones. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { bundledJournalLimit } from './bundle-file.ts';
import { BadRecording, openRecording, type RecordedEntry } from './recording.ts';
import { long } from '../../tests/support/long.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'plywire-zip-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const head = JSON.stringify({ format: 'plywire-journal', version: 1, session: 's-1', protocol: 'cfp' });
const journal = `0 *** ${head.length}\n${head}\n1000 --> 4\ncfp\n\n`;

/** Packs files with a library. */
async function zip(files: readonly (readonly [name: string, content: string | Buffer])[]): Promise<string> {
  const made = new ZipFile();
  for (const [name, content] of files) made.addBuffer(Buffer.from(content), name);
  made.end();
  const parts: Buffer[] = [];
  for await (const part of made.outputStream) parts.push(part as Buffer);
  return file(Buffer.concat(parts));
}

function file(bytes: Buffer): string {
  const path = join(folder, 'x.zip');
  writeFileSync(path, bytes);
  return path;
}

interface Forged {
  readonly name?: string;
  readonly data?: Buffer;
  readonly flags?: number;
  readonly method?: number;
  /** The size it declares. */
  readonly size?: number;
  readonly sum?: number;
  readonly count?: number;
}

/** A zip with one file, written by hand: what no library would write. */
function forged({ name = 'session.journal', data = Buffer.from(journal), ...says }: Forged): string {
  const { flags = 0, method = 8, size = data.length, sum = crc32(data), count = 1 } = says;
  const packed = method === 8 ? deflateRawSync(data) : data;
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(flags, 2);
  fields.writeUInt16LE(method, 4);
  fields.writeUInt32LE(sum, 10);
  fields.writeUInt32LE(packed.length, 14);
  fields.writeUInt32LE(size, 18);
  fields.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name), packed]);
  const central = Buffer.concat([
    Buffer.from('PK\x01\x02\x14\x00'),
    fields,
    Buffer.alloc(14),
    Buffer.from(name),
  ]);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length, 16);
  return file(Buffer.concat([local, central, end]));
}

async function entriesOf(path: string): Promise<readonly RecordedEntry[]> {
  const entries: RecordedEntry[] = [];
  for await (const piece of (await openRecording(path)).entries()) entries.push(...piece);
  return entries;
}

const refused = async (path: string, words: string | RegExp): Promise<void> => {
  await expect(entriesOf(path)).rejects.toThrow(BadRecording);
  await expect(entriesOf(path)).rejects.toThrow(words);
};

describe('a bundle', () => {
  it('is read as the journal in it, again and again, in any folder', async () => {
    const packs = ['session.journal', 'mine/session.journal'];
    for (const name of packs) {
      const path = await zip([
        ['README.md', 'x'],
        [name, journal],
        ['__MACOSX/mine/session.journal', 'shadow'],
      ]);
      const recording = await openRecording(path);
      expect(recording).toMatchObject({ form: 'journal', protocol: 'cfp', facts: { session: 's-1' } });
      for (let count = 0; count < 2; count++) {
        expect(await entriesOf(path)).toMatchObject([{ line: 1, direction: 'sent', text: 'cfp' }]);
      }
    }
    expect(await entriesOf(forged({}))).toHaveLength(1);
  });

  it('is refused where it has no journal, or two', async () => {
    await refused(await zip([['README.md', 'x']]), 'it has no session.journal');
    await refused(await zip([]), 'it has no session.journal');
    const two = await zip([
      ['a/session.journal', journal],
      ['b/session.journal', journal],
    ]);
    await refused(two, 'it has 2 files called session.journal');
  });

  it('is refused where what is called a journal is none', async () => {
    await expect(entriesOf(await zip([['session.journal', 'Dear all,']]))).rejects.toThrow(
      'is not a session journal',
    );
  });

  it('cannot name a place outside of it', async () => {
    for (const name of [
      '../session.journal',
      '/etc/session.journal',
      'C:/session.journal',
      'a\\session.journal',
    ]) {
      await refused(forged({ name }), 'damaged, incomplete or not a zip file');
    }
  });

  it('is refused where its journal is encrypted, or packed in a way of its own', async () => {
    await refused(forged({ flags: 1 }), 'its journal is encrypted');
    await refused(forged({ method: 99 }), 'compression method (99)');
  });

  it('is refused where it counts or measures itself beyond reason', async () => {
    await refused(forged({ count: 60_000 }), 'it has 60000 files');
    await refused(forged({ size: 0xffff_fffe }), `the limit is ${bundledJournalLimit}`);
  });

  it('ends where it said that it would: a bomb is no larger than it says', async () => {
    const data = Buffer.concat([Buffer.from(journal), Buffer.alloc(64 * 1024 ** 2)]);
    await refused(forged({ data, size: journal.length }), 'damaged, incomplete');
    await refused(forged({ size: journal.length + 10 }), 'damaged, incomplete');
  });

  it('is refused where its bytes are not those that were packed', async () => {
    await refused(forged({ sum: 0 }), 'the checksum of its journal does not match');
    const other = Buffer.from(journal.replace('cfp\n\n', 'cfq\n\n'));
    await refused(forged({ data: other, method: 0, sum: crc32(journal) }), 'the checksum');
  });

  it('is refused wherever it is cut short, and changes of a byte do not crash it', long, async () => {
    const path = forged({});
    const sound = readFileSync(path);
    for (let length = 4; length < sound.length; length++) {
      await refused(file(sound.subarray(0, length)), 'damaged, incomplete');
    }
    for (let at = 4; at < sound.length; at++) {
      const changed = Buffer.from(sound);
      changed[at]! ^= 0xff;
      await entriesOf(file(changed)).catch((error: Error) =>
        expect(['BadRecording', 'BadJournal']).toContain(error.name),
      );
    }
  });
});
