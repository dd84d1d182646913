/** `plywire engines add FOLDER`: adds the programs of a folder with the given protocol or the one detected for each. */
import { posix, resolve, win32 } from 'node:path';
import type { LocalClient } from '../api/transports/in-process.ts';
import type { FolderEvent } from '../api/contract/local.ts';
import { folderLimit } from '../api/engine-folder.ts';
import { promptWord, shellWord } from '../sessions/launch/command-line.ts';
import { fullStop } from '../games/sentences.ts';
import { Exit, exitCodes, type CommandContext } from './exit.ts';
import { settingsOf, type EngineFlags } from './flags.ts';
import { choiceWords } from './probe.ts';

type LeftOut = Extract<FolderEvent, { readonly kind: 'left out' }>;

/**
 * Skips programs that are already registered.
 * @throws Exit with 1 if any was left out, after all have been tried
 */
export async function addFolder(
  { client, output, signal }: CommandContext<LocalClient>,
  folder: string,
  { protocol, arg, sandbox, writable, setting, name }: EngineFlags & { readonly name?: string },
): Promise<void> {
  if (name !== undefined) {
    throw new Exit(
      exitCodes.usage,
      '--name is for one engine; engines of a folder get the names of their files.',
    );
  }
  const run = { args: [...arg], sandbox, writesFolder: writable, dialect: settingsOf(setting) };
  const asked = { folder: resolve(folder), protocol, ...run };
  let [programs, known, omitted, added, leftOut, tried] = [0, 0, 0, 0, 0, 0];
  for await (const event of await client.local.addFolder(asked, { signal })) {
    switch (event.kind) {
      case 'begins':
        ({ programs, known, omitted } = event);
        break;
      case 'trying':
        output.passing(`${added + leftOut + 1} of ${programs}: detecting the protocol of ${event.file}`);
        break;
      case 'added': {
        const { engine, name, file, protocol } = event;
        added++;
        output.line(`added ${name} (${engine}) over ${protocol}`);
        if (output.json) output.object({ kind: 'added', id: engine, name, protocol, file });
        break;
      }
      case 'left out': {
        leftOut++;
        if (event.reason === null || event.speaks.length > 0) tried++;
        output.line(`skipped ${event.file}: it ${leftOutWords(event)}`);
        if (output.json) output.object(event);
        break;
      }
    }
  }
  if (signal.aborted) return;
  if (known > 0) output.line(`${known} already registered`);
  if (omitted > 0) output.line(`${omitted} not examined: at most ${folderLimit} are added at once`);
  if (output.json) output.object({ kind: 'summary', added, leftOut, known, omitted });
  if (leftOut === 0) return;
  const one = exampleIn(folder);
  const next =
    tried === 0
      ? ''
      : ` \`plywire engines probe ${one}\` shows the attempts; ` +
        `\`plywire engines add ${one} --protocol P\` adds one anyway.`;
  throw new Exit(exitCodes.failed, `${leftOut} of ${programs} skipped.${next}`);
}

/** A program of a folder, with a placeholder for its name, which no quotes of a POSIX shell hold. */
export const exampleIn = (folder: string, platform: NodeJS.Platform = process.platform): string =>
  platform === 'win32' ? promptWord(win32.join(folder, 'FILE')) : `${shellWord(posix.join(folder, '/'))}FILE`;

function leftOutWords({ speaks, reason }: LeftOut): string {
  if (reason !== null) {
    const what =
      speaks.length > 0 ? `speaks ${speaks.join(' and ')} and was refused` : 'could not be started';
    return `${what}: ${fullStop(reason)}`;
  }
  return speaks.length > 0 ? choiceWords(speaks) : 'answers in no known protocol.';
}
