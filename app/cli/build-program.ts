/** The flags of the commands about builds and suites. */
import { Option, type Command } from 'commander';
import {
  concurrency,
  engineHelp,
  gameNames,
  jobs,
  margin,
  marginHelp,
  plies,
  rounds,
  seconds,
  seed,
  withEngineFlags,
  withPositionFlags,
} from './flags.ts';
import { outputFor } from './output.ts';

const usualProof = 1;

const st = (): Option => new Option('--st <seconds>', 'time for each position or move').argParser(seconds);
const depth = (): Option => new Option('--depth <plies>', 'search depth in plies').argParser(plies);
const json = 'print one JSON object per line';

const truth = (): Option =>
  new Option('--truth <seconds>', 'seconds to find the solution where the file gives none')
    .argParser(seconds)
    .default(usualProof);

export const addBuilds = (command: Command): Command =>
  withEngineFlags(command.description('list the kept builds of an engine, or of all, with their figures'))
    .argument('[engine]', engineHelp)
    .option('--remove <build>', 'delete this build with its figures: the beginning of its id')
    .option('--clear', 'delete all builds of the engine with their figures')
    .option('--json', json)
    .action(async (engine, flags) => {
      const [{ builds }, { withCore }] = await Promise.all([import('./builds.ts'), import('./with-core.ts')]);
      await withCore(outputFor(flags.json ?? false), (asking, core) => builds(asking, core, engine, flags));
    });

export const addRegress = (command: Command): Command =>
  withEngineFlags(
    command.description(
      'check an engine, play it against its last build, ask it its suite, and keep the figures',
    ),
  )
    .argument('<engine>', engineHelp)
    .option('--against <build>', 'the last build, or the beginning of the id of another', 'last')
    .option('--no-check', 'do not check what its protocol requires')
    .option('--sprt <words>', 'the test (default: "elo0=-10 elo1=0")')
    .addOption(
      new Option('--rounds <number>', 'rounds of two games at most (default: 500)').argParser(rounds),
    )
    .option('--game <game>', `${gameNames} (default: the engine's game)`)
    .option('--each <words>', 'words for both builds, such as "option.Level=3"')
    .addOption(
      new Option('--concurrency <number>', 'games at once (default: the physical cores less one)').argParser(
        concurrency,
      ),
    )
    .option('--force-concurrency', 'allow more games at once than the machine has cores')
    .option('--openings <file>', 'openings, one on each line: moves or a position (default: a bundled set)')
    .addOption(new Option('--srand <seed>', 'what openings follow from (default: 1)').argParser(seed))
    .addOption(st())
    .option('--tc <seconds+increment>', 'time for a game and for each turn, such as 60+0.5')
    .addOption(depth())
    .addOption(new Option('--time-margin <seconds>', marginHelp).argParser(margin))
    .option('--out <folder>', "the folder of the match (default: a new one in the home's matches)")
    .option('--suite <file>', "the suite (default: the positions that the engine's own games gave)")
    .addOption(truth())
    .addOption(new Option('--jobs <number>', 'checks to run in parallel').argParser(jobs).default(1))
    .option('--json', json)
    .action(async (engine, flags) => {
      const [{ regress }, { withCore }] = await Promise.all([
        import('./regress.ts'),
        import('./with-core.ts'),
      ]);
      await withCore(outputFor(flags.json ?? false), (asking, core) =>
        regress(asking, core, engine, { ...flags, swap: true, ratingInterval: 10 }),
      );
    });

export const addBisect = (command: Command): Command =>
  withEngineFlags(
    withPositionFlags(command.description('find the kept build that changed its answer to a position')),
  )
    .argument('<engine>', engineHelp)
    .option('--game <game>', `${gameNames} (default: the engine's game)`)
    .addOption(st())
    .addOption(depth().conflicts('st'))
    .option('--all', 'ask every build instead of halving')
    .option('--json', json)
    .action(async (engine, flags) => {
      const [{ bisect }, { withRecord }, { withCore }] = await Promise.all([
        import('./bisect.ts'),
        import('./record.ts'),
        import('./with-core.ts'),
      ]);
      const output = outputFor(flags.json ?? false);
      const asked = await withRecord(output, flags);
      await withCore(output, (asking, core) => bisect(asking, core, engine, asked));
    });

export const addSuite = (command: Command): Command =>
  withEngineFlags(command.description('ask engines about positions with known solutions'))
    .argument('<file>', 'positions with best or losing moves, in any form')
    .argument('<engines...>', engineHelp)
    .option('--game <game>', `${gameNames} (default: the game of the file, or of the first engine)`)
    .addOption(
      new Option('--from <form>', 'the form of the file').default(
        'auto',
        'auto: the one that fits the rules',
      ),
    )
    .addOption(st())
    .addOption(depth().conflicts('st'))
    .addOption(truth())
    .option('--json', json)
    .action(async (file, engines, flags) => {
      const [{ suite }, { withCore }] = await Promise.all([import('./suite.ts'), import('./with-core.ts')]);
      await withCore(outputFor(flags.json ?? false), (asking, core) =>
        suite(asking, core, file, engines, flags),
      );
    });
