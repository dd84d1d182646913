import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BuildStore } from '../builds/build-store.ts';
import { EngineRegistry } from '../library/engines.ts';
import { Refused } from '../shapes/refused.ts';
import { readEngineWords, splitWords, type EngineWords } from './engine-words.ts';

let folder: string;
let engines: EngineRegistry;
let builds: BuildStore;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'plywire-words-'));
  mkdirSync(join(folder, 'sub dir'));
  for (const name of ['mine', 'script.py', join('sub dir', 'mine too')]) {
    writeFileSync(join(folder, name), '#!/bin/sh\n');
    if (!name.endsWith('.py')) chmodSync(join(folder, name), 0o755);
  }
  const bundled = {
    id: 'connect4',
    name: 'House Engine',
    version: '1',
    description: '',
    protocols: ['cfsi', 'cfp'],
    games: ['connect4'],
    entry: 'main.cjs',
    file: '/x/main.cjs',
  };
  engines = (await EngineRegistry.open(join(folder, 'engines.json'), [bundled])).registry;
  builds = new BuildStore({ folder: join(folder, 'builds'), limit: () => 1e9, say: () => undefined });
  await engines.add({
    name: 'Registered One',
    protocol: 'cfp',
    args: [],
    environment: {},
    sandbox: false,
    file: join(folder, 'mine'),
    folder: null,
    interpreter: null,
    interpreterArgs: [],
  });
});
afterEach(() => rmSync(folder, { recursive: true }));

const read = (text: string, more: Partial<EngineWords> = {}) =>
  readEngineWords({ text, args: [], folder, ...more }, engines, builds, false);

async function refusalOf(meant: Promise<unknown>): Promise<string> {
  const error = await meant.then(
    () => null,
    (error: unknown) => error,
  );
  expect(error).toBeInstanceOf(Refused);
  return `${(error as Refused).message} ${(error as Refused).advice}`;
}

describe('words', () => {
  it.each<[string, string[]]>([
    ['', []],
    ['a  b\tc\n', ['a', 'b', 'c']],
    ['arg="two words"', ['arg=two words']],
    ['arg=\'it "is"\'', ['arg=it "is"']],
    ['"a b"c" d"', ['a bc d']],
    ['arg=""', ['arg=']],
    ['""', ['']],
    ['cmd=C:\\new\\x.exe', ['cmd=C:\\new\\x.exe']],
    ['arg=a=b', ['arg=a=b']],
  ])('of %j', (text, words) => expect(splitWords(text)).toEqual(words));

  it.each(['arg="open', "'", 'a "b'])('of %j are refused', (text) => {
    expect(() => splitWords(text)).toThrow(/Unclosed quote/);
  });
});

describe('an engine by name', () => {
  it.each(['connect4', 'House Engine', 'house engine', 'cmd=connect4'])(
    'finds the bundled one: %s',
    async (text) => {
      expect(await read(text)).toMatchObject({ kind: 'known', protocol: 'cfsi', options: {} });
    },
  );

  it('speaks what is asked for, where it can', async () => {
    expect(await read('connect4', { protocol: 'cfp' })).toMatchObject({ protocol: 'cfp' });
    expect(await read('cmd=connect4 protocol=cfp option.Level=3')).toMatchObject({
      protocol: 'cfp',
      options: { Level: '3' },
    });
    expect(await refusalOf(read('Registered One', { protocol: 'cfsi' }))).toMatch(/does not speak cfsi.*cfp/);
  });

  it('finds a registered one by name and by id', async () => {
    const byName = await read('registered one');
    expect(byName).toMatchObject({ kind: 'known', protocol: 'cfp' });
    if (byName.kind === 'known') expect(await read(byName.engine.record.id)).toEqual(byName);
    expect(await read('cmd="Registered One"')).toEqual(byName);
  });

  it('has its own arguments and folder', async () => {
    expect(await refusalOf(read('registered one', { args: ['-x'] }))).toMatch(/its own arguments/);
    const dir = 'cmd="Registered One" dir=.';
    expect(await refusalOf(read(dir))).toMatch(/its own arguments and folder/);
    expect(await refusalOf(read('cmd=connect4 dir=.'))).toMatch(/comes with Plywire, and takes no/);
  });

  it('is refused where no engine has that name', async () => {
    expect(await refusalOf(read('unlisted'))).toMatch(
      /There is no engine called "unlisted".*Known engines: connect4, Registered One/,
    );
  });
});

describe('an engine by path', () => {
  it.each(['./mine', 'mine'])('is taken from the folder of the words: %s', async (text) => {
    expect(await read(text, { protocol: 'cfp', args: ['-x'] })).toMatchObject({
      kind: 'new',
      protocol: 'cfp',
      fields: { name: 'mine', file: join(folder, 'mine'), args: ['-x'], folder: null, interpreter: null },
    });
  });

  it('needs a protocol', async () => {
    expect(await refusalOf(read('./mine'))).toMatch(/its protocol is unknown.*--protocol cfp/);
    expect(await refusalOf(read('./mine', { protocol: 'chess' }))).toMatch(/no protocol "chess".*cfp, cfsi/);
  });

  it('is taken as it stands where it is missing: starting it will tell', async () => {
    for (const text of ['./gone', 'gone', '/no/such/engine']) {
      expect(await read(text, { protocol: 'cfp' })).toMatchObject({ kind: 'new' });
    }
  });

  it('is given an interpreter where it may not run by itself', async () => {
    expect(await read('script.py', { protocol: 'cfp' })).toMatchObject({
      fields: { interpreter: 'python3' },
    });
  });
});

describe('key=value words', () => {
  it('name everything', async () => {
    const meant = await read(
      'cmd="./sub dir/mine too" protocol=cfsi arg=-x arg="two words" dir="sub dir" name="My Engine" writable=on scale=0.1/0.2/0.4 option.Level=3 option.Style="very wild"',
      { args: ['--last'] },
    );
    const scale = { kind: 'points', inaccuracy: 0.1, mistake: 0.2, blunder: 0.4 };
    expect(meant).toEqual({
      kind: 'new',
      protocol: 'cfsi',
      options: { Level: '3', Style: 'very wild' },
      scale,
      fields: {
        name: 'My Engine',
        protocol: 'cfsi',
        file: join(folder, 'sub dir', 'mine too'),
        args: ['-x', 'two words', '--last'],
        folder: join(folder, 'sub dir'),
        environment: {},
        dialect: {},
        scale,
        sandbox: false,
        writesFolder: true,
        interpreter: null,
        interpreterArgs: [],
      },
    });
  });

  it('name settings of the protocol, as the flag does', async () => {
    const said = await read('cmd=./sub/x protocol=qtp setting.walls=token');
    expect(said).toMatchObject({ kind: 'new', fields: { dialect: { walls: 'token' } } });
    const flagged = await read('./sub/x', { protocol: 'qtp', dialect: { walls: 'token' } });
    expect(flagged).toMatchObject({ fields: { dialect: { walls: 'token' } } });
    const dialect = { walls: 'token' };
    expect(await refusalOf(read('registered one', { dialect }))).toMatch(/its own protocol settings/);
    expect(await refusalOf(read('connect4', { dialect }))).toMatch(/comes with Plywire, and takes no/);
    expect(await refusalOf(read('./sub/x', { protocol: 'cfp', dialect }))).toMatch(/has no setting "walls"/);
  });

  it('are told of a misspelt or missing cmd', async () => {
    expect(await refusalOf(read('cdm=./sub/x protocol=cfp'))).toMatch(/^"cdm" is not a key of an engine/);
    expect(await refusalOf(read('protocol=cfp'))).toMatch(/^The words of the engine have no cmd/);
  });

  it('say whether it runs in the sandbox, before the flag and the settings', async () => {
    const sandboxed = async (text: string, sandbox?: boolean) => {
      const meant = await read(text, { sandbox });
      return meant.kind === 'new' ? meant.fields.sandbox : meant.engine.record.sandbox;
    };
    expect(await sandboxed('cmd=./mine protocol=cfp sandbox=on')).toBe(true);
    expect(await sandboxed('cmd=./mine protocol=cfp sandbox=on', false)).toBe(true);
    expect(await sandboxed('cmd=./mine protocol=cfp sandbox=off', true)).toBe(false);
    expect(await sandboxed('cmd=./mine protocol=cfp', true)).toBe(true);
    expect(await sandboxed('cmd=connect4 sandbox=off')).toBe(false);
  });

  it('take the folder from where the words were said', async () => {
    expect(await read('protocol=cfp cmd=mine dir=.')).toMatchObject({ fields: { folder } });
  });

  it('find a command on PATH', async () => {
    const meant = await read('cmd=sh protocol=cfp arg=-c');
    expect(meant).toMatchObject({ fields: { file: expect.stringMatching(/\/sh$/), name: 'sh' } });
  });

  it('keep an odd option name as it is', async () => {
    const { options } = await read('cmd=connect4 option.__proto__=1 option.a=b=c');
    expect(Object.entries(options)).toEqual([
      ['__proto__', '1'],
      ['a', 'b=c'],
    ]);
  });

  it.each([
    [
      'cmd=mine protocol=cfp level=3',
      /"level" is not a key.*cmd, protocol, arg, dir, name, scale, sandbox, writable, option\.NAME and setting\.ID/,
    ],
    ['cmd=mine protocol=cfp option.=3', /"option\." is not a key/],
    ['cmd=mine protocol=cfp loose', /"loose" is not a key=value word.*Quote/],
    ['cmd= protocol=cfp', /empty cmd/],
    ['cmd="mine', /Unclosed quote/],
    ['cmd=mine', /its protocol is unknown/],
    ['cmd=mine protocol=cfp sandbox=maybe', /cannot be "maybe".*sandbox=on or sandbox=off/],
    ['cmd=mine protocol=cfp sandbox=', /sandbox=on or sandbox=off/],
    ['cmd=connect4 sandbox=on', /comes with Plywire and runs without a sandbox.*Omit the sandbox option/],
    ['cmd="Registered One" sandbox=on', /registered engine, and it runs without a sandbox/],
  ])('refuse %s', async (text, words) => {
    expect(await refusalOf(read(text))).toMatch(words);
  });
});
