/** What a build is: its files with their places in the copy, the words that start it, and what it may lack. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { basename, dirname, extname, isAbsolute, relative, resolve, sep } from 'node:path';
import type { TellerFacts } from '../evaluations/tellers.ts';
import { scriptExtensions } from '../sessions/launch/propose.ts';
import type { Launch } from '../sessions/types.ts';
import type { Build } from '../shapes/builds.ts';
import { Refused } from '../shapes/refused.ts';
import { statNamed } from './script.ts';

/** A file that a build copies. */
export interface BuildFile {
  /** Its place in the copy. */
  readonly file: string;
  readonly path: string;
  readonly sha256: string;
  readonly bytes: number;
}

/** The places of files in the copy: as they lie beside the program, or each in a folder of its own. */
export function placesOf({ file }: Launch, paths: readonly string[]): readonly string[] {
  const root = dirname(resolve(file));
  return paths.map((path, number) => {
    const beside = relative(root, path);
    if (beside !== '' && !beside.startsWith('..') && !isAbsolute(beside)) return beside.split(sep).join('/');
    return `named-${number}/${basename(path)}`;
  });
}

export const idOf = (files: readonly Pick<BuildFile, 'file' | 'sha256'>[]): string =>
  createHash('sha256')
    .update(JSON.stringify(files.map(({ file, sha256 }) => [file, sha256])))
    .digest('hex');

const folderOf = ({ folder, file }: Launch): string => folder ?? dirname(file);

/** The arguments of an engine, those that name a file of its build with the place of the copy. */
export const argsOf = (launch: Launch, files: readonly BuildFile[]): Build['args'] =>
  launch.args.map((arg) => {
    const [, before, named] = /^(-.*?=)(.+)$/s.exec(arg) ?? [];
    for (const [start, word] of [
      ['', arg],
      [before ?? '', named],
    ] as const) {
      const path = word === undefined ? null : resolve(folderOf(launch), word);
      const found = files.find((file) => file.path === path);
      if (found !== undefined) return { before: start, file: found.file };
    }
    return arg;
  });

/**
 * @param files the program first
 * @throws Refused if the program cannot be read
 */
export async function buildOf(
  id: string,
  { name, protocol, launch, settings }: TellerFacts,
  files: readonly BuildFile[],
): Promise<Build> {
  const [program] = files;
  return {
    ...{ version: 1, id, at: Date.now(), engine: resolve(launch.file), name, protocol },
    ...{ program: program!.file, files: files.map(({ file, sha256, bytes }) => ({ file, sha256, bytes })) },
    ...{ interpreter: launch.interpreter, interpreterArgs: [...launch.interpreterArgs] },
    ...{ args: argsOf(launch, files), environment: { ...launch.environment } },
    ...{ settings: { ...settings }, sandbox: launch.sandbox, lacks: await lacksOf(program!.path, launch) },
  };
}

/** What a copy of a program may need beside its named files, as far as that can be seen. */
async function lacksOf(program: string, launch: Launch): Promise<string[]> {
  const lacks: string[] = [];
  const kind = await kindOf(program);
  if (kind === 'script') lacks.push('It is a script: what it imports or reads is not copied.');
  if (kind === 'linked') lacks.push('It loads libraries from beside its program, which are not copied.');
  for (const arg of launch.args) {
    const named = /^-.*?=(.+)$/s.exec(arg)?.[1] ?? arg;
    if (statNamed(folderOf(launch), named)?.isDirectory() === true)
      lacks.push(`The folder ${named} that it is started with is not copied.`);
  }
  return lacks;
}

/** In the name of a library: the folder of the program that loads it. */
const origin = '$ORIGIN';

/** The most bytes of a program that are searched. */
const mostSearched = 64 * 1024 * 1024;

/** Read in blocks and only as far as needed: a program may have gigabytes. @throws Refused if it cannot be read */
async function kindOf(path: string): Promise<'script' | 'linked' | 'other'> {
  if (scriptExtensions.has(extname(path).toLowerCase())) return 'script';
  let before: Buffer | null = null;
  try {
    const blocks = createReadStream(path, { end: mostSearched - 1, highWaterMark: 1024 * 1024 });
    for await (const block of blocks as AsyncIterable<Buffer>) {
      if (before === null && block.subarray(0, 2).toString('latin1') === '#!') return 'script';
      // The word may be divided between two blocks.
      const seen: Buffer = before === null ? block : Buffer.concat([before, block]);
      if (seen.includes(origin)) return 'linked';
      before = Buffer.from(seen.subarray(-(origin.length - 1)));
    }
  } catch (error) {
    throw new Refused(`${path} cannot be read: ${(error as Error).message}.`);
  }
  return 'other';
}
