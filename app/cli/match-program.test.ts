import { Command } from 'commander';
import { expect, it } from 'vitest';
import { splitWords } from '../api/engine-words.ts';
import { translateFastchess } from '../matches/fastchess.ts';
import { addMatch, addOpenings, addSprt } from './match-program.ts';

/** How a command line ends that is refused before anything is done. */
async function refusal(...args: readonly string[]): Promise<string> {
  const program = new Command('plywire').exitOverride();
  const command = (name: string): Command =>
    program.command(name).configureOutput({ writeErr: () => undefined });
  addMatch(command('match'));
  addOpenings(command('openings'));
  addSprt(command('sprt'));
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    return (error as Error).message;
  }
  return '';
}

it('refuses a game that there is not, and names those that are known', async () => {
  const words = /There is no game "chess"; known games: .*connect4/;
  expect(await refusal('match', 'A', 'B', '--game', 'chess')).toMatch(words);
  expect(await refusal('openings', 'chess')).toMatch(words);
});

it('refuses numbers that are not exact', async () => {
  const huge = '99999999999999999999999';
  const elo = ['--elo0', '0', '--elo1', '5'];
  expect(await refusal('sprt', ...elo, '--wins', huge, '--draws', '1')).toMatch(/at most 9007199254740991/);
  expect(await refusal('sprt', ...elo, '--pentanomial', `0,0,0,0,${huge}`)).toMatch(/at most/);
  expect(await refusal('match', 'A', 'B', '--start', huge)).toMatch(/at most/);
});

it('refuses an empty folder of a match', async () => {
  expect(await refusal('match', 'A', 'B', '--out', '')).toMatch(/must name a folder/);
});

it('refuses a board for the openings of a match, which has its own', async () => {
  expect(await refusal('openings', 'connect4', '--match', 'none', '--size', '9x9')).toMatch(/omit the setup/);
  expect(await refusal('openings', 'connect4', '--match', 'none')).toMatch(/no match in none/);
});

it('takes a value with one dash for no command line of fastchess', async () => {
  expect(await refusal('match', 'A', '-verbose', '--arg', '-engine')).toMatch(/unknown option '-verbose'/);
});

it('quotes the words of an engine of fastchess so that they are split again as they were', () => {
  const { plan } = translateFastchess(['-engine', `cmd=./my "a"`, `option.Name=it's "b"`, 'args=']);
  expect(splitWords(plan.engines[0]!.engine)).toEqual(['cmd=./my "a"', `option.Name=it's "b"`]);
});
