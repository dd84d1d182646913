import { ORPCError, ValidationError } from '@orpc/server';
import { capital, fullStop } from '../games/sentences.ts';
import { BadNotation, IllegalMove } from '../games/game.ts';
import { Refused } from '../shapes/refused.ts';

/** By the code of an error of the file system. */
const adviceOn: Readonly<Record<string, string>> = {
  ENOENT: 'Check the name, and that the folder exists.',
  ENOTDIR: 'Check the name: a part of it is a file, not a folder.',
  EISDIR: 'It is a folder; choose a file.',
  EACCES: 'Check the permissions of the file and its folder.',
  EPERM: 'Check the permissions of the file and its folder.',
  EROFS: 'The disk can only be read; choose another folder.',
  ENOSPC: 'The disk is full; free some space and try again.',
};

/** The error to send to a client: a refusal with advice, or the error itself if it is a bug. */
export function refusalOf(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  // A refusal is a sentence, which may begin with a name; what the rules say is a part of one, and does not.
  if (error instanceof Refused) return refusal(error.message, error.advice);
  if (error instanceof BadNotation) return refusal(capital(error.message), 'Correct the text and try again.');
  if (error instanceof IllegalMove) return refusal(capital(error.message), 'Choose another move.');
  const { code, syscall, path } = error as NodeJS.ErrnoException;
  if (typeof code === 'string' && typeof syscall === 'string') {
    return refusal(
      `${path === undefined ? 'A file' : `The file ${path}`} cannot be read or written (${code}, ${syscall}).`,
      adviceOn[code] ?? 'Check the free disk space and the permissions of the folder.',
    );
  }
  return error;
}

/** The same stream, with its errors converted as those of a call are. */
export async function* refusing<T>(stream: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* stream;
  } catch (error) {
    throw refusalOf(error);
  }
}

/** Maximum length of a validation message sent to a client: validators quote the input. */
const mostCharacters = 200;

/** Maximum number of validation issues sent to a client; an input may have one for each of a million values. */
const mostIssues = 3;

/**
 * The same error, but for an invalid input only the messages and paths of the first issues. The validator attaches the
 * whole input to each issue, so the answer could otherwise grow with the square of the request.
 */
export function withoutInput(error: unknown): unknown {
  if (!(error instanceof ORPCError) || error.code !== 'BAD_REQUEST') return error;
  if (!(error.cause instanceof ValidationError)) return error;
  const issues = error.cause.issues.slice(0, mostIssues).map(({ message, path = [] }) => ({
    message: message.slice(0, mostCharacters),
    path: path.map((item) => ({
      key: String(typeof item === 'object' ? item.key : item).slice(0, mostCharacters),
    })),
  }));
  return new ORPCError(error.code, { message: error.message, data: { issues }, cause: error.cause });
}

function refusal(message: string, advice: string): ORPCError<'REFUSED', { advice: string }> {
  return new ORPCError('REFUSED', {
    message: fullStop(message),
    data: { advice },
    defined: true,
    status: 409,
  });
}
