import { Command } from 'commander';
import { version } from '../../package.json';
import { localClient } from '../api/transports/in-process.ts';
import { coreOfBuild } from '../build-core.ts';
import { defaultGame, games } from '../games/registry.ts';
import { analyse, audit, engines, perft, play, type Ask } from './commands.ts';
import { exitCodeOf, onEndSignal } from './ending.ts';
import { Exit, exitCodes } from './exit.ts';
import { port, whole, withEngineFlags, withLimitFlags, withPositionFlags } from './flags.ts';
import { outputFor } from './output.ts';
import { serve } from './serve.ts';

const gameNames = [...games.keys()].join(', ');
const engineHelp = 'a bundled or registered name, a path, or "cmd=PATH protocol=ID arg=… option.NAME=…"';

/**
 * Runs `work` with a core of its own and ends every engine afterwards, whatever happened: a signal, or a
 * reader of stdout that has enough (`| head`), ends the work early and in order.
 */
async function withCore(json: boolean | undefined, work: (ask: Ask) => Promise<void>): Promise<void> {
  const interrupt = new AbortController();
  let end: Exit | null = null;
  const interruptWith = (code: number, message: string) => {
    end ??= new Exit(code, message);
    interrupt.abort();
  };
  const release = onEndSignal((signal) => interruptWith(exitCodeOf(signal), `interrupted by ${signal}`));
  process.stdout.on('error', () => interruptWith(exitCodes.done, ''));
  const output = outputFor(json ?? false);
  const core = await coreOfBuild({ keepsGame: false, say: output.remark });
  try {
    await work({ client: localClient(core), output, signal: interrupt.signal });
  } catch (error) {
    // What fails because it was interrupted is no news.
    throw end ?? error;
  } finally {
    await core.close();
    release();
  }
  if (end) throw end;
}

export function makeProgram(): Command {
  const program = new Command('plywire')
    .description(
      'An analysis board for engines, without its board: play, analyse and count on the command line.',
    )
    .version(version)
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, 'plywire: ')) })
    .showHelpAfterError('(--help shows what there is)');

  addServe(program.command('serve').description('run the board for a browser on this machine'));

  withPositionFlags(
    program.command('perft').description('count the positions that lie a number of plies ahead'),
  )
    .argument('<game>', gameNames)
    .argument('<depth>', 'in plies', whole)
    .option('--json', 'one JSON object a line')
    .action((game, depth, flags) => withCore(flags.json, (ask) => perft(ask, knownGame(game), depth, flags)));

  withEngineFlags(withLimitFlags(withPositionFlags(program.command('analyse'))))
    .description('let an engine think about a position')
    .argument('<engine>', engineHelp)
    .option('--game <game>', gameNames, knownGame, defaultGame.id)
    .option('--audit', 'hold every move of --moves against what the engine proves')
    .option('--json', 'one JSON object a line')
    .action((engine, flags) =>
      withCore(flags.json, (ask) => (flags.audit ? audit : analyse)(ask, engine, flags)),
    );

  withEngineFlags(withLimitFlags(withPositionFlags(program.command('play'))))
    .description('let two engines play a game')
    .argument('<first>', engineHelp)
    .argument('<second>', 'the engine that moves second')
    .option('--game <game>', gameNames, knownGame, defaultGame.id)
    .option('--json', 'one JSON object a line')
    .action((first, second, flags) => withCore(flags.json, (ask) => play(ask, [first, second], flags)));

  addEngines(program.command('engines').description('the engines that Plywire knows'));
  return program;
}

/** The flags and the work of the browser host; `serve.cjs` is this command alone. */
export function addServe(command: Command): Command {
  return command
    .option('--no-open', 'do not open a browser')
    .option('--port <number>', 'the port to listen on', port)
    .option(
      '--folder <path>',
      'a folder that the file picker may show (repeatable; default: home and the current one)',
      (path, all: string[]) => [...all, path],
      [],
    )
    .option('--renderer-origin <origin>', 'a further origin whose pages may connect (for development)')
    .action((flags) => serve(flags));
}

function addEngines(command: Command): void {
  command
    .command('list')
    .description('show them, bundled ones first')
    .option('--json', 'one JSON object a line')
    .action((flags) => withCore(flags.json, engines.list));
  withEngineFlags(command.command('add'))
    .description('register an executable, or every executable in a folder')
    .argument('<engine>', `${engineHelp}, or a folder`)
    .option('--name <name>', 'what to call it')
    .option('--json', 'one JSON object a line')
    .action((engine, flags) => withCore(flags.json, (ask) => engines.add(ask, engine, flags)));
  command
    .command('remove')
    .description('forget a registered executable')
    .argument('<name>', 'its name or id')
    .option('--json', 'one JSON object a line')
    .action((name, flags) => withCore(flags.json, (ask) => engines.remove(ask, name)));
}

function knownGame(id: string): string {
  if (!games.has(id)) throw new Exit(exitCodes.usage, `There is no game "${id}"; known are ${gameNames}.`);
  return id;
}
