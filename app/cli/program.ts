/**
 * The commands of `plywire` with their flags and help. Each loads its own module only when it runs, so that the program
 * starts fast; the larger groups of commands declare themselves in files of their own.
 */
import { availableParallelism } from 'node:os';
import { Command, Option } from 'commander';
import { version } from '../../package.json';
import type { LocalClient } from '../api/transports/in-process.ts';
import { harmless } from '../sessions/harmless.ts';
import { Exit, exitCodes, type CommandContext } from './exit.ts';
import type * as Commands from './commands.ts';
import type * as Config from './config.ts';
import {
  engineHelp,
  gameNames,
  inRange,
  jobs,
  knownGameId,
  limitFlag,
  namedFolder,
  pixels,
  port,
  repeatable,
  seconds,
  withEngineFlags,
  withGameLimitFlags,
  withLimitFlags,
  withPositionFlags,
  usualTruth,
} from './flags.ts';
import { addBisect, addBuilds, addRegress, addSuite } from './build-program.ts';
import { addLibrary } from './library-program.ts';
import { addMatch, addOpenings, addSprt } from './match-program.ts';
import { outputFor } from './output.ts';
import { addBundle, addReplay, addSessions } from './session-program.ts';
import { CheckLevel } from '../shapes/checks.ts';

type Work = (commands: typeof Commands, asking: CommandContext<LocalClient>) => Promise<void>;

/** Half of the processors: checks mostly wait, but each runs a program, and deadlines are in real time. */
const defaultJobs = Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2)));

/** Runs a command that needs the core; both modules are loaded on demand. */
async function ask(json: boolean | undefined, work: Work): Promise<void> {
  const [commands, { withCore }] = await Promise.all([import('./commands.ts'), import('./with-core.ts')]);
  await withCore(outputFor(json ?? false), (asking) => work(commands, asking));
}

/** As `ask`, for exporting and importing settings and engines. */
async function configure(
  work: (commands: typeof Config, asking: CommandContext<LocalClient>) => Promise<void>,
): Promise<void> {
  const [commands, { withCore }] = await Promise.all([import('./config.ts'), import('./with-core.ts')]);
  await withCore(outputFor(false), (asking) => work(commands, asking));
}

/** What `plywire help NAME` says below the help of the program where there is no such command. */
function unknownCommand(command: Command): string {
  const [word, name] = command.args;
  return word === 'help' && name !== undefined ? `plywire: unknown command '${harmless(name)}'` : '';
}

export function makeProgram(): Command {
  const program = new Command('plywire')
    .description('Plywire on the command line: play, analyse, check and replay engines.')
    .version(version)
    .exitOverride()
    .configureOutput({
      outputError: (text, write) =>
        write(
          text
            .replace(/^error: /, 'plywire: ')
            .split('\n')
            .map(harmless)
            .join('\n'),
        ),
    })
    .showHelpAfterError('(see --help)')
    .addHelpText('afterAll', ({ error, command }) => (error ? unknownCommand(command) : ''));

  addServe(program.command('serve').description('serve Plywire to a browser on this machine'));

  withPositionFlags(program.command('perft').description('count the positions at a depth (perft)'))
    .argument('<game>', gameNames)
    .argument('<depth>', 'in plies', inRange(0, 64))
    .option('--json', 'print one JSON object per line')
    .action(async (game, depth, flags) => {
      const [{ perft }, { withRecord }] = await Promise.all([import('./perft.ts'), import('./record.ts')]);
      const output = outputFor(flags.json ?? false);
      await perft(output, knownGameId(game), depth, await withRecord(output, flags, game));
    });

  withPositionFlags(program.command('picture').description('draw a position as SVG'))
    .option('--game <game>', `${gameNames} (default: the game of --record)`, knownGameId)
    .option('--out <file>', 'the file to create (default: stdout)')
    .addOption(
      new Option('--theme <theme>', 'the colours').choices(['light', 'dark'] as const).default('light'),
    )
    .addOption(new Option('--width <pixels>', 'the width; the height follows').argParser(pixels).default(480))
    .option('--no-coordinates', 'leave out the coordinates')
    .option('--flip', 'as seen from the other side')
    .addOption(repeatable('--mark <spots>', 'a ring around a spot (e2), or an arrow between two (e2:e4)'))
    .action(async (flags) => {
      const [{ picture }, { withRecord }] = await Promise.all([
        import('./picture.ts'),
        import('./record.ts'),
      ]);
      const output = outputFor(false);
      await picture(output, await withRecord(output, flags));
    });

  withPositionFlags(
    program.command('truth').description('prove what a position and each of its moves is worth'),
  )
    .argument('<game>', gameNames)
    .addOption(
      new Option('--positions <file>', 'positions, one on each line; - for stdin').conflicts([
        'position',
        'moves',
        'record',
      ]),
    )
    .addOption(new Option('--time <seconds>', 'seconds for each position (default: 10)').argParser(seconds))
    .option('--json', 'print one JSON object per line')
    .action(async (game, flags) => {
      const [{ truth }, { withRecord }] = await Promise.all([import('./truth.ts'), import('./record.ts')]);
      const output = outputFor(flags.json ?? false);
      await truth(output, knownGameId(game), await withRecord(output, flags, game));
    });

  program
    .command('convert')
    .description('convert games and positions from one form into another')
    .argument('[inputs...]', 'files, or - for the standard input')
    .option('--to <form>', 'the form to write')
    .addOption(
      new Option('--from <form>', 'the form of the input').default(
        'auto',
        'auto: the one that fits the rules',
      ),
    )
    .option('--game <game>', `${gameNames} (default: any)`, knownGameId)
    .option('--out <file>', 'the file to create (default: stdout)')
    .option('--list', 'list the forms, with an example each')
    .option('--json', 'print one JSON object per line')
    .action(async (inputs, flags) => {
      const { convert } = await import('./convert.ts');
      await convert(outputFor(flags.json ?? false), inputs, flags);
    });

  withPositionFlags(
    program.command('evaluations').description('list what engines said about a position, and who said it'),
  )
    .argument('[game]', gameNames)
    .option('--forget-files', 'without a game: delete what files said about positions, of all games')
    .option('--json', 'print one JSON object per line')
    .action(async (game, { forgetFiles: forgets = false, ...flags }) => {
      const [{ evaluations, forgetFiles }, { withRecord }, { withCore }] = await Promise.all([
        import('./evaluations.ts'),
        import('./record.ts'),
        import('./with-core.ts'),
      ]);
      const output = outputFor(flags.json ?? false);
      if ((game === undefined) !== forgets)
        throw new Exit(exitCodes.usage, 'name a game, or say --forget-files without one (see --help)');
      if (game === undefined) return withCore(output, forgetFiles);
      const given = await withRecord(output, flags, knownGameId(game));
      await withCore(output, (asking) => evaluations(asking, game, given));
    });

  withEngineFlags(withLimitFlags(withPositionFlags(program.command('analyse'))))
    .description('analyse a position with an engine')
    .argument('<engine>', engineHelp)
    .option('--game <game>', `${gameNames} (default: the engine's game)`, knownGameId)
    .option('--json', 'print one JSON object per line')
    .action(async (engine, flags) => {
      const { withRecord } = await import('./record.ts');
      const given = await withRecord(outputFor(flags.json ?? false), flags);
      await ask(flags.json, ({ analyse }, asking) => analyse(asking, engine, given));
    });

  addReport(program.command('report'));

  withEngineFlags(withGameLimitFlags(withLimitFlags(withPositionFlags(program.command('play')))))
    .description('play a game between two engines')
    .argument('<first>', engineHelp)
    .argument('<second>', 'the engine that moves second')
    .option('--game <game>', `${gameNames} (default: the engine's game)`, knownGameId)
    .option('--json', 'print one JSON object per line')
    .action(async (first, second, flags) => {
      const { withRecord } = await import('./record.ts');
      const given = await withRecord(outputFor(flags.json ?? false), flags);
      await ask(flags.json, ({ play }, asking) => play(asking, [first, second], given));
    });

  withEngineFlags(program.command('check'))
    .description('check whether an engine conforms to its protocol')
    .argument('<engine>', engineHelp)
    .addOption(
      new Option('--level <level>', 'the lowest level to check (default: all)')
        .choices(CheckLevel.options)
        .default('beyond', 'all'),
    )
    .addOption(repeatable('--only <check>', 'this check and the checks that it needs', 'all'))
    .addOption(
      new Option(
        '--symmetry',
        'instead, ask it about 50 positions and their images, and name those that it answers differently',
      ).conflicts(['level', 'only', 'junit', 'jobs']),
    )
    .option('--json', 'print one JSON object per line')
    .option('--junit <file>', 'also write the results as a JUnit file')
    .addOption(
      new Option('--jobs <number>', 'checks to run in parallel')
        .argParser(jobs)
        .default(defaultJobs, 'half the processors, at most 4'),
    )
    .action(async (engine, flags) => {
      const [{ check }, { checkSymmetry }, { withCore }] = await Promise.all([
        import('./check.ts'),
        import('./symmetry.ts'),
        import('./with-core.ts'),
      ]);
      await withCore(outputFor(flags.json ?? false), (asking, core) =>
        flags.symmetry ? checkSymmetry(asking, engine, flags) : check(asking, core, engine, flags),
      );
    });

  addBundle(program.command('bundle'));
  addReplay(program.command('replay'));
  addSessions(program.command('sessions'));
  addMatch(program.command('match'));
  addOpenings(program.command('openings'));
  addSprt(program.command('sprt'));
  addBuilds(program.command('builds'));
  addRegress(program.command('regress'));
  addBisect(program.command('bisect'));
  addSuite(program.command('suite'));
  addConfig(program.command('config').description('export and import settings and engines'));
  addEngines(program.command('engines').description('list, detect, add and remove engines'));
  addLibrary(program.command('library').description('folders of records, and the games in them'));
  return program;
}

function addReport(command: Command): void {
  withEngineFlags(withPositionFlags(command))
    .description('find the moves of games that were errors, by proof and with any number of engines')
    .argument('[files...]', 'files and folders with games in any form (default: one game by the flags)')
    .option(
      '--game <game>',
      `${gameNames} (default: the game of the first engine; of files, any)`,
      knownGameId,
    )
    .addOption(repeatable('--engine <engine>', engineHelp, 'none: what Plywire proves alone'))
    .addOption(
      new Option(
        '--limit <limit>',
        'for each position: 2s, or 12plies; once for all engines, or once for each (repeatable)',
      )
        .argParser(limitFlag)
        .default([], '1s'),
    )
    .addOption(
      new Option('--truth <seconds>', 'seconds for a proof about each position')
        .argParser(seconds)
        .default(usualTruth),
    )
    .option('--no-truth', 'look for no proofs; of this and --truth, the last one counts')
    .addOption(
      new Option('--backward', 'ask engines from the last position to the first (default)').conflicts(
        'forward',
      ),
    )
    .option('--forward', 'ask engines from the first position to the last')
    .option('--all', 'ask engines also where a proof or an earlier answer is known')
    .option('--html <file>', 'also write the report as one HTML file: a new one, or a page of Plywire again')
    .option('--json', 'print one JSON object per line')
    .action(async (files, flags) => {
      const [{ report }, { withCore }] = await Promise.all([import('./report.ts'), import('./with-core.ts')]);
      const output = outputFor(flags.json ?? false);
      if (files.length === 0) {
        const { withRecord } = await import('./record.ts');
        const given = await withRecord(output, flags);
        return withCore(output, (asking) => report(asking, given));
      }
      const { reportOnFiles } = await import('./report-files.ts');
      return withCore(output, (asking, core) => reportOnFiles(asking, core, files, flags));
    });
}

/** The flags and the action of the browser host, which `serve.cjs` contains alone. */
export function addServe(command: Command): Command {
  return command
    .option('--no-open', 'do not open a browser')
    .option('--no-example', 'begin with an empty board where there is no game yet')
    .option('--port <number>', 'the port to listen on', port)
    .addOption(
      repeatable(
        '--folder <path>',
        'a folder that the file picker can show',
        'the home folder and the current folder',
        namedFolder,
      ),
    )
    .option('--renderer-origin <origin>', 'another origin whose pages can connect (for development)')
    .action(async (flags) => (await import('./serve.ts')).serve(flags));
}

function addConfig(command: Command): void {
  command
    .command('export')
    .description('write settings and engines to a file, or to stdout')
    .argument('[file]', 'the file to create (default: stdout)')
    .option('--environment', "include the values of engines' environment variables, which may be secrets")
    .action((file, flags) => configure(({ exportConfig }, asking) => exportConfig(asking, file, flags)));
  command
    .command('import')
    .description('show what an exported file would change, and apply it')
    .argument('<file>', 'the exported file')
    .option('--yes', 'apply the changes')
    .option('--no-sandbox', 'run its engines without the sandbox (default: in the sandbox, where available)')
    .option('--weaken', 'also apply changes that weaken protection (marked with "!")')
    .action((file, flags) => configure(({ importConfig }, asking) => importConfig(asking, file, flags)));
}

function addEngines(command: Command): void {
  command
    .command('list')
    .description('list all engines, bundled ones first')
    .option('--json', 'print one JSON object per line')
    .action((flags) => ask(flags.json, ({ engines }, asking) => engines.list(asking)));
  withEngineFlags(command.command('probe'))
    .description('detect which protocols an executable speaks')
    .argument('<engine>', engineHelp)
    .option('--json', 'print one JSON object per line')
    .action(async (engine, flags) => {
      const [{ probe }, { withCore }] = await Promise.all([import('./probe.ts'), import('./with-core.ts')]);
      await withCore(outputFor(flags.json ?? false), (asking) => probe(asking, engine, flags));
    });
  withEngineFlags(command.command('add'))
    .description('register an executable, or every executable in a folder')
    .argument('<engine>', `${engineHelp}, or a folder`)
    .option('--name <name>', 'the name of the engine')
    .option('--json', 'print one JSON object per line')
    .action((engine, flags) => ask(flags.json, ({ engines }, asking) => engines.add(asking, engine, flags)));
  command
    .command('remove')
    .description('remove a registered engine')
    .argument('<name>', 'engine name or id')
    .option('--json', 'print one JSON object per line')
    .action((name, flags) => ask(flags.json, ({ engines }, asking) => engines.remove(asking, name)));
  command
    .command('clear-scratch')
    .description('delete what engines in the sandbox keep, except of running ones')
    .option('--json', 'print one JSON object per line')
    .action((flags) => ask(flags.json, ({ engines }, asking) => engines.clearScratch(asking)));
}
