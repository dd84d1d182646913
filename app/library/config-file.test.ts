import { describe, expect, it } from 'vitest';
import { configLimit, configName, readConfig, writeConfig } from './config-file.ts';
import { defaultSettings } from './settings-table.ts';
import type { EngineRecord } from './shapes.ts';

const engine: EngineRecord = {
  id: 'e-1',
  name: 'Mine',
  protocol: 'cfp',
  args: ['--level', '3 \u202e'],
  environment: { TOKEN: 'secret' },
  sandbox: true,
  writesFolder: true,
  dialect: {},
  scale: { kind: 'points', inaccuracy: 0.1, mistake: 0.2, blunder: 0.4 },
  learned: { walls: 'token' },
  file: '/opt/mine',
  folder: null,
  interpreter: null,
  interpreterArgs: [],
  values: { Hash: '64' },
  identity: null,
  options: [],
};
const written = (environment = false) => writeConfig(defaultSettings, [engine], { environment });
const changed = (change: object): string => JSON.stringify({ ...JSON.parse(written()), ...change });

it('what is written is read back, save for the values of variables', () => {
  const { settings, engines } = readConfig(written());
  expect(settings).toEqual(defaultSettings);
  const { id: _, interpreter: _i, interpreterArgs: _a, identity: _d, options: _o, ...kept } = engine;
  expect(engines).toEqual([{ ...kept, environment: {}, environmentLeftOut: ['TOKEN'] }]);
  expect(written()).not.toContain('secret');
  expect(readConfig(written(true)).engines).toEqual([{ ...kept, environmentLeftOut: [] }]);
});

it('has nothing in it that a reader cannot see', () => {
  expect(written()).toMatch(/^[\n\x20-\x7e]*$/);
});

it('is called by its day', () => {
  expect(configName(new Date('2026-11-21T23:59:00Z'))).toBe('plywire-2026-11-21.json');
});

describe('refused in words is', () => {
  it.each<[string, string, RegExp]>([
    ['no JSON', 'hello', /not a file of settings/],
    ['a number', '7', /not a file of settings/],
    ['null', 'null', /not a file of settings/],
    ['other JSON', '{"version":1}', /not a file of settings/],
    ['a version to come', changed({ version: 2 }), /version 2.*reads version 1 only/],
    ['no version', changed({ version: undefined }), /has version none/],
    [
      'a setting out of its limits',
      changed({ settings: { ...defaultSettings, enginesAtOnce: 1e9 } }),
      /settings\.enginesAtOnce/,
    ],
    ['what is not asked for', changed({ more: 1 }), /more/],
    [
      'a relative path',
      changed({ engines: [{ ...readConfig(written()).engines[0], file: 'mine' }] }),
      /engines\.0\.file/,
    ],
    ['too much', ' '.repeat(configLimit + 1), /too large/],
  ])('%s', (_, text, words) => {
    expect(() => readConfig(text)).toThrow(words);
  });
});
