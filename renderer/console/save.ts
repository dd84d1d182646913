/** The whole journal of a session as a file of the person's own. */
import type { HostClient } from '../host/client.ts';
import { download } from '../ui/browser.ts';

/** Characters that are gathered before they become a part of the file, so that many small pieces cost little. */
const partCharacters = 1 << 20;

/** A file name that every system takes. */
export function journalName(title: string, startedAt: string): string {
  const words = `${title} ${startedAt.slice(0, 19)}`;
  return `${words.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^[-.]+|-+$/g, '') || 'journal'}.txt`;
}

/**
 * Fetches the journal and hands it to the browser as a download.
 * @param progress told how many characters have come
 */
export async function saveJournal(
  client: HostClient,
  session: string,
  name: string,
  signal: AbortSignal,
  progress: (characters: number) => void,
): Promise<void> {
  const parts: Blob[] = [];
  let gathered = '';
  let characters = 0;
  for await (const piece of await client.journals.text({ journal: session }, { signal })) {
    gathered += piece;
    characters += piece.length;
    if (gathered.length >= partCharacters) {
      parts.push(new Blob([gathered]));
      gathered = '';
    }
    progress(characters);
  }
  parts.push(new Blob([gathered]));
  download(name, new Blob(parts, { type: 'text/plain;charset=utf-8' }));
}
