/** `plywire sessions`; also finds the journals of sessions that other commands name. */
import { Refused } from '../shapes/refused.ts';
import { homeFor } from '../library/home.ts';
import { journalCalled } from '../library/journals.ts';
import type { JournalSummary } from '../api/contract.ts';
import type { LocalClient } from '../api/transports/in-process.ts';
import { bytesInWords } from '../sessions/ending/confined-words.ts';
import { journalOfGame, type NamedJournal } from './match-game.ts';
import { Exit, exitCodes, type CommandContext } from './exit.ts';

/** Journals per request. */
const pageLimit = 200;

/**
 * The journal of a session named by its id or as `last`, or of a game of a match; any other text is returned as a path.
 * @throws Exit if there is no such session
 */
export async function sessionNamed(fileOrSession: string): Promise<NamedJournal> {
  try {
    const ofGame = await journalOfGame(fileOrSession);
    if (ofGame !== null) return ofGame;
    const called = await journalCalled(homeFor(process.env).journals, fileOrSession);
    return { path: called?.path ?? fileOrSession, place: null };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    throw new Exit(exitCodes.usage, `${error.message} \`plywire sessions\` lists those that there are.`);
  }
}

/** The file of `sessionNamed`. @throws Exit as that does */
export const sessionFile = async (fileOrSession: string): Promise<string> =>
  (await sessionNamed(fileOrSession)).path;

/** Newest first. */
export async function sessions(
  { client, output, signal }: CommandContext<LocalClient>,
  { limit = Infinity, filter = '' }: { readonly limit?: number; readonly filter?: string },
): Promise<void> {
  let left = limit;
  let found = 0;
  for (let after: string | undefined; left > 0;) {
    const asked = { filter, limit: Math.min(left, pageLimit), ...(after !== undefined && { after }) };
    const { journals, next } = await client.journals.list(asked, { signal });
    if (output.json) output.objects(journals);
    else output.lines(journals.map(sessionWords));
    left -= journals.length;
    found += journals.length;
    if (next === null) break;
    after = next;
  }
  if (found > 0 || limit === 0) return;
  const of = filter.trim() === '' ? '' : ` with "${filter}"`;
  output.remark(`There is no session${of} in ${homeFor(process.env).journals}.`);
}

function sessionWords(summary: JournalSummary): string {
  const { journal, title, protocol, purpose, openedAt, seconds, bytes, ending, forfeit, oddities } = summary;
  const odd = Object.entries(oddities ?? {}).map(([name, count]) => (count > 1 ? `${name} ${count}` : name));
  return [
    journal,
    new Date(openedAt).toISOString().slice(0, 19).replace('T', ' '),
    `${title ?? '?'} (${protocol ?? '?'}, ${purpose ?? '?'})`,
    ...(seconds === null ? [] : [`${seconds.toFixed(1)} s`]),
    bytesInWords(bytes),
    endingWords(ending),
    ...(forfeit === null ? [] : [`lost: ${forfeit.word}: ${forfeit.reason}`]),
    ...(odd.length > 0 ? [`odd: ${odd.join(', ')}`] : []),
  ].join('  ');
}

function endingWords(ending: JournalSummary['ending']): string {
  switch (ending.kind) {
    case 'ended':
      return `${ending.word}: ${ending.reason}`;
    case 'running':
      return 'running';
    case 'no ending recorded':
      return ending.looked ? ending.kind : 'ending not read';
    case 'cut short':
      return ending.lost === null || ending.lost === 0
        ? 'cut short'
        : `cut short, with ${bytesInWords(ending.lost)} of an entry`;
  }
}
