/** The flags of the commands about sessions, those that run and those that were recorded. */
import { InvalidArgumentError, Option, type Command } from 'commander';
import { Pace, Requirement } from '../shapes/recordings.ts';
import { atLeastOne, settingsOf, withEngineFlags } from './flags.ts';
import { outputFor } from './output.ts';

/** A recording is read from its beginning several times, which the standard input cannot be. */
function namedRecording(text: string): string {
  if (text === '') throw new InvalidArgumentError('It must name a session or a file.');
  if (text !== '-') return text;
  throw new InvalidArgumentError(
    'A recording is read more than once, and the standard input cannot be: save it to a file, and name that.',
  );
}

/** `bundle`: a session and its facts as one file. */
export const addBundle = (command: Command): Command =>
  command
    .description('create a bug-report bundle of a session')
    .argument(
      '<session>',
      'session id (s-…), "last", DIR:GAME of a match, or the path of a journal',
      namedRecording,
    )
    .option('--out <file>', 'the file to write (default: a descriptive name in the current folder)')
    .option('--show [name]', 'show the contents, or one of its files, and write nothing')
    .option('--ends', 'include only the beginning and the end of a long journal')
    .option('--engine-version', 'run the engine with --version and include its output')
    .option('--json', 'print one JSON object per line')
    .action(async (session, flags) => {
      const [{ bundle }, { withCore }] = await Promise.all([import('./bundle.ts'), import('./with-core.ts')]);
      await withCore(outputFor(flags.json ?? false), (asking) => bundle(asking, session, flags));
    });

/** `replay`: explains a recording, sends it to another engine, or writes it in another form. */
export const addReplay = (command: Command): Command =>
  withEngineFlags(command)
    .description('explain a recorded session line by line')
    .argument(
      '<file>',
      'session id, "last", DIR:GAME of a match, a journal, a bundle, or a text transcript',
      namedRecording,
    )
    .option('--json', 'print one JSON object per line')
    .option('--against <engine>', 'send its lines to this engine and compare the answers')
    .addOption(
      new Option('--pace <pace>', 'the pace: as recorded, or as fast as answers and stopped searches allow')
        .choices(Pace.options)
        .default('fast'),
    )
    .addOption(
      new Option('--require <answers>', 'with --against: the same answers, or all answers and legal moves')
        .choices(Requirement.options)
        .default('same'),
    )
    .addOption(
      new Option('--as <form>', 'print it as text, as a shell script that repeats it, or as a test fixture')
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

/** `sessions`: lists those of the home. */
export const addSessions = (command: Command): Command =>
  command
    .description('list the sessions, newest first')
    .option('--limit <number>', 'the maximum number of sessions', atLeastOne)
    .option(
      '--filter <words>',
      'only sessions with all of these words in engine, protocol, purpose, ending or oddities',
    )
    .option('--json', 'print one JSON object per line')
    .action(async (flags) => {
      const [{ sessions }, { withCore }] = await Promise.all([
        import('./sessions.ts'),
        import('./with-core.ts'),
      ]);
      await withCore(outputFor(flags.json ?? false), (asking) => sessions(asking, flags));
    });
