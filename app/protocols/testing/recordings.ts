import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Protocol } from '../protocol.ts';

/** A recorded conversation with a real program, in the form of `transcript.ts`. */
export interface Recording {
  readonly name: string;
  readonly text: string;
}

/** Tests and the fuzzer are started at the root. */
const folder = join(process.cwd(), 'tests', 'transcripts');

/** The recordings `<protocol>_*.txt`. */
export const recordingsOf = ({ id }: Protocol): readonly Recording[] =>
  readdirSync(folder)
    .filter((name) => name.startsWith(`${id}_`))
    .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));
