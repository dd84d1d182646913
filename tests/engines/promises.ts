/**
 * The sentences of docs/sandbox.md in order, and the tests that prove them: each a file and the beginning of a test's
 * title. Null marks a sentence without a testable promise: it introduces, explains, or states a limit.
 */

/** The tests of a sentence with this beginning. */
export type Promised = readonly [
  sentence: string,
  tests: readonly (readonly [file: string, title: string])[] | null,
];

const box = 'tests/engines/sandbox.process.test.ts';
const inside = 'tests/engines/inside.process.test.ts';
const here = 'tests/engines/promises.process.test.ts';
const starter = 'tests/engines/starter.process.test.ts';
const limits = 'tests/engines/limits.process.test.ts';
const commands = 'app/cli/cli.process.test.ts';
const words = 'app/api/engine-words.test.ts';
const storage = 'app/api/storage.process.test.ts';
const filter = 'app/sessions/confinement/seccomp.test.ts';
const watchdog = 'app/sessions/watch/watchdog.test.ts';
const table = 'app/sessions/watch/process-table.test.ts';
const held = 'app/sessions/watch/held.test.ts';
const launch = 'app/sessions/launch/launch.test.ts';
const batch = 'app/sessions/launch/batch.test.ts';
const links = 'tests/engines/own-links.process.test.ts';
const orphans = 'tests/engines/orphans.process.test.ts';

export const promises: readonly Promised[] = [
  ["An engine is another author's program.", null],
  ['By default it can do', null],
  ['Two things restrict it', null],
  ['On Linux an engine can run in a sandbox', [[box, 'leaves at its quit line']]],
  [
    'It is a setting of each engine',
    [
      [words, 'say whether it runs in the sandbox'],
      [storage, 'go out and come in again as they were'],
    ],
  ],
  [
    'Bundled engines run without',
    [
      [words, 'say whether it runs in the sandbox'],
      ['app/library/engines.test.ts', 'reads engines of before there was a sandbox'],
    ],
  ],
  ['An engine that is to run in a sandbox on a machine without one', [[box, 'does not start: %j']]],
  [
    'It never runs unconfined',
    [
      [box, 'does not start: %j'],
      [starter, 'that fails before the engine says why'],
    ],
  ],
  ['network: ', [[box, 'cannot open a connection']]],
  [
    'system: ',
    [
      [here, 'writes nothing in the folders of the system'],
      [box, 'cannot read what the administrator alone reads'],
    ],
  ],
  [
    'the program: ',
    [
      [inside, 'is neither its folder nor its program'],
      [here, 'sees what its links lead to, read-only'],
    ],
  ],
  [
    'own folder: ',
    [
      [inside, 'is neither its folder nor its program'],
      [inside, 'is its folder where that was chosen'],
    ],
  ],
  ['scratch: a folder of its own', [[inside, 'is a folder of its own that HOME and TMPDIR lead to']]],
  [
    'home, `/tmp`: ',
    [
      [here, 'has 64 MiB each of home and /tmp'],
      [box, 'writes in memory alone, which goes with it'],
    ],
  ],
  ['interpreter: ', [[inside, 'is found behind a shim of pyenv']]],
  [
    'arguments: ',
    [
      [box, 'is shown what its arguments name'],
      [here, 'sees a folder that an argument names, read-only'],
    ],
  ],
  ['variables: ', [[inside, 'reach it, and not what sets the sandbox up']]],
  ['descriptors: ', [[inside, 'is its standard streams alone']]],
  [
    'processes: its own alone',
    [
      [box, 'has no rights, and sees no process but its own'],
      [box, 'is ended by KILL with everything it has started'],
    ],
  ],
  ['system calls: ', [[inside, 'that an engine has no use for are refused']]],
  ['the rest: ', [[here, 'sees nothing of what is neither the system nor its own']]],
  ['No rule ever shows a folder that is a home', [[here, 'sees no home, nothing of Plywire']]],
  [
    'If an executable lies directly in the home folder',
    [[box, 'that lies in the home folder itself is shown alone']],
  ],
  [
    'An engine that needs more',
    [
      [here, 'sees a folder that an argument names, read-only'],
      [here, 'sees a working folder that holds what it needs'],
      [box, 'that misses a file which is there outside is told of it'],
    ],
  ],
  ['Writing.', null],
  [
    'An engine finds its scratch folder at',
    [
      [inside, 'is a folder of its own that HOME and TMPDIR lead to'],
      [commands, 'that are not registered find what they keep again'],
    ],
  ],
  ['`plywire engines clear-scratch`', [[commands, 'that are not registered find what they keep again']]],
  ['If it cannot be created', [[inside, 'goes with it where no folder can be made for it']]],
  [
    '"Allow writing to its folder"',
    [
      [inside, 'is its folder where that was chosen'],
      [words, 'name everything'],
    ],
  ],
  ['An engine can then replace', [[here, 'can replace its own program where it may write']]],
  [
    'An imported configuration asks',
    [['app/library/weakening.test.ts', 'leaves an engine its folder read-only']],
  ],
  [
    'Plywire follows no link in a place where the engine can write',
    [
      [links, 'in the place of the interpreter shows nothing beside it'],
      [links, 'in the place of a file that an argument names shows nothing'],
      [links, 'in the place of its program is told, and not started'],
    ],
  ],
  ['A link elsewhere that leads into such a place', [[links, 'is followed where the user put it']]],
  [
    'No argument makes a scratch folder visible',
    [[links, 'what lies in scratch folders is shown by no argument']],
  ],
  ['If you forbid writing again', null],
  ['Interpreters in the home.', null],
  [
    'Plywire finds where the interpreter',
    [
      [inside, 'is found behind a shim of pyenv'],
      [inside, 'is found behind a shim of asdf'],
      [here, 'of %s is found in the version that is meant'],
      [here, 'of rustup is the toolchain that is the default'],
      [box, 'is found behind a link'],
      ['app/sessions/launch/shebang.test.ts', 'the first line of a script is read as the kernel reads it'],
    ],
  ],
  [
    'The installation is shown if it looks like',
    [
      [inside, 'is found in %s, which is on PATH'],
      [inside, 'is found in a virtual environment'],
    ],
  ],
  ['Inside, `PATH` leads to', [[here, 'of %s is found in the version that is meant']]],
  ["An engine's own files", [[inside, 'brings nothing along that only the engine names']]],
  ['`~/.cargo`, `~/.local`', [[here, 'is shown alone where it stands among programs of many kinds']]],
  ['System calls.', null],
  [
    'On x86-64 and arm64 a filter refuses',
    [
      [inside, 'that an engine has no use for are refused'],
      [inside, 'make no namespace by any way'],
      [filter, 'refuses what is refused and nothing else'],
      [filter, 'are those of the kernel'],
    ],
  ],
  [
    'Programs of 32 bits',
    [
      [inside, 'are filtered by their own numbers'],
      [inside, 'of the x32 ABI are unknown'],
      [filter, 'the filter of arm64 ends programs of 32 bits'],
    ],
  ],
  ['The filter for arm64 was only run', [[filter, 'refuses what is refused and nothing else']]],
  ['On other processors there is no filter', [[filter, 'there is no filter on other processors']]],
  ['With bubblewrap 0.8', [[here, 'has no further namespaces of users']]],
  ['Debuggers, and sanitizers', [[inside, 'that an engine has no use for are refused']]],
  ['When something is missing.', null],
  [
    'If an engine exits, falls silent',
    [
      [box, 'that misses a file which is there outside is told of it'],
      [box, 'that closes its output and runs on is told'],
      ['app/sessions/ending/endings.test.ts', 'is the sandbox'],
    ],
  ],
  [
    'It does not where the sandbox is hardly the cause',
    [
      ['app/sessions/ending/endings.test.ts', 'is not the sandbox where the code itself failed'],
      ['app/sessions/ending/own-error.test.ts', 'name an error of the code itself'],
    ],
  ],
  [
    'So do `check`',
    [
      [inside, 'says of an engine that falls silent that it ran in the sandbox'],
      [inside, 'says that a program ran in the sandbox, and what that hides'],
      ['app/conformance/advice.test.ts', 'the advice of a check that failed'],
    ],
  ],
  [
    'The command line prints it',
    [
      ['app/cli/exit.test.ts', 'has what concerns the sandbox later, too'],
      ['app/cli/match.process.test.ts', 'in the sandbox is told with how to run the engine without'],
    ],
  ],
  [
    'The place of an error in program text',
    [
      ['app/sessions/confinement/named-paths.test.ts', 'the paths that a complaint names'],
      [box, 'that complains of a folder which it has empty is not told of it'],
    ],
  ],
  ['Plywire learns from bubblewrap', [[starter, 'that prints "%s" and exits with %i has failed by itself']]],
  [
    'The settings show the size',
    [
      [storage, 'of scratch folders all are deleted, and come back'],
      [storage, 'of scratch folders that of an engine that runs stays'],
    ],
  ],
  [
    'The scratch folder of an engine is removed',
    [[storage, 'of scratch folders that of a removed engine goes with it']],
  ],
  ['The shutdown ladder is the same', [[box, 'leaves at its quit line']]],
  [
    'TERM reaches the engine inside',
    [
      [box, 'hears TERM itself, and has time for a last word'],
      [box, 'is ended by KILL with everything it has started'],
    ],
  ],
  ['An exit by a signal', [[box, 'that crashes is told by its signal']]],
  ['Every engine is watched', [[limits, 'one that takes memory ends as limit']]],
  ['Above a limit it is killed', [[limits, 'one that takes memory ends as limit']]],
  [
    'memory: 4 GiB',
    [
      [watchdog, 'weighs only where the resident sum is too much'],
      [limits, 'is counted as memory where it is a file in memory'],
    ],
  ],
  ['processes: 64', [[limits, 'one that forks and forks ends as limit']]],
  ['scratch: 1 GiB', [[limits, 'ends it as limit when it has grown too large']]],
  ['journal: 1 GiB', [['app/sessions/journal/journal.test.ts', 'takes only notes beyond its quota']]],
  ['The family of an engine', [[watchdog, 'familyOf']]],
  ['Above a limit the family is frozen', [[watchdog, 'tells once of too many processes, frozen first']]],
  ['What this cannot do', null],
  ['It measures twice a second', [[table, 'is looked at as often as that costs little']]],
  ['Between two measurements', null],
  ['The limits protect against', null],
  ['Without a sandbox, a process that leaves', null],
  [
    "It is found at the session's end",
    [['tests/engines/session.process.test.ts', 'ends what has left its group and its parents']],
  ],
  [
    'If an engine removes the permission to read',
    [
      ['app/sessions/folder-walk.test.ts', 'gives the owner back what is missing'],
      ['app/sessions/watch/folder-size.long.test.ts', 'changes nothing outside, whatever an engine puts'],
    ],
  ],
  [
    'Folders more than 128 levels deep',
    [['app/sessions/folder-walk.test.ts', 'takes folders that lie too deep for closed']],
  ],
  ['A working folder that an engine may write to is not measured', null],
  ['On macOS and Windows memory that processes share', null],
  [
    'Files in memory count too',
    [
      [limits, 'is counted as memory where it is a file in memory'],
      [held, 'counts empty files of a folder in memory'],
    ],
  ],
  ['No system tells what a socket', [[held, 'counts sockets beyond those that an engine needs']]],
  ['What is neither open nor mapped', null],
  ['Processes that hold more than 16384', [[limits, 'is bounded where it is open files']]],
  ['An engine whose scratch folder is above', [[limits, 'ends it as limit when it has grown too large']]],
  [
    'With more than 5000 entries',
    [['app/sessions/watch/folder-size.test.ts', 'is the same at once, up to so many entries']],
  ],
  [
    'In the scratch folder an unlinked file',
    [['app/sessions/watch/folder-size.test.ts', 'finds what of a process is mapped of a file in memory']],
  ],
  [
    'Engines that read their input',
    [['tests/engines/session.process.test.ts', 'ends many at the same time']],
  ],
  ['On Linux the kernel kills the others', [[orphans, 'when Plywire itself is killed']]],
  ['Outside the sandbox this includes', null],
  [
    'There is no sandbox, and the dialog says so',
    [['renderer/engines/sandbox.test.ts', 'what the sandbox means']],
  ],
  [
    'On macOS processes are managed by groups',
    [
      [launch, 'runs by groups on macOS as on Linux'],
      ['app/sessions/ending/endings.test.ts', 'is macOS, which kills what is not signed'],
    ],
  ],
  ['On Windows there are neither groups nor TERM', [[launch, 'takes the tree on Windows']]],
  ['`taskkill /T` asks', [[launch, 'takes the tree on Windows']]],
  ['Batch files', [[batch, 'a batch file']]],
  ['These plans are pure functions', null],
];
