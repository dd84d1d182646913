import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { expect, it, onTestFinished, vi } from 'vitest';
import { splitWords } from '../api/engine-words.ts';
import { translateFastchess } from '../matches/fastchess.ts';
import { addLibrary } from './library-program.ts';
import { addMatch, addOpenings, addSprt } from './match-program.ts';

/** How a command line ends that is refused before anything is done. */
async function refusal(...args: readonly string[]): Promise<string> {
  const program = new Command('plywire').exitOverride();
  const command = (name: string): Command =>
    program.command(name).configureOutput({ writeErr: () => undefined });
  addMatch(command('match'));
  addOpenings(command('openings'));
  addSprt(command('sprt'));
  addLibrary(command('library'));
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

it.each([
  ['match', 'A', 'B', '--out', ''],
  ['match', '--resume', ''],
  ['openings', 'connect4', '--match', ''],
  ['library', 'add', ''],
  ['library', 'remove', ''],
])('refuses a folder without a name, which would be the current one: %s %s %s', async (...args) => {
  // A command that goes on must not change the home of the user who runs the tests.
  const home = mkdtempSync(join(tmpdir(), 'plywire-home-'));
  vi.stubEnv('PLYWIRE_HOME', home);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(home, { recursive: true });
  });
  expect(await refusal(...args)).toMatch(/It must name a folder\./);
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
