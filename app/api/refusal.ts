import { ORPCError } from '@orpc/server';
import { BadNotation, IllegalMove } from '../games/game.ts';
import { Refused } from '../library/refused.ts';

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const sentence = (text: string) => (/[.!?]$/.test(text) ? capital(text) : `${capital(text)}.`);

/** What a thrown error means to a client: a refusal with advice, or the error itself when it is a bug. */
export function refusalOf(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (error instanceof Refused) return refusal(error.message, error.advice);
  if (error instanceof BadNotation) return refusal(error.message, 'Mend the text and try again.');
  if (error instanceof IllegalMove) return refusal(error.message, 'Choose another move.');
  const { code, syscall, path } = error as NodeJS.ErrnoException;
  if (typeof code === 'string' && typeof syscall === 'string') {
    return refusal(
      `${path ?? 'A file'} could not be written or read (${code}, ${syscall}).`,
      'Check that the disk has room and that the folder may be written.',
    );
  }
  return error;
}

/** The same stream, whose failures are told as those of a call are. */
export async function* refusing<T>(stream: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* stream;
  } catch (error) {
    throw refusalOf(error);
  }
}

function refusal(message: string, advice: string): ORPCError<'REFUSED', { advice: string }> {
  return new ORPCError('REFUSED', {
    message: sentence(message),
    data: { advice },
    defined: true,
    status: 409,
  });
}
