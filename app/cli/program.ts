import { availableParallelism } from 'node:os';
import { Command, Option } from 'commander';
import { version } from '../../package.json';
import type { LocalClient } from '../api/transports/in-process.ts';
import { games } from '../games/registry.ts';
import { harmless } from '../sessions/harmless.ts';
import { Exit, exitCodes, type Asking } from './exit.ts';
import type * as Commands from './commands.ts';
import type * as Config from './config.ts';
import {
  atLeastOne,
  jobs,
  port,
  repeatable,
  whole,
  withEngineFlags,
  withGameLimitFlags,
  withLimitFlags,
  withPositionFlags,
  settingsOf,
} from './flags.ts';
import { outputFor } from './output.ts';
import { CheckLevel } from '../shapes/checks.ts';
import { Pace } from '../shapes/recordings.ts';

type Work = (commands: typeof Commands, asking: Asking<LocalClient>) => Promise<void>;

/** Half the machine: checks mostly wait, but each runs a program, and deadlines are in real time. */
const usualJobs = Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2)));

const gameNames = [...games.keys()].join(', ');
const engineHelp =
  'a bundled or registered name, a path, or "cmd=PATH protocol=ID arg=… sandbox=off writable=on option.NAME=…"';

/** Runs a command that needs the core; both are loaded on demand. */
async function ask(json: boolean | undefined, work: Work): Promise<void> {
  const [commands, { withCore }] = await Promise.all([import('./commands.ts'), import('./with-core.ts')]);
  await withCore(outputFor(json ?? false), (asking) => work(commands, asking));
}

/** The same for exporting and importing settings and engines. */
async function configure(
  work: (commands: typeof Config, asking: Asking<LocalClient>) => Promise<void>,
): Promise<void> {
  const [commands, { withCore }] = await Promise.all([import('./config.ts'), import('./with-core.ts')]);
  await withCore(outputFor(false), (asking) => work(commands, asking));
}

export function makeProgram(): Command {
  const program = new Command('plywire')
    .description(
      'An analysis board for engines, without its board: play, analyse and count on the command line.',
    )
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
    .showHelpAfterError('(--help shows what there is)');

  addServe(program.command('serve').description('run the board for a browser on this machine'));

  withPositionFlags(
    program.command('perft').description('count the positions that lie a number of plies ahead'),
  )
    .argument('<game>', gameNames)
    .argument('<depth>', 'in plies', whole)
    .option('--json', 'one JSON object a line')
    .action(async (game, depth, flags) => {
      const { perft } = await import('./perft.ts');
      await perft(outputFor(flags.json ?? false), knownGame(game), depth, flags);
    });

  withEngineFlags(withLimitFlags(withPositionFlags(program.command('analyse'))))
    .description('let an engine think about a position')
    .argument('<engine>', engineHelp)
    .option('--game <game>', `${gameNames} (default: what the engine plays)`, knownGame)
    .option('--audit', 'hold every move of --moves against what the engine proves')
    .option('--json', 'one JSON object a line')
    .action((engine, flags) =>
      ask(flags.json, ({ audit, analyse }, asking) => (flags.audit ? audit : analyse)(asking, engine, flags)),
    );

  withEngineFlags(withGameLimitFlags(withLimitFlags(withPositionFlags(program.command('play')))))
    .description('let two engines play a game')
    .argument('<first>', engineHelp)
    .argument('<second>', 'the engine that moves second')
    .option('--game <game>', `${gameNames} (default: what the engine plays)`, knownGame)
    .option('--json', 'one JSON object a line')
    .action((first, second, flags) =>
      ask(flags.json, ({ play }, asking) => play(asking, [first, second], flags)),
    );

  withEngineFlags(program.command('check'))
    .description("hold an engine against its protocol's text")
    .argument('<engine>', engineHelp)
    .addOption(
      new Option('--level <level>', 'the least binding level that is checked (default: all)')
        .choices(CheckLevel.options)
        .default('beyond', 'all'),
    )
    .addOption(repeatable('--only <check>', 'this check and what it stands on', 'all'))
    .option('--json', 'one JSON object a line')
    .option('--junit <file>', 'write the results as a JUnit file, too')
    .addOption(
      new Option('--jobs <number>', 'checks at a time')
        .argParser(jobs)
        .default(usualJobs, 'half the processors, 4 at most'),
    )
    .action(async (engine, flags) => {
      const [{ check }, { withCore }] = await Promise.all([import('./check.ts'), import('./with-core.ts')]);
      await withCore(outputFor(flags.json ?? false), (asking) => check(asking, engine, flags));
    });

  program
    .command('bundle')
    .description('make one file of a session, for whoever is to mend its engine')
    .argument('<session>', 'its id (s-…), "last", or the path of a journal')
    .option('--out <file>', 'the file to write (default: a name that says what it is, here)')
    .option('--show [name]', 'show what would go in, or one file of it, and write nothing')
    .option('--ends', 'of a long journal its beginning and its end alone')
    .option('--engine-version', 'start the engine with --version, and put in what it says')
    .option('--json', 'one JSON object a line')
    .action(async (session, flags) => {
      const [{ bundle }, { withCore }] = await Promise.all([import('./bundle.ts'), import('./with-core.ts')]);
      await withCore(outputFor(flags.json ?? false), (asking) => bundle(asking, session, flags));
    });

  withEngineFlags(program.command('replay'))
    .description('show what Plywire understands of a recorded session, line by line')
    .argument('<file>', 'a session by its id or "last", a journal, a bundle, or a transcript as text')
    .option('--json', 'one JSON object a line')
    .option('--against <engine>', 'send its lines to this engine, and compare the answers')
    .addOption(
      new Option('--pace <pace>', 'how they are sent: as they were, or as fast as answers allow')
        .choices(Pace.options)
        .default('fast'),
    )
    .addOption(
      new Option(
        '--as <form>',
        'write it to stdout as text, as a shell script that has it again, or as a test fixture',
      )
        .choices(['text', 'sh', 'fixture'] as const)
        .conflicts(['against', 'json']),
    )
    .action(async (file, flags) => {
      if (flags.as !== undefined) {
        const [{ rewrite }, { withCore }] = await Promise.all([
          import('./replay.ts'),
          import('./with-core.ts'),
        ]);
        const as = flags.as === 'sh' ? 'script' : flags.as;
        return withCore(outputFor(false), (asking) => rewrite(asking, file, as));
      }
      if (flags.against !== undefined) {
        const [{ against }, { withCore }] = await Promise.all([
          import('./replay.ts'),
          import('./with-core.ts'),
        ]);
        const { against: engine } = flags;
        return withCore(outputFor(flags.json ?? false), (asking) => against(asking, file, engine, flags));
      }
      const { replay } = await import('./replay.ts');
      const { protocol = 'auto', setting } = flags;
      await replay(outputFor(flags.json ?? false), file, protocol, settingsOf(setting));
    });

  program
    .command('sessions')
    .description('list the sessions that are kept, newest first')
    .option('--limit <number>', 'no more than so many', atLeastOne)
    .option(
      '--filter <words>',
      'those that have each of these words in engine, protocol, purpose, ending or oddities',
    )
    .option('--json', 'one JSON object a line')
    .action(async (flags) => {
      const [{ sessions }, { withCore }] = await Promise.all([
        import('./sessions.ts'),
        import('./with-core.ts'),
      ]);
      await withCore(outputFor(flags.json ?? false), (asking) => sessions(asking, flags));
    });

  addConfig(program.command('config').description('settings and engines as one file'));
  addEngines(program.command('engines').description('the engines that Plywire knows'));
  return program;
}

/** The flags and the action of the browser host; `serve.cjs` is this command alone. */
export function addServe(command: Command): Command {
  return command
    .option('--no-open', 'do not open a browser')
    .option('--port <number>', 'the port to listen on', port)
    .addOption(
      repeatable('--folder <path>', 'a folder that the file picker may show', 'home and the current one'),
    )
    .option('--renderer-origin <origin>', 'a further origin whose pages may connect (for development)')
    .action(async (flags) => (await import('./serve.ts')).serve(flags));
}

function addConfig(command: Command): void {
  command
    .command('export')
    .description('write settings and engines to a file, or to stdout')
    .argument('[file]', 'a new file')
    .option('--environment', "with the values of engines' environment variables, which may be secrets")
    .action((file, flags) => configure(({ exportConfig }, asking) => exportConfig(asking, file, flags)));
  command
    .command('import')
    .description('show what an exported file would change, and change it')
    .argument('<file>', 'what was exported')
    .option('--yes', 'change it')
    .option(
      '--no-sandbox',
      'run its engines as any program of yours (default: in the sandbox where there is one)',
    )
    .option('--weaken', 'take over what weakens protection, too; it is shown with a "!"')
    .action((file, flags) => configure(({ importConfig }, asking) => importConfig(asking, file, flags)));
}

function addEngines(command: Command): void {
  command
    .command('list')
    .description('list the engines that Plywire knows, bundled ones first')
    .option('--json', 'one JSON object a line')
    .action((flags) => ask(flags.json, ({ engines }, asking) => engines.list(asking)));
  withEngineFlags(command.command('probe'))
    .description('find out by its behaviour which protocols an executable speaks')
    .argument('<engine>', engineHelp)
    .option('--json', 'one JSON object a line')
    .action(async (engine, flags) => {
      const [{ probe }, { withCore }] = await Promise.all([import('./probe.ts'), import('./with-core.ts')]);
      await withCore(outputFor(flags.json ?? false), (asking) => probe(asking, engine, flags));
    });
  withEngineFlags(command.command('add'))
    .description('register an executable, or every executable in a folder')
    .argument('<engine>', `${engineHelp}, or a folder`)
    .option('--name <name>', 'what to call it')
    .option('--json', 'one JSON object a line')
    .action((engine, flags) => ask(flags.json, ({ engines }, asking) => engines.add(asking, engine, flags)));
  command
    .command('remove')
    .description('forget a registered executable')
    .argument('<name>', 'its name or id')
    .option('--json', 'one JSON object a line')
    .action((name, flags) => ask(flags.json, ({ engines }, asking) => engines.remove(asking, name)));
}

function knownGame(id: string): string {
  if (!games.has(id)) throw new Exit(exitCodes.usage, `There is no game "${id}"; known are ${gameNames}.`);
  return id;
}
