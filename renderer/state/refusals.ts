import { isDefinedError, ORPCError } from '@orpc/client';
import { sentence } from '../ui/words.ts';
import { HostGone } from '../host/client.ts';

/** A failed call in words for the user. */
export interface Refusal {
  readonly text: string;
  readonly advice: string;
}

/** The schema's messages about an invalid input. */
function issues(data: unknown): string[] {
  if (typeof data !== 'object' || data === null || !('issues' in data) || !Array.isArray(data.issues))
    return [];
  return data.issues.flatMap((issue: unknown) =>
    typeof issue === 'object' && issue !== null && 'message' in issue ? [String(issue.message)] : [],
  );
}

/** Null if the call was cancelled, which is not an error. */
export function refusalOf(error: unknown): Refusal | null {
  if (error instanceof DOMException && error.name === 'AbortError') return null;
  if (error instanceof HostGone) {
    return {
      text: 'The host disconnected.',
      advice: 'Nothing was changed. What you typed is only in this tab.',
    };
  }
  if (error instanceof ORPCError) {
    if (isDefinedError(error) && error.code === 'REFUSED') {
      // Sentences of the host, which may begin with a name.
      const { advice } = error.data as { advice: string };
      return { text: error.message, advice };
    }
    const said = issues(error.data);
    if (said.length > 0) return { text: 'The host rejected this input.', advice: sentence(said.join('; ')) };
    return {
      text: 'The host could not do this.',
      advice: sentence(error.message),
    };
  }
  return {
    text: 'The connection to the host was lost.',
    advice: sentence(error instanceof Error ? error.message : String(error)),
  };
}
