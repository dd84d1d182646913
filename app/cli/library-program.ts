/** The flags of the commands about the library. */
import { Option, type Command } from 'commander';
import type { Core } from '../api/core.ts';
import type { LocalClient } from '../api/transports/in-process.ts';
import { LibrarySort } from '../shapes/library.ts';
import type { CommandContext } from './exit.ts';
import { atLeastOne, gameNames, knownGameId, namedFolder, withPositionFlags } from './flags.ts';
import type * as Library from './library.ts';
import { outputFor } from './output.ts';

/** Runs a command of the library; both modules are loaded on demand. */
async function inLibrary(
  json: boolean | undefined,
  work: (commands: typeof Library, asking: CommandContext<LocalClient>, core: Core) => Promise<void>,
): Promise<void> {
  const [commands, { withCore }] = await Promise.all([import('./library.ts'), import('./with-core.ts')]);
  await withCore(outputFor(json ?? false), (asking, core) => work(commands, asking, core));
}

const withListFlags = (command: Command) =>
  command
    .option(
      '--filter <words>',
      'only games with all of these words in players, event, date, round, result or file',
    )
    .addOption(
      new Option('--sort <column>', 'the order').choices(LibrarySort.options).default('date' as const),
    )
    .option('--ascending', 'the least first (default: the greatest)')
    .option('--limit <number>', 'the maximum number of games', atLeastOne)
    .option('--json', 'print one JSON object per line');

/** Adds the commands `add`, `remove`, `folders`, `list` and `find`. */
export function addLibrary(command: Command): void {
  command
    .command('add')
    .description('add a folder, and index the games in it')
    .argument('<folder>', 'a folder with records in any form, and in folders below it', namedFolder)
    .option('--json', 'print one JSON object per line')
    .action((folder, flags) =>
      inLibrary(flags.json, ({ addFolder }, asking, core) => addFolder(asking, core, folder)),
    );
  command
    .command('remove')
    .description('take a folder out of the library')
    .argument('<folder>', 'its path or id', namedFolder)
    .option('--json', 'print one JSON object per line')
    .action((folder, flags) =>
      inLibrary(flags.json, ({ removeFolder }, asking, core) => removeFolder(asking, core, folder)),
    );
  command
    .command('folders')
    .description('list the folders, and the files and folders in them of which something could not be read')
    .option('--json', 'print one JSON object per line')
    .action((flags) => inLibrary(flags.json, ({ listFolders }, asking, core) => listFolders(asking, core)));
  withListFlags(command.command('list'))
    .description('list the games')
    .option('--game <game>', `${gameNames} (default: any)`, knownGameId)
    .action((flags) =>
      inLibrary(flags.json, ({ listGames }, asking, core) => listGames(asking, core, flags)),
    );
  withListFlags(withPositionFlags(command.command('find')))
    .description(
      'tell what was played at a position, and list the games that pass through it or an image of it',
    )
    .argument('<game>', gameNames)
    .action((game, flags) =>
      inLibrary(flags.json, async ({ findPosition }, asking, core) => {
        const { withRecord } = await import('./record.ts');
        const given = await withRecord(asking.output, flags, knownGameId(game));
        await findPosition(asking, core, game, { ...flags, ...given });
      }),
    );
}
