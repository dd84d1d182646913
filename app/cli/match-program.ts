/** The flags of the commands about matches. */
import { InvalidArgumentError, Option, type Command } from 'commander';
import { models } from '../matches/statistics/llr.ts';
import { usualErrors, usualModel } from '../matches/statistics/sprt.ts';
import { number, whole } from './flags.ts';
import { outputFor } from './output.ts';

/** `1,2,3,4,5` */
function fiveCounts(text: string): readonly number[] {
  const counts = text.split(',').map((count) => whole(count.trim()));
  if (counts.length !== 5) throw new InvalidArgumentError('It has five counts: LL,LD,WL+DD,WD,WW.');
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
      new Option('--elo0 <elo>', 'the difference that is not enough').argParser(number).makeOptionMandatory(),
    )
    .addOption(
      new Option('--elo1 <elo>', 'the difference that is hoped for').argParser(number).makeOptionMandatory(),
    )
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
