import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { splitWords } from '../api/engine-words.ts';
import { Refused } from '../shapes/refused.ts';
import { overridden, planOf, type MatchFlags } from './match-flags.ts';

const plan = (flags: Partial<MatchFlags>, engines: readonly string[] = []) =>
  planOf(
    engines,
    { swap: true, ratingInterval: 10, arg: [], setting: [], ...flags },
    new AbortController().signal,
  );

it.each([
  ['true', true],
  ['yes', true],
  ['1', true],
  ['ON', true],
  ['False', false],
  ['no', false],
  ['0', false],
  ['off', false],
])('reads twosided=%s of a resignation', async (word, twosided) => {
  expect((await plan({ resign: `score=0.9 twosided=${word}` })).resign).toEqual({ score: 0.9, twosided });
});

it.each(['maybe', '', '2'])('refuses twosided=%s', async (word) => {
  await expect(plan({ resign: `score=0.9 twosided=${word}` })).rejects.toThrow(/neither true nor false/);
});

/** A configuration file with this text, for one test. */
function configOf(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'plywire-flags-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const config = join(folder, 'match.toml');
  writeFileSync(config, text);
  return config;
}

it('gives the engines of a configuration file the words of the command line, which come first', async () => {
  const config = configOf(
    '[[engines]]\nengine = "cmd=./a sandbox=on setting.walls=coordinate"\nprotocol = "qtp"\n[[engines]]\nengine = "./b"\ntc = "9"\n',
  );
  const { engines } = await plan({
    ...{ config, each: 'tc=1+0.1 restart=on option.Level=3', protocol: 'cfp', arg: ['-x y'] },
    ...{ setting: ['walls=token'], sandbox: false, writable: true },
  });
  const both = { protocol: 'cfp', tc: '1+0.1', restart: 'on' };
  const words = 'option.Level=3 arg="-x y" setting.walls=token sandbox=off writable=on';
  expect(engines).toEqual([
    { engine: `cmd=./a ${words}`, ...both },
    { engine: `cmd=./b ${words}`, ...both },
  ]);
});

it('leaves the engines of a configuration file as they are without such words', async () => {
  const config = configOf('[[engines]]\nengine = "cmd=./a arg=-x"\nst = 2\nrestart = "off"\n');
  expect((await plan({ config })).engines).toEqual([{ engine: 'cmd=./a arg=-x', st: 2, restart: 'off' }]);
});

it('refuses a configuration file of an unknown game, and names those that are known', async () => {
  const config = configOf('game = "chess"\n');
  await expect(plan({ config })).rejects.toThrow(Refused);
  await expect(plan({ config })).rejects.toThrow(/no game "chess"; known games: .*connect4/);
  writeFileSync(config, 'game = "connect4"\n');
  expect((await plan({ config })).game).toBe('connect4');
});

it('keeps options whose names have spaces, of the command line and of a configuration file', async () => {
  const each = "'option.Play Style=Normal'";
  const words = "cmd=./a 'option.Skill Level=3'";
  const config = configOf(`engines = [${JSON.stringify(words)}]\n`);
  const { engines } = await plan({ config, each }, [words]);
  const [inFile, named] = engines.map(({ engine }) => splitWords(engine));
  expect(inFile).toEqual(['cmd=./a', 'option.Skill Level=3', 'option.Play Style=Normal']);
  expect(named).toEqual(inFile);
});

it.each([{ protocol: 'uci' }, { each: 'protocol=uci' }])(
  'refuses a protocol that there is not where engines have their own: %j',
  async (flags) => {
    await expect(plan(flags, ['cmd=./a protocol=cfp'])).rejects.toThrow('There is no protocol "uci".');
  },
);

it.each<[readonly string[], Partial<MatchFlags>, readonly string[]]>([
  [['cmd=a protocol=cfp st=2', 'cmd=b protocol=qtp depth=3'], { protocol: 'gos', st: 1 }, ['protocol', 'st']],
  [['cmd=a protocol=cfp st=2', 'cmd=b'], { protocol: 'qtp', st: 1 }, []],
  [['cmd=a protocol=cfp', 'cmd=b protocol=cfp'], { protocol: 'cfp' }, []],
  [['a', 'b'], { each: 'tc=5 time-margin=1', st: 1, timeMargin: 2 }, ['st', 'time-margin']],
  [['cmd=a restart=on'], { restart: 'off' }, ['restart']],
  [[], { st: 1, sandbox: false }, []],
  [['cmd=a sandbox=on writable=off', 'cmd=b sandbox=on'], { sandbox: false, writable: true }, ['no-sandbox']],
  [['cmd=a sandbox=off writable=off'], { sandbox: true, writable: true }, ['sandbox', 'writable']],
  [['cmd=a sandbox=off', 'b'], { sandbox: true }, []],
])('names the flags that no engine plays by: %j with %j', async (texts, flags, needless) => {
  const { engines } = await plan(flags, texts);
  expect(overridden(engines, flags)).toEqual(needless);
});
