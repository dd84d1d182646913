import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { expect, it, onTestFinished, vi } from 'vitest';
import { splitWords } from '../api/engine-words.ts';
import { translateFastchess } from '../matches/fastchess.ts';
import { addLibrary } from './library-program.ts';
import { MatchPlan } from '../shapes/matches.ts';
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
  expect(await refusal('sprt', ...elo, '--pentanomial', '1,2,x,4,5')).toMatch(/It has five counts/);
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

it.each([
  ['-rounds', '--rounds'],
  ['-rounds=10', '--rounds'],
  ['-ratinginterval', '--rating-interval'],
  ['--force-concurency', null],
  ['-round', null],
])('names the flag that %s stands for, if one has this name', async (flag, meant) => {
  const hint = meant === null ? '' : `; did you mean ${meant}?`;
  expect(await refusal('match', 'A', 'B', flag, '10')).toBe(`unknown option '${flag}'${hint} (see --help)`);
});

it('has a word of the configuration file for each flag but those that its help names', () => {
  const { options } = addMatch(new Command('match'));
  const { description } = options.find(({ long }) => long === '--config')!;
  const apart = [...(/except (.*);/.exec(description)?.[1] ?? '').matchAll(/--([a-z-]+)/g)];
  // The file is not named in itself, and no file and no command line limits nodes.
  const others = new Set([...apart.map(([flag]) => flag), '--config', '--print-config', '--nodes']);
  const setups = new Set(['--size', '--walls']);
  const words = new Set([...Object.keys(MatchPlan.entries), ...['file', 'order', 'plies', 'start']]);
  const unwritten = options
    .filter((option) => !setups.has(option.long!) && !words.has(option.attributeName()))
    .map(({ long }) => long!.replace('--no-sandbox', '--sandbox'));
  expect(new Set(unwritten)).toEqual(others);
});

it('says in its help how an engine is named and which folder its arguments start from', () => {
  const [engines] = addMatch(new Command('match')).registeredArguments;
  expect(engines!.description).toMatch(/ name=… .* dir=… /);
  expect(engines!.description).toMatch(
    /relative paths in its arguments start from the folder of its program/,
  );
});

it('quotes the words of an engine of fastchess so that they are split again as they were', () => {
  const { plan } = translateFastchess(['-engine', `cmd=./my "a"`, `option.Name=it's "b"`, 'args=']);
  expect(splitWords(plan.engines[0]!.engine)).toEqual([...['cmd=./my "a"', `option.Name=it's "b"`, 'dir=.']]);
  const words = ['cmd=a', 'option.Skill Level=3', `option.It's a=both "kinds"`];
  expect(splitWords(translateFastchess(['-engine', ...words]).plan.engines[0]!.engine)).toEqual(words);
});

it.each([
  [['match', 'A', 'B', '--accuracy', '-1'], 'It must be from 0 to 86400.'],
  [['match', 'A', 'B', '--time-margin', '-1'], 'It must be from 0 to 3600.'],
  [['match', 'A', 'B', '--rounds', '99999999999999999999'], 'It must be from 1 to 1000000.'],
  [['openings', 'connect4', '--balance', '5'], 'It must be from 0 to 1.'],
  [['openings', 'connect4', '--decided', '0.2'], 'name its folder with --match'],
  [['openings', 'connect4', '--match', 'm', '--plies', '2'], 'Leave out one of them'],
] as const)('refuses a value or a flag that would mean nothing: %j', async (args, words) => {
  expect(await refusal(...args)).toContain(words);
});
