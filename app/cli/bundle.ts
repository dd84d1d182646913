/** `plywire bundle`: a session as one file for a bug report. */
import { basename, resolve } from 'node:path';
import type { BundleContents } from '../api/contract.ts';
import type { LocalClient } from '../api/transports/in-process.ts';
import { columns } from '../matches/report/columns.ts';
import { shellWord } from '../sessions/launch/command-line.ts';
import { Exit, exitCodes, type CommandContext } from './exit.ts';
import { journalOfGame } from './match-game.ts';
import { newFile } from './new-file.ts';
import type { Output } from './output.ts';

export interface BundleFlags {
  readonly out?: string;
  /** The name of one of its files, or true for the list. */
  readonly show?: string | true;
  readonly ends?: boolean;
  readonly engineVersion?: boolean;
}

/** @throws Exit */
export async function bundle(
  { client, output, signal }: CommandContext<LocalClient>,
  session: string,
  { out, show, ends = false, engineVersion = false }: BundleFlags,
): Promise<void> {
  const ofGame = await journalOfGame(session);
  const text = ofGame?.path ?? session;
  const { journal } = await client.local.journal({ text, folder: process.cwd() });
  const asked = { journal, ...(out !== undefined && { name: basename(out) }) };
  let contents = await look(client, output, asked, signal);
  if (contents === null) return;
  if (engineVersion) {
    const file = await client.bundle.version({ bundle: contents.bundle });
    contents = { ...contents, files: [...contents.files, file] };
  }
  if (typeof show === 'string') return showFile(output, contents, show);
  tell(output, contents, ends);
  if (ofGame !== null && ofGame.place !== null) output.remark(ofGame.place);
  if (show === true) return;
  const path = resolve(out ?? contents.name);
  const bytes = await write(client, output, contents, { path, ends, engineVersion }, signal);
  if (bytes === null) return;
  const word = shellWord(path);
  output.line(`${path}: ${bytes} bytes. To replay it: plywire replay ${word} --against ./engine`);
  if (output.json) output.object({ kind: 'bundle', file: path, bytes });
}

async function look(
  client: LocalClient,
  output: Output,
  asked: { readonly journal: string; readonly name?: string },
  signal: AbortSignal,
): Promise<BundleContents | null> {
  for await (const event of await client.bundle.look(asked, { signal })) {
    if (event.kind === 'contents') return event;
    output.passing(`scanning the journal: ${percent(event.share)}`);
  }
  return null;
}

function tell(
  output: Output,
  { title, files, masked, left, ends: short }: BundleContents,
  ends: boolean,
): void {
  output.line(`Bug-report bundle of a session of ${title}:`);
  const rows = files.map(({ name, bytes, what }) => [`  ${name}`, `${bytes} bytes`, what]);
  for (const line of columns(rows)) output.line(line);
  if (ends && short === null) output.line('The journal is short; all of it is included.');
  const places = masked.map(({ what, places }) => `${what} ${places}`);
  output.line(places.length === 0 ? 'Nothing was masked.' : `Masked in the journal: ${places.join(', ')}.`);
  if (left.length > 0) {
    output.line(`Not masked, because masking would change the conversation: ${left.join(', ')}.`);
  }
  if (!output.json) return;
  for (const { name, what, bytes, masked: count } of files) {
    output.object({ kind: 'file', name, what, bytes, masked: count });
  }
  output.object({ kind: 'masked', masked, left });
}

function showFile(output: Output, { files }: BundleContents, wanted: string): void {
  const file = files.find(({ name }) => name.toLowerCase() === wanted.toLowerCase());
  if (!file) {
    const names = files.map(({ name }) => name).join(', ');
    throw new Exit(exitCodes.usage, `The bundle has no ${wanted}; it has ${names}.`);
  }
  for (const line of file.text.trimEnd().split('\n')) output.line(line);
  if (!file.whole) output.remark(`This is only the beginning of ${file.name}.`);
  if (output.json) output.object({ ...file, kind: 'file' });
}

interface OutputChoice {
  readonly path: string;
  readonly ends: boolean;
  readonly engineVersion: boolean;
}

/** @returns the number of bytes written; null if it was cancelled and the partial file removed */
async function write(
  client: LocalClient,
  output: Output,
  { bundle, ends: short }: BundleContents,
  { path, ends, engineVersion }: OutputChoice,
  signal: AbortSignal,
): Promise<number | null> {
  // The bundle may contain private data, and must not overwrite a file.
  const file = await newFile(path, { flag: '--out', mode: 0o600 });
  let isWhole = false;
  try {
    const asked = {
      bundle,
      journal: ends && short !== null ? ('ends' as const) : ('whole' as const),
      version: engineVersion,
    };
    let written: number | null = null;
    for await (const event of await client.bundle.write(asked, { signal })) {
      if (event.kind === 'done') written = event.bytes;
      else {
        await file.write(Buffer.from(event.bytes, 'base64'));
        output.passing(`writing: ${percent(event.share)}`);
      }
    }
    output.passing('');
    if (written === null) return null;
    await file.close();
    isWhole = true;
    return written;
  } finally {
    if (!isWhole) await file.discard();
  }
}

const percent = (share: number): string => `${Math.floor(share * 100)} %`;
