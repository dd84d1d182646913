/** Proposes an interpreter for a script; the user can change it. */
import { extname } from 'node:path';

export interface Proposal {
  /** Looked up on PATH. */
  readonly interpreter: string;
  readonly args: readonly string[];
}

/** The usual extensions of scripts, in lower case, also of those that are started by their `#!` line alone. */
export const scriptExtensions: ReadonlySet<string> = new Set(
  ['py', 'js', 'mjs', 'cjs', 'jar', 'rb', 'pl', 'sh', 'lua'].map((extension) => `.${extension}`),
);

export function proposeInterpreter(
  file: string,
  platform: NodeJS.Platform = process.platform,
): Proposal | null {
  switch (extname(file).toLowerCase()) {
    case '.py':
      // Python's installer for Windows provides a launcher, not `python3`.
      return { interpreter: platform === 'win32' ? 'py' : 'python3', args: [] };
    case '.js':
    case '.mjs':
    case '.cjs':
      return { interpreter: 'node', args: [] };
    case '.jar':
      return { interpreter: 'java', args: ['-jar'] };
    default:
      return null;
  }
}
