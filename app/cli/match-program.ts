/** The flags of the commands about matches. */
import { InvalidArgumentError, Option, type Command } from 'commander';
import { looksLikeFastchess } from '../matches/looks-like-fastchess.ts';
import { models } from '../matches/statistics/llr.ts';
import { usualErrors, usualModel } from '../matches/statistics/sprt.ts';
import { Keep, Restart, Tournament } from '../shapes/matches.ts';
import { Exit, exitCodes } from './exit.ts';
import {
  atLeastOne,
  between,
  concurrency,
  engineHelp,
  gameNames,
  inRange,
  knownGameId,
  margin,
  marginHelp,
  mostPlies,
  mostRepetitions,
  namedFolder,
  number,
  plies,
  repeatable,
  rounds,
  seconds,
  seed,
  setupOf,
  share,
  whole,
  withEngineFlags,
  withSetupFlags,
} from './flags.ts';
import { outputFor } from './output.ts';

/** `1,2,3,4,5` */
function fiveCounts(text: string): readonly number[] {
  // Also as a match prints them: `[1, 0, 0, 0, 2]`.
  const words = text
    .replace(/^\s*\[|\]\s*$/g, '')
    .trim()
    .split(/\s*,\s*|\s+/);
  const isFive = words.length === 5 && words.every((word) => /^\d+$/.test(word));
  if (!isFive) throw new InvalidArgumentError('It has five counts: LL,LD,WL+DD,WD,WW.');
  const counts = words.map(whole);
  return counts;
}

export const addSprt = (command: Command): Command =>
  command
    .description('calculate Elo and the sequential probability ratio test from the result of a match')
    .addOption(
      new Option('--pentanomial <counts>', 'pairs of games by their result: LL,LD,WL+DD,WD,WW').argParser(
        fiveCounts,
      ),
    )
    .addOption(new Option('--wins <number>', 'games won, where there are no pairs').argParser(whole))
    .addOption(new Option('--draws <number>', 'games drawn').argParser(whole))
    .addOption(new Option('--losses <number>', 'games lost').argParser(whole))
    .addOption(
      new Option(
        '--elo0 <elo>',
        'the difference that is not enough; without it and --elo1 there is no test',
      ).argParser(number),
    )
    .addOption(new Option('--elo1 <elo>', 'the difference that is hoped for').argParser(number))
    .addOption(
      new Option('--alpha <probability>', 'of passing at elo0').argParser(number).default(usualErrors.alpha),
    )
    .addOption(
      new Option('--beta <probability>', 'of failing at elo1').argParser(number).default(usualErrors.beta),
    )
    .addOption(
      new Option('--model <model>', 'what elo0 and elo1 are: logistic or normalized Elo')
        .choices(models)
        .default(usualModel),
    )
    .option('--json', 'print one JSON object per line')
    .action(async (flags) => {
      const { sprt } = await import('./sprt.ts');
      sprt(outputFor(flags.json ?? false), flags);
    });

/** A flag without its value and dashes, which other runners write differently: `-ratinginterval`. */
const plainFlag = (flag: string): string => flag.replace(/=.*/s, '').replaceAll('-', '');

export const addMatch = (command: Command): Command =>
  withSetupFlags(
    withEngineFlags(command.description('play a match between two or more engines'))
      .argument(
        '[engines...]',
        `${engineHelp}; relative paths in its arguments start from the folder of its program, unless dir= names another`,
      )
      .option('--game <game>', `${gameNames} (default: the first engine's game)`, knownGameId)
      .option('--each <words>', 'words for every engine, such as "option.Level=3 tc=10+0.1 restart=on"')
      .addOption(
        new Option('--tournament <kind>', 'who meets whom (default: round-robin)').choices(
          Tournament.options,
        ),
      )
      .addOption(
        new Option(
          '--seeds <number>',
          'in a gauntlet, the engines that meet all others (default: 1)',
        ).argParser(atLeastOne),
      )
      .addOption(new Option('--rounds <number>', 'rounds of all pairings (default: 1)').argParser(rounds))
      .addOption(
        new Option(
          '--games <number>',
          'games of a pairing and round, with colours swapped (default: 2)',
        ).argParser(inRange(1, 1000)),
      )
      .option(
        '--no-swap',
        'each two engines keep their colours: the one named first moves first (a Swiss tournament balances them)',
      )
      .addOption(
        new Option(
          '--concurrency <number>',
          'games at once (default: the physical cores less one)',
        ).argParser(concurrency),
      )
      .option('--force-concurrency', 'allow more games at once than the machine has cores')
      .option('--use-affinity', 'bind the engines of each game to one core, where the system has taskset')
      .option('--openings <file>', 'openings, one on each line: moves or a position (default: a bundled set)')
      .addOption(
        new Option('--order <order>', 'of the openings (default: random)').choices([
          'sequential',
          'random',
        ] as const),
      )
      .addOption(new Option('--plies <number>', 'only the first moves of each opening').argParser(whole))
      .addOption(new Option('--start <number>', 'the opening to begin with, from 1').argParser(atLeastOne))
      .addOption(
        new Option('--srand <seed>', 'what openings and colours follow from (default: 1)').argParser(seed),
      )
      .option('--sprt <words>', 'stop when "elo0=0 elo1=5 alpha=0.05 beta=0.05 model=normalized" is decided')
      .option('--tc <seconds+increment>', 'time for a game and for each turn, such as 60+0.5')
      .addOption(new Option('--st <seconds>', 'time for each move').argParser(seconds))
      .addOption(new Option('--depth <plies>', 'search depth in plies').argParser(plies))
      .option(
        '--nodes <number>',
        "not supported: no protocol can limit nodes, but an engine's own option may",
      )
      .addOption(new Option('--time-margin <seconds>', marginHelp).argParser(margin))
      .addOption(
        new Option(
          '--limits <preset>',
          'the limits of the protocol, of the Quoridor cup, or of the contest of the Game of Stones (default: text)',
        ).choices(['text', 'cup', 'contest'] as const),
      )
      .option(
        '--draw <words>',
        'a draw by scores, from a ply (movenumber) on and for so many moves of each side, such as "movenumber=80 movecount=8 score=0.05"',
      )
      .option('--resign <words>', 'a loss by scores, such as "movecount=3 score=0.9 twosided=true"')
      .option('--proof', 'end a game whose result is proven'),
  )
    .addOption(
      new Option(
        '--max-plies <number>',
        'declare a draw after this many plies (default: 1000, where no rule ends the game)',
      ).argParser(mostPlies),
    )
    .addOption(
      new Option(
        '--max-repetitions <number>',
        'declare a draw when a position has occurred this often (default: 5, where no rule ends the game)',
      ).argParser(mostRepetitions),
    )
    .addOption(
      new Option(
        '--restart <when>',
        'a new process for each game: on, off, or as the protocol needs it (default: auto)',
      ).choices(Restart.options),
    )
    .addOption(
      new Option(
        '--keep <journals>',
        'of all sessions, of those with a fault, or none (default: odd)',
      ).choices(Keep.options),
    )
    .addOption(
      new Option('--wait <milliseconds>', 'between two games (default: 0)').argParser(inRange(0, 3_600_000)),
    )
    .option(
      '--out <folder>',
      "the folder of the match (default: a new one in the home's matches)",
      namedFolder,
    )
    .option(
      '--resume <folder>',
      'go on with the match of this folder; more --rounds and engines join it',
      namedFolder,
    )
    .option('--all', 'with --resume, print the games before too')
    .option('--replay-game', 'with --resume, begin unfinished games anew')
    .option('--trust', 'with --resume, start the programs of a match that this home has not begun')
    .addOption(
      new Option('--rating-interval <number>', 'games between two standings')
        .argParser(atLeastOne)
        .default(10),
    )
    .addOption(
      new Option(
        '--accuracy <seconds>',
        'after the games, to prove where engines kept or lost the value of a position; 0 for none (default: a tenth of their time, at most 10)',
      ).argParser(between(0, 86_400)),
    )
    .option(
      '--config <file>',
      'a TOML or JSON file as --print-config writes it, for all flags except --each, --protocol, --arg, --setting, --sandbox, --writable, --out, --resume, --all, --replay-game, --trust, --rating-interval, --accuracy and --json; the words of the command line come first',
    )
    .option('--print-config', 'print the configuration as TOML and play nothing')
    .option('--json', 'print one JSON object per line')
    // Words of fastchess, which has one dash.
    .allowUnknownOption()
    .action(async (engines, flags, command) => {
      const { parent, options } = command as Command;
      const json = flags.json ?? false;
      const { rawArgs } = parent as Command & { readonly rawArgs: readonly string[] };
      const args = rawArgs.slice(rawArgs.indexOf('match') + 1);
      const { match, answerFastchess, requireResult } = await import('./match.ts');
      const takesValue = (flag: string): boolean =>
        options.some(({ long, required }) => required && long === flag);
      if (looksLikeFastchess(args, takesValue)) return answerFastchess(outputFor(false), args);
      const unknown = engines.find((engine: string) => engine.startsWith('-'));
      if (unknown !== undefined) {
        const known = options.find(
          ({ long }) => long !== undefined && plainFlag(long) === plainFlag(unknown),
        );
        const hint = known === undefined ? '' : `; did you mean ${known.long}?`;
        throw new Exit(exitCodes.usage, `unknown option '${unknown}'${hint} (see --help)`);
      }
      const { withCore } = await import('./with-core.ts');
      await withCore(outputFor(json), async (asking, core) => {
        const played = await match(asking, core, engines, flags);
        if (played !== null) requireResult(played);
      });
    });

/** The flags of openings that are made, and those of openings that are chosen from matches. */
const ofMaking = ['plies', 'srand', 'time', 'playouts', 'balance'];
const ofChoosing = ['decided', 'drawn', 'pairs'];

export const addOpenings = (command: Command): Command =>
  withSetupFlags(
    command
      .description('make balanced openings for a match, the same ones for the same seed')
      .argument('<game>', gameNames, knownGameId),
  )
    .addOption(
      new Option('--count <number>', 'how many (default: 100, or as many as there are)').argParser(
        atLeastOne,
      ),
    )
    .addOption(new Option('--plies <number>', 'moves of each opening').argParser(atLeastOne).default(4))
    .addOption(new Option('--srand <seed>', 'what they follow from').argParser(whole).default(1))
    .addOption(
      new Option('--time <seconds>', 'to prove that neither side of an opening is lost, about')
        .argParser(seconds)
        .default(0.2),
    )
    .addOption(
      new Option('--playouts <number>', 'random games from each opening; 0 for none')
        .argParser(whole)
        .default(40),
    )
    .addOption(
      new Option('--balance <share>', 'how far from one half the side to move may score in them')
        .argParser(share)
        .default(0.2),
    )
    .addOption(
      repeatable('--match <folder>', 'instead, choose from the openings of this match', 'none', namedFolder),
    )
    .addOption(
      new Option('--decided <share>', 'of its pairs that such an opening may decide itself')
        .argParser(share)
        .default(0.5),
    )
    .addOption(
      new Option('--drawn <share>', 'of its pairs that may be drawn twice').argParser(share).default(0.8),
    )
    .addOption(
      new Option('--pairs <number>', 'minimum number of pairs for an opening')
        .argParser(atLeastOne)
        .default(1),
    )
    .option('--json', 'print one JSON object per line')
    .action(async (game, flags, command) => {
      const isOfMatch = flags.match.length > 0;
      const needless = (isOfMatch ? ofMaking : ofChoosing).find(
        (name) => (command as Command).getOptionValueSource(name) === 'cli',
      );
      if (needless !== undefined) {
        throw new Exit(
          exitCodes.usage,
          isOfMatch
            ? `--${needless} is for openings that are made; with --match they are chosen. Leave out one of them.`
            : `--${needless} is for the openings of a match: name its folder with --match.`,
        );
      }
      // Those of a match are of its own board.
      if (isOfMatch && setupOf(game, flags) !== undefined) {
        throw new Exit(
          exitCodes.usage,
          'The openings of --match have their own board; omit the setup flags.',
        );
      }
      const { openings } = await import('./openings.ts');
      await openings(outputFor(flags.json ?? false), game, flags);
    });
