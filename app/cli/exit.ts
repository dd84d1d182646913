import { ORPCError } from '@orpc/client';
import type { SessionEnding } from '../api/contract.ts';
import { fullStop } from '../games/sentences.ts';
import { FileChanged } from '../library/replace-file.ts';
import { refusalOf } from '../api/refusal.ts';
import { plainIssue } from '../shapes/plain-issue.ts';
import type { Output } from './output.ts';

export const exitCodes = {
  done: 0,
  /** An engine failed. */
  failed: 1,
  /** An invalid flag or argument. */
  usage: 2,
  /** An engine could not be started. */
  unstartable: 3,
  /** A fault of Plywire (EX_SOFTWARE of sysexits.h). */
  broken: 70,
} as const;

/** Ends the command with a code and one line on stderr, or no line if the message is empty. */
export class Exit extends Error {
  override readonly name = 'Exit';
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

const oneLine = (text: string) => text.replaceAll(/\s*\n\s*/g, ' ').trim();

/**
 * A session's ending in one line: the word, the cause, and advice for the next try. Of the advice about engines that
 * fail later, only what concerns the sandbox; the rest is left to the window.
 * @param session by which its journal can be named; null if the journal is not kept
 * @param of the word of the game that ended with it, if it was in one
 */
export function exitOf(
  { word, reason, advice, sandbox }: SessionEnding,
  session: string | null = 'last',
  of: string = word,
): Exit {
  const before =
    word === 'unstartable' || word === 'handshake' ? [advice] : sandbox === undefined ? [] : [sandbox];
  const code = word === 'unstartable' ? exitCodes.unstartable : exitCodes.failed;
  const next = word === 'unstartable' || session === null ? [] : [bundleOffer(session)];
  return new Exit(code, oneLine([`${of}: ${fullStop(reason)}`, ...before, ...next].join(' ')));
}

/** Offers a bundle of a failed session, named by its id or as `last`. */
export const bundleOffer = (session: string): string =>
  `\`plywire bundle ${session}\` creates a bug-report bundle.`;

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'permission denied',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota is used up',
  EFBIG: 'the file is too large for the system',
};

/** What the code of a failure of the file system means. */
export const reasonOf = (code: string): string => reasons[code] ?? code;

/** How a sentence that begins with an input names it: a path, or `-`. */
export const inputName = (path: string): string =>
  path === '-' ? 'The standard input' : path === '' ? 'A file without a name' : path;

/** The error to throw after a file could not be read: an `Exit` for a failure of the file system, or for a change meanwhile. */
export function unreadable(file: string, error: unknown): unknown {
  if (error instanceof Exit) return error;
  if (error instanceof FileChanged)
    return new Exit(exitCodes.usage, `${inputName(file)} changed while it was read.`);
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined) return error;
  return new Exit(exitCodes.usage, `${inputName(file)} cannot be read: ${reasonOf(code)}.`);
}

/** Refusals by the contract or the file system are usage errors; anything else is a fault of Plywire. */
export function exitOfError(error: unknown): Exit {
  if (error instanceof Exit) return error;
  if (error instanceof ORPCError && error.code === 'REFUSED') {
    const { advice } = error.data as { advice: string };
    return new Exit(exitCodes.usage, oneLine(`${error.message} ${advice}`));
  }
  if (error instanceof ORPCError && error.code === 'BAD_REQUEST') {
    return new Exit(exitCodes.usage, oneLine(issuesOf(error)));
  }
  const refused = refusalOf(error);
  if (refused instanceof ORPCError && refused !== error) return exitOfError(refused);
  const account = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return new Exit(exitCodes.broken, `Plywire itself failed; please report this.\n${account}`);
}

/** The contract's validation errors as text. */
function issuesOf(error: ORPCError<string, unknown>): string {
  const { issues } = (error.data ?? {}) as {
    issues?: readonly { message: string; path?: readonly unknown[] }[];
  };
  if (!issues || issues.length === 0) return error.message;
  return issues
    .map(({ message, path }) => {
      const keys = (path ?? []).map((item) =>
        typeof item === 'object' && item !== null ? (item as { key: unknown }).key : item,
      );
      const words = plainIssue(message);
      return keys.length > 0 ? `${keys.join('.')}: ${words}` : words;
    })
    .join('; ');
}

/** The context of every command. */
export interface CommandContext<Client> {
  readonly client: Client;
  readonly output: Output;
  readonly signal: AbortSignal;
}
